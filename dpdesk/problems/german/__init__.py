"""The German sentences, floor by floor, and the words they share: the same codes and fields as the English ones."""

from __future__ import annotations

from dpdesk.problems.german import dictionary, files
from dpdesk.problems.told import Shared

FLOORS = (files.SENTENCES, dictionary.SENTENCES)
SHARED = Shared(
    documents={
        "dictionary": "die Datenbeschreibung {name}",
        "plan": "der Plan {name}",
        "session": "die Sitzung {name}",
        "submission": "die Einreichung {name}",
        "submission_dictionary": "die Datenbeschreibung der Einreichung {name}",
        "submission_plan": "der Plan der Einreichung {name}",
        "approval": "die Genehmigung {name}",
        "file": "die Datei {name}",
        "source": "das Format der Daten",
        "variable": "das Merkmal '{name}'",
        "stored_dictionary": "die aufbewahrte Datenbeschreibung",
        "stored_plan": "der aufbewahrte Plan",
        "ledger_dictionary": "die Datenbeschreibung im Kontobuch",
        "ledger_session": "die Sitzung im Kontobuch",
    },
    starts={
        "dictionary": "In der Datenbeschreibung {name}",
        "plan": "Im Plan {name}",
        "session": "In der Sitzung {name}",
        "submission": "In der Einreichung {name}",
        "submission_dictionary": "In der Datenbeschreibung der Einreichung {name}",
        "submission_plan": "Im Plan der Einreichung {name}",
        "approval": "In der Genehmigung {name}",
        "file": "In der Datei {name}",
        "source": "Im Format der Daten",
        "variable": "Im Merkmal '{name}'",
        "stored_dictionary": "In der aufbewahrten Datenbeschreibung",
        "stored_plan": "Im aufbewahrten Plan",
        "ledger_dictionary": "In der Datenbeschreibung im Kontobuch",
        "ledger_session": "In der Sitzung im Kontobuch",
    },
    top="die oberste Ebene der Datei",
    either="oder",
    quoted="‚{}‘",
    thousands=".",
    keys={},
    entries={"variables": "Merkmal", "tables": "Tabelle", "groups": "Gruppe", "notes": "Anmerkung"},
)
