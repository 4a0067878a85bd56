"""What is wrong with a declared sampling error, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "planning.sample_above_population": (
        "{place}: Die Stichprobe kann nicht größer sein als die Grundgesamtheit; vertauschen Sie die beiden."
    ),
    "planning.cv_or_error": "{place} braucht cv oder error, und nur eines von beiden.",
    "planning.measure_without_table": (
        "{place} nennt eine Maßzahl und keine Tabelle; fügen Sie die Tabelle hinzu, zu der sie gehört."
    ),
    "planning.sampling_twice": (
        "{place} gibt einen Stichprobenfehler an, der schon angegeben ist; behalten Sie einen von beiden."
    ),
    "planning.sampling_unserved": (
        "{place}: {kind} sagt nichts über '{measure}'; geben Sie die Fehler Zelle für Zelle an (cell_errors) oder, für "
        "einen Mittelwert mit einem Designeffekt, die Standardabweichung (deviation)."
    ),
    "planning.classes_in_order": (
        "{place} muss bei 0 beginnen und aufsteigen; geben Sie die Klassen in der Reihenfolge ihrer Größe an."
    ),
    "planning.cell_errors_without_table": "{place} muss die Tabelle nennen, deren Zellen diese Fehler haben.",
    "planning.cell_errors_column": (
        "{place}: '{name}' ist kein Merkmal der Tabelle '{table}' oder steht dort zweimal{near}; nennen Sie Merkmale, "
        "und measure."
    ),
    "planning.cell_errors_row": (
        "{place} braucht {number} Felder: einen Code für jede Spalte, dann den Standardfehler."
    ),
    "planning.cell_errors_cell": (
        "{place} nennt keine Zelle der Tabelle '{table}' oder eine, die eine frühere Zeile nennt; geben Sie die Codes "
        "so an, wie die CSV-Datei der Tabelle sie hat."
    ),
    "planning.cell_errors_number": "{place} endet nicht mit einer Zahl: {why}",
    "planning.cell_errors_negative": ("{place} hat einen Standardfehler unter 0; geben Sie ihn ohne Vorzeichen an."),
    "planning.errors_unreadable": (
        "Die Datei {path} lässt sich nicht als CSV-Datei in UTF-8 lesen; speichern Sie sie noch einmal so."
    ),
    "planning.errors_without_column": (
        "Die Datei {path} hat keine Spalte standard_error neben Spalten mit Codes; nennen Sie die Spalte so."
    ),
    "planning.errors_empty": (
        "Die Datei {path} hat keine Zeile mit einem Standardfehler; füllen Sie die Spalte standard_error."
    ),
    "planning.errors_ragged": (
        "Die Datei {path} hat Zeilen verschiedener Länge; speichern Sie sie noch einmal als CSV-Datei."
    ),
    "planning.sampling_words": (
        "‚{words}‘ gibt keinen Stichprobenfehler an; schreiben Sie ‚design effect 1.6, 2000 of 100000‘, ‚relative "
        "variance -0.00002 + 2140/x‘ oder nach Größenklassen ‚0: 50 %, 1000: 12 %‘."
    ),
    "cli.sampling_source": (
        "Sagen Sie, wo die Fehler veröffentlicht sind: --source TEXT. Aus dieser Datei dürfen sie nicht stammen."
    ),
}
