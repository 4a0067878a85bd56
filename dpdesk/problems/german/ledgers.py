"""What is wrong with the ledger itself, in German: its file, its lock, its chain of entries, and the audit log."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The file
    "ledger.no_ledger": "Unter '{path}' gibt es kein Kontobuch; geben Sie den Pfad eines vorhandenen an.",
    "ledger.not_a_file": (
        "'{path}' ist keine Datei und kann deshalb kein Kontobuch sein; geben Sie den Pfad einer Kontobuchdatei an."
    ),
    "ledger.empty": (
        "Das Kontobuch '{path}' ist leer: Es wurde abgeschnitten; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.folder_missing": "Den Ordner '{folder}' für das Kontobuch gibt es nicht; legen Sie ihn zuerst an.",
    "ledger.network": (
        "Das Kontobuch '{path}' liegt auf einem Netzlaufwerk, auf dem Sperren und dauerhaftes Schreiben nicht "
        "verlässlich sind; bewahren Sie es auf einem lokalen Datenträger auf."
    ),
    "ledger.folder_not_made": Variants(
        "Der Ordner '{folder}' für das Kontobuch lässt sich nicht anlegen ({reason}); nennen Sie mit --ledger ein "
        "Kontobuch in einem anderen.",
        "Der Ordner '{folder}' für das Kontobuch lässt sich nicht anlegen ({reason}); nennen Sie ein Kontobuch in "
        "einem anderen.",
    ),
    "ledger.folder_not_opened": "Der Ordner '{folder}' lässt sich nicht öffnen: {reason}.",
    "ledger.folder_not_durable": "Der Ordner '{folder}' ließ sich nicht dauerhaft schreiben: {reason}.",
    "ledger.other_file": "'{path}' ist kein Kontobuch von dpdesk; geben Sie den Pfad einer Kontobuchdatei an.",
    "ledger.newer_format": (
        "Das Kontobuch '{path}' hat das Format {version}, dieses dpdesk kennt Formate bis {most}; verwenden Sie die "
        "Version von dpdesk, die es geschrieben hat."
    ),
    "ledger.no_such_format": (
        "Das Kontobuch '{path}' nennt kein Format, das es je gab; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.in_use": (
        "Das Kontobuch '{path}' wird gerade von einem anderen Programm benutzt; versuchen Sie es noch einmal, wenn es "
        "fertig ist."
    ),
    "ledger.unwritable": (
        "Das Kontobuch '{path}' lässt sich nicht schreiben; machen Sie die Datei und ihren Ordner beschreibbar."
    ),
    "ledger.disk_full": (
        "Der Datenträger mit dem Kontobuch '{path}' ist voll; nichts wurde freigegeben, schaffen Sie Platz."
    ),
    "ledger.not_opened": (
        "Das Kontobuch '{path}' lässt sich nicht öffnen; machen Sie die Datei und ihren Ordner les- und beschreibbar."
    ),
    "ledger.disk_error": (
        "Der Datenträger mit dem Kontobuch '{path}' meldete einen Fehler; reparieren Sie ihn und prüfen Sie dann das "
        "Kontobuch."
    ),
    "ledger.not_made": "In '{folder}' lässt sich kein Kontobuch anlegen: {reason}.",
    "ledger.not_durable": (
        "Dieses SQLite kennt kein dauerhaftes Abschließen (synchronous = EXTRA); installieren Sie ein neueres."
    ),
    "ledger.being_made": (
        "Ein anderes Programm legt seit einer Minute dieses Kontobuch an; versuchen Sie es später noch einmal."
    ),
    "ledger.step_in_step": "Ein Schritt des Kontobuchs wurde innerhalb eines anderen begonnen.",
    "ledger.write_failed": (
        "Ein Schreiben ins Kontobuch schlug fehl, sodass nicht sicher ist, was auf dem Datenträger ankam: Schaffen "
        "Sie Platz oder reparieren Sie ihn, starten Sie neu und prüfen Sie das Kontobuch."
    ),
    "ledger.other_process": (
        "Ein Kontobuch, das in einem Prozess geöffnet wurde, lässt sich in einem anderen nicht benutzen; öffnen Sie "
        "es dort."
    ),
    # Locks
    "ledger.lock_folder": "In den Ordner '{folder}' des Kontobuchs lässt sich nicht schreiben.",
    "ledger.no_lock_file": (
        "In '{folder}' lässt sich keine Sperrdatei anlegen ({reason}), sodass nichts ins Kontobuch eingetragen werden "
        "kann; machen Sie den Ordner beschreibbar."
    ),
    "ledger.no_locks": (
        "Das Dateisystem von '{folder}' sperrt keine Dateien ({reason}); verlegen Sie das Kontobuch auf einen lokalen "
        "Datenträger."
    ),
    "ledger.anchor_locked": "Ein anderes Programm hält die Sperre für das, was sich dieser Rechner merkt.",
    "ledger.reservation_locked": (
        "Die Sperre einer neuen Reservierung hält ein anderes Programm; versuchen Sie es noch einmal."
    ),
    "ledger.session_locked": "Die Sperre einer neuen Sitzung hält ein anderes Programm; versuchen Sie es noch einmal.",
    # Copies
    "ledger.fork": Variants(
        "Das Kontobuch '{path}' hat einen anderen Eintrag {entry}, als dieser Rechner gesehen hat: Von zwei Kopien "
        "wurde getrennt ausgegeben (FORK); stellen Sie die mit {most} Einträgen oder mehr wieder her, oder lesen Sie "
        "`dpdesk ledger accept-older-copy --help`.",
        "Das Kontobuch '{path}' hat einen anderen Eintrag {entry}, als dieser Rechner gesehen hat: Von zwei Kopien "
        "wurde getrennt ausgegeben (FORK); stellen Sie die mit {most} Einträgen oder mehr wieder her.",
    ),
    "ledger.rollback": Variants(
        "Das Kontobuch '{path}' endet mit Eintrag {count}, aber dieser Rechner hat Eintrag {seen} gesehen: Eine "
        "ältere Kopie wurde zurückgelegt (ROLLBACK); stellen Sie die neueste wieder her, oder lesen Sie `dpdesk "
        "ledger accept-older-copy --help`.",
        "Das Kontobuch '{path}' endet mit Eintrag {count}, aber dieser Rechner hat Eintrag {seen} gesehen: Eine "
        "ältere Kopie wurde zurückgelegt (ROLLBACK); stellen Sie die neueste wieder her.",
    ),
    "ledger.rollback_quoted": (
        "Das Kontobuch endet mit Eintrag {count}, zitiert wurde aber Eintrag {quoted}: Eine ältere Kopie wurde "
        "zurückgelegt (ROLLBACK); stellen Sie die neueste wieder her."
    ),
    "ledger.fork_quoted": (
        "Das Kontobuch hat einen anderen Eintrag {quoted}, als zitiert wurde: Von zwei Kopien wurde getrennt "
        "ausgegeben (FORK), oder das zitierende Dokument wurde geändert."
    ),
    "ledger.nothing_to_accept": (
        "Das Kontobuch '{path}' ist das neueste, das dieser Rechner gesehen hat; es gibt nichts anzunehmen."
    ),
    "ledger.memory_not_removed": (
        "Was sich dieser Rechner von dem Kontobuch gemerkt hat, '{path}', lässt sich nicht entfernen: {reason}."
    ),
    "ledger.moved": "Das Kontobuch '{path}' wurde verschoben oder entfernt, während es geöffnet war.",
    "ledger.replaced": "Das Kontobuch '{path}' wurde durch eine andere Datei ersetzt, während es geöffnet war.",
    "ledger.put_back": "Das Kontobuch '{path}' wurde in einen älteren Zustand versetzt, während es geöffnet war.",
    # Damage
    "ledger.stored_changed": (
        "Ein aufbewahrter Plan oder ein aufbewahrtes Ergebnis im Kontobuch wurde geändert; stellen Sie die neueste "
        "Kopie wieder her."
    ),
    "ledger.key_changed": (
        "Ein Schlüssel des Kontobuchs fehlt oder wurde geändert; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.file_damaged": (
        "Die Datei des Kontobuchs '{path}' ist beschädigt; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.tables_changed": (
        "Die Tabellen des Kontobuchs '{path}' wurden geändert; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.an_entry_unreadable": (
        "Ein Eintrag des Kontobuchs '{path}' ist nicht lesbar; stellen Sie die neueste Kopie wieder her."
    ),
    "ledger.entry_missing": "Eintrag {entry} des Kontobuchs '{path}' fehlt.",
    "ledger.no_entries": "Das Kontobuch '{path}' hat keine Einträge; stellen Sie die neueste Kopie wieder her.",
    "ledger.text_damaged": "Ein Text im Kontobuch '{path}' ist beschädigt; stellen Sie die neueste Kopie wieder her.",
    "ledger.overwritten": "'{path}' ist kein Kontobuch von dpdesk, oder sein Anfang wurde überschrieben.",
    "ledger.damaged": (
        "Das Kontobuch '{path}' ist beschädigt oder sein Datenträger nicht lesbar; prüfen Sie den Datenträger, "
        "stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    "ledger.stray_journal": (
        "'{path}' gehört zu einem Kontobuch, das nicht mehr daneben liegt, und würde ein neues beschädigen: Legen Sie "
        "jenes Kontobuch zurück oder bewahren Sie das Journal anderswo auf."
    ),
    "ledger.entry_unreadable": (
        "Eintrag {entry} des Kontobuchs ist nicht lesbar; stellen Sie die neueste Kopie wieder her und prüfen Sie "
        "diese."
    ),
    "ledger.chain_broken": (
        "Eintrag {entry} des Kontobuchs passt nicht in die Kette: Er oder einer davor wurde geändert oder entfernt; "
        "stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    "ledger.out_of_order": "Eintrag {entry} des Kontobuchs fehlt oder steht in falscher Reihenfolge.",
    "ledger.newer_entry": (
        "Eintrag {entry} des Kontobuchs ist von einer Art oder hat ein Feld, die dieses dpdesk nicht kennt: Das "
        "Kontobuch wurde von einem neueren dpdesk geschrieben; verwenden Sie jene Version."
    ),
    "ledger.incomplete_entry": "Eintrag {entry} des Kontobuchs ist kein vollständiger Eintrag einer bekannten Art.",
    "ledger.impossible_place": "Eintrag {entry} des Kontobuchs steht an einer unmöglichen Stelle.",
    "ledger.unknown_format": (
        "Der erste Eintrag des Kontobuchs nennt ein Format, das diese Version von dpdesk nicht kennt."
    ),
    "ledger.step_missing": "Die Freigabe {release} hat keinen Eintrag '{kind}' im Kontobuch.",
    "ledger.answer_unreadable": "Die Antwort von Eintrag {entry} des Kontobuchs ist nicht lesbar.",
    "ledger.stray_contents": (
        "Das Kontobuch enthält Pläne oder Ergebnisse, auf die sich kein Eintrag bezieht; stellen Sie die neueste "
        "Kopie wieder her."
    ),
    "ledger.charge_differs": (
        "Was Eintrag {entry} des Kontobuchs kostet, ist nicht das, was sein Privatheitsverlust kostet."
    ),
    "ledger.amount_unreadable": (
        "Ein Betrag im Kontobuch ist nicht lesbar; stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    "ledger.amount_not_exact": (
        "Ein Betrag im Kontobuch ist kein exakter Bruch; stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    "ledger.loss_unknown": (
        "Ein Privatheitsverlust im Kontobuch ist von keiner der bekannten Arten; stellen Sie die neueste Kopie wieder "
        "her."
    ),
    "ledger.cap_unreadable": (
        "Eine Obergrenze im Kontobuch ist nicht lesbar; stellen Sie die neueste Kopie wieder her und prüfen Sie diese."
    ),
    # What may be written
    "ledger.text_not_unicode": (
        "Ein Text für das Kontobuch enthält ein Zeichen, das in Unicode nicht gültig ist; geben Sie ihn noch einmal "
        "ein."
    ),
    "ledger.integers_and_strings": (
        "Das Kontobuch speichert nur ganze Zahlen und Texte, kein true, false, null und keine Dezimalzahlen."
    ),
    "ledger.keys_are_strings": "Das Kontobuch speichert nur Objekte, deren Schlüssel Texte sind.",
    "ledger.known_kinds": "Das Kontobuch speichert nur ganze Zahlen, Texte, Listen und Objekte.",
    # Releases and sessions under way
    "ledger.none_sealed": "Das Kontobuch hat keine Freigabe {release}, die abgeschlossen oder versiegelt ist.",
    "ledger.sealed_under_way": "Die Freigabe {release} wird von einem anderen Prozess abgeschlossen.",
    "ledger.finished_otherwise": "Die Freigabe {release} ist schon mit einem anderen Ergebnis abgeschlossen.",
    "ledger.beyond_reserved": "Die Freigabe {release} würde mehr kosten, als für sie reserviert wurde.",
    "ledger.release_gone": "Die Freigabe {release} ist nicht mehr im Kontobuch; prüfen Sie das Kontobuch.",
    "ledger.let_go": "Die Freigabe {release} wurde losgelassen; dies geht nicht mehr: {what}.",
    "ledger.stands_at": (
        "Die Freigabe {release} steht im Kontobuch auf '{state}'; nur von '{wanted}' aus geht dies: {what}."
    ),
    "ledger.earlier_run": (
        "Ein früherer Lauf dieses Plans (Eintrag {entry}) endete, nachdem das Ziehen des Rauschens vermerkt und bevor "
        "es gespeichert war: Sein Budget bleibt ausgegeben, und dieser Lauf wird neu bezahlt."
    ),
    "ledger.can_draw": "Rauschen ziehen",
    "ledger.can_seal_stage": "eine erste Stufe versiegeln",
    "ledger.can_seal": "ganze Zahlen versiegeln",
    "ledger.can_finish": "die Freigabe abschließen",
    "ledger.can_give_back": "die Reservierung zurückgeben",
    "ledger.answer_missing": "Eine Antwort der Sitzung {session} fehlt im Kontobuch; prüfen Sie das Kontobuch.",
    "ledger.session_gone": "Die Sitzung {session} ist nicht mehr im Kontobuch; prüfen Sie das Kontobuch.",
    "ledger.session_closed": "Die Sitzung {session} ist geschlossen; was sie beantwortet hat, steht im Kontobuch.",
    # The audit log
    "ledger.log_unwritten": "Das Prüfprotokoll ließ sich nicht nach '{path}' schreiben: {reason}.",
    "ledger.log_newer": (
        "Zeile {line} des Prüfprotokolls wurde von einem neueren dpdesk geschrieben: Sie ist von einer Art oder hat "
        "ein Feld, die diese Version nicht kennt; verwenden Sie jene Version."
    ),
    "ledger.log_cut": (
        "Das Prüfprotokoll ist abgeschnitten: Es endet nicht mit seiner Schlusszeile; exportieren Sie es noch einmal."
    ),
    "ledger.log_changed": "Zeile {line} des Prüfprotokolls wurde geändert, oder Zeilen davor fehlen: {why}.",
    "ledger.why_line_order": "Sie folgt nicht auf die Zeile davor",
    "ledger.why_no_entry": "Sie ist kein Eintrag",
    "ledger.why_other_fields": "Sie hat andere Felder als ein Eintrag",
    "ledger.why_other_head": "Ihre Prüfsumme gehört nicht zu ihr",
    "ledger.why_extract_end": "Ein Auszug endet mit einem Eintrag dessen, wovon er handelt",
    "ledger.why_no_end": "Sie schließt kein Prüfprotokoll ab",
    "ledger.why_other_totals": "Ihre Summen sind nicht die der Einträge, oder es fehlen Einträge",
    "ledger.why_incomplete": "Sie ist kein vollständiger Eintrag einer bekannten Art",
    "ledger.why_other_hand": "Sie ist nicht so geschrieben, wie dpdesk schreibt",
    # Entries that cannot have happened, and why
    "ledger.impossible": "Eintrag {entry} des Kontobuchs ('{kind}') kann so nicht geschehen sein: {why}.",
    "ledger.why_account_never": "Sein Konto wurde nie eröffnet",
    "ledger.why_no_reservation": "Er betrifft keine Reservierung seines Kontos",
    "ledger.why_no_session": "Er betrifft keine Sitzung seines Kontos",
    "ledger.why_session_closed": "Seine Sitzung war schon geschlossen",
    "ledger.why_account_open": "Das Konto war schon eröffnet",
    "ledger.why_terms": "Seine Bedingungen kann kein Konto haben",
    "ledger.why_cap_lowered": "Eine Obergrenze wird nie gesenkt",
    "ledger.why_release_exists": "Die Freigabe gibt es schon",
    "ledger.why_session_exists": "Die Sitzung gibt es schon",
    "ledger.why_units": "Seine Kosten sind nicht in den Einheiten des Kontos angegeben",
    "ledger.why_beyond_cap": "Er übersteigt die Obergrenze des Kontos",
    "ledger.why_number_order": "Seine Nummer ist nicht an der Reihe",
    "ledger.why_transcript": "Seine Niederschrift ist nicht die seiner Antworten",
    "ledger.why_stood_at": "Seine Reservierung stand auf '{state}'",
    "ledger.why_beyond_reserved": "Er kostet mehr, als reserviert war",
    "ledger.why_no_texts": "Nur eine abgeschlossene Freigabe hat Texte zu berichtigen",
    "ledger.why_version_order": "Die Fassung seiner Texte ist nicht an der Reihe",
    "ledger.why_none_demanded": "Sein Konto verlangte keine Genehmigung",
    "ledger.why_not_said": "Er sagt nicht, was eingereicht wurde und von wem",
    "ledger.why_last_day": "Sein letzter Tag ist kein Tag",
    "ledger.why_who_approved": "Er sagt nicht, wer unter welcher Nummer genehmigt hat",
    "ledger.why_no_such_approval": "Eine solche Genehmigung gibt es nicht",
    "ledger.why_not_finished": "Seine Freigabe war nicht abgeschlossen",
    "ledger.why_release_withdrawn": "Seine Freigabe war schon zurückgezogen",
    "ledger.why_day": "Sein Tag ist kein Tag",
    "ledger.why_no_embargo": "Seine Freigabe unterlag keiner Sperrfrist",
    "ledger.why_no_public_key": "Sein Schlüssel ist kein öffentlicher Schlüssel",
    "ledger.why_approval_demanded": "Sein Konto verlangt eine Genehmigung",
    "ledger.why_approval_not_given": "Er nennt eine Genehmigung, die nicht erteilt wurde",
    "ledger.why_approval_of_others": "Er nennt eine Genehmigung anderer Zahlen",
    "ledger.why_approval_ended": "Er nennt eine Genehmigung, die schon beendet war",
}
