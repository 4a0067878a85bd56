"""What is wrong with data frames and with calls from Python, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "api.internal": "In dpdesk ist ein interner Fehler ({kind}) aufgetreten; von den Daten wird nichts gezeigt.",
    "api.backend": "Datentabellen von „{name}“ gibt es nicht; nennen Sie pandas, polars oder pyarrow als backend.",
    "api.backend_missing": (
        "Die Datentabelle braucht das Paket {name}, das nicht installiert ist; installieren Sie es, oder "
        "nennen Sie ein anderes als backend."
    ),
    "api.frame_layout": "Es gibt die Anordnung „tidy“ und für pandas die Anordnung „wide“; wählen Sie eine davon.",
    "api.frame_value": "Eine breite Datentabelle zeigt eines von {known}, nicht „{value}“.",
    "api.frame_without_name": (
        "Eine Datentabelle hat keinen eigenen Namen; benennen Sie die Daten mit dataset_id und damit auch ihr Konto."
    ),
    "api.another_plan": (
        "Dies ist die Veröffentlichung eines anderen Plans; nennen Sie den Plan, mit dem sie erstellt wurde, "
        "oder keinen."
    ),
    "api.written_already": (
        "Eine aus einem Ordner gelesene Veröffentlichung ist schon geschrieben; veröffentlichen Sie ihren "
        "Plan erneut, wenn Sie andere Dateien brauchen."
    ),
    "api.decided_since": (
        "Im Kontobuch steht zu dieser Veröffentlichung etwas, das nach ihr kam; veröffentlichen Sie ihren Plan erneut, "
        "was nichts kostet, um ihre Dateien so zu schreiben, wie sie jetzt sind."
    ),
    "api.changed_file": (
        "{file} ist nicht die Datei, die veröffentlicht wurde; schreiben Sie die Veröffentlichung erneut."
    ),
    "data.frame_numbers": (
        "Nach dem Datenverzeichnis haben die Zahlen seiner Datei andere Zeichen als einen Dezimalpunkt; geben"
        ' Sie ihm die Quelle {{"kind": "parquet"}}, um sie aus einer Datentabelle zu lesen.'
    ),
    "data.no_frame": (
        "Daten der Art {kind} können nicht gelesen werden: Übergeben Sie einen Pfad oder eine Datentabelle "
        "von pandas, Polars oder PyArrow, die im Arbeitsspeicher liegt (lazy-Tabellen zuerst mit collect "
        "auswerten) und deren Spalten eigene Namen haben."
    ),
    "data.no_id_column": "{file} hat keine Spalte „{column}“{near}: Nennen Sie die Spalte der Kennung.",
    "data.not_proposed": (
        "Ein Merkmal „{name}“ wird nicht vorgeschlagen{near}: Nennen Sie eines, aus dem eine Größe gebildet wird."
    ),
    "data.quantity_bounds": (
        "Die Größe „{name}“ braucht zwei öffentliche Grenzen und, wenn er nicht 1 ist, einen Schritt: „{name}"
        " 0 1000 10“."
    ),
}
