"""What keeps a file from being counted, in German: its records, and the engines that count elsewhere."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Records
    "data.without_id": (
        '{file} hat Zeilen ohne Kennung, und rows_without_id in der Datenbeschreibung ist "refuse": Vervollständigen '
        "Sie die Kennungen oder geben Sie an, was solche Zeilen sind."
    ),
    "data.too_many_different": (
        "{file} hat zu viele verschiedene Datensätze, um im vorhandenen Arbeitsspeicher gezählt zu werden: Verwenden "
        "Sie weniger Merkmale oder weniger Messgrößen in einer Freigabe."
    ),
    "data.too_many_rows": (
        "{file} hat mehr Zeilen als max_rows in der Datenbeschreibung ({most}): Berichtigen Sie max_rows, worauf die "
        "Grenzen des Plans beruhen, oder prüfen Sie die Datei."
    ),
    "data.rows_without_id": "Eine Einheit mit Kennung braucht rows_without_id: refuse, drop oder own_unit.",
    "data.sums_overflow": (
        "Die Summen von {name} könnten zu groß werden: Geben Sie einen größeren Schritt oder engere Grenzen an."
    ),
    "data.too_many_combinations": (
        "Die Merkmale {variables} haben zusammen {cells:,} Kombinationen, mehr als sich halten lassen; nehmen Sie "
        "weniger Merkmale in eine Gruppe oder gröbere Codes."
    ),
    # Engines elsewhere
    "data.engine_unknown": "Die Engine {engine!r} gibt es nicht: Nennen Sie eine von {known}.",
    "data.no_dask": (
        "Dask und pyarrow sind neben dpdesk nicht installiert: Installieren Sie sie mit pip install 'dpdesk[cluster]'."
    ),
    "data.dask_unreachable": "Der Scheduler von Dask ist nicht erreichbar: Prüfen Sie DASK_SCHEDULER_ADDRESS.",
    "data.dask_failed": (
        "Dask konnte {file} nicht zählen ({kind}): Ist die Datei vollständig, für jeden Worker lesbar und mit gleich "
        "vielen Feldern in jedem Datensatz?"
    ),
    "data.dask_path": Variants(
        "Dask zählt Dateien, die auch dieser Rechner sieht: Nennen Sie einen Pfad oder zählen Sie mit --engine spark.",
        "Dask zählt Dateien, die auch dieser Rechner sieht: Nennen Sie einen Pfad oder zählen Sie mit Spark.",
    ),
    "data.no_spark": "Spark ist neben dpdesk nicht installiert: Installieren Sie es mit pip install 'dpdesk[cluster]'.",
    "data.old_spark": (
        "dpdesk braucht Spark {oldest} oder neuer und findet ein älteres: Installieren Sie es mit pip install "
        "'dpdesk[cluster]'."
    ),
    "data.spark_unreachable": (
        "Spark lässt sich nicht starten oder erreichen: Prüfen Sie Java, SPARK_REMOTE und was spark-submit sagt."
    ),
    "data.spark_finds_nothing": (
        "Spark findet {file} nicht: Die Datei muss dort liegen, wo dieser Rechner und Spark sie sehen."
    ),
    "data.spark_dates": "{file} enthält Tage vor 1583 oder nach 9999, die Engines verschieden schreiben; {duckdb}.",
    "data.spark_cannot_read": (
        "Spark kann {file} nicht so lesen wie angegeben: Ist die Datei vollständig und mit gleich vielen Feldern in "
        "jedem Datensatz?"
    ),
    "data.spark_failed": (
        "Spark konnte {file} nicht zählen ({kind}); sehen Sie auf den Seiten von Spark nach, oder {duckdb}."
    ),
    "data.count_here": Variants(
        "zählen Sie mit --engine duckdb",
        "zählen Sie auf diesem Rechner",
    ),
    "data.rows_on_cluster": "Die Zeilen von {file} werden von einem Cluster gelesen; {duckdb}.",
    "data.column_of_folders": (
        "Die Spalte {column!r} von {file} steht nur in den Namen der Ordner, die Cluster verschieden lesen; {duckdb}."
    ),
    "data.column_not_alike": (
        "Die Spalte {column!r} von {file} enthält Werte, die Engines verschieden schreiben (Gleitkommazahlen, "
        "Uhrzeiten, viele Dezimalstellen): Schreiben Sie sie als Text, ganze Zahl oder Dezimalzahl, oder {duckdb}."
    ),
    "data.engine_format": "{file} ist weder Parquet noch Text mit Trennzeichen; {duckdb}.",
    "data.text_not_alike": (
        "{file} ist kein Text, den jede Engine gleich liest (UTF-8, eine Kopfzeile, ein Datensatz je Zeile, "
        "Anführungszeichen nur an den Enden der Felder): Schreiben Sie ihn so oder als Parquet, oder {duckdb}."
    ),
    "data.names_alike": (
        "Die Spalten von {file} haben Namen, die sich nur in der Großschreibung oder gar nicht unterscheiden: "
        "Benennen Sie sie um, oder {duckdb}."
    ),
    "data.dates_not_alike": "Es gibt Tage vor 1583 oder nach 9999, die Engines verschieden schreiben.",
    "data.other_type": "Eine Spalte ist in einem anderen Typ gespeichert, als der Schluss der Datei angibt.",
    "data.spark_names_alike": (
        "Spark würde Spalten von {file} verwechseln: Benennen Sie Spalten um, deren Namen sich nur in der "
        "Großschreibung oder gar nicht unterscheiden, oder {duckdb}."
    ),
    "data.spark_column": (
        "Die Spalte {column!r} von {file} enthält Werte, die Engines verschieden schreiben (Gleitkommazahlen, "
        "Uhrzeiten, viele Dezimalstellen, verschachtelte Werte): Geben Sie sie als Text, ganze Zahl oder Dezimalzahl."
    ),
    "data.spark_pattern": (
        "Spark hält Zeichen im Pfad von {file} für ein Muster: Benennen Sie die Datei um, ohne *?[]{{}}\\ und Kommas."
    ),
    "data.spark_sees_other": (
        "Spark sieht unter dem Pfad von {file} nicht dasselbe: Legen Sie die Daten dorthin, wo beide sie sehen."
    ),
    "data.spark_kind": (
        "{file} wird nur von Spark gelesen, deshalb muss die Datenquelle in der Datenbeschreibung von der Art "
        '"parquet" sein, deren Werte nur einen Text haben: Text mit Trennzeichen wird von einem Pfad gezählt, den '
        "auch dieser Rechner sieht."
    ),
    "data.spark_rows": "{file} hat {most:,} Zeilen oder mehr: Zählen Sie die Daten in Teilen.",
    "data.units_elsewhere": ("'{file}': Einheiten mit Merkmalen aus ihren Zeilen zählt kein Cluster; {duckdb}."),
}
