"""The fixed words of a publication in German, by the English ones."""

from __future__ import annotations

GERMAN: dict[str, str] = {
    "Cover": "Deckblatt",
    "Contents": "Inhalt",
    "Notes": "Anmerkungen",
    "Accuracy": "Genauigkeit",
    "Method and protection": "Methode und Schutz",
    "Codes": "Codes",
    "Ledger line": "Kontobucheintrag",
    "Sheet": "Blatt",
    "Title": "Titel",
    "Unit": "Einheit",
    "Rows and columns": "Zeilen und Spalten",
    "{rows} by {columns}": "{rows} mal {columns}",
    "{pages} pages of {rows} by {columns}": "{pages} Seiten zu {rows} mal {columns}",
    "About this release": "Über diese Freigabe",
    "Information": "Angabe",
    "Note": "Anmerkung",
    "Text": "Text",
    "note {number}": "Anm. {number}",
    "Subject": "Gegenstand",
    "Explanation": "Erläuterung",
    "Item": "Merkmal",
    "Value": "Wert",
    "Table": "Tabelle",
    "Table {number}": "Tabelle {number}",
    "What": "Was",
    "Where": "Wo",
    "Code": "Code",
    " (code)": " (Code)",
    "Total": "Insgesamt",
    "Group": "Gruppe",
    "Level": "Ebene",
    "Measure": "Maßzahl",
    "Estimate": "Schätzwert",
    "number": "Anzahl",
    "persons": "Personen",
    "households": "Haushalte",
    "{title}: methods": "{title}: Methoden",
    "“{title}” is one table with {cells} cells. It shows {kinds}.": (
        "„{title}“ ist eine Tabelle mit {cells} Zellen. Sie zeigt {kinds}."
    ),
    "“{title}” has {tables} tables with {cells} cells in all. They show {kinds}.": (
        "„{title}“ umfasst {tables} Tabellen mit zusammen {cells} Zellen. Sie zeigen {kinds}."
    ),
    "Besides what is exact, nothing was taken from the file but {numbers} measurements with random noise.": (
        "Neben dem, was exakt ist, wurden der Datei nur {numbers} Messungen mit zufälligem Rauschen entnommen."
    ),
    "Nothing was taken from the file but {numbers} measurements with random noise.": (
        "Der Datei wurden nur {numbers} Messungen mit zufälligem Rauschen entnommen."
    ),
    "The unit of protection is {unit}": "Schutzeinheit ist {unit}",
    "The privacy loss of this release is {loss}.": "Der Privatheitsverlust dieser Freigabe ist {loss}.",
    "This is release {release}, entry {entry} of the ledger, released on {day}; the hash of its figures is {hash}.": (
        "Dies ist die Freigabe {release}, Eintrag {entry} des Kontobuchs, freigegeben am {day}; die Prüfsumme ihrer "
        "Zahlen ist {hash}."
    ),
    "Table {numbers}": "Tabelle {numbers}",
    "Tables {numbers}": "Tabellen {numbers}",
    "A quantile goes from one value to the next in steps; {least} beside it says that the margin is below one.": (
        "Ein Quantil springt von einem Wert zum nächsten; {least} daneben heißt, dass die Spanne kleiner als ein "
        "solcher Schritt ist."
    ),
    "Beside a percentage {beyond} says that the noise leaves open what it is; its limits say what can be said.": (
        "Neben einem Prozentwert heißt {beyond}, dass das Rauschen offen lässt, wie groß er ist; was sich sagen lässt, "
        "sagen seine Grenzen."
    ),
    "{first} and {last}": "{first} und {last}",
    "weighted counts": "gewichtete Anzahlen",
    "per {number}": "je {number}",
    "Made-up records": "Erfundene Datensätze",
    "{rows}, spread evenly over all codes. A release of this plan may mark other figures as unreliable, "
    "since the sizes of real groups differ.": (
        "{rows}, gleichmäßig über alle Codes verteilt. Eine Freigabe dieses Plans markiert vielleicht andere "
        "Zahlen als unzuverlässig, denn wirkliche Gruppen sind verschieden groß."
    ),
    "unit of {variable}": "Einheit von {variable}",
    "Public figures": "Öffentliche Zahlen",
    "Noisy counts and sums were multiplied by public figures or divided by them, and margins and limits with them. "
    "The public figures are taken to be exact: {told}.": (
        "Verrauschte Anzahlen und Summen wurden mit öffentlichen Zahlen multipliziert oder durch sie geteilt, und die "
        "Spannen und Grenzen mit ihnen. Die öffentlichen Zahlen gelten als genau: {told}."
    ),
    "Measure (code)": "Maßzahl (Code)",
    "Unit of measure": "Maßeinheit",
    "Lower limit": "Untere Grenze",
    "Upper limit": "Obere Grenze",
    "Level of limits and margin, in percent": "Niveau der Grenzen und der Rauschspanne, in Prozent",
    "Noise margin": "Rauschspanne",
    "Unbiased value": "Unverzerrter Wert",
    "Mark": "Zeichen",
    "Observation value": "Beobachteter Wert",
    "Observation status": "Status der Beobachtung",
    "Normal value": "Normaler Wert",
    "Missing value": "Fehlender Wert",
    "Missing value; data cannot exist": "Fehlender Wert; Daten kann es nicht geben",
    "Data included in another category": "In einer anderen Kategorie enthalten",
    "Low reliability": "Geringe Zuverlässigkeit",
    "Marks": "Zeichen",
    "Universe": "Grundgesamtheit",
    "Source": "Quelle",
    "Publisher": "Herausgeber",
    "Population covered": "Erfasste Grundgesamtheit",
    "Area covered": "Erfasstes Gebiet",
    "Intended use": "Verwendungszweck",
    "Next release": "Nächste Veröffentlichung",
    "Licence": "Lizenz",
    "How to cite": "Zitierweise",
    "one unit is added or left out": "eine Einheit kommt hinzu oder entfällt",
    "what is recorded of one unit is different": "was über eine Einheit festgehalten ist, ist ein anderes",
    "January": "Januar",
    "February": "Februar",
    "March": "März",
    "April": "April",
    "May": "Mai",
    "June": "Juni",
    "July": "Juli",
    "August": "August",
    "September": "September",
    "October": "Oktober",
    "November": "November",
    "December": "Dezember",
    "Lower limit ({level})": "Untere Grenze ({level})",
    "Upper limit ({level})": "Obere Grenze ({level})",
    "Noise margin ({level})": "Rauschspanne ({level})",
    "Estimate ± noise margin ({level})": "Schätzwert ± Rauschspanne ({level})",
    "Estimate ± noise margin ± sampling margin ± both together ({level})": (
        "Schätzwert ± Rauschspanne ± Stichprobenspanne ± beide zusammen ({level})"
    ),
    "Exact noise margin ({level})": "Genaue Rauschspanne ({level})",
    "noise margin ({level})": "Rauschspanne ({level})",
    "mark": "Zeichen",
    "lower limit ({level})": "untere Grenze ({level})",
    "upper limit ({level})": "obere Grenze ({level})",
    "exact noise margin ({level})": "genaue Rauschspanne ({level})",
    "Statistical tables protected by differential privacy. This sheet describes the release; the sheet "
    "Contents leads to the tables.": (
        "Statistische Tabellen, geschützt durch Differential Privacy. Dieses Blatt beschreibt die Freigabe; das "
        "Blatt Inhalt führt zu den Tabellen."
    ),
    "The names in the first column lead to the sheets.": "Die Namen in der ersten Spalte führen zu den Blättern.",
    "Notes on noise, margins, limits and marks, and on single tables": (
        "Anmerkungen zu Rauschen, Spannen, Grenzen und Zeichen und zu einzelnen Tabellen"
    ),
    "How accurate the estimates are expected to be": "Wie genau die Schätzwerte voraussichtlich sind",
    "Who is protected, how strongly, and how the estimates were made": (
        "Wer geschützt ist, wie stark, und wie die Schätzwerte entstanden"
    ),
    "Codes of the rows and columns, for programs": "Codes der Zeilen und Spalten, für Programme",
    "The entry of this release in the ledger, and its hashes": (
        "Der Eintrag dieser Freigabe im Kontobuch und ihre Prüfsummen"
    ),
    "Tables refer to these notes by number, as in [note 1].": (
        "Tabellen verweisen auf diese Anmerkungen mit ihrer Nummer, wie in [Anm. 1]."
    ),
    "One table, its header in row {row}.": "Eine Tabelle, ihre Kopfzeile ist Zeile {row}.",
    "Columns: {names}.": "Spalten: {names}.",
    "The sheet Notes explains margins and marks; limits and codes stand on the right.": (
        "Das Blatt Anmerkungen erklärt Spannen und Zeichen; Grenzen und Codes stehen rechts."
    ),
    "The sheet Notes explains limits, margins and marks; codes stand on the right.": (
        "Das Blatt Anmerkungen erklärt Grenzen, Spannen und Zeichen; Codes stehen rechts."
    ),
    "In its own shape this table has more columns or rows than a worksheet, so it has a row for each cell.": (
        "In ihrer eigenen Form hat diese Tabelle mehr Spalten oder Zeilen als ein Arbeitsblatt; darum hat sie "
        "eine Zeile je Zelle."
    ),
    "±: noise margin ({level}); in {share} of 100 releases the unbiased value is no further from the figure "
    "without noise.": (
        "±: Rauschspanne ({level}); in {share} von 100 Freigaben liegt der unverzerrte Wert nicht weiter von der "
        "Zahl ohne Rauschen entfernt."
    ),
    "Codes of the dictionary for rows and columns of the tables, for joining and for programs.": (
        "Codes des Verzeichnisses für Zeilen und Spalten der Tabellen, zum Verknüpfen und für Programme."
    ),
    "With these the release can be found in the ledger and its figures can be checked: dpdesk ledger verify "
    "--against this workbook.": (
        "Mit diesen Angaben findet man die Freigabe im Kontobuch; ihre Zahlen prüft der Befehl dpdesk ledger verify "
        "--against mit dem Namen dieser Arbeitsmappe."
    ),
    "Released on": "Freigegeben am",
    "{day} (no release: a rehearsal)": "{day} (keine Freigabe: ein Probelauf)",
    "Reference period": "Berichtszeitraum",
    "Unit of protection": "Schutzeinheit",
    "Privacy loss of this release": "Privatheitsverlust dieser Freigabe",
    "About the figures": "Über die Zahlen",
    "Kind of data": "Art der Daten",
    "Revision status": "Revisionsstand",
    "Contact": "Kontakt",
    "Release number": "Nummer der Freigabe",
    "Approval": "Genehmigung",
    "Published exactly": "Exakt veröffentlicht",
    "Entry": "Eintrag",
    "Previous head": "Vorige Prüfsumme der Kette",
    "Head": "Prüfsumme der Kette",
    "Date": "Datum",
    "Result hash": "Prüfsumme des Ergebnisses",
    "Hash of the official cells": "Prüfsumme der amtlichen Zellen",
    "Hash of the unbiased values": "Prüfsumme der unverzerrten Werte",
    "Neighbours": "Nachbarn",
    "Remaining in the account": "Rest auf dem Konto",
    "Program": "Programm",
    "Released by": "Freigegeben von",
    "none": "nicht vorhanden",
    "none: a rehearsal touches no ledger": "keiner: Ein Probelauf berührt kein Kontobuch",
    "REHEARSAL (made-up records, not a release)": "PROBELAUF (erfundene Datensätze, keine Freigabe)",
    "WITHDRAWN": "ZURÜCKGEZOGEN",
    "EMBARGO until {day}": "SPERRFRIST bis {day}",
    "Withdrawn": "Zurückgezogen",
    "Embargo": "Sperrfrist",
    "Not for publication before {day}.": "Nicht zu veröffentlichen vor dem {day}.",
    "On {day} by {by} (ledger entry {entry}): {reason} The figures are not to be used; they stay as they "
    "were, so that what was published can be checked.": (
        "Am {day} durch {by} (Kontobucheintrag {entry}): {reason} Die Zahlen sind nicht zu verwenden; sie "
        "bleiben, wie sie waren, damit sich Veröffentlichtes prüfen lässt."
    ),
    "On {day} (ledger entry {entry}): {reason} The figures are not to be used; they stay as they were, so "
    "that what was published can be checked.": (
        "Am {day} (Kontobucheintrag {entry}): {reason} Die Zahlen sind nicht zu verwenden; sie bleiben, wie sie "
        "waren, damit sich Veröffentlichtes prüfen lässt."
    ),
    "sample cases, unweighted": "Stichprobenfälle, ungewichtet",
    "sample, weighted": "Stichprobe, gewichtet",
    "sample, partly weighted": "Stichprobe, teilweise gewichtet",
    "sample: counts are cases in the sample, unless they are weighted": (
        "Stichprobe: Häufigkeiten sind Fälle in der Stichprobe, soweit sie nicht gewichtet sind"
    ),
    "sample cases, unweighted: counts are cases in the sample": (
        "Stichprobenfälle, ungewichtet: Häufigkeiten sind Fälle in der Stichprobe"
    ),
    "complete count": "Vollerhebung",
    "Final: the figures of a release are not revised": ("Endgültig: Die Zahlen einer Freigabe werden nicht revidiert"),
    "Text version {number}": "Textfassung {number}",
    "corrections of text": "Berichtigungen des Textes",
    "pure differential privacy": "reine Differential Privacy",
    "zero-concentrated differential privacy": "Zero-Concentrated Differential Privacy",
    "approximate differential privacy": "approximative Differential Privacy",
    "{label} (each record of the source file is one)": "{label} (jeder Datensatz der Quelldatei ist eine)",
    "{label} (all records with the same identifier together; at most 1 record of each is counted)": (
        "{label} (alle Datensätze mit derselben Kennung zusammen; je höchstens 1 Datensatz wird gezählt)"
    ),
    "{label} (all records with the same identifier together; at most {most} records of each are counted)": (
        "{label} (alle Datensätze mit derselben Kennung zusammen; je höchstens {most} Datensätze werden gezählt)"
    ),
    "The probability of the published figures changes by no more than the privacy loss allows when any one "
    "unit is left out of the file or added to it; the number of units is not treated as known.": (
        "Die Wahrscheinlichkeit der veröffentlichten Zahlen ändert sich höchstens so weit, wie der Privatheitsverlust "
        "erlaubt, wenn irgendeine Einheit in der Datei fehlt oder hinzukommt; die Zahl der Einheiten gilt nicht als "
        "bekannt."
    ),
    "The probability of the published figures changes by no more than the privacy loss allows when the file "
    "says something else about any one unit; the number of units is treated as known.": (
        "Die Wahrscheinlichkeit der veröffentlichten Zahlen ändert sich höchstens so weit, wie der Privatheitsverlust "
        "erlaubt, wenn die Datei zu irgendeiner Einheit andere Angaben hat; die Zahl der Einheiten gilt als bekannt."
    ),
    "Cells that are impossible by a public rule are empty by that rule.": (
        "Zellen, die eine öffentliche Regel unmöglich macht, sind nach dieser Regel leer."
    ),
    "Exact, because one unit is replaced by another and the number of units is public: the counts "
    "marked {mark} in {tables}.": (
        "Exakt, weil eine Einheit durch eine andere ersetzt wird und die Zahl der Einheiten öffentlich ist: die "
        "Häufigkeiten mit dem Zeichen {mark} in {tables}."
    ),
    "Random noise was added before publication. What the figures can reveal about any one unit of protection "
    "({unit}) is limited by the privacy loss of the release. Estimates are adjusted so that they add up, are not "
    "negative and, where they count, are whole numbers. A 0 is an estimate like any other number: it does not say "
    "that there is no one.": (
        "Vor der Veröffentlichung wurde zufälliges Rauschen hinzugefügt. Was die Zahlen über eine Schutzeinheit "
        "({unit}) verraten können, ist durch den Privatheitsverlust der Freigabe begrenzt. Schätzwerte sind so "
        "abgestimmt, dass sie sich zu ihren Summen addieren und nicht negativ sind; Häufigkeiten sind ganze Zahlen. "
        "Eine 0 ist ein Schätzwert wie jede andere Zahl: Sie sagt nicht, dass es niemanden gibt."
    ),
    "Noise margin ({level}): in {share} of 100 releases the unbiased value lies no further than this from "
    "the figure that would have been published without noise. It is the error of the noise only; it is not a "
    "sampling error and does not cover errors of reporting or coding. Margins are rounded up.": (
        "Rauschspanne ({level}): In {share} von 100 Freigaben weicht der unverzerrte Wert höchstens um diese "
        "Spanne von der Zahl ab, die ohne Rauschen veröffentlicht worden wäre. Sie beschreibt allein den Fehler durch "
        "das Rauschen; sie ist kein Stichprobenfehler und deckt keine Fehler der Angaben oder der Kodierung ab. "
        "Spannen sind aufgerundet."
    ),
    "Lower and upper limits ({level}): in at least {share} of 100 releases the figure without noise lies "
    "between them. They are made from the unbiased value, which is in the CSV files of the release, and "
    "contain the estimate, which is adjusted and need not lie midway between them. For a small count they "
    "leave more of the error to the upper side.": (
        "Untere und obere Grenze ({level}): In mindestens {share} von 100 Freigaben liegt die Zahl ohne Rauschen "
        "dazwischen. Sie sind aus dem unverzerrten Wert gemacht, der in den CSV-Dateien der Freigabe steht, und "
        "enthalten den Schätzwert, der abgestimmt ist und nicht in ihrer Mitte liegen muss. Bei kleinen "
        "Häufigkeiten lassen sie nach oben mehr Raum für den Fehler."
    ),
    "Whole numbers of 16 digits or more are written as text, because a worksheet keeps only 15 digits of a number.": (
        "Ganze Zahlen mit 16 Ziffern und mehr stehen als Text da, weil ein Arbeitsblatt nur 15 Ziffern einer "
        "Zahl behält."
    ),
    "Sample cases, unweighted: counts are cases in the sample and not estimates for the population.": (
        "Stichprobenfälle, ungewichtet: Häufigkeiten sind Fälle in der Stichprobe und keine Schätzungen für die "
        "Bevölkerung."
    ),
    "Sample: in weighted figures each case counts by its weight; all other counts are cases in the sample and not "
    "estimates for the population.": (
        "Stichprobe: In gewichteten Zahlen zählt jeder Fall mit seinem Gewicht; alle anderen Häufigkeiten sind Fälle "
        "in der Stichprobe und keine Schätzungen für die Bevölkerung."
    ),
    "All figures of the group {group} are sums of one table of whole, non-negative numbers over the {cells} "
    "combinations of {variables}, of which only those with a number are kept. So they agree wherever they "
    "overlap, whether one table contains another or not; of that table nothing else is published.": (
        "Alle Zahlen der Gruppe {group} sind Summen einer Tabelle ganzer, nicht negativer Zahlen über den "
        "{cells} Kombinationen von {variables}, von denen nur die mit einer Zahl aufbewahrt sind. Darum stimmen "
        "sie überein, wo sie sich überschneiden, ob eine Tabelle eine andere enthält oder nicht; sonst wird von "
        "jener Tabelle nichts veröffentlicht."
    ),
    "How finely an area of {variable} is shown depends on its number of records with random noise, which was "
    "drawn for this purpose alone; levels begin at {starts}. Estimates have noise of their own, and their "
    "margins hold at whatever level an area was given. The figures of an area add up; each area was adjusted "
    "by itself.": (
        "Wie fein ein Gebiet von {variable} gezeigt wird, hängt von seiner Zahl von Datensätzen mit zufälligem "
        "Rauschen ab, das allein dafür gezogen wurde; Stufen beginnen bei {starts}. Schätzwerte haben ihr "
        "eigenes Rauschen, und ihre Spannen gelten, auf welcher Stufe ein Gebiet auch steht. Die Zahlen eines "
        "Gebiets gehen auf; jedes Gebiet wurde für sich abgestimmt."
    ),
    "impossible by public rule": "unmöglich nach öffentlicher Regel",
    "not estimable: the noise is too large for a number to mean anything": (
        "nicht schätzbar: Das Rauschen ist zu groß, als dass eine Zahl etwas aussagen könnte"
    ),
    "unreliable: the noise is large beside the estimate": (
        "unzuverlässig: Das Rauschen ist groß im Verhältnis zum Schätzwert"
    ),
    "to be used with caution: the noise is not small beside the estimate": (
        "mit Vorsicht zu verwenden: Das Rauschen ist nicht klein im Verhältnis zum Schätzwert"
    ),
    "unreliable: the noise margin ({level} %) is above {share} % of the estimate": (
        "unzuverlässig: Die Rauschspanne ({level} %) liegt über {share} % des Schätzwerts"
    ),
    "to be used with caution: the noise margin ({level} %) is above {share} % of the estimate": (
        "mit Vorsicht zu verwenden: Die Rauschspanne ({level} %) liegt über {share} % des Schätzwerts"
    ),
    "unreliable: the standard error of the noise is above {share} % of the estimate": (
        "unzuverlässig: Der Standardfehler des Rauschens liegt über {share} % des Schätzwerts"
    ),
    "to be used with caution: the standard error of the noise is above {share} % of the estimate": (
        "mit Vorsicht zu verwenden: Der Standardfehler des Rauschens liegt über {share} % des Schätzwerts"
    ),
    "exact: published without noise, because it is public by the choice of what is protected": (
        "exakt: ohne Rauschen veröffentlicht, weil es durch die Wahl dessen, was geschützt wird, öffentlich ist"
    ),
    "this text was corrected after the release; numbers never change": (
        "dieser Text wurde nach der Freigabe berichtigt; Zahlen ändern sich nie"
    ),
    "shown in less detail: by its noisy size the area is too small for this cell, which is part of the "
    "coarser cells of the area": (
        "weniger fein gezeigt: Nach seiner verrauschten Größe ist das Gebiet für diese Zelle zu klein; sie ist "
        "Teil der gröberen Zellen des Gebiets"
    ),
    "controlled: a public figure, to which the counts of the table are adjusted; it bears no noise": (
        "Eckwert: eine öffentliche Zahl, an die die Anzahlen der Tabelle gebunden sind; sie trägt kein Rauschen"
    ),
    "Controlled counts": "An Eckwerte gebundene Anzahlen",
    "Controlled counts are adjusted to public figures: a part of a cell of these is the public figure times the noisy "
    "share that the part has in the file, and a whole cell is the public figure itself, which bears no noise. Margins "
    "and limits cover the noise in the shares. The public figures are taken to be exact: {told}.": (
        "Gebundene Anzahlen sind an öffentliche Zahlen (Eckwerte) angepasst: Ein Teil einer Zelle der Eckwerte ist der "
        "Eckwert mal dem verrauschten Anteil, den dieser Teil in der Datei hat, und eine ganze Zelle ist der Eckwert "
        "selbst, der kein Rauschen trägt. Spannen und Grenzen decken das Rauschen der Anteile. Die Eckwerte gelten als "
        "exakt: {told}."
    ),
    "The noisy counts of the file agree with the {cells} figures of “{name}” within the noise.": (
        "Die verrauschten Anzahlen der Datei stimmen mit den {cells} Zahlen von „{name}“ im Rahmen des Rauschens "
        "überein."
    ),
    "Of the {cells} figures of “{name}” {beyond} differ from the noisy counts of the file by more than noise explains: "
    "they are about other people than the file has, and controlled counts take the shares of those who are missing to "
    "be those of the others in their cell.": (
        "Von den {cells} Zahlen von „{name}“ weichen {beyond} von den verrauschten Anzahlen der Datei stärker ab, als "
        "das Rauschen erklärt: Sie handeln von anderen Menschen als die Datei, und gebundene Anzahlen nehmen an, dass "
        "die Anteile der Fehlenden die der anderen in ihrer Zelle sind."
    ),
    "The public figures are {least} to {most} times the noisy counts.": (
        "Die öffentlichen Zahlen sind das {least}- bis {most}-Fache der verrauschten Anzahlen."
    ),
    "not adjusted: the unbiased value, rounded, because no tables that add up were found close enough to the "
    "measurements; numbers marked so need not add up": (
        "nicht abgestimmt: der unverzerrte Wert, gerundet, weil sich nahe genug an den Messungen keine Tabellen "
        "fanden, die aufgehen; so gekennzeichnete Zahlen müssen nicht aufgehen"
    ),
    "Table {numbers} counts units of protection ({unit}), each once in every cell in which it has a record that is "
    "counted. A unit can stand in several cells: they do not add up to the number of units.": (
        "Tabelle {numbers} zählt Schutzeinheiten ({unit}), jede einmal in jeder Zelle, in der sie einen gezählten "
        "Datensatz hat. Eine Einheit kann in mehreren Zellen stehen: Sie ergeben zusammen nicht die Zahl der Einheiten."
    ),
    "Tables {numbers} count units of protection ({unit}), each once in every cell in which it has a record "
    "that is counted. A unit can stand in several cells: they do not add up to the number of units.": (
        "Die Tabellen {numbers} zählen Schutzeinheiten ({unit}), jede einmal in jeder Zelle, in der sie einen "
        "gezählten Datensatz hat. Eine Einheit kann in mehreren Zellen stehen: Sie ergeben zusammen nicht die Zahl der "
        "Einheiten."
    ),
    "Table {numbers} counts units of protection ({unit}), each once, and no records; what it says of a unit is made "
    "of those of its records that are counted.": (
        "Tabelle {numbers} zählt Schutzeinheiten ({unit}), jede einmal, und keine Datensätze; was sie von einer "
        "Einheit sagt, ergibt sich aus denen ihrer Datensätze, die gezählt werden."
    ),
    "Tables {numbers} count units of protection ({unit}), each once, and no records; what they say of a unit is "
    "made of those of its records that are counted.": (
        "Die Tabellen {numbers} zählen Schutzeinheiten ({unit}), jede einmal, und keine Datensätze; was sie von einer "
        "Einheit sagen, ergibt sich aus denen ihrer Datensätze, die gezählt werden."
    ),
    "Of each unit of protection ({unit}) 1 record at most is counted; of one with more, the others are left out.": (
        "Von jeder Schutzeinheit ({unit}) wird höchstens 1 Datensatz gezählt; hat eine mehr, fallen die übrigen weg."
    ),
    "Of each unit of protection ({unit}) {most} records at most are counted; of one with more, the others "
    "are left out.": (
        "Von jeder Schutzeinheit ({unit}) werden höchstens {most} Datensätze gezählt; hat eine mehr, fallen die "
        "übrigen weg."
    ),
    "Records without an identifier are left out, too.": "Auch Datensätze ohne Kennung fallen weg.",
    "All figures are those of the records that were kept: no margin and no limit covers the rest, and how "
    "much that is is not estimated here, unless it is known publicly.": (
        "Alle Zahlen sind die der behaltenen Datensätze: Keine Spanne und keine Grenze deckt den Rest ab, und wie viel "
        "das ist, wird hier nicht geschätzt, es sei denn, es ist öffentlich bekannt."
    ),
    "Values are brought within public bounds before they enter a figure: {bounds}. A value beyond a bound "
    "counts as the bound: no margin and no limit covers the difference, which is not estimated here, unless "
    "it is known publicly.": (
        "Werte werden auf öffentliche Schranken begrenzt, bevor sie in eine Zahl eingehen: {bounds}. Ein Wert "
        "jenseits einer Schranke zählt als die Schranke: Keine Spanne und keine Grenze deckt den Unterschied "
        "ab, der hier nicht geschätzt wird, es sei denn, er ist öffentlich bekannt."
    ),
    "By public planning figures, {share} % of all {quantity} is above the upper bound.": (
        "Nach öffentlichen Planungszahlen liegen {share} % von {quantity} insgesamt über der oberen Schranke."
    ),
    "at most {upper}": "höchstens {upper}",
    "at least {lower}": "mindestens {lower}",
    "{lower} to {upper}": "{lower} bis {upper}",
    "Expected accuracy": "Erwartete Genauigkeit",
    "Expected accuracy, as promised before the data were read. Errors are those of the unbiased values.": (
        "Erwartete Genauigkeit, wie sie vor dem Lesen der Daten zugesagt wurde. Fehler sind die der unverzerrten Werte."
    ),
    "No error stated here covers what a cap or a public bound leaves out: see the notes.": (
        "Kein Fehler, der hier steht, deckt ab, was eine Obergrenze oder eine öffentliche Schranke weglässt: siehe "
        "die Anmerkungen."
    ),
    "Cells": "Zellen",
    "Typical error": "Typischer Fehler",
    "Widest noise margin ({level})": "Größte Rauschspanne ({level})",
    "Cells marked unreliable": "Als unzuverlässig gekennzeichnete Zellen",
    "In words": "In Worten",
    "Targets": "Ziele",
    "not stated": "nicht angegeben",
    "This was not worked out before the release.": "Das wurde vor der Freigabe nicht berechnet.",
    "Noise moves a count by about {typical}; no margin of a count is expected to be wider than {widest}.": (
        "Rauschen verschiebt eine Häufigkeit um etwa {typical}; keine Spanne einer Häufigkeit ist "
        "voraussichtlich größer als {widest}."
    ),
    "Noise moves an unweighted count by about {typical}; no margin of one is expected to be wider than {widest}. "
    "Weighted figures have margins of their own.": (
        "Rauschen verschiebt eine ungewichtete Häufigkeit um etwa {typical}; keine ihrer Spannen ist voraussichtlich "
        "größer als {widest}. Gewichtete Zahlen haben eigene Spannen."
    ),
    "Noise moves a figure by about {typical}; no margin is expected to be wider than {widest}.": (
        "Rauschen verschiebt eine Zahl um etwa {typical}; keine Spanne ist voraussichtlich größer als {widest}."
    ),
    "Quantiles are about {ranks} ranks off": "Quantile liegen um etwa {ranks} Ränge daneben",
    "{ranks} expected on the planning figures": "{ranks} nach den Planungszahlen zu erwarten",
    "the limits are the ends of the variable": "die Grenzen sind die Enden der Variablen",
    "limits reach {ranks} ranks": "Grenzen reichen {ranks} Ränge weit",
    "How the figures are protected, in words. All parameters are in the file proof/metadata.json.": (
        "Wie die Zahlen geschützt sind, in Worten. Alle Parameter stehen in der Datei proof/metadata.json."
    ),
    "What is exact": "Was exakt ist",
    "Nothing: no figure counted in the file is published.": (
        "Nichts: Keine in der Datei gezählte Zahl wird veröffentlicht."
    ),
    "Method of table {numbers}": "Verfahren der Tabelle {numbers}",
    "Method of tables {numbers}": "Verfahren der Tabellen {numbers}",
    "Method of all tables": "Verfahren aller Tabellen",
    "Adjustment and rounding": "Abstimmung und Rundung",
    "From the noisy measurements unbiased values are computed. These are adjusted so that the tables add up, "
    "wherever they overlap, and so that counts are whole and not negative; all of that uses nothing but the "
    "noisy measurements. The unbiased values are in the CSV files of the release.": (
        "Aus den verrauschten Messungen werden unverzerrte Werte berechnet. Diese werden so abgestimmt, dass die "
        "Tabellen aufgehen, wo sie sich überschneiden, und dass Häufigkeiten ganz und nicht negativ sind; all "
        "das verwendet nichts als die verrauschten Messungen. Die unverzerrten Werte stehen in den CSV-Dateien "
        "der Freigabe."
    ),
    "What margins cover": "Was Spannen abdecken",
    "Margins and limits hold at a level of {level}. They cover the noise, and neither sampling errors nor "
    "errors of reporting or coding.": (
        "Spannen und Grenzen gelten auf einem Niveau von {level}. Sie decken das Rauschen ab, aber weder "
        "Stichprobenfehler noch Fehler der Angaben oder der Kodierung."
    ),
    "{name} margins": "{name} Spannen",
    "noise margins ({level})": "Rauschspannen ({level})",
    "Noise margins ({level}) stand on the sheet {name}.": "Rauschspannen ({level}) stehen auf dem Blatt {name}.",
    "Noise margin ({level}): in {share} of 100 releases the unbiased value is no further from the figure "
    "without noise.": (
        "Rauschspanne ({level}): In {share} von 100 Freigaben liegt der unverzerrte Wert nicht weiter von der Zahl "
        "ohne Rauschen entfernt."
    ),
    "Counts and sums": "Häufigkeiten und Summen",
    "in {unit}": "in {unit}",
    "thousands": "Tausend",
    "millions": "Millionen",
    "thousand millions": "Milliarden",
    "rounded to multiples of {base}": "gerundet auf Vielfache von {base}",
    "rounded figures need not add up": "gerundete Zahlen ergeben nicht immer die gerundete Summe",
    "exact estimate": "genauer Schätzwert",
    "Exact estimate": "Genauer Schätzwert",
    "Exact lower limit ({level})": "Genaue untere Grenze ({level})",
    "Exact upper limit ({level})": "Genaue obere Grenze ({level})",
    "discrete Laplace noise": "diskretes Laplace-Rauschen",
    "discrete Gaussian noise": "diskretes Gauß-Rauschen",
    "Each quantile is drawn by itself, bins close to it in rank more likely than others.": (
        "Jedes Quantil wird für sich gezogen; Klassen, die ihm im Rang nahe sind, sind wahrscheinlicher als andere."
    ),
    "The middle quantile is drawn first, then the others from the side of it they lie on.": (
        "Zuerst wird das mittlere Quantil gezogen, dann die übrigen von der Seite, auf der sie liegen."
    ),
    "The file {name} holds {number} synthetic records, none of them taken from the confidential file. They were "
    "made from the published figures by calculation, without further noise, so that tables counted from them are "
    "the published ones. Whatever no table shows is an artefact: relations between variables that stand in no "
    "table together, codes that no table tells apart (the first of them stands for all), and single values of a "
    "quantity (each is about the mean of all whom the same figures count, whatever the other codes of its record). "
    "The records do not serve to estimate variances or to test hypotheses, for which the margins of the tables "
    "are needed, and must not be matched or combined with the confidential file.": (
        "Die Datei {name} enthält {number} synthetische Datensätze; keiner davon stammt aus der vertraulichen Datei. "
        "Sie wurden aus den veröffentlichten Zahlen berechnet, ohne weiteres Rauschen, so dass Tabellen, die aus ihnen "
        "gezählt werden, die veröffentlichten sind. Was keine Tabelle zeigt, ist ein Artefakt: "
        "Beziehungen zwischen Merkmalen, die in keiner Tabelle zusammen stehen, Codes, die keine Tabelle unterscheidet "
        "(der erste steht für alle), und einzelne Werte einer Größe (jeder liegt um das Mittel aller, die dieselben "
        "Zahlen zählen, was auch die übrigen Codes seines Datensatzes sind). Die Datensätze taugen nicht dazu, "
        "Varianzen zu schätzen oder Hypothesen zu prüfen, wofür es die Rauschspannen der Tabellen braucht, und dürfen "
        "nicht mit der vertraulichen Datei abgeglichen oder verbunden werden."
    ),
    "Left out, because no values of single records have all published figures: {names}.": (
        "Weggelassen, weil keine Werte einzelner Datensätze alle veröffentlichten Zahlen haben: {names}."
    ),
}
