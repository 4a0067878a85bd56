"""What is wrong with a session of questions, in German: its file, its method, and the questions asked."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "planning.session_dictionary_outside": "{place} muss vom Ordner der Sitzung aus angegeben sein.",
    "planning.session_other_meaning": (
        "{place} passt nicht zur Datenbeschreibung {dictionary}, die sich geändert hat, seit die Sitzung entstand; "
        "prüfen Sie sie und schreiben Sie dann {meaning} dorthin."
    ),
    "planning.failure": ('{place} muss über 0 und unter 1 liegen; es ist eine Wahrscheinlichkeit wie "1/20".'),
    "planning.session_size_seen": (
        "{place} ist nötig: In einer Arbeitsmappe sieht eine Zeile leerer Zellen wie kein Datensatz aus, und die Zahl "
        "der Zeilen verriete, ob es eine gibt; nennen Sie eine öffentlich bekannte Zahl der Datensätze."
    ),
    "planning.loss_with_delta": ('{place} muss {{"epsilon", "delta"}} sein: Das ist es, was {method} zusichern kann.'),
    "planning.loss_without_delta": ('{place} muss {{"epsilon"}} allein sein: Das ist es, was {method} zusichern kann.'),
    "planning.session_not_payable": (
        "{place} lässt sich nicht bezahlen: Das Konto von {account} summiert {adds}, und {method} sichert Epsilon mit "
        "Delta zu; wählen Sie eine Methode, die Epsilon allein zusichert."
    ),
    "planning.one_variable": "{place} muss ein einziges Merkmal nennen: {method} fragt entlang seiner Reihenfolge.",
    "planning.along_no_order": (
        "{place}: '{variable}' hat keine Reihenfolge der Codes, entlang der {method} fragt; nennen Sie ein anderes "
        "Merkmal."
    ),
    "planning.lower_upper": "{place} muss kleiner sein als die obere Grenze.",
    "planning.accuracy": (
        '{place} muss über 0 und unter 1 liegen; es ist ein Anteil an der Zahl der Datensätze wie "1/20".'
    ),
    "planning.needs_replacement": (
        "{place}: randomized-response veröffentlicht eine Zeile für jeden Datensatz und braucht deshalb eine "
        "Datenbeschreibung, in der eine Einheit durch eine andere ersetzt wird; wählen Sie eine andere Methode."
    ),
    "planning.size_needed": (
        "{place} ist nötig: randomized-response veröffentlicht für jede Einheit gleich viele Zeilen, sodass die Zahl "
        "der Einheiten öffentlich bekannt sein muss; nennen Sie sie."
    ),
    "planning.session_quantity": (
        "{place} nennt '{name}', eine Messgröße ohne Codes; nennen Sie ein Merkmal, das Codes hat."
    ),
    "planning.session_twice": "{place} nennt '{name}' ein zweites Mal; lassen Sie es weg.",
    "planning.session_cells": (
        "{place}: Es gibt {cells:,} Kombinationen von Codes, mehr als {most:,}; lassen Sie ein Merkmal weg oder nehmen "
        "Sie ein gröberes."
    ),
    # Questions
    "planning.not_asked_about": "Diese Sitzung fragt nicht nach '{name}'; sie kennt {known}.",
    "planning.each_related": (
        "Fragen Sie nach jedem Code von Merkmalen, die nicht auseinander gemacht sind; lassen Sie eines weg."
    ),
    "planning.each_along": "Diese Sitzung fragt nur entlang '{variable}'; fragen Sie nach jedem seiner Codes.",
    "planning.question_along": (
        "Diese Sitzung fragt nur entlang '{variable}'; nennen Sie einen Code davon, wie in {variable}<=CODE."
    ),
    "planning.question_upwards": (
        "Diese Sitzung fragt vom niedrigsten Code von '{variable}' aufwärts; schreiben Sie {variable}<=CODE."
    ),
    "planning.question_long": (
        "Die Frage ist zu lang; fragen Sie nach einem Bereich oder nach einer Ebene einer Hierarchie."
    ),
    "planning.question_object": ('Eine Frage muss ein Objekt wie {{"age": {{"from": "18", "to": "64"}}}} sein.'),
    "planning.question_codes": "Die Codes von '{name}' in einer Frage müssen Texte sein.",
    "planning.question_list": (
        'Die Frage muss für \'{name}\' eine Liste von Codes angeben oder {{"from": …, "to": …}}.'
    ),
    "planning.question_twice": "Die Frage nennt '{name}' zweimal; führen Sie seine Codes in einer Liste auf.",
    "planning.question_excludes": (
        "Die Frage zählt niemanden: Ihre Bedingungen zu '{variable}' schließen einander aus."
    ),
    "planning.question_quotes": "Die Frage hat ein Anführungszeichen ohne Gegenstück; schließen Sie es.",
    "planning.question_empty": "Eine Frage muss nach etwas fragen, zum Beispiel {example}.",
    "planning.no_question": "'{part}' ist keine Frage; schreiben Sie zum Beispiel {example}.",
    "planning.one_code_after": "'{part}' ist keine Frage: Nach {sign} kommt ein einziger Code.",
    "planning.between_commas": ("'{part}' ist keine Frage: Zwischen Kommas steht ein einziger Code oder FIRST..LAST."),
    "planning.no_code_there": "Die Frage zählt niemanden: '{variable}' hat dort keinen Code.",
    "planning.no_boundary": "{text} ist keine Klassengrenze von '{variable}'; nennen Sie einen seiner Codes.",
    "planning.range_backwards": "Der Bereich {first}..{last} von '{variable}' läuft rückwärts; drehen Sie ihn um.",
    "planning.question_no_order": (
        "Die Codes von '{variable}' haben keine Reihenfolge; führen Sie sie einzeln auf, wie in {variable}=CODE,CODE."
    ),
    "planning.question_not_ordered": (
        "'{code}' gehört nicht zu den geordneten Codes von '{variable}'; führen Sie es für sich auf."
    ),
    "planning.question_code": "'{code}' ist kein Code von '{variable}'; seine Codes sind {known}.",
}
