"""What is wrong with a command as it was typed, in German; only who types commands reads these."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    "cli.typed": "{message}; `{command} --help` zeigt, was erwartet wird.",
    "cli.day": "{option} muss ein Tag wie 2025-01-31 sein.",
    # Files
    "cli.file_exists": ("{path} gibt es schon und wird nicht überschrieben; nennen Sie mit --out eine andere Datei."),
    "cli.no_such_folder": (
        "Den Ordner von {path} gibt es nicht; legen Sie ihn an oder nennen Sie mit --out eine andere Datei."
    ),
    "cli.another_file": "{path} ist eine andere Datei; wählen Sie mit --out einen leeren Ordner.",
    "cli.unwritable": "{path} lässt sich nicht schreiben ({reason}); wählen Sie mit --out einen anderen Ordner.",
    "cli.holds_a_release": (
        "Der Ordner {folder} enthält schon eine Freigabe, eine andere, geänderte oder unterschriebene: Wählen Sie mit "
        "--out einen leeren Ordner."
    ),
    "cli.import_where": "Nennen Sie die Datenbeschreibung, in die importiert wird (--into), oder eine neue (--out).",
    "cli.nothing_to_explain": "{subject} ist weder eine Datenbeschreibung noch ein Plan, den man erläutern könnte.",
    "cli.export_ending": "{path} ist kein Name einer Tabelle, die geschrieben wird: Er muss auf .xlsx oder .csv enden.",
    # The window
    "cli.no_file_to_open": "Es gibt keine Datei '{path}', die sich öffnen ließe.",
    "cli.no_screen": (
        "Es gibt keinen Bildschirm für das Fenster; nennen Sie einen Befehl, `dpdesk --help` führt sie auf."
    ),
    "cli.no_window": (
        "Das Fenster lässt sich nicht öffnen: Dem System fehlt eine Bibliothek dafür ({library}); {advice}."
    ),
    "cli.install_package": "installieren Sie das Paket, zu dem sie gehört",
    "cli.run_says": "`python3 packaging/run.py` sagt, was zu installieren ist",
    "cli.no_printing": (
        "{what} lässt sich nicht drucken: Dem System fehlt eine Bibliothek des Fensters ({library}); `python3 "
        "packaging/run.py` sagt, was zu installieren ist."
    ),
    "cli.the_review_pack": "Die Prüfmappe",
    "cli.the_pdf": "Das PDF",
    "cli.the_charts": "Ein Diagramm",
    "cli.the_certificate": "Die Bescheinigung",
    # Sessions
    "cli.name_a_session": (
        "Nennen Sie eine Sitzungsdatei oder --transcript last; `dpdesk ask --help` zeigt, was erwartet wird."
    ),
    "cli.models_along": (
        "--models vergleicht Fragen entlang der Reihenfolge eines Merkmals; diese Sitzung hat keines."
    ),
    "cli.notes_of_a_rehearsal": (
        "Die Antworten eines Probelaufs bedeuten nichts und kommen in keinen Plan; lassen Sie --notes weg."
    ),
    "cli.asks_by_itself": "Eine Sitzung mit {method} fragt von selbst; lassen Sie --each und --questions weg.",
    "cli.each_or_questions": "Geben Sie entweder --each oder --questions an.",
    "cli.questions_unreadable": ("Die Fragen {path} lassen sich nicht als Text in UTF-8 lesen; prüfen Sie den Pfad."),
    "cli.too_many_questions": "{path} hat mehr als {most} Zeilen; stellen Sie weniger Fragen.",
    "cli.in_line": "In {path}, Zeile {line}: {why}",
    "cli.no_questions": "In {path} steht keine Frage; schreiben Sie eine je Zeile.",
    "cli.no_session": ("Das Kontobuch enthält noch keine Sitzung; `dpdesk ask SESSION --data FILE` eröffnet eine."),
    "cli.session_unknown": "Das Kontobuch enthält keine Sitzung '{name}'; `dpdesk ledger show` führt sie auf.",
    "cli.plan_unwritable": "Der Plan {path} lässt sich nicht schreiben ({reason}); prüfen Sie den Ordner.",
    "cli.notes_of_other_data": (
        "Der Plan {path} handelt von {target} und die Sitzung von {asked}; Antworten kommen in die Anmerkungen eines "
        "Plans über dieselben Daten."
    ),
    # Plans
    "cli.no_loss": ("Sagen Sie, was die Freigabe ausgeben darf: --epsilon X, --rho X oder --epsilon X mit --delta X."),
    "cli.submission_names_itself": (
        "Eine anderswo gemachte Einreichung nennt Stelle und Funktion selbst; lassen Sie --office und --role weg."
    ),
    "cli.only_the_file": ("Ohne das Kontobuch ist nur die Datei zu schreiben; nennen Sie sie mit --out FILE."),
    "cli.name_the_plan": (
        "Nennen Sie auch den Plan, damit nichts anderes genehmigt wird; `dpdesk plan approve PLAN …`."
    ),
    "cli.last_day": "Eine Genehmigung hat einen letzten Tag; geben Sie ihn mit --expires YYYY-MM-DD an.",
    "cli.same_person": "Der Plan kann nicht genehmigt werden: {why}.",
    "cli.approval_says_all": (
        "Eine anderswo gemachte Genehmigung sagt alles, was zu sagen ist; geben Sie nur --from FILE und --ledger an."
    ),
    "cli.approval_of_another": (
        "Die Genehmigung {approval} gilt einem anderen Plan als {plan}, oder der Plan wurde seither geändert; lassen "
        "Sie ihn so genehmigen, wie er jetzt ist."
    ),
    "cli.pack_of_tables": (
        "Eine Prüfmappe entsteht aus einem Plan mit Tabellen; `dpdesk ask SESSION` sagt, was eine Sitzung kostet."
    ),
    # The ledger
    "cli.no_account": "Das Kontobuch hat kein Konto '{account}'; `dpdesk ledger show` führt sie auf.",
    "cli.cap_of_several": (
        "--raise-to muss {one} und {other} angeben, durch ein Komma getrennt, jedes mit Dezimalpunkt."
    ),
    "cli.cap_of_one": "--raise-to muss {one} allein angeben, mit Dezimalpunkt und ohne Komma.",
    "cli.cap_with_comma": "--raise-to muss {one} allein angeben, mit Dezimalpunkt und ohne Komma: {meant}.",
    "cli.until_or_lift": "Geben Sie entweder --until YYYY-MM-DD oder --lift REASON an.",
    "cli.lift_is_the_reason": "--lift ist selbst die Begründung; lassen Sie --reason weg.",
    "cli.passphrase_unreadable": "Die Passphrase lässt sich nicht aus {path} lesen.",
    "cli.no_terminal": (
        "Es gibt kein Terminal, um nach der Passphrase zu fragen; nennen Sie eine Datei mit --passphrase-file."
    ),
    "cli.passphrases_differ": "Die beiden Passphrasen sind verschieden; geben Sie sie noch einmal ein.",
    "cli.another_release": "{folder} enthält die Freigabe {release} nicht; schreiben Sie sie zuerst dorthin.",
    "cli.key_not_named": (
        "Kein Eintrag des Kontobuchs nennt den Schlüssel {key}; `dpdesk ledger key --existing` tut das."
    ),
    "cli.reason_wanted": "--reason muss sagen, warum sich die neueste Kopie nicht wiederherstellen lässt.",
    # The self-test
    "selftest.no_program": "{word} braucht eines von {known}.",
    "selftest.list_changed": (
        "Die Liste der Dateien des Programms (checksums.txt) wurde geändert; installieren Sie es neu."
    ),
    "selftest.unaltered_altered": "Eine unveränderte Kopie galt als verändert.",
    "selftest.counted_otherwise": "Dieselben Datensätze in Dateien anderer Art wurden anders gezählt.",
    "selftest.report_unwritable": Variants(
        "{path} lässt sich nicht schreiben ({reason}); nennen Sie mit --out eine andere Datei.",
        "{path} lässt sich nicht schreiben ({reason}); nennen Sie eine andere Datei.",
    ),
}
