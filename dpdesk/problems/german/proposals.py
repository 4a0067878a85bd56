"""What a proposal read from a file says to the custodian, in German: of the file, and of single columns."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # The file
    "data.remark_delimiter": "Prüfen Sie das Trennzeichen; {hint}.",
    "data.remark_no_names": (
        "Die Datei scheint keine Spaltennamen zu haben: In ihrer ersten Zeile stehen Zahlen, wo auch die Datensätze "
        "welche haben. Wenn das Namen sind, geben Sie an, dass sie in Zeile 1 stehen."
    ),
    "data.remark_ragged": "Manche Datensätze haben mehr oder weniger Felder als die Kopfzeile.",
    "data.remark_marks": "Zahlen sind auf mehrere Weisen geschrieben: Wählen Sie das Dezimalzeichen.",
    "data.remark_comma": (
        "Ein Komma in Zahlen könnte Dezimal- oder Tausenderzeichen sein: Wählen Sie, welches von beiden."
    ),
    "data.remark_fixed": (
        "Alle Zeilen sind {width} Zeichen lang und haben kein Trennzeichen: Die Datei scheint eine feste Spaltenbreite "
        "zu haben. Geben Sie den Aufbau an: Name, erste Stelle und Breite jeder Spalte."
    ),
    "data.remark_codebook": "Der Aufbau ist {file} entnommen.",
    "data.remark_decimals": (
        "Laut {file} haben manche Spalten Dezimalstellen ohne Dezimalzeichen: Ihre Zahlen werden so gelesen, wie sie "
        "dastehen, also ohne."
    ),
    "data.remark_parts": "Unter dem Ordner gefundene Teile einer Tabelle: {parts:,}.",
    "data.remark_folders": "Die Namen der Ordner ergeben für jeden Datensatz: {columns}.",
    "data.remark_others": "Andere Dateien im Ordner werden ausgelassen: {others:,}.",
    "data.remark_first_sheet": "Die Arbeitsmappe hat mehrere Blätter; das erste wird vorgeschlagen.",
    "data.remark_first_filled_sheet": (
        "Die Arbeitsmappe hat mehrere Blätter; das erste, das nicht leer ist, wird vorgeschlagen."
    ),
    "data.remark_tables": (
        "Die Datenbank hat mehrere Tabellen und Sichten; die erste lesbare Tabelle wird vorgeschlagen."
    ),
    "data.remark_more_tables": (
        "Die Datenbank hat mehr als {most:,} Tabellen und Sichten: Andere lassen sich von Hand nennen."
    ),
    "data.remark_view": (
        "Das ist eine Sicht: Geschützt wird, wer hinter einer ihrer Zeilen oder hinter einer Kennung steht. Wo eine "
        "Sicht über Personen summiert, sie in eine Rangfolge bringt oder mit anderen verknüpft, ändert eine Person die "
        "Zeilen anderer: Wählen Sie dann eine Tabelle."
    ),
    # A column
    "data.remark_weight": (
        "Diese Spalte heißt wie ein Hochrechnungsfaktor: Geben Sie an, ob Tabellen mit ihr gewichtet werden sollen und "
        "zwischen welchen öffentlich bekannten Grenzen sie liegt, oder ob sie außer Acht bleiben soll oder etwas "
        "anderes ist."
    ),
    "data.remark_heading": (
        "Die Überschrift ist länger als {most:,} Zeichen; kürzen Sie sie in der Datei, um die Spalte zu verwenden."
    ),
    "data.remark_household": (
        "Wenn das den Haushalt beschreibt und nicht die Person, geben Sie es an: Davon hängt die Garantie ab."
    ),
    "data.remark_empty": "In keiner Zeile steht hier etwas; es wird nichts vorgeschlagen.",
    "data.remark_minus": (
        "Negative Zahlen, die üblicherweise für fehlende Angaben stehen, zählen als „Keine Angabe“; prüfen Sie ihre "
        "Bedeutung."
    ),
    "data.remark_nines": (
        "Zahlen wie 99 oder 999, die weit über allen anderen liegen, stehen üblicherweise für fehlende Angaben und "
        "zählen als „Keine Angabe“; prüfen Sie ihre Bedeutung."
    ),
    "data.remark_calendar": (
        "Ein Datum zählt nach Monat, Quartal oder Jahr; prüfen Sie, ob diese öffentlich bekannt sind."
    ),
    "data.remark_outside": (
        "Einige Zellen sind keine Zahlen und zählen als „Keine Angabe“; prüfen Sie, wie die Datei Zahlen schreibt."
    ),
    "data.remark_spelt": "Manche Zahlen sind auf mehrere Weisen geschrieben; sie gelten jeweils als ein Code.",
    "data.remark_wide": (
        "Höchstens etwa 1 von 100 Werten liegt jenseits der vorgeschlagenen Grenzen und zählt zur ersten oder letzten "
        "Klasse; eine Messgröße (für Summen und Mittelwerte) lässt sich hinzufügen."
    ),
    "data.remark_codes": "Wenn das Codes und keine Beträge sind, importieren Sie stattdessen die Codeliste.",
    "data.remark_date": (
        "Das sieht nach einem Datum aus; legen Sie eine Spalte mit Jahr oder Monat an, um danach zu gliedern."
    ),
    "data.remark_identifier": (
        "Das sieht nach einer Kennung aus, da fast jede Zeile eine eigene hat; sie kann die Kennung der Schutzeinheit "
        "sein."
    ),
    "data.remark_too_many": (
        "Die Spalte hat zu viele verschiedene Texte für einen Vorschlag; importieren Sie die Codeliste, wenn es eine "
        "gibt."
    ),
    "data.remark_padded": (
        "Die Spalte hat sehr viele Zahlen mit führenden Nullen, die nach Codes aussehen; importieren Sie die Codeliste."
    ),
    "data.remark_stated": (
        "Codes und Bezeichnungen sind die Angaben der Datei; keine wurde aus den Datensätzen gelesen. Sehen Sie nach, "
        "ob sie öffentlich sind."
    ),
    "data.remark_unlabelled": "Einige Zellen haben Werte ohne Bezeichnung; sie zählen als „Keine Angabe“.",
}
