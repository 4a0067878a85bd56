"""What is wrong where one question is asked at a time, in German: numbers, losses, methods that do not serve."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # Numbers
    "sequential.whole": "{what} muss eine ganze Zahl sein, kein {kind}: Geben Sie ein int.",
    "sequential.too_large": "{what} darf im Betrag höchstens 2^62 sein: Nichts so Großes lässt sich hier zählen.",
    "sequential.at_least": "{what} muss mindestens {least} sein: Schreiben Sie {least} oder mehr.",
    "sequential.at_most": "{what} darf höchstens 2^48 sein: Schreiben Sie eine kleinere Zahl.",
    "sequential.probability": "{what} muss eine exakte Zahl über 0 und unter 1 sein: Geben Sie einen Bruch wie 1/20.",
    "sequential.position": "Die Position",
    "sequential.count": "Die Häufigkeit",
    "sequential.threshold": "Die Schwelle",
    "sequential.lower_threshold": "Die untere Schwelle",
    "sequential.upper_threshold": "Die obere Schwelle",
    "sequential.accuracy": "Die Genauigkeit",
    "sequential.failure_probability": "Die Irrtumswahrscheinlichkeit",
    "sequential.correlation_alpha": "Die Korrelation alpha",
    "sequential.share_of_the_budget_for_values": "Der Anteil des Budgets für Werte",
    "sequential.number_of_points": "Die Zahl der Punkte",
    "sequential.number_of_rows": "Die Zahl der Zeilen",
    "sequential.number_of_rows_per_unit": "Die Zahl der Zeilen je Einheit",
    "sequential.number_of_items": "Die Zahl der Elemente",
    "sequential.number_of_questions": "Die Zahl der Fragen",
    "sequential.number_of_signs": "Die Zahl der Vorzeichen",
    "sequential.number_of_vectors": "Die Zahl der Vektoren",
    "sequential.number_of_answers": "Die Zahl der Antworten",
    "sequential.number_of_hits": "Die Zahl der Treffer",
    "sequential.number_of_codes": "Die Zahl der Codes",
    "sequential.number_of_units": "Die Zahl der Einheiten",
    "sequential.noise_too_large": (
        "Das Rauschen wäre größer als jede Häufigkeit: Wählen Sie ein größeres Budget oder verlangen Sie weniger."
    ),
    "sequential.noise_too_large_accuracy": (
        "Das Rauschen wäre größer als jede Häufigkeit: Wählen Sie ein größeres Budget oder eine gröbere Genauigkeit."
    ),
    "sequential.noise_too_large_less": (
        "Das Rauschen wäre größer als jede Häufigkeit: Wählen Sie ein größeres Budget oder fragen Sie weniger."
    ),
    "sequential.finished": (
        "Dieser Lauf ist beendet und beantwortet keine weitere Frage: Eröffnen Sie eine andere Sitzung, um mehr zu "
        "fragen."
    ),
    # Adaptive thresholds, two thresholds, interior points
    "sequential.thresholds_rows": (
        "Anpassende Schwellen bei {loss} brauchen mindestens {needed} Zeilen, um auf {accuracy} davon genau zu sein, "
        "und es sind {size}: Erlauben Sie eine gröbere Genauigkeit, stellen Sie weniger Fragen oder wählen Sie ein "
        "größeres Budget."
    ),
    "sequential.thresholds_position": (
        "Anpassende Schwellen werden nur mit einer Position gefragt: Verwenden Sie ask_at(position)."
    ),
    "sequential.position_range": "Eine Position ist die Zahl der ersten Codes, 1 bis {most}: {position} ist keine.",
    "sequential.thresholds_epsilon": (
        "Anpassende Schwellen sind bei dieser Nachbarschaft für Epsilon unter {most} bewiesen, und dieses ist "
        "{given}: Wählen Sie ein kleineres."
    ),
    "sequential.accuracy_too_fine": (
        "Eine Genauigkeit unter 4/{chunks} braucht mehr Abschnitte, als sich halten lassen: Wählen Sie eine gröbere."
    ),
    "sequential.counts_of_codes": (
        "Die Häufigkeiten müssen ganze Zahlen von Zeilen sein, eine für jeden geordneten Code: Geben Sie ein Feld von "
        "int64."
    ),
    "sequential.thresholds_apart": (
        "Zwei Schwellen müssen bei {loss} mindestens {needed} auseinanderliegen, und diese liegen {given} "
        "auseinander: Wählen Sie weiter entfernte oder ein größeres Budget."
    ),
    "sequential.two_epsilon": (
        "Zwei Schwellen sind nur für Epsilon unter 1 bewiesen, und dieses ist {given}: Wählen Sie ein kleineres."
    ),
    "sequential.interior_items": (
        "Ein innerer Punkt bei {loss} braucht mindestens {needed} Elemente für {questions} Fragen, und es sind "
        "{size}: Stellen Sie weniger Fragen, erlauben Sie eine größere Irrtumswahrscheinlichkeit oder wählen Sie ein "
        "größeres Budget."
    ),
    "sequential.interior_position": (
        "Ein innerer Punkt wird mit einer Position und ihrer Häufigkeit gefragt: Verwenden Sie ask_at(position, "
        "exact_count)."
    ),
    # Correlated vectors
    "sequential.alpha": (
        "Die Korrelation alpha muss unter 1/2 liegen: Dort ist der Privatheitsverlust höchstens 3·alpha."
    ),
    "sequential.vector": "Ein Vektor muss ein int8-Feld aus +1 und -1 sein.",
    "sequential.vectors_alike": "Zwei Vektoren müssen gleich lang sein.",
    "sequential.odd_majority": (
        "Eine Mehrheit wird aus einer ungeraden Zahl von Antworten gebildet: Schreiben Sie 1, 3, 5 …"
    ),
    "sequential.demonstration_rows": "Die Vorführung braucht mindestens {least} Zeilen: Schreiben Sie mehr.",
    "sequential.demonstration_answers": "Die Vorführung zieht höchstens {most} Antworten: Schreiben Sie weniger.",
    # Randomized response
    "sequential.too_many_codes": "Randomized Response dient höchstens 2^24 Codes: Wählen Sie weniger Merkmale.",
    "sequential.epsilon_alone": (
        'Randomized Response nimmt einen Privatheitsverlust in Epsilon allein: Schreiben Sie {{"epsilon": "1"}}.'
    ),
    "sequential.needs_replacement": (
        "Randomized Response zeigt für jede Zeile einen genannten Code, sodass man die Zahl der Zeilen sieht: Dazu "
        "gehört eine Nachbarschaft, in der eine Einheit durch eine andere ersetzt wird."
    ),
    "sequential.one_row": "Wo jede Einheit genau eine Zeile hat, ist rows_per_unit 1: Schreiben Sie 1.",
    "sequential.pure_chance": (
        "Bei {loss} für {rows} Zeilen mit {places} Codes wären die genannten Codes reiner Zufall: Wählen Sie ein "
        "größeres Epsilon oder weniger Codes."
    ),
    "sequential.drawn_once": (
        "Randomized Response wird einmal für die ganze Spalte gezogen und beantwortet dann jede Frage."
    ),
    "sequential.column_array": "Die Spalte muss ein Feld ganzer Zahlen sein, ein Code je Zeile.",
    "sequential.column_codes": "Die Codes der Spalte müssen Zahlen von 0 bis {most} sein.",
    "sequential.rows_of_units": (
        "Die Zahl der Zeilen ist kein Vielfaches der Zeilen einer Einheit: Geben Sie die Zahl der Einheiten an."
    ),
    "sequential.counts_array": "Die Häufigkeiten müssen {codes} ganze Zahlen sein, eine für jeden Code.",
    "sequential.counts_and_units": (
        "Die Häufigkeiten passen nicht zur Zahl der Einheiten: Jede Einheit füllt ihre eigenen Plätze und keine "
        "weiteren."
    ),
    "sequential.query_array": (
        "Eine Abfrage einer randomisierten Spalte besteht aus {codes} ganzen Zahlen, einer für jeden Code."
    ),
    "sequential.variants": (
        "Varianten von Codes sind {places} Häufigkeiten, eine für jeden Code, der genannt werden kann."
    ),
    "sequential.units_needed": (
        "Wie falsch Randomized Response ist, hängt von der Zahl der Einheiten ab: Geben Sie sie an."
    ),
}
