"""What is wrong with a check of the installation, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
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
