"""What keeps a plan from becoming a release, in German: the file, the texts, derived numbers, microdata, sessions."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The file
    "release.file_changed": (
        "{file} hat sich beim Lesen geändert, deshalb wurde nichts gezogen oder ausgegeben; versuchen Sie es noch "
        "einmal."
    ),
    "release.one_column": (
        "Die Datei hat nur eine Spalte, sodass ein Datensatz ohne Wert wie kein Datensatz aussieht, aber diese "
        "Freigabe behandelt die Zahl der Datensätze als bekannt; geben Sie der Datei eine zweite Spalte, etwa eine "
        "laufende Nummer."
    ),
    "release.no_records": (
        "{file} hat keine Datensätze unter den Namen der Spalten, sodass eine Freigabe niemanden zählte: Prüfen Sie, "
        "ob es die richtige Datei ist."
    ),
    # Sizes
    "release.too_many_numbers": (
        "{start}{integers:,} verrauschte Zahlen sind mehr, als eine Freigabe versiegeln kann ({most:,}); teilen Sie "
        "den Plan oder verlangen Sie gröbere Tabellen."
    ),
    "release.plan_too_long": (
        "{start}Der Plan oder seine Datenbeschreibung mit allen Codelisten, die sie aus Dateien liest, ist zu lang, "
        "um mit einer Freigabe aufbewahrt zu werden; lassen Sie aus der Datenbeschreibung die Merkmale weg, die der "
        "Plan nicht nennt."
    ),
    "release.not_adjustable": (
        "{start}Die Tabellen sind zu groß oder zu viele, als dass sich ihre Zahlen hier aufeinander abstimmen ließen; "
        "teilen Sie den Plan oder vergröbern Sie Merkmale. Nichts wurde gezogen oder ausgegeben."
    ),
    "release.trial_failed": (
        "{start}Ein interner Fehler ({kind}) beendete die Abstimmung, als sie an der Form des Plans versucht wurde. "
        "Nichts wurde gezogen oder ausgegeben."
    ),
    "release.adjustment_failed": (
        "Ein interner Fehler ({kind}) beendete die Abstimmung: Zahlen mit dem Zeichen für nicht abgestimmte sind "
        "unverzerrte Werte, gerundet, und gehen nicht unbedingt auf."
    ),
    "release.unadjusted": (
        "Zahlen mit dem Zeichen für nicht abgestimmte sind unverzerrte Werte, gerundet, und gehen nicht unbedingt auf: "
        "Nahe genug an den Messungen wurden keine Tabellen gefunden, die aufgehen."
    ),
    # Texts that are corrected
    "release.more_than_texts": (
        "Dieser Plan weicht nicht nur in seinen Texten vom freigegebenen ab; eine Berichtigung ändert nur Titel, "
        "Bezeichnungen und Anmerkungen."
    ),
    "release.nothing_to_correct": Variants(
        "Es gibt keine Freigabe dieses Plans und dieser Datei, deren Texte sich berichtigen ließen: Eine Berichtigung "
        "ändert nur Titel, Bezeichnungen und Anmerkungen. Nichts wurde gezogen oder ausgegeben; um den Plan "
        "freizugeben, wie er jetzt ist, lassen Sie --correct-text weg.",
        "Es gibt keine Freigabe dieses Plans und dieser Datei, deren Texte sich berichtigen ließen: Eine Berichtigung "
        "ändert nur Titel, Bezeichnungen und Anmerkungen. Nichts wurde gezogen oder ausgegeben; um den Plan "
        "freizugeben, wie er jetzt ist, verlangen Sie keine Berichtigung.",
    ),
    "release.level_kept": (
        "{start}Das Niveau (level) gehört zu den freigegebenen Zahlen und lässt sich nicht berichtigen; setzen Sie es "
        "auf {level}."
    ),
    "release.decimals_kept": (
        "{start}Die Dezimalstellen der Tabelle '{table}' gehören zu den freigegebenen Zahlen und lassen sich nicht "
        "berichtigen; setzen Sie sie zurück."
    ),
    # What is said of a release that exists already
    "release.withdrawn": "Diese Freigabe wurde am {day} zurückgezogen (Eintrag {entry}), wie ihre Dateien sagen.",
    "release.own_level": (
        "Dieser Plan wurde mit Rauschspannen zum Niveau {level} % und mit eigenen Dezimalstellen freigegeben, die "
        "wieder gedruckt werden: Sie gehören zu den freigegebenen Zahlen."
    ),
    "release.other_level": (
        "Dieser Plan wurde mit Rauschspannen zum Niveau {level} % und mit eigenen Dezimalstellen freigegeben, die "
        "wieder gedruckt werden: Sie gehören zu den freigegebenen Zahlen, obwohl das Niveau des Plans jetzt {now} % "
        "ist."
    ),
    "release.other_texts": Variants(
        "Dieser Plan wurde mit anderen Titeln, Bezeichnungen oder Anmerkungen freigegeben, die wieder gedruckt "
        "werden; um sie zu berichtigen, nennen Sie mit --correct-text eine Begründung.",
        "Dieser Plan wurde mit anderen Titeln, Bezeichnungen oder Anmerkungen freigegeben, die wieder gedruckt "
        "werden; um sie zu berichtigen, nennen Sie eine Begründung.",
    ),
    # What was sealed or stored
    "release.other_method": (
        "Die versiegelten Messungen dieser Freigabe hat eine andere Version von dpdesk gezogen, die ein anderes "
        "Verfahren gewählt hatte; schließen Sie sie mit jener Version ab."
    ),
    "release.seal_unreadable": "Die versiegelten Messungen einer Freigabe sind nicht lesbar; prüfen Sie das Kontobuch.",
    "release.texts_unreadable": "Die Texte der Freigabe {release} sind nicht lesbar; prüfen Sie das Kontobuch.",
    "release.result_unreadable": "Das Ergebnis der Freigabe {release} ist nicht lesbar; prüfen Sie das Kontobuch.",
    "release.other_result": "Das Ergebnis der Freigabe {release} ist nicht das eingetragene; prüfen Sie das Kontobuch.",
    # Derived numbers
    "release.divides_twice": (
        "'{text}' teilt zweimal; eine abgeleitete Zahl ist eine Summe von Zellen oder eine, geteilt durch eine andere."
    ),
    "release.chance_above": "Die Wahrscheinlichkeit eines Fehlers über t braucht ein t von mindestens 0.",
    "release.ratio_of_unknown": (
        "Wie falsch '{text}' ist, hängt von den Häufigkeiten selbst ab; geben Sie dem Plan öffentliche Planungszahlen "
        "(reference) oder den Ordner einer Freigabe."
    ),
    "release.covariance_of_ratio": "Kovarianzen gibt es von Summen und Differenzen; lassen Sie die Quotienten weg.",
    "release.not_estimable": "Eine dieser Zellen war in der Freigabe nicht schätzbar; lassen Sie sie weg.",
    "release.no_table": "Der Plan hat keine Tabelle '{name}'{near}; er hat: {known}.",
    "release.no_such_cell": "Die Tabelle '{table}' hat {cells:,} Zellen; wählen Sie eine davon.",
    "release.itself_derived": (
        "Zelle {cell} der Tabelle '{table}' ist selbst abgeleitet ({kind}); verbinden Sie Häufigkeiten und Summen."
    ),
    "release.sign_expected": "'{text}': Vor '{rest}' wird + oder - erwartet.",
    "release.no_cell": (
        "'{text}': '{rest}' ist keine Zelle; schreiben Sie tabelle[code,code] oder tabelle#zeile, verbunden durch + "
        "und -, mit höchstens einem /."
    ),
    "release.names_no_cell": "'{text}' nennt keine Zelle; schreiben Sie tabelle[code,code] oder tabelle#zeile.",
    "release.cell_unknown": "Die Tabelle '{table}' hat keine Zelle [{wanted}]; ihre erste ist [{first}].",
    # Microdata
    "release.no_population": (
        "{start}Aus dieser Freigabe lassen sich keine Mikrodaten machen, weil die Gruppe '{group}' {why} hat und "
        "hinter ihren Zahlen keine Tabelle von Datensätzen steht; verzichten Sie auf Mikrodaten."
    ),
    "release.units_no_population": "Tabellen, die Einheiten zählen,",
    "release.has_detail": "eine angepasste Gliederung",
    "release.has_quantiles": "Quantile, die für sich gezogen werden,",
    "release.microdata_version": (
        "Aus dieser Freigabe lassen sich hier keine Mikrodaten machen: Diese Version von dpdesk stimmt die Zahlen "
        "anders aufeinander ab als die, die sie freigegeben hat; exportieren Sie die Freigabe mit jener Version oder "
        "verzichten Sie auf Mikrodaten."
    ),
    "release.microdata_unadjusted": (
        "Aus dieser Freigabe lassen sich keine Mikrodaten machen: Ihre Zahlen sind ohne Anpassung gedruckt, sodass "
        "keine Tabelle von Datensätzen sie alle hat; verzichten Sie auf Mikrodaten."
    ),
    "release.microdata_records": (
        "Aus dieser Freigabe lassen sich keine Mikrodaten machen: Sie hat mehr als {most:,} Datensätze; verzichten "
        "Sie auf Mikrodaten."
    ),
    "release.microdata_none": (
        "Aus dieser Freigabe lassen sich keine Mikrodaten machen: Es fand sich keine Liste von Datensätzen, die alle "
        "ihre Zahlen hat; verzichten Sie auf Mikrodaten."
    ),
    # Sessions
    "release.one_column_session": (
        "Die Datei hat nur eine Spalte, sodass ein Datensatz ohne Wert wie kein Datensatz aussieht, aber eine "
        "randomisierte Spalte hat eine Zeile für jeden Datensatz; geben Sie der Datei eine zweite Spalte, etwa eine "
        "laufende Nummer."
    ),
    "release.file_changed_session": (
        "{file} hat sich beim Lesen geändert, deshalb wurde nichts eröffnet oder ausgegeben; versuchen Sie es noch "
        "einmal."
    ),
    "release.other_loss": (
        "Die Methode würde einen anderen Privatheitsverlust bewirken, als die Sitzung nennt; melden Sie das bitte."
    ),
    "release.drawn_whole": "Eine randomisierte Spalte wird als Ganzes gezogen: Geben Sie keine Frage an.",
    "release.waits_for_question": "Diese Sitzung wartet auf eine Frage.",
    "release.own_questions": "Die Suche nach dem Median stellt ihre Fragen selbst: Geben Sie keine Frage an.",
    "release.session_finished": (
        "Diese Sitzung ist beendet und beantwortet keine weitere Frage: Eröffnen Sie eine andere, um mehr zu fragen."
    ),
    "release.session_closed": (
        "Diese Sitzung ist geschlossen und beantwortet keine weitere Frage: Eröffnen Sie eine andere, um mehr zu "
        "fragen."
    ),
    "release.not_answered": (
        "Ein Fehler in dpdesk hat verhindert, dass die Frage beantwortet wurde; melden Sie das bitte."
    ),
    "release.product_counts": (
        "Eine Sitzung braucht die Häufigkeiten des Produkts ihrer Merkmale; melden Sie das bitte."
    ),
    "release.asks_along_none": "Diese Sitzung fragt entlang keines Merkmals; melden Sie das bitte.",
    "release.answer_unreadable": (
        "Eine Antwort im Kontobuch ist nicht lesbar; stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    # Rehearsals
    "release.rehearsal_texts": (
        "Ein Probelauf wird nirgends aufbewahrt, deshalb lassen sich seine Texte nicht berichtigen."
    ),
    "release.rehearsal_closed": "Der Probelauf dieser Sitzung ist geschlossen.",
    "release.rehearsal_order": "Ein Schritt des Probelaufs kam außer der Reihe.",
}
