<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en_GB">
<context>
    <name></name>
    <message>
        <source>Text with a delimiter (CSV)</source>
        <translation>Text, getrennt (CSV)</translation>
    </message>
    <message>
        <source>Text of fixed width</source>
        <translation>Text mit festen Spaltenbreiten</translation>
    </message>
    <message>
        <source>Excel workbook</source>
        <translation>Excel-Arbeitsmappe</translation>
    </message>
    <message>
        <source>DuckDB database</source>
        <translation>DuckDB-Datenbank</translation>
    </message>
    <message>
        <source>SQLite database</source>
        <translation>SQLite-Datenbank</translation>
    </message>
    <message>
        <source>SPSS file</source>
        <translation>SPSS-Datei</translation>
    </message>
    <message>
        <source>Stata file</source>
        <translation>Stata-Datei</translation>
    </message>
    <message>
        <source>SAS file</source>
        <translation>SAS-Datei</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Strich |</translation>
    </message>
    <message>
        <source>Windows, western (cp1252)</source>
        <translation>Windows, westlich (cp1252)</translation>
    </message>
    <message>
        <source>Latin 1 (ISO 8859-1)</source>
        <translation>Latin 1 (ISO 8859-1)</translation>
    </message>
    <message>
        <source>Latin 9 (ISO 8859-15)</source>
        <translation>Latin 9 (ISO 8859-15)</translation>
    </message>
    <message>
        <source>UTF-16, little endian</source>
        <translation>UTF-16, Little Endian</translation>
    </message>
    <message>
        <source>UTF-16, big endian</source>
        <translation>UTF-16, Big Endian</translation>
    </message>
    <message>
        <source>Windows, central European (cp1250)</source>
        <translation>Windows, mitteleuropäisch (cp1250)</translation>
    </message>
    <message>
        <source>Windows, Cyrillic (cp1251)</source>
        <translation>Windows, kyrillisch (cp1251)</translation>
    </message>
    <message>
        <source>DOS (cp437)</source>
        <translation>DOS (cp437)</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>Apostrophe &apos;</source>
        <translation>Apostroph &apos;</translation>
    </message>
    <message>
        <source>Apostrophe ’</source>
        <translation>Apostroph ’</translation>
    </message>
    <message>
        <source>No-break space</source>
        <translation>Geschütztes Leerzeichen</translation>
    </message>
    <message>
        <source>Narrow no-break space</source>
        <translation>Schmales geschütztes Leerzeichen</translation>
    </message>
    <message>
        <source>Double &quot;</source>
        <translation>Doppelt &quot;</translation>
    </message>
    <message>
        <source>Single &apos;</source>
        <translation>Einfach &apos;</translation>
    </message>
    <message>
        <source>As the file says</source>
        <translation>wie die Datei sagt</translation>
    </message>
    <message>
        <source>Kind of file</source>
        <translation>Art der Datei</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Zeichensatz</translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation>Dezimalzeichen</translation>
    </message>
    <message>
        <source>Thousands mark</source>
        <translation>Tausenderzeichen</translation>
    </message>
    <message>
        <source>Quotation mark</source>
        <translation>Anführungszeichen</translation>
    </message>
    <message>
        <source>Line of the column names</source>
        <translation>Zeile der Spaltennamen</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabellenblatt</translation>
    </message>
    <message>
        <source>Table or view</source>
        <translation>Tabelle oder Sicht</translation>
    </message>
    <message>
        <source>Encoding of its texts</source>
        <translation>Zeichensatz der Texte</translation>
    </message>
    <message>
        <source>Columns: name, first place, width</source>
        <translation>Spalten: Name, erste Stelle, Breite</translation>
    </message>
    <message>
        <source>Choose the table of the database that holds the data.</source>
        <translation>Wählen Sie die Tabelle der Datenbank, in der die Daten stehen.</translation>
    </message>
    <message>
        <source>Say where each column stands, in a line each: its name, its first place and its width.</source>
        <translation>Sagen Sie in je einer Zeile, wo jede Spalte steht: ihr Name, ihre erste Stelle und ihre Breite.</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Andere…</translation>
    </message>
    <message>
        <source>Whether the file is text, a workbook, a database or of which program.</source>
        <translation>Ob die Datei Text, eine Arbeitsmappe oder eine Datenbank ist, oder von welchem Programm.</translation>
    </message>
    <message>
        <source>The sheet of the workbook that holds the data.</source>
        <translation>Das Blatt der Arbeitsmappe, auf dem die Daten stehen.</translation>
    </message>
    <message>
        <source>The table or view of the database that holds the data.</source>
        <translation>Die Tabelle oder Sicht der Datenbank, in der die Daten stehen.</translation>
    </message>
    <message>
        <source>The character between two fields of a record.</source>
        <translation>Das Zeichen zwischen zwei Feldern eines Satzes.</translation>
    </message>
    <message>
        <source>Which characters the bytes of the file stand for.</source>
        <translation>Für welche Zeichen die Bytes der Datei stehen.</translation>
    </message>
    <message>
        <source>Another than the file states, where its texts come out wrong.</source>
        <translation>Ein anderer, als die Datei nennt, wenn ihre Texte falsch erscheinen.</translation>
    </message>
    <message>
        <source>The mark before the decimals of a number.</source>
        <translation>Das Zeichen vor den Nachkommastellen einer Zahl.</translation>
    </message>
    <message>
        <source>The mark that groups the digits of large numbers.</source>
        <translation>Das Zeichen, das die Ziffern großer Zahlen gruppiert.</translation>
    </message>
    <message>
        <source>The mark around fields that contain the delimiter.</source>
        <translation>Das Zeichen um Felder, die das Trennzeichen enthalten.</translation>
    </message>
    <message>
        <source>A line for each column: name, first place, width, as in: age 14 3.</source>
        <translation>Eine Zeile für jede Spalte: Name, erste Stelle, Breite, zum Beispiel: alter 14 3.</translation>
    </message>
    <message>
        <source>Take them from a codebook…</source>
        <translation>Aus einem Codebuch übernehmen…</translation>
    </message>
    <message>
        <source>A DDI codebook (XML), or CSV with name, start and width.</source>
        <translation>Ein DDI-Codebuch (XML) oder CSV mit name, start und width.</translation>
    </message>
    <message>
        <source>1 for the first line; 0 if the file has no column names.</source>
        <translation>1 für die erste Zeile; 0, wenn die Datei keine Spaltennamen hat.</translation>
    </message>
    <message>
        <source>either noise</source>
        <translation>beiderlei Rauschen</translation>
    </message>
    <message>
        <source>Laplace noise</source>
        <translation>Laplace-Rauschen</translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation>Gauß-Rauschen</translation>
    </message>
    <message>
        <source>Name of group {n}</source>
        <translation>Name von Gruppe {n}</translation>
    </message>
    <message>
        <source>What the group is called.</source>
        <translation>Wie die Gruppe heißt.</translation>
    </message>
    <message>
        <source>Its part of this plan&apos;s budget, such as 1/3 or 0.2; all parts add up to at most 1.</source>
        <translation>Ihr Anteil am Budget dieses Plans, etwa 1/3 oder 0,2; alle Anteile ergeben zusammen höchstens 1.</translation>
    </message>
    <message>
        <source>Part of group {n}</source>
        <translation>Anteil von Gruppe {n}</translation>
    </message>
    <message>
        <source>Method of group {n}</source>
        <translation>Verfahren von Gruppe {n}</translation>
    </message>
    <message>
        <source>How the group is measured.</source>
        <translation>Wie die Gruppe gemessen wird.</translation>
    </message>
    <message>
        <source>Noise of group {n}</source>
        <translation>Rauschen von Gruppe {n}</translation>
    </message>
    <message>
        <source>The kind of noise the method may use.</source>
        <translation>Die Art von Rauschen, die das Verfahren verwenden darf.</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Häufigkeiten</translation>
    </message>
    <message>
        <source>sum of {variable}</source>
        <translation>Summe von {variable}</translation>
    </message>
    <message>
        <source>Its weight when the group&apos;s accuracy is divided; 1 is usual.</source>
        <translation>Ihr Gewicht, wenn die Genauigkeit der Gruppe aufgeteilt wird; üblich ist 1.</translation>
    </message>
    <message>
        <source>Weight of {what} in group {n}</source>
        <translation>Gewicht von {what} in Gruppe {n}</translation>
    </message>
</context>
<context>
    <name>About</name>
    <message>
        <source>dpdesk turns confidential microdata into publishable tables under differential privacy. It works without a network: nothing leaves this machine but the files you export. Licence: Apache 2.0.</source>
        <translation>dpdesk macht aus vertraulichen Mikrodaten veröffentlichbare Tabellen unter Differential Privacy. Es arbeitet ohne Netz: Nichts verlässt diesen Rechner außer den Dateien, die Sie exportieren. Lizenz: Apache 2.0.</translation>
    </message>
    <message>
        <source>About dpdesk</source>
        <translation>Über dpdesk</translation>
    </message>
</context>
<context>
    <name>AboutForm</name>
    <message>
        <source>A complete count</source>
        <translation>Eine Vollerhebung</translation>
    </message>
    <message>
        <source>A sample</source>
        <translation>Eine Stichprobe</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>wählen…</translation>
    </message>
    <message>
        <source>Title of the data</source>
        <translation>Titel der Daten</translation>
    </message>
    <message>
        <source>It stands on everything that is published.</source>
        <translation>Er steht auf allem, was veröffentlicht wird.</translation>
    </message>
    <message>
        <source>The data are</source>
        <translation>Die Daten sind</translation>
    </message>
    <message>
        <source>Tables of a sample say in their title that they count sample cases, and whether these are weighted.</source>
        <translation>Tabellen einer Stichprobe sagen im Titel, dass sie Fälle der Stichprobe zählen und ob diese gewichtet sind.</translation>
    </message>
    <message>
        <source>Everybody concerned is in the file.</source>
        <translation>Alle, um die es geht, sind in der Datei.</translation>
    </message>
    <message>
        <source>Titles will say that they count a sample.</source>
        <translation>Titel sagen, dass eine Stichprobe gezählt ist.</translation>
    </message>
    <message>
        <source>Is everybody concerned in the file?</source>
        <translation>Sind alle, um die es geht, in der Datei?</translation>
    </message>
</context>
<context>
    <name>AccountForm</name>
    <message>
        <source>Budget account</source>
        <translation>Budgetkonto</translation>
    </message>
    <message>
        <source>One account for the same people, all years: everything released about them spends from it.</source>
        <translation>Ein Konto für dieselben Menschen, alle Jahre: Alles, was über sie freigegeben wird, gibt daraus aus.</translation>
    </message>
    <message>
        <source>Under this name the ledger has no account: the first release opens one, with a fresh budget. That is right for other people. About the same people both accounts together reveal more than either allows, and no ledger limits the sum.</source>
        <translation>Unter diesem Namen hat das Kontobuch kein Konto: Die erste Freigabe eröffnet eines mit frischem Budget. Für andere Menschen ist das richtig. Über dieselben Menschen verraten beide Konten zusammen mehr, als jedes erlaubt, und kein Kontobuch begrenzt die Summe.</translation>
    </message>
    <message>
        <source>Open the ledger</source>
        <translation>Kontobuch öffnen</translation>
    </message>
    <message>
        <source>Only a to z, 0 to 9, “-”, “_”, “.”, and first a letter or digit.</source>
        <translation>Nur a bis z, 0 bis 9, „-“, „_“, „.“; zuerst ein Buchstabe oder eine Ziffer.</translation>
    </message>
    <message>
        <source>The ledger has an account of this name with other terms: {unit}; {how}; budget {cap}. Put them back above, or give other people another account.</source>
        <translation>Das Kontobuch hat ein Konto dieses Namens mit anderen Bedingungen: {unit}; {how}; Budget {cap}. Stellen Sie diese oben wieder her, oder geben Sie anderen Menschen ein anderes Konto.</translation>
    </message>
    <message>
        <source>The account was opened at the first release: the answers to the three questions are fixed. The limit is now {cap}. On the page Ledger it can be raised, with a reason in writing.</source>
        <translation>Das Konto wurde bei der ersten Freigabe eröffnet: Die Antworten auf die drei Fragen stehen fest. Die Grenze ist jetzt {cap}. Auf der Seite Kontobuch kann sie erhöht werden, mit schriftlicher Begründung.</translation>
    </message>
    <message>
        <source>One account for the same people, all years: all releases about them spend from it.</source>
        <translation>Ein Konto für dieselben Menschen, alle Jahre: Alle Freigaben über sie geben daraus aus.</translation>
    </message>
    <message>
        <source>A new account: nothing is spent yet. Keep its name for the same people, all years.</source>
        <translation>Ein neues Konto: Noch ist nichts ausgegeben. Behalten Sie seinen Namen für dieselben Menschen, alle Jahre.</translation>
    </message>
    <message>
        <source>Spent {spent} of {limit}, left {left}. The same people, all years.</source>
        <translation>Ausgegeben {spent} von {limit}, übrig {left}. Dieselben Menschen, alle Jahre.</translation>
    </message>
</context>
<context>
    <name>AccuracyPage</name>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>How wrong each cell will be, before any data are read.</source>
        <translation>Wie falsch jede Zelle sein wird, bevor Daten gelesen werden.</translation>
    </message>
    <message>
        <source>updating …</source>
        <translation>wird aktualisiert …</translation>
    </message>
    <message>
        <source>Planni&amp;ng figures</source>
        <translation>Pla&amp;nungszahlen</translation>
    </message>
    <message>
        <source>Planning figures</source>
        <translation>Planungszahlen</translation>
    </message>
    <message>
        <source>Public figures from which targets learn how many people to expect.</source>
        <translation>Öffentliche Zahlen, aus denen die Ziele wissen, mit wie vielen Personen zu rechnen ist.</translation>
    </message>
    <message>
        <source>&amp;Go to Release</source>
        <translation>Zur &amp;Freigabe</translation>
    </message>
    <message>
        <source>Noise margins at &amp;level</source>
        <translation>Rausch&amp;spanne bei</translation>
    </message>
    <message>
        <source>How often, in a hundred, the true count lies within the margin.</source>
        <translation>Wie oft unter hundert Malen die wahre Anzahl in der Spanne liegt.</translation>
    </message>
    <message>
        <source>The budget for your wish is being worked out.</source>
        <translation>Das Budget für Ihren Wunsch wird noch berechnet.</translation>
    </message>
    <message>
        <source>Use it and rehearse ▸</source>
        <translation>Verwenden, dann Probelauf ▸</translation>
    </message>
    <message>
        <source>The table whose accuracy is shown below.</source>
        <translation>Die Tabelle, deren Genauigkeit unten gezeigt wird.</translation>
    </message>
    <message>
        <source>&amp;Sampling errors</source>
        <translation>Sti&amp;chprobenfehler</translation>
    </message>
    <message>
        <source>Of a survey: how far off its figures are because a sample was asked, as your office knows it.</source>
        <translation>Bei einer Erhebung: wie weit ihre Zahlen danebenliegen, weil eine Stichprobe befragt wurde, nach Kenntnis Ihres Amtes.</translation>
    </message>
    <message>
        <source>Sampling errors</source>
        <translation>Stichprobenfehler</translation>
    </message>
    <message>
        <source>The forecast is being worked out …</source>
        <translation>Die Prognose wird berechnet …</translation>
    </message>
    <message>
        <source>This asks for {asked}; {left} is left.</source>
        <translation>Verlangt wird {asked}; übrig ist {left}.</translation>
    </message>
    <message>
        <source>budget of the release</source>
        <translation>Budget der Freigabe</translation>
    </message>
    <message>
        <source>kind of budget</source>
        <translation>Art des Budgets</translation>
    </message>
    <message>
        <source>level of the margins</source>
        <translation>Niveau der Spannen</translation>
    </message>
    <message>
        <source>{budget}: typical error {error}</source>
        <translation>{budget}: typischer Fehler {error}</translation>
    </message>
    <message>
        <source>There is no forecast yet.</source>
        <translation>Es gibt noch keine Prognose.</translation>
    </message>
    <message>
        <source>A rehearsal needs a forecast first.</source>
        <translation>Ein Probelauf braucht zuerst eine Prognose.</translation>
    </message>
    <message>
        <source>Rehearse ▸</source>
        <translation>Probelauf ▸</translation>
    </message>
    <message>
        <source>of &amp;table</source>
        <translation>von &amp;Tabelle</translation>
    </message>
    <message>
        <source>&amp;Details: methods, pictures</source>
        <translation>&amp;Details: Verfahren, Bilder</translation>
    </message>
    <message>
        <source>Details: methods, pictures</source>
        <translation>Details: Verfahren, Bilder</translation>
    </message>
    <message>
        <source>How the tables are measured, what other methods would do, and pictures of the errors.</source>
        <translation>Wie die Tabellen gemessen werden, was andere Verfahren leisten würden, und Bilder der Fehler.</translation>
    </message>
</context>
<context>
    <name>Afterwards</name>
    <message>
        <source>Signed: {files} stand beside the files of the release.</source>
        <translation>Signiert: {files} stehen neben den Dateien der Freigabe.</translation>
    </message>
    <message>
        <source>The release is withdrawn.</source>
        <translation>Die Freigabe ist zurückgezogen.</translation>
    </message>
    <message>
        <source>The embargo is set: export again, so that the files say so.</source>
        <translation>Die Sperrfrist ist gesetzt: Exportieren Sie noch einmal, damit die Dateien es sagen.</translation>
    </message>
    <message>
        <source>The embargo is lifted: export again, so that the files do not name it any more.</source>
        <translation>Die Sperrfrist ist aufgehoben: Exportieren Sie noch einmal, damit die Dateien sie nicht mehr nennen.</translation>
    </message>
    <message>
        <source>The notice is in {file}.</source>
        <translation>Der Hinweis steht in {file}.</translation>
    </message>
    <message>
        <source>The notice could not be written: {why}</source>
        <translation>Der Hinweis ließ sich nicht schreiben: {why}</translation>
    </message>
</context>
<context>
    <name>ApprovalPanel</name>
    <message>
        <source>Approval</source>
        <translation>Genehmigung</translation>
    </message>
    <message>
        <source>Su&amp;bmit…</source>
        <translation>&amp;Einreichen…</translation>
    </message>
    <message>
        <source>Enters in the ledger that this plan is to be approved.</source>
        <translation>Bucht im Kontobuch, dass dieser Plan genehmigt werden soll.</translation>
    </message>
    <message>
        <source>A&amp;pprove…</source>
        <translation>&amp;Genehmigen…</translation>
    </message>
    <message>
        <source>Enters the approval of this plan, by another office or role than the one that submitted it.</source>
        <translation>Bucht die Genehmigung dieses Plans durch eine andere Stelle oder Funktion als die, die ihn eingereicht hat.</translation>
    </message>
    <message>
        <source>&amp;Withdraw the approval…</source>
        <translation>Genehmigung &amp;zurückziehen…</translation>
    </message>
    <message>
        <source>The approval holds no longer after that.</source>
        <translation>Danach gilt die Genehmigung nicht mehr.</translation>
    </message>
    <message>
        <source>Review pac&amp;k (PDF)…</source>
        <translation>&amp;Prüfmappe (PDF)…</translation>
    </message>
    <message>
        <source>One document without data, for those who decide: tables, margins, cost, and what is unprotected.</source>
        <translation>Ein Dokument ohne Daten für alle, die entscheiden: Tabellen, Spannen, Kosten und was ungeschützt ist.</translation>
    </message>
    <message>
        <source>Save the sub&amp;mission…</source>
        <translation>E&amp;inreichung speichern…</translation>
    </message>
    <message>
        <source>Writes plan and dictionary into one file that travels to those who approve.</source>
        <translation>Schreibt Plan und Datenbeschreibung in eine Datei, die zu denen geht, die genehmigen.</translation>
    </message>
    <message>
        <source>E&amp;nter an approval file…</source>
        <translation>Genehmigungsdatei ein&amp;lesen…</translation>
    </message>
    <message>
        <source>Enters an approval that was given on another machine.</source>
        <translation>Bucht eine Genehmigung, die auf einem anderen Rechner erteilt wurde.</translation>
    </message>
    <message>
        <source>Write an approval f&amp;ile…</source>
        <translation>Genehmigungsdatei s&amp;chreiben…</translation>
    </message>
    <message>
        <source>Approves this submission in a file that travels back; the ledger here is not changed.</source>
        <translation>Genehmigt diese Einreichung in einer Datei, die zurückgeht; das Kontobuch hier ändert sich nicht.</translation>
    </message>
    <message>
        <source>Submit it first.</source>
        <translation>Reichen Sie zuerst ein.</translation>
    </message>
    <message>
        <source>Submit the session</source>
        <translation>Die Sitzung einreichen</translation>
    </message>
    <message>
        <source>As it stands now it is entered as submitted. Nothing is read from the data or spent.</source>
        <translation>So, wie es jetzt ist, wird es als eingereicht gebucht. Nichts wird aus den Daten gelesen oder ausgegeben.</translation>
    </message>
    <message>
        <source>It holds for exactly this until the end of the day named. Offices and roles are typed, not proved: this is a record and a brake, not a lock.</source>
        <translation>Sie gilt für genau das bis zum Ende des genannten Tages. Stellen und Funktionen werden eingetippt, nicht bewiesen: Das ist ein Vermerk und eine Bremse, kein Schloss.</translation>
    </message>
    <message>
        <source>It is approved or released already.</source>
        <translation>Er ist schon genehmigt oder freigegeben.</translation>
    </message>
    <message>
        <source>This very plan was released without an approval.</source>
        <translation>Genau dieser Plan wurde ohne Genehmigung freigegeben.</translation>
    </message>
    <message>
        <source>Written into the ledger. An office or a role, not the name of a person.</source>
        <translation>Kommt ins Kontobuch. Eine Stelle oder eine Rolle, nicht der Name einer Person.</translation>
    </message>
    <message>
        <source>Offi&amp;ce</source>
        <translation>Ste&amp;lle</translation>
    </message>
    <message>
        <source>Ro&amp;le</source>
        <translation>Fu&amp;nktion</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>An&amp;merkung</translation>
    </message>
    <message>
        <source>What those who decide should know; kept in the ledger.</source>
        <translation>Was alle wissen sollten, die entscheiden; bleibt im Kontobuch.</translation>
    </message>
    <message>
        <source>Submit the plan</source>
        <translation>Den Plan einreichen</translation>
    </message>
    <message>
        <source>Submit now</source>
        <translation>Jetzt einreichen</translation>
    </message>
    <message>
        <source>Approve now</source>
        <translation>Jetzt genehmigen</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Genehmigen</translation>
    </message>
    <message>
        <source>Approve the submission in a file</source>
        <translation>Die Einreichung in einer Datei genehmigen</translation>
    </message>
    <message>
        <source>The file goes back to those who submitted the plan, who enter it in their ledger.</source>
        <translation>Die Datei geht zurück an die Stelle, die den Plan eingereicht hat; sie liest sie in ihr Kontobuch ein.</translation>
    </message>
    <message>
        <source>Write the file…</source>
        <translation>Datei schreiben…</translation>
    </message>
    <message>
        <source>N&amp;umber</source>
        <translation>Numme&amp;r</translation>
    </message>
    <message>
        <source>The number of the decision in the board’s files.</source>
        <translation>Die Nummer der Entscheidung in den Akten des Gremiums.</translation>
    </message>
    <message>
        <source>Unt&amp;il</source>
        <translation>B&amp;is</translation>
    </message>
    <message>
        <source>The last day on which it holds.</source>
        <translation>Der letzte Tag, an dem sie gilt.</translation>
    </message>
    <message>
        <source>Con&amp;ditions</source>
        <translation>Aufla&amp;gen</translation>
    </message>
    <message>
        <source>Under which it is given; kept in the ledger.</source>
        <translation>Unter denen sie erteilt wird; bleiben im Kontobuch.</translation>
    </message>
    <message>
        <source>Re&amp;ason</source>
        <translation>Be&amp;gründung</translation>
    </message>
    <message>
        <source>Kept in the ledger for good.</source>
        <translation>Bleibt für immer im Kontobuch.</translation>
    </message>
    <message>
        <source>Withdraw the approval</source>
        <translation>Die Genehmigung zurückziehen</translation>
    </message>
    <message>
        <source>A release that was made under it stays what it is.</source>
        <translation>Eine Freigabe, die unter ihr erteilt wurde, bleibt, was sie ist.</translation>
    </message>
    <message>
        <source>Withdraw the approval now</source>
        <translation>Genehmigung jetzt zurückziehen</translation>
    </message>
</context>
<context>
    <name>ApprovalWords</name>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Eingereicht</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Genehmigt</translation>
    </message>
    <message>
        <source>Approval expired</source>
        <translation>Genehmigung abgelaufen</translation>
    </message>
    <message>
        <source>Approval withdrawn</source>
        <translation>Genehmigung zurückgezogen</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>It waits for an approval by another office or role.</source>
        <translation>Er wartet auf die Genehmigung durch eine andere Stelle oder Funktion.</translation>
    </message>
    <message>
        <source>This account demands an approval before a session is opened.</source>
        <translation>Dieses Konto verlangt eine Genehmigung, bevor eine Sitzung eröffnet wird.</translation>
    </message>
    <message>
        <source>This account demands an approval before a release.</source>
        <translation>Dieses Konto verlangt vor einer Freigabe eine Genehmigung.</translation>
    </message>
    <message>
        <source>This account does not demand an approval; one may be given all the same.</source>
        <translation>Dieses Konto verlangt keine Genehmigung; sie kann trotzdem erteilt werden.</translation>
    </message>
    <message>
        <source>This plan came as a submission of {date} by {who}.</source>
        <translation>Dieser Plan kam als Einreichung vom {date} von {who}.</translation>
    </message>
    <message>
        <source>Note: {text}</source>
        <translation>Anmerkung: {text}</translation>
    </message>
    <message>
        <source>The session is not complete: there is nothing to approve yet.</source>
        <translation>Die Sitzung ist nicht vollständig: Es gibt noch nichts zu genehmigen.</translation>
    </message>
    <message>
        <source>The plan is not complete: there is nothing to approve yet.</source>
        <translation>Der Plan ist nicht vollständig: Es gibt noch nichts zu genehmigen.</translation>
    </message>
    <message>
        <source>The session is being worked out.</source>
        <translation>Die Sitzung wird durchgerechnet.</translation>
    </message>
    <message>
        <source>The plan is being checked.</source>
        <translation>Der Plan wird geprüft.</translation>
    </message>
    <message>
        <source>The session is submitted and not approved yet.</source>
        <translation>Die Sitzung ist eingereicht und noch nicht genehmigt.</translation>
    </message>
    <message>
        <source>The session has no approval that holds, and this account demands it.</source>
        <translation>Die Sitzung hat keine Genehmigung, die gilt, und dieses Konto verlangt es.</translation>
    </message>
    <message>
        <source>The plan is submitted and not approved yet.</source>
        <translation>Der Plan ist eingereicht und noch nicht genehmigt.</translation>
    </message>
    <message>
        <source>The approval of the plan has expired.</source>
        <translation>Die Genehmigung des Plans ist abgelaufen.</translation>
    </message>
    <message>
        <source>The approval of the plan was withdrawn.</source>
        <translation>Die Genehmigung des Plans wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>The plan is not approved, and this account demands it.</source>
        <translation>Der Plan ist nicht genehmigt, und dieses Konto verlangt es.</translation>
    </message>
    <message>
        <source>Submitted on {date} by {who} (entry {entry}).</source>
        <translation>Eingereicht am {date} von {who} (Buchung {entry}).</translation>
    </message>
    <message>
        <source>Approval no. {number} by {who} (entry {entry}) ended on {until}.</source>
        <translation>Genehmigung Nr. {number} von {who} (Buchung {entry}) endete am {until}.</translation>
    </message>
    <message>
        <source>Approval no. {number} by {who} (entry {entry}) was withdrawn.</source>
        <translation>Genehmigung Nr. {number} von {who} (Buchung {entry}) wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>Approved as no. {number} on {date} by {who} (entry {entry}), until {until}.</source>
        <translation>Genehmigt unter Nr. {number} am {date} von {who} (Buchung {entry}), bis {until}.</translation>
    </message>
    <message>
        <source>Conditions: {text}</source>
        <translation>Auflagen: {text}</translation>
    </message>
    <message>
        <source>Approval no. {number} is for another plan than the one on the desk: a change of what is counted, how, or for how much voids it.</source>
        <translation>Genehmigung Nr. {number} gilt einem anderen Plan als dem auf dem Tisch: Ändert sich, was gezählt wird, wie oder für wie viel, so erlischt sie.</translation>
    </message>
</context>
<context>
    <name>AskForm</name>
    <message>
        <source>About what, and how sure?</source>
        <translation>Worüber, und wie sicher?</translation>
    </message>
    <message>
        <source>Say the &amp;count, too, where the answer is Yes</source>
        <translation>Bei Ja auch die An&amp;zahl nennen</translation>
    </message>
    <message>
        <source>The counts take half of the budget: Yes and No are less sure then.</source>
        <translation>Die Anzahlen nehmen die Hälfte des Budgets: Ja und Nein sind dann weniger sicher.</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Merkmale</translation>
    </message>
    <message>
        <source>Add a variable…</source>
        <translation>Merkmal hinzufügen…</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
    <message>
        <source>What the questions are about: area, say, or area and sex.</source>
        <translation>Worum es in den Fragen geht: etwa Gebiet, oder Gebiet und Geschlecht.</translation>
    </message>
    <message>
        <source>&amp;Certainty</source>
        <translation>Si&amp;cherheit</translation>
    </message>
    <message>
        <source>How sure what is said about errors has to be. It costs nothing: the noise is the same.</source>
        <translation>Wie sicher die Aussage über Fehler sein soll. Das kostet nichts: Das Rauschen ist dasselbe.</translation>
    </message>
    <message>
        <source>How small a chance may remain that the promise of ε does not hold.</source>
        <translation>Wie klein die Wahrscheinlichkeit bleibt, dass das Versprechen von ε nicht gilt.</translation>
    </message>
    <message>
        <source>May &amp;spend ε</source>
        <translation>Darf &amp;ausgeben ε</translation>
    </message>
    <message>
        <source>May spend ε</source>
        <translation>Darf ausgeben ε</translation>
    </message>
    <message>
        <source>All of it is spent when the session is opened; more makes the answers surer.</source>
        <translation>Alles wird beim Öffnen der Sitzung ausgegeben; mehr macht die Antworten sicherer.</translation>
    </message>
    <message>
        <source>{n} values</source>
        <translation>{n} Werte</translation>
    </message>
    <message>
        <source>one variable with an order: age, income</source>
        <translation>ein Merkmal mit einer Reihenfolge: Alter, Einkommen</translation>
    </message>
    <message>
        <source>{n} cells to ask about</source>
        <translation>{n} Felder, nach denen gefragt werden kann</translation>
    </message>
    <message>
        <source>area, say, or area and sex</source>
        <translation>etwa Gebiet, oder Gebiet und Geschlecht</translation>
    </message>
    <message>
        <source>Another variable…</source>
        <translation>Weiteres Merkmal…</translation>
    </message>
    <message>
        <source>There is no other variable that could be asked about.</source>
        <translation>Es gibt kein weiteres Merkmal, nach dem gefragt werden könnte.</translation>
    </message>
</context>
<context>
    <name>AskPage</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>S&amp;itzung</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>A new session, the open one, or one of those before.</source>
        <translation>Eine neue Sitzung, die offene oder eine frühere.</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>Cost and signature</source>
        <translation>Kosten und Unterschrift</translation>
    </message>
    <message>
        <source>A new session</source>
        <translation>Eine neue Sitzung</translation>
    </message>
    <message>
        <source>Open: {title}</source>
        <translation>Offen: {title}</translation>
    </message>
    <message>
        <source>Just closed: {title}</source>
        <translation>Eben geschlossen: {title}</translation>
    </message>
    <message>
        <source>{date}: {title}</source>
        <translation>{date}: {title}</translation>
    </message>
    <message>
        <source>The session is now one of the account {name}. Look at its cost once more, then sign it.</source>
        <translation>Die Sitzung gehört jetzt zum Konto {name}. Sehen Sie sich noch einmal an, was sie kostet, und unterschreiben Sie dann.</translation>
    </message>
    <message>
        <source>Close the session for good? What it has not used is not given back.</source>
        <translation>Die Sitzung endgültig schließen? Was sie nicht verbraucht hat, wird nicht zurückgegeben.</translation>
    </message>
    <message>
        <source>Close it</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Keep it open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>A session is open. Closing the window closes it for good; its answers are kept in the ledger.</source>
        <translation>Eine Sitzung ist offen. Mit dem Fenster wird sie endgültig geschlossen; ihre Antworten bleiben im Kontobuch.</translation>
    </message>
    <message>
        <source>Close both</source>
        <translation>Beides schließen</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>There is no plan with tables on the desk whose notes could take them.</source>
        <translation>Es ist kein Plan mit Tabellen geöffnet, dessen Anmerkungen sie aufnehmen könnten.</translation>
    </message>
    <message>
        <source>The plan on the desk is about other data.</source>
        <translation>Der geöffnete Plan betrifft andere Daten.</translation>
    </message>
    <message>
        <source>Answers into the notes</source>
        <translation>Antworten in die Anmerkungen</translation>
    </message>
    <message>
        <source>The answers stand in the notes of the plan: they go into the workbook with it.</source>
        <translation>Die Antworten stehen in den Anmerkungen des Plans: Sie kommen mit ihm in die Arbeitsmappe.</translation>
    </message>
    <message>
        <source>Save the blurred copy</source>
        <translation>Die unscharfe Kopie speichern</translation>
    </message>
    <message>
        <source>Save the answers</source>
        <translation>Die Antworten speichern</translation>
    </message>
    <message>
        <source>Tables of text</source>
        <translation>Texttabellen</translation>
    </message>
    <message>
        <source>Written: {file}.</source>
        <translation>Geschrieben: {file}.</translation>
    </message>
</context>
<context>
    <name>AskSheet</name>
    <message>
        <source>Say what the questions are about: then the cost and the error stand here, before anything is spent.</source>
        <translation>Sagen Sie, worum es in den Fragen geht: Dann stehen hier Kosten und Fehler, bevor etwas ausgegeben wird.</translation>
    </message>
    <message>
        <source>How wrong an answer can be</source>
        <translation>Wie falsch eine Antwort sein kann</translation>
    </message>
    <message>
        <source>Is this the right tool?</source>
        <translation>Ist das das richtige Werkzeug?</translation>
    </message>
    <message>
        <source>Use Tables instead ▸</source>
        <translation>Stattdessen Tabellen ▸</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was es kostet</translation>
    </message>
    <message>
        <source>Before you open it</source>
        <translation>Bevor Sie öffnen</translation>
    </message>
    <message>
        <source>It needs at least {n} records.</source>
        <translation>Nötig sind mindestens {n} Datensätze.</translation>
    </message>
</context>
<context>
    <name>AskWords</name>
    <message>
        <source>Does this area reach 10,000 people?</source>
        <translation>Erreicht dieses Gebiet 10.000 Personen?</translation>
    </message>
    <message>
        <source>Which of these cells are large enough to publish?</source>
        <translation>Welche dieser Zellen sind groß genug?</translation>
    </message>
    <message>
        <source>How many are there, asked one after another?</source>
        <translation>Wie viele sind es, eine Frage nach der anderen?</translation>
    </message>
    <message>
        <source>Is this few, many, or in between?</source>
        <translation>Sind es wenige, viele oder etwas dazwischen?</translation>
    </message>
    <message>
        <source>Where is the median?</source>
        <translation>Wo liegt der Median?</translation>
    </message>
    <message>
        <source>Does this value lie left or right of the middle?</source>
        <translation>Liegt dieser Wert links oder rechts der Mitte?</translation>
    </message>
    <message>
        <source>How many are at or below a value, for many values?</source>
        <translation>Wie viele liegen bei einem Wert oder darunter?</translation>
    </message>
    <message>
        <source>May I hand out a blurred copy of a column?</source>
        <translation>Eine unscharfe Kopie einer Spalte weitergeben?</translation>
    </message>
    <message>
        <source>above threshold</source>
        <translation>über der Schwelle</translation>
    </message>
    <message>
        <source>sparse vector</source>
        <translation>dünner Vektor</translation>
    </message>
    <message>
        <source>noisy counts</source>
        <translation>verrauschte Anzahlen</translation>
    </message>
    <message>
        <source>between thresholds</source>
        <translation>zwischen Schwellen</translation>
    </message>
    <message>
        <source>binary search</source>
        <translation>Halbierungssuche</translation>
    </message>
    <message>
        <source>interior point</source>
        <translation>innerer Punkt</translation>
    </message>
    <message>
        <source>adaptive thresholds</source>
        <translation>adaptive Schwellen</translation>
    </message>
    <message>
        <source>randomised response</source>
        <translation>zufällige Antwort</translation>
    </message>
    <message>
        <source>You ask about one group after another and hear Yes or No. Any number of No is free; the first Yes ends the session.</source>
        <translation>Sie fragen nach einer Gruppe nach der anderen und hören Ja oder Nein. Beliebig viele Nein sind frei; das erste Ja beendet die Sitzung.</translation>
    </message>
    <message>
        <source>You ask about as many groups as you like, or about all of them at once, and hear Yes or No. Any number of No is free; the session ends after as many Yes as you allow.</source>
        <translation>Sie fragen nach beliebig vielen Gruppen, oder nach allen auf einmal, und hören Ja oder Nein. Beliebig viele Nein sind frei; die Sitzung endet nach so vielen Ja, wie Sie zulassen.</translation>
    </message>
    <message>
        <source>The program asks on which side of a value the middle lies, and halves the range with each answer until one value is left.</source>
        <translation>Das Programm fragt, auf welcher Seite eines Wertes die Mitte liegt, und halbiert den Bereich mit jeder Antwort, bis ein Wert übrig ist.</translation>
    </message>
    <message>
        <source>For each value you name you hear whether it lies left or right of one point inside the data. Many values may be asked for.</source>
        <translation>Zu jedem Wert, den Sie nennen, hören Sie, ob er links oder rechts eines Punktes im Inneren der Daten liegt. Nach vielen Werten darf gefragt werden.</translation>
    </message>
    <message>
        <source>You name one value after another, choosing each in the light of the answers before, and hear about how many records are at or below it.</source>
        <translation>Sie nennen einen Wert nach dem anderen, jeden nach den Antworten zuvor gewählt, und hören, wie viele Datensätze etwa bis zu ihm liegen.</translation>
    </message>
    <message>
        <source>Every answer in the column is changed with a known chance, and the order is lost. The copy may be handed out; counts of groups can be estimated from it. Nothing is asked.</source>
        <translation>Jede Angabe der Spalte wird mit bekannter Wahrscheinlichkeit geändert, und die Reihenfolge geht verloren. Die Kopie darf weitergegeben werden; Anzahlen von Gruppen lassen sich daraus schätzen. Gefragt wird nichts.</translation>
    </message>
    <message>
        <source>The count to reach, such as 10000. It must not come from the data.</source>
        <translation>Die Anzahl, die zu erreichen ist, etwa 10000. Sie darf nicht aus den Daten kommen.</translation>
    </message>
    <message>
        <source>&amp;At most so many Yes</source>
        <translation>&amp;Höchstens so viele Ja</translation>
    </message>
    <message>
        <source>After that many Yes the session ends. More of them make each answer less sure.</source>
        <translation>Nach so vielen Ja endet die Sitzung. Mehr davon machen jede Antwort weniger sicher.</translation>
    </message>
    <message>
        <source>&amp;Number of questions</source>
        <translation>&amp;Zahl der Fragen</translation>
    </message>
    <message>
        <source>How many questions there may be. More of them make each answer less sure.</source>
        <translation>Wie viele Fragen es sein dürfen. Mehr davon machen jede Antwort weniger sicher.</translation>
    </message>
    <message>
        <source>Counts clearly below this are answered with “below”.</source>
        <translation>Anzahlen klar darunter werden mit „darunter“ beantwortet.</translation>
    </message>
    <message>
        <source>Counts clearly above this are answered with “above”.</source>
        <translation>Anzahlen klar darüber werden mit „darüber“ beantwortet.</translation>
    </message>
    <message>
        <source>Records, &amp;about</source>
        <translation>Datensätze, &amp;etwa</translation>
    </message>
    <message>
        <source>A public figure, from last year&apos;s publication say; never a count of this file.</source>
        <translation>Eine öffentliche Zahl, etwa aus der Publikation des Vorjahres; nie eine Zählung dieser Datei.</translation>
    </message>
    <message>
        <source>&amp;Accuracy, as a share</source>
        <translation>&amp;Genauigkeit, als Anteil</translation>
    </message>
    <message>
        <source>By what share of all records an answer may be off: 1/10 or 0.1.</source>
        <translation>Um welchen Anteil aller Datensätze eine Antwort abweichen darf: 1/10 oder 0,1.</translation>
    </message>
    <message>
        <source>{variables}: is there one of {level}?</source>
        <translation>{variables}: gibt es eines mit {level}?</translation>
    </message>
    <message>
        <source>{variables}: which reach {level}?</source>
        <translation>{variables}: welche erreichen {level}?</translation>
    </message>
    <message>
        <source>{variables}: counts</source>
        <translation>{variables}: Anzahlen</translation>
    </message>
    <message>
        <source>{variables}: few or many?</source>
        <translation>{variables}: wenige oder viele?</translation>
    </message>
    <message>
        <source>{variables}: the median</source>
        <translation>{variables}: der Median</translation>
    </message>
    <message>
        <source>{variables}: left or right?</source>
        <translation>{variables}: links oder rechts?</translation>
    </message>
    <message>
        <source>{variables}: at or below</source>
        <translation>{variables}: bis zu einem Wert</translation>
    </message>
    <message>
        <source>{variables}: a blurred copy</source>
        <translation>{variables}: eine unscharfe Kopie</translation>
    </message>
    <message>
        <source>Opening spends {amount}, all of it at once, however little you ask.</source>
        <translation>Das Öffnen gibt {amount} aus, alles auf einmal, so wenig Sie auch fragen.</translation>
    </message>
    <message>
        <source>Opening spends {amount}, all of it at once ({counted} in this account), however little you ask.</source>
        <translation>Das Öffnen gibt {amount} aus, alles auf einmal ({counted} in diesem Konto), so wenig Sie auch fragen.</translation>
    </message>
    <message>
        <source>After that, {amount} is left.</source>
        <translation>Danach bleibt {amount}.</translation>
    </message>
    <message>
        <source>That is {amount} more than is left.</source>
        <translation>Das ist {amount} mehr, als übrig ist.</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>An answer is right if the count is at least {error} away from {level}, with {sure} certainty.</source>
        <translation>Eine Antwort ist richtig, wenn die Anzahl mindestens {error} von {level} entfernt ist, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>No answer is more than {error} off, with {sure} certainty.</source>
        <translation>Keine Antwort ist um mehr als {error} falsch, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>An answer is right if the count is at least {error} away from {lower} and from {upper}, with {sure} certainty.</source>
        <translation>Eine Antwort ist richtig, wenn die Anzahl mindestens {error} von {lower} und von {upper} entfernt ist, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>Each question is answered with a count that has noise on it. How many questions there may be is fixed now; what you ask may depend on the answers before.</source>
        <translation>Jede Frage wird mit einer verrauschten Anzahl beantwortet. Wie viele Fragen es sein dürfen, wird jetzt festgelegt; was Sie fragen, darf von den Antworten zuvor abhängen.</translation>
    </message>
    <message>
        <source>At most {error} records too many lie on either side of the value found, with {sure} certainty.</source>
        <translation>Auf jeder Seite des gefundenen Wertes liegen höchstens {error} Datensätze zu viel, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>No value is called left with two thirds of the records and {error} more at or below it, nor right with a third less {error}; {sure} certainty.</source>
        <translation>Kein Wert heißt links, bis zu dem zwei Drittel der Datensätze und {error} mehr liegen, und keiner rechts mit einem Drittel weniger {error}; {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>No answer is more than {error} records off, with {sure} certainty.</source>
        <translation>Keine Antwort ist um mehr als {error} Datensätze falsch, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>A count estimated from the copy is at most {error} off, with {sure} certainty.</source>
        <translation>Eine aus der Kopie geschätzte Anzahl ist höchstens um {error} falsch, mit {sure} Sicherheit.</translation>
    </message>
    <message>
        <source>That holds for {n} questions together.</source>
        <translation>Das gilt für {n} Fragen zusammen.</translation>
    </message>
    <message>
        <source>Tables gives the figure itself, not more than {error} off ({sure} certainty)</source>
        <translation>gibt „Tabellen“ die Zahl selbst, um nicht mehr als {error} falsch ({sure} Sicherheit)</translation>
    </message>
    <message>
        <source>Tables gives all {cells} counts at once, none more than {error} off ({sure} certainty)</source>
        <translation>gibt „Tabellen“ alle {cells} Anzahlen auf einmal, keine um mehr als {error} falsch ({sure} Sicherheit)</translation>
    </message>
    <message>
        <source>This is the wrong tool here: for the same budget {tables}.</source>
        <translation>Das ist hier das falsche Werkzeug: Für dasselbe Budget {tables}.</translation>
    </message>
    <message>
        <source>That is {n} times as accurate.</source>
        <translation>Das ist {n}-mal so genau.</translation>
    </message>
    <message>
        <source>For single cells this is the wrong tool: for the same budget {tables}.</source>
        <translation>Für einzelne Felder ist das das falsche Werkzeug: Für dasselbe Budget {tables}.</translation>
    </message>
    <message>
        <source>For whole groups and totals the session is {n} times as accurate.</source>
        <translation>Für ganze Gruppen und Summen ist die Sitzung {n}-mal so genau.</translation>
    </message>
    <message>
        <source>Yes, {n} times as accurate as Tables; for the same budget {tables}.</source>
        <translation>Ja, {n}-mal so genau wie Tabellen; für dasselbe Budget {tables}.</translation>
    </message>
    <message>
        <source>If you know your questions now, a table of just these is at least as accurate as the session.</source>
        <translation>Wenn Sie Ihre Fragen jetzt schon kennen, ist eine Tabelle mit genau diesen mindestens so genau wie die Sitzung.</translation>
    </message>
    <message>
        <source>The median is there</source>
        <translation>Der Median liegt dort</translation>
    </message>
    <message>
        <source>The median lies above</source>
        <translation>Der Median liegt darüber</translation>
    </message>
    <message>
        <source>About {n} (standard error {error}); {told} say so in the copy</source>
        <translation>Etwa {n} (Standardfehler {error}); {told} sagen das in der Kopie</translation>
    </message>
    <message>
        <source>Yes, reaches {level}</source>
        <translation>Ja, erreicht {level}</translation>
    </message>
    <message>
        <source>{yes}: about {n}</source>
        <translation>{yes}: etwa {n}</translation>
    </message>
    <message>
        <source>No, below {level}</source>
        <translation>Nein, unter {level}</translation>
    </message>
    <message>
        <source>Above {upper}</source>
        <translation>Über {upper}</translation>
    </message>
    <message>
        <source>Below {lower}</source>
        <translation>Unter {lower}</translation>
    </message>
    <message>
        <source>Between {lower} and {upper}</source>
        <translation>Zwischen {lower} und {upper}</translation>
    </message>
    <message>
        <source>Left of the middle</source>
        <translation>Links der Mitte</translation>
    </message>
    <message>
        <source>Right of the middle</source>
        <translation>Rechts der Mitte</translation>
    </message>
    <message>
        <source>About {n}</source>
        <translation>Etwa {n}</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 Antwort</translation>
    </message>
    <message>
        <source>{n} answers</source>
        <translation>{n} Antworten</translation>
    </message>
    <message>
        <source>{yes} Yes, {no} No</source>
        <translation>{yes} Ja, {no} Nein</translation>
    </message>
    <message>
        <source>The session ended after {asked} of {cells} questions, since its Yes are used up. The rest was not asked.</source>
        <translation>Die Sitzung endete nach {asked} von {cells} Fragen, da ihre Ja verbraucht sind. Nach dem Rest wurde nicht gefragt.</translation>
    </message>
    <message>
        <source>Go on until it is found</source>
        <translation>Weiter, bis er gefunden ist</translation>
    </message>
    <message>
        <source>Ask for each of the {n} values</source>
        <translation>Nach jedem der {n} Werte fragen</translation>
    </message>
    <message>
        <source>Ask for each of the {n} cells</source>
        <translation>Nach jedem der {n} Felder fragen</translation>
    </message>
    <message>
        <source>Ask the next one</source>
        <translation>Nächste Frage stellen</translation>
    </message>
    <message>
        <source>Draw the copy</source>
        <translation>Kopie ziehen</translation>
    </message>
    <message>
        <source>The program ended while it was open. Its answers are kept; nothing more can be asked.</source>
        <translation>Das Programm endete, während sie offen war. Ihre Antworten bleiben; mehr kann nicht gefragt werden.</translation>
    </message>
    <message>
        <source>It is closed for good; its answers are kept.</source>
        <translation>Sie ist endgültig geschlossen; ihre Antworten bleiben.</translation>
    </message>
    <message>
        <source>The median is {value}.</source>
        <translation>Der Median ist {value}.</translation>
    </message>
    <message>
        <source>It takes no more questions.</source>
        <translation>Sie nimmt keine Fragen mehr an.</translation>
    </message>
    <message>
        <source>One more Yes ends it; any number of No is free.</source>
        <translation>Noch ein Ja beendet sie; beliebig viele Nein sind frei.</translation>
    </message>
    <message>
        <source>{n} more Yes, and any number of No.</source>
        <translation>Noch {n} Ja, und beliebig viele Nein.</translation>
    </message>
    <message>
        <source>Any number of questions.</source>
        <translation>Beliebig viele Fragen.</translation>
    </message>
    <message>
        <source>One more question.</source>
        <translation>Noch eine Frage.</translation>
    </message>
    <message>
        <source>{n} more questions.</source>
        <translation>Noch {n} Fragen.</translation>
    </message>
    <message>
        <source>You hear whether a group is below a lower threshold, above an upper one, or in between. The first answer in between ends the session.</source>
        <translation>Sie hören, ob eine Gruppe unter einer unteren Schwelle, über einer oberen oder dazwischen liegt. Die erste Antwort „dazwischen“ beendet die Sitzung.</translation>
    </message>
    <message>
        <source>&amp;Threshold</source>
        <translation>Sch&amp;welle</translation>
    </message>
    <message>
        <source>&amp;Lower threshold</source>
        <translation>&amp;Untere Schwelle</translation>
    </message>
    <message>
        <source>&amp;Upper threshold</source>
        <translation>&amp;Obere Schwelle</translation>
    </message>
</context>
<context>
    <name>Asking</name>
    <message>
        <source>A session is being opened.</source>
        <translation>Eine Sitzung wird geöffnet.</translation>
    </message>
    <message>
        <source>Opening the session</source>
        <translation>Öffnen der Sitzung</translation>
    </message>
    <message>
        <source>Counting on this computer for the session</source>
        <translation>Auf diesem Rechner wird für die Sitzung gezählt</translation>
    </message>
    <message>
        <source>{text}, {percent} %…</source>
        <translation>{text}, {percent} %…</translation>
    </message>
    <message>
        <source>The session was stopped before it was opened: nothing was spent.</source>
        <translation>Die Sitzung wurde vor dem Öffnen angehalten: Es wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>The session could not be opened: the ledger says what was spent.</source>
        <translation>Die Sitzung konnte nicht geöffnet werden: Das Kontobuch sagt, was ausgegeben wurde.</translation>
    </message>
    <message>
        <source>The session was refused: nothing was spent.</source>
        <translation>Die Sitzung wurde abgelehnt: Es wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>A session is open: entry {entry} of the ledger.</source>
        <translation>Eine Sitzung ist offen: Buchung {entry} des Kontobuchs.</translation>
    </message>
    <message>
        <source>The session is closed; its answers are kept in the ledger.</source>
        <translation>Die Sitzung ist geschlossen; ihre Antworten bleiben im Kontobuch.</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>Unsaved work cannot be kept aside: {reason} Save often.</source>
        <translation>Ungespeicherte Arbeit kann nicht gesichert werden: {reason} Speichern Sie oft.</translation>
    </message>
</context>
<context>
    <name>BalancePicture</name>
    <message>
        <source>What is left after each entry</source>
        <translation>Was nach jeder Buchung übrig ist</translation>
    </message>
    <message>
        <source>{unit} {first} was left at entry {from_entry}, {unit} {last} at entry {to_entry}.</source>
        <translation>Bei Buchung {from_entry} waren {unit} {first} übrig, bei Buchung {to_entry} {unit} {last}.</translation>
    </message>
    <message>
        <source>{unit} left</source>
        <translation>{unit} übrig</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Buchung</translation>
    </message>
</context>
<context>
    <name>BinsPart</name>
    <message>
        <source>whole numbers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>of equal width</source>
        <translation>gleicher Breite</translation>
    </message>
    <message>
        <source>between edges</source>
        <translation>zwischen Grenzen</translation>
    </message>
    <message>
        <source>&amp;Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>How the numbers are counted.</source>
        <translation>Wie die Zahlen gezählt werden.</translation>
    </message>
    <message>
        <source>&amp;Unit of measure</source>
        <translation>&amp;Maßeinheit</translation>
    </message>
    <message>
        <source>Shown in tables, such as years.</source>
        <translation>Steht in Tabellen, etwa Jahre.</translation>
    </message>
    <message>
        <source>Change the unit of measure</source>
        <translation>Maßeinheit ändern</translation>
    </message>
    <message>
        <source>&amp;First number</source>
        <translation>&amp;Erste Zahl</translation>
    </message>
    <message>
        <source>&amp;Last number</source>
        <translation>&amp;Letzte Zahl</translation>
    </message>
    <message>
        <source>F&amp;rom</source>
        <translation>V&amp;on</translation>
    </message>
    <message>
        <source>&amp;Width of a bin</source>
        <translation>Klassenbreite</translation>
    </message>
    <message>
        <source>&amp;Edges</source>
        <translation>&amp;Grenzen</translation>
    </message>
    <message>
        <source>Growing numbers with semicolons between them.</source>
        <translation>Steigende Zahlen, durch Semikolons getrennt.</translation>
    </message>
    <message>
        <source>counts as the code</source>
        <translation>zählt als der Code</translation>
    </message>
    <message>
        <source>A lower number</source>
        <translation>Eine kleinere Zahl</translation>
    </message>
    <message>
        <source>A higher number</source>
        <translation>Eine größere Zahl</translation>
    </message>
    <message>
        <source>A l&amp;ower number</source>
        <translation>Eine kleinere Zahl</translation>
    </message>
    <message>
        <source>A &amp;higher number</source>
        <translation>Eine größere Zahl</translation>
    </message>
    <message>
        <source>Change what happens outside the bins</source>
        <translation>Ändern, was außerhalb der Klassen geschieht</translation>
    </message>
    <message>
        <source>Bins between edges</source>
        <translation>Klassen zwischen Grenzen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>counts in the first bin</source>
        <translation>zählt in der ersten Klasse</translation>
    </message>
    <message>
        <source>counts in the last bin</source>
        <translation>zählt in der letzten Klasse</translation>
    </message>
    <message>
        <source>What is not a number</source>
        <translation>Was keine Zahl ist</translation>
    </message>
    <message>
        <source>What is &amp;not a number</source>
        <translation>Was keine Zahl ist</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Change the bins</source>
        <translation>Klassen ändern</translation>
    </message>
    <message>
        <source>Choose the kind of bins</source>
        <translation>Art der Klassen wählen</translation>
    </message>
    <message>
        <source>Edges are numbers with semicolons between them, such as 0; 10; 20.</source>
        <translation>Grenzen sind Zahlen, durch Semikolons getrennt, etwa 0; 10; 20.</translation>
    </message>
    <message>
        <source>Change the edges</source>
        <translation>Klassengrenzen ändern</translation>
    </message>
    <message>
        <source>Decimals are cut off: 57.5 is counted as 57.</source>
        <translation>Nachkommastellen werden abgeschnitten: 57,5 zählt als 57.</translation>
    </message>
    <message>
        <source>A bin holds its first number and not its last; the last bin holds both.</source>
        <translation>Zu einer Klasse gehört ihre erste Zahl, nicht ihre letzte; zur letzten Klasse gehören beide.</translation>
    </message>
    <message>
        <source>is left out</source>
        <translation>bleibt weg</translation>
    </message>
</context>
<context>
    <name>BoundWords</name>
    <message>
        <source>{name}, upper bound {bound}: by the planning figures it cuts off {cut} of a sum and makes {noise} noise in a middling cell ({people} people); the best for such cells is {best} ({best_cut} and {best_noise}).</source>
        <translation>{name}, obere Schranke {bound}: Nach den Planungszahlen schneidet sie {cut} einer Summe ab und macht {noise} Rauschen in einer mittleren Zelle ({people} Personen); am besten für solche Zellen ist {best} ({best_cut} und {best_noise}).</translation>
    </message>
    <message>
        <source>{name}, upper bound {bound}: it makes {noise} noise in a middling cell ({people} people); the best for such cells is {best} ({best_cut} cut off and {best_noise} noise). The planning figures do not tell what is above the bound.</source>
        <translation>{name}, obere Schranke {bound}: Sie macht {noise} Rauschen in einer mittleren Zelle ({people} Personen); am besten für solche Zellen ist {best} ({best_cut} abgeschnitten und {best_noise} Rauschen). Was über der Schranke liegt, sagen die Planungszahlen nicht.</translation>
    </message>
    <message>
        <source>For the largest ({people} people) it is {best} ({best_cut} and {best_noise}).</source>
        <translation>Für die größte ({people} Personen) ist es {best} ({best_cut} und {best_noise}).</translation>
    </message>
    <message>
        <source>No margin covers what is cut off.</source>
        <translation>Keine Rauschspanne deckt, was abgeschnitten wird.</translation>
    </message>
</context>
<context>
    <name>BoundsPart</name>
    <message>
        <source>Amounts are summed. The wider the bounds, the wider the noise of a sum: choose public bounds that hold nearly everybody.</source>
        <translation>Beträge werden summiert. Je weiter die Grenzen, desto größer das Rauschen einer Summe: Wählen Sie öffentlich bekannte Grenzen, in denen fast alle liegen.</translation>
    </message>
    <message>
        <source>&amp;Lower bound</source>
        <translation>&amp;Untere Grenze</translation>
    </message>
    <message>
        <source>&amp;Upper bound</source>
        <translation>&amp;Obere Grenze</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Amounts are rounded to multiples of it.</source>
        <translation>Beträge werden auf Vielfache davon gerundet.</translation>
    </message>
    <message>
        <source>Unit of &amp;measure</source>
        <translation>&amp;Maßeinheit</translation>
    </message>
    <message>
        <source>Shown in tables, such as euros.</source>
        <translation>Steht in Tabellen, etwa Euro.</translation>
    </message>
    <message>
        <source>Change the bounds</source>
        <translation>Grenzen ändern</translation>
    </message>
    <message>
        <source>Change the unit of measure</source>
        <translation>Maßeinheit ändern</translation>
    </message>
    <message>
        <source>counts as the bound</source>
        <translation>gilt als Grenze</translation>
    </message>
    <message>
        <source>is not stated</source>
        <translation>keine Angabe</translation>
    </message>
    <message>
        <source>counts as the amount</source>
        <translation>zählt als der Betrag</translation>
    </message>
    <message>
        <source>A l&amp;ower amount</source>
        <translation>Ein kleinerer Betrag</translation>
    </message>
    <message>
        <source>A &amp;higher amount</source>
        <translation>Ein &amp;größerer Betrag</translation>
    </message>
    <message>
        <source>What is &amp;not a number</source>
        <translation>Was keine Zahl ist</translation>
    </message>
    <message>
        <source>&amp;Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Change what happens outside the bounds</source>
        <translation>Ändern, was außerhalb der Grenzen geschieht</translation>
    </message>
    <message>
        <source>In the largest cell this bound makes what is cut off and the noise together least. Smaller cells want a lower one.</source>
        <translation>In der größten Zelle macht diese Schranke das Abgeschnittene und das Rauschen zusammen am kleinsten. Kleinere Zellen wollen eine niedrigere.</translation>
    </message>
    <message>
        <source>Take {bound} as the upper bound</source>
        <translation>{bound} als obere Schranke nehmen</translation>
    </message>
    <message>
        <source>Take the best bound</source>
        <translation>Beste Schranke nehmen</translation>
    </message>
</context>
<context>
    <name>BudgetBar</name>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>not set yet: say on the page Data what may be spent in all</source>
        <translation>noch nicht festgelegt: Sagen Sie auf der Seite Daten, was insgesamt ausgegeben werden darf</translation>
    </message>
    <message>
        <source>Budget {amount}</source>
        <translation>Budget {amount}</translation>
    </message>
    <message>
        <source>spent {amount}</source>
        <translation>ausgegeben {amount}</translation>
    </message>
    <message>
        <source>this plan is released</source>
        <translation>dieser Plan ist freigegeben</translation>
    </message>
    <message>
        <source>this plan {amount}</source>
        <translation>dieser Plan {amount}</translation>
    </message>
    <message>
        <source>more than is left</source>
        <translation>mehr als übrig ist</translation>
    </message>
    <message>
        <source>left {amount}</source>
        <translation>übrig {amount}</translation>
    </message>
</context>
<context>
    <name>BudgetQuestion</name>
    <message>
        <source>Strict (ε)</source>
        <translation>Streng (ε)</translation>
    </message>
    <message>
        <source>One number bounds everything; suits a few tables.</source>
        <translation>Eine Zahl begrenzt alles; gut für wenige Tabellen.</translation>
    </message>
    <message>
        <source>For many tables (ρ)</source>
        <translation>Für viele Tabellen (ρ)</translation>
    </message>
    <message>
        <source>Less noise in each of many tables; as in the US census.</source>
        <translation>Weniger Rauschen in jeder von vielen Tabellen; wie im US-Zensus.</translation>
    </message>
    <message>
        <source>As a regulation asks (ε, δ)</source>
        <translation>Wie eine Vorschrift verlangt (ε, δ)</translation>
    </message>
    <message>
        <source>Where a rule names both numbers.</source>
        <translation>Wo eine Regel beide Zahlen nennt.</translation>
    </message>
    <message>
        <source>adding ε and adding δ</source>
        <translation>Summe der ε und der δ</translation>
    </message>
    <message>
        <source>adding ρ, within both</source>
        <translation>Summe der ρ, in beiden Grenzen</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>wählen…</translation>
    </message>
    <message>
        <source>Amount of the budget</source>
        <translation>Höhe des Budgets</translation>
    </message>
    <message>
        <source>What all releases together may spend.</source>
        <translation>Was alle Freigaben zusammen ausgeben dürfen.</translation>
    </message>
    <message>
        <source>δ of the budget</source>
        <translation>δ des Budgets</translation>
    </message>
    <message>
        <source>The chance that is left for less protection.</source>
        <translation>Die Wahrscheinlichkeit, die für geringeren Schutz bleibt.</translation>
    </message>
    <message>
        <source>Releases are added up by</source>
        <translation>Zusammengezählt durch</translation>
    </message>
    <message>
        <source>How several releases are added up.</source>
        <translation>Wie mehrere Freigaben zusammengezählt werden.</translation>
    </message>
    <message>
        <source>and δ</source>
        <translation>und δ</translation>
    </message>
    <message>
        <source>Answer the first two questions: then it says here what an amount buys.</source>
        <translation>Beantworten Sie die ersten beiden Fragen: Dann steht hier, was ein Betrag bringt.</translation>
    </message>
    <message>
        <source>It buys one table of 8 cells, each within ± {small}, or one of 1,000 cells within ± {large} (noise margins, 90 %); several releases share it.</source>
        <translation>Dafür gibt es eine Tabelle mit 8 Zellen, jede auf ± {small}, oder eine mit 1.000 Zellen auf ± {large} (Rauschspannen, 90 %); mehrere Freigaben teilen es sich.</translation>
    </message>
    <message>
        <source>Choose how the budget is kept: strict, for many tables, or as a regulation asks.</source>
        <translation>Wählen Sie, wie das Budget geführt wird: streng, für viele Tabellen, oder wie eine Vorschrift verlangt.</translation>
    </message>
    <message>
        <source>Say how much they may spend.</source>
        <translation>Sagen Sie, wie viel sie ausgeben dürfen.</translation>
    </message>
    <message>
        <source>Give the budget its δ, a very small number such as 0.000001.</source>
        <translation>Geben Sie dem Budget sein δ, eine sehr kleine Zahl wie 0,000001.</translation>
    </message>
    <message>
        <source>Say how several releases are added up.</source>
        <translation>Sagen Sie, wie mehrere Freigaben zusammengezählt werden.</translation>
    </message>
    <message>
        <source>The amount of the budget must be above zero.</source>
        <translation>Die Höhe des Budgets muss über null liegen.</translation>
    </message>
    <message>
        <source>δ must lie between 0 and 1, and should be very small.</source>
        <translation>δ muss zwischen 0 und 1 liegen und sollte sehr klein sein.</translation>
    </message>
    <message>
        <source>All releases together may spend {sign}</source>
        <translation>Alle zusammen dürfen ausgeben: {sign}</translation>
    </message>
    <message>
        <source>whether a given record is {unit} or another</source>
        <translation>ob ein bestimmter Satz {unit} ist oder ein anderer</translation>
    </message>
    <message>
        <source>whether {unit} is in the data</source>
        <translation>ob {unit} in den Daten ist</translation>
    </message>
    <message>
        <source>whatever is published, an observer&apos;s odds {about} change by a factor of at most {x}.</source>
        <translation>was auch veröffentlicht wird: Die Wettquote eines Beobachters darauf, {about}, ändert sich höchstens um den Faktor {x}.</translation>
    </message>
    <message>
        <source>an observer&apos;s odds may change by a factor beyond 400,000: that is hardly protection.</source>
        <translation>die Wettquote eines Beobachters kann sich um mehr als den Faktor 400.000 ändern: Das ist kaum noch Schutz.</translation>
    </message>
    <message>
        <source>Not sure? For a few tables: strict. For many, or for more of them every year: for many tables.</source>
        <translation>Nicht sicher? Für wenige Tabellen: streng. Für viele, oder jedes Jahr weitere: für viele Tabellen.</translation>
    </message>
    <message>
        <source>For all years; it can be raised, never lowered.</source>
        <translation>Für alle Jahre; es kann erhöht, nie gesenkt werden.</translation>
    </message>
    <message>
        <source>The ε of all releases and the δ of all releases are added; simple, and dear for many.</source>
        <translation>Die ε aller Freigaben und die δ aller Freigaben werden addiert; einfach, und bei vielen teuer.</translation>
    </message>
    <message>
        <source>Each release counts with its ρ, and together they stay within this ε at this δ: many releases cost less, but every method must have a ρ.</source>
        <translation>Jede Freigabe zählt mit ihrem ρ, und zusammen bleiben sie bei diesem δ innerhalb dieses ε: Viele Freigaben kosten weniger, aber jedes Verfahren muss ein ρ haben.</translation>
    </message>
    <message>
        <source>δ should be far below one in the number of units: one in a million or less.</source>
        <translation>δ sollte weit unter eins durch die Zahl der Einheiten liegen: eins zu einer Million oder weniger.</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Move a variable</source>
        <translation>Merkmal verschieben</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
    <message>
        <source>beside</source>
        <translation>daneben</translation>
    </message>
    <message>
        <source>below</source>
        <translation>darunter</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>darin</translation>
    </message>
    <message>
        <source>as rows</source>
        <translation>als Zeilen</translation>
    </message>
    <message>
        <source>as columns</source>
        <translation>als Spalten</translation>
    </message>
</context>
<context>
    <name>CellPanel</name>
    <message>
        <source>This cell</source>
        <translation>Diese Zelle</translation>
    </message>
    <message>
        <source>Roughly: as if {people} people were spread evenly over all codes. Planning figures (Accuracy) make it better.</source>
        <translation>Ungefähr: als wären {people} Personen gleichmäßig auf alle Codes verteilt. Planungszahlen (Genauigkeit) machen es besser.</translation>
    </message>
    <message>
        <source>As if {people} people were spread evenly over all codes: nobody has said how many there are. With a tenth of them the margin is about ten times as wide.</source>
        <translation>Als wären {people} Personen gleichmäßig auf alle Codes verteilt: Niemand hat gesagt, wie viele es sind. Bei einem Zehntel davon ist die Spanne etwa zehnmal so weit.</translation>
    </message>
    <message>
        <source>Where it says “too few”, the noise hides so few people.</source>
        <translation>Wo „zu wenige“ steht, verdeckt das Rauschen so wenige Menschen.</translation>
    </message>
    <message>
        <source>published exactly</source>
        <translation>exakt veröffentlicht</translation>
    </message>
    <message>
        <source>It is the same whatever the data are within the rules, so nobody needs noise here.</source>
        <translation>Sie ist innerhalb der Regeln bei allen Daten gleich; deshalb braucht hier niemand Rauschen.</translation>
    </message>
    <message>
        <source>Noise margin ({level} %): with {people} people about ± {margin}</source>
        <translation>Rauschspanne ({level} %): bei {people} Personen etwa ± {margin}</translation>
    </message>
    <message>
        <source>too few people for a rough figure</source>
        <translation>zu wenige Menschen für eine grobe Angabe</translation>
    </message>
    <message>
        <source>With so few people the noise may be as large as the figure itself. More budget, fewer rows and columns or coarser groups help.</source>
        <translation>Bei so wenigen Menschen kann das Rauschen so groß sein wie die Zahl selbst. Mehr Budget, weniger Zeilen und Spalten oder gröbere Gruppen helfen.</translation>
    </message>
    <message>
        <source>depends on the counts</source>
        <translation>hängt von den Häufigkeiten ab</translation>
    </message>
    <message>
        <source>Percentages, means and quantiles are computed from noisy numbers: how wrong they are depends on the counts themselves. Each gets its margin when the table is published.</source>
        <translation>Prozentwerte, Mittelwerte und Quantile werden aus verrauschten Zahlen berechnet: Wie falsch sie sind, hängt von den Häufigkeiten selbst ab. Jeder Wert erhält seine Spanne, wenn die Tabelle veröffentlicht wird.</translation>
    </message>
    <message>
        <source>Noise margin ({level} %): ± {margin}</source>
        <translation>Rauschspanne ({level} %): ± {margin}</translation>
    </message>
    <message>
        <source>Noise margin ({level} %): at most ± {margin}</source>
        <translation>Rauschspanne ({level} %): höchstens ± {margin}</translation>
    </message>
    <message>
        <source>Typical error {std}</source>
        <translation>Typischer Fehler {std}</translation>
    </message>
    <message>
        <source>Typical error at most {std}</source>
        <translation>Typischer Fehler höchstens {std}</translation>
    </message>
    <message>
        <source>{chance} of being more than {far} off</source>
        <translation>{chance} um mehr als {far} daneben</translation>
    </message>
    <message>
        <source>Computed together with {tables}</source>
        <translation>Zusammen berechnet mit {tables}</translation>
    </message>
    <message>
        <source>{n} in 100 chance</source>
        <translation>In {n} von 100 Fällen</translation>
    </message>
    <message>
        <source>less than 1 in 200 chance</source>
        <translation>In weniger als 1 von 200 Fällen</translation>
    </message>
    <message>
        <source>As good as any method can be</source>
        <translation>So gut, wie ein Verfahren sein kann</translation>
    </message>
    <message>
        <source>As good as the best known</source>
        <translation>So gut wie das beste bekannte</translation>
    </message>
    <message>
        <source>At most {n} % above the best possible</source>
        <translation>Höchstens {n} % über dem bestmöglichen</translation>
    </message>
    <message>
        <source>{n} % above the best possible</source>
        <translation>{n} % über dem bestmöglichen</translation>
    </message>
    <message>
        <source>{n} % above the best known</source>
        <translation>{n} % über dem besten bekannten</translation>
    </message>
    <message>
        <source>Roughly: at the counts that the planning figures expect, {people} in all.</source>
        <translation>Ungefähr: bei den Anzahlen, die die Planungszahlen erwarten lassen, zusammen {people}.</translation>
    </message>
    <message>
        <source>Noise margin ({level} %): about ± {margin}</source>
        <translation>Rauschspanne ({level} %): etwa ± {margin}</translation>
    </message>
</context>
<context>
    <name>CertificatePanel</name>
    <message>
        <source>Certificate</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Covers every published cell; the ledger has it too.</source>
        <translation>Die Prüfsumme des Ergebnisses: Sie deckt jede veröffentlichte Zelle; auch das Kontobuch hat sie.</translation>
    </message>
    <message>
        <source>A rehearsal on made-up records: it stands in no ledger, and its numbers mean nothing.</source>
        <translation>Ein Probelauf mit erfundenen Sätzen: Er steht in keinem Kontobuch, und seine Zahlen bedeuten nichts.</translation>
    </message>
    <message>
        <source>Entry {entry} of the ledger, {date}</source>
        <translation>Buchung {entry} des Kontobuchs, {date}</translation>
    </message>
    <message>
        <source>Release {number}, text version {version}</source>
        <translation>Freigabe {number}, Fassung {version} der Texte</translation>
    </message>
    <message>
        <source>Check value of the ledger</source>
        <translation>Prüfwert des Kontobuchs</translation>
    </message>
    <message>
        <source>The ledger&apos;s check value at this release; the workbook quotes it.</source>
        <translation>Der Prüfwert des Kontobuchs bei dieser Freigabe; die Arbeitsmappe nennt ihn.</translation>
    </message>
    <message>
        <source>Check value of the tables</source>
        <translation>Prüfwert der Tabellen</translation>
    </message>
</context>
<context>
    <name>CheckPage</name>
    <message>
        <source>Check the file</source>
        <translation>Datei prüfen</translation>
    </message>
    <message>
        <source>Check the file (confidential)</source>
        <translation>Datei prüfen (vertraulich)</translation>
    </message>
    <message>
        <source>Look at the exact figures</source>
        <translation>Exakte Zahlen ansehen</translation>
    </message>
    <message>
        <source>Reads the whole file; noted in the ledger.</source>
        <translation>Liest die ganze Datei; wird im Kontobuch vermerkt.</translation>
    </message>
    <message>
        <source>Close the figures</source>
        <translation>Zahlen schließen</translation>
    </message>
    <message>
        <source>How much of the file is read</source>
        <translation>Wie viel von der Datei gelesen ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Exact figures about the file, confidential</source>
        <translation>Exakte Zahlen über die Datei, vertraulich</translation>
    </message>
    <message>
        <source>Another file is open: look again.</source>
        <translation>Eine andere Datei ist geöffnet: Sehen Sie noch einmal nach.</translation>
    </message>
    <message>
        <source>Open a file of microdata first.</source>
        <translation>Öffnen Sie zuerst eine Datei mit Mikrodaten.</translation>
    </message>
    <message>
        <source>The dictionary has no variables yet.</source>
        <translation>Die Datenbeschreibung hat noch keine Merkmale.</translation>
    </message>
    <message>
        <source>Stopped. That somebody began to look stays noted in the ledger.</source>
        <translation>Abgebrochen. Dass jemand nachzusehen begann, bleibt im Kontobuch vermerkt.</translation>
    </message>
    <message>
        <source>The dictionary has changed: look again.</source>
        <translation>Die Datenbeschreibung hat sich geändert: Sehen Sie noch einmal nach.</translation>
    </message>
    <message>
        <source>Open the dictionary</source>
        <translation>Merkmale öffnen</translation>
    </message>
    <message>
        <source>Open the page Data</source>
        <translation>Seite Daten öffnen</translation>
    </message>
    <message>
        <source>{variable}: units</source>
        <translation>{variable}: Einheiten</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Rows coded</source>
        <translation>Codiert</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Keine Angabe</translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation>Trifft nicht zu</translation>
    </message>
    <message>
        <source>Look into</source>
        <translation>Anzusehen</translation>
    </message>
    <message>
        <source>Rows in the file: {rows}.</source>
        <translation>Zeilen in der Datei: {rows}.</translation>
    </message>
    <message>
        <source>▲ A release of this file would be refused: rows without an identifier are.</source>
        <translation>▲ Eine Freigabe dieser Datei würde abgelehnt: Zeilen ohne Kennung sind nicht zugelassen.</translation>
    </message>
    <message>
        <source>▲ The file has no rows.</source>
        <translation>▲ Die Datei hat keine Zeilen.</translation>
    </message>
    <message>
        <source>▲ {number} of {all} variables to look into.</source>
        <translation>▲ {number} von {all} Merkmalen anzusehen.</translation>
    </message>
    <message>
        <source>Nothing to look into in the variables.</source>
        <translation>An den Merkmalen ist nichts anzusehen.</translation>
    </message>
    <message>
        <source>▲ No row has a code: are the missing codes right?</source>
        <translation>▲ Keine Zeile hat einen Code: Stimmen die Codes für fehlende Angaben?</translation>
    </message>
    <message>
        <source>Most rows are not stated: are the missing codes right?</source>
        <translation>Die meisten Zeilen ohne Angabe: Stimmen die Codes für fehlende Angaben?</translation>
    </message>
    <message>
        <source>▲ Many rows outside the bounds: are they right?</source>
        <translation>▲ Viele Zeilen außerhalb der Grenzen: Stimmen sie?</translation>
    </message>
    <message>
        <source>This page shows exact figures about the real file: for each variable how many rows get a code, are not stated, not applicable, moved to a limit, or left out. It is there so that nobody spends a budget on a mistyped code.
▸ The figures are for your eyes: they cannot be copied or exported.
▸ That somebody looked is noted in the ledger.
▸ What is changed in the dictionary or the tables after looking lies outside the guarantee: change only what is plainly a mistake, and only by what is public.</source>
        <translation>Diese Seite zeigt exakte Zahlen über die wirkliche Datei: für jedes Merkmal, wie viele Zeilen einen Code erhalten, ohne Angabe sind, nicht zutreffen, auf eine Grenze gerückt oder weggelassen werden. Sie ist dazu da, dass niemand ein Budget für einen vertippten Code ausgibt.
▸ Die Zahlen sind nur für Ihre Augen: Sie können nicht kopiert oder exportiert werden.
▸ Dass jemand nachgesehen hat, wird im Kontobuch vermerkt.
▸ Was danach an der Datenbeschreibung oder den Tabellen geändert wird, liegt außerhalb der Garantie: Ändern Sie nur, was offensichtlich ein Fehler ist, und nur nach dem, was öffentlich ist.</translation>
    </message>
    <message>
        <source>Say first how the file is written, its budget account and whose privacy it is.</source>
        <translation>Sagen Sie zuerst, wie die Datei geschrieben ist, welches Budgetkonto sie hat und wessen Privatsphäre geschützt wird.</translation>
    </message>
    <message>
        <source>The whole file has been read for the confidential check, and the figures shown to you alone.</source>
        <translation>Die ganze Datei wurde für die vertrauliche Prüfung gelesen; die Zahlen wurden nur Ihnen gezeigt.</translation>
    </message>
    <message>
        <source>Units with more than {cap} rows: {units}. Rows left out because of it: {over}. Rows without an identifier: {none}.</source>
        <translation>Einheiten mit mehr als {cap} Zeilen: {units}. Zeilen, die deshalb wegfallen: {over}. Zeilen ohne Kennung: {none}.</translation>
    </message>
    <message>
        <source>▲ Many rows would be left out so: is that limit right?</source>
        <translation>▲ So blieben viele Zeilen weg: Stimmt diese Grenze?</translation>
    </message>
    <message>
        <source>▲ All rows left out: is the code list right?</source>
        <translation>▲ Alle Zeilen bleiben weg: Stimmt die Codeliste?</translation>
    </message>
    <message>
        <source>▲ Many rows left out: is a code missing or mistyped?</source>
        <translation>▲ Viele Zeilen bleiben weg: Fehlt ein Code oder ist einer vertippt?</translation>
    </message>
    <message>
        <source>Some rows left out: is that meant?</source>
        <translation>Einige Zeilen bleiben weg: Ist das gemeint?</translation>
    </message>
    <message>
        <source>Moved to the limit</source>
        <translation>An die Grenze gerückt</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation>Entfernen (Entf)</translation>
    </message>
    <message>
        <source>Move outward (Ctrl+Left)</source>
        <translation>Nach außen rücken (Strg+Links)</translation>
    </message>
    <message>
        <source>Move inward, or into a block of its own (Ctrl+Right)</source>
        <translation>Nach innen oder in einen eigenen Block rücken (Strg+Rechts)</translation>
    </message>
    <message>
        <source>Move to the row above (Ctrl+Up)</source>
        <translation>In die Reihe darüber (Strg+Auf)</translation>
    </message>
    <message>
        <source>Move to the row below (Ctrl+Down)</source>
        <translation>In die Reihe darunter (Strg+Ab)</translation>
    </message>
    <message>
        <source>Move forward (Ctrl+Left)</source>
        <translation>Nach vorn (Strg+Links)</translation>
    </message>
    <message>
        <source>Move back (Ctrl+Right)</source>
        <translation>Nach hinten (Strg+Rechts)</translation>
    </message>
    <message>
        <source>{name}, chosen</source>
        <translation>{name}, gewählt</translation>
    </message>
</context>
<context>
    <name>CodesPart</name>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Import…</translation>
    </message>
    <message>
        <source>Import code list…</source>
        <translation>Codeliste importieren…</translation>
    </message>
    <message>
        <source>Read codes and labels from a CSV file with the columns code and label.</source>
        <translation>Liest Codes und Bezeichnungen aus einer CSV-Datei mit den Spalten code und label.</translation>
    </message>
    <message>
        <source>The codes have an &amp;order</source>
        <translation>Die Codes haben eine Reihenf&amp;olge</translation>
    </message>
    <message>
        <source>counts as the code</source>
        <translation>zählt als der Code</translation>
    </message>
    <message>
        <source>The codes have an order</source>
        <translation>Die Codes haben eine Reihenfolge</translation>
    </message>
    <message>
        <source>Medians and intervals can be counted.</source>
        <translation>Mediane und Intervalle können gezählt werden.</translation>
    </message>
    <message>
        <source>Change the order of codes</source>
        <translation>Reihenfolge der Codes ändern</translation>
    </message>
    <message>
        <source>Import a code list</source>
        <translation>Codeliste importieren</translation>
    </message>
    <message>
        <source>Code lists</source>
        <translation>Codelisten</translation>
    </message>
    <message>
        <source>The codes stand in the file {name}.</source>
        <translation>Die Codes stehen in der Datei {name}.</translation>
    </message>
    <message>
        <source>Values in the file</source>
        <translation>Werte in der Datei</translation>
    </message>
    <message>
        <source>Any other value</source>
        <translation>Jeder andere Wert</translation>
    </message>
    <message>
        <source>is left out</source>
        <translation>bleibt weg</translation>
    </message>
    <message>
        <source>Change what other values become</source>
        <translation>Ändern, was andere Werte werden</translation>
    </message>
    <message>
        <source>&amp;Any other value</source>
        <translation>&amp;Jeder andere Wert</translation>
    </message>
</context>
<context>
    <name>CombinationCodesPart</name>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
</context>
<context>
    <name>CombineTool</name>
    <message>
        <source>Combine yes-or-no columns</source>
        <translation>Ja-Nein-Spalten verbinden</translation>
    </message>
    <message>
        <source>Tick the columns that together make one variable: Latino, Black and Asian make the ethnic group. Space ticks a line; Alt+Up and Alt+Down change the order.</source>
        <translation>Kreuzen Sie die Spalten an, die zusammen ein Merkmal ergeben: Latino, Black und Asian ergeben die ethnische Gruppe. Die Leertaste kreuzt eine Zeile an; Alt+Auf und Alt+Ab ändern die Reihenfolge.</translation>
    </message>
    <message>
        <source>Add the combination</source>
        <translation>Kombination hinzufügen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Yes-or-no columns</source>
        <translation>Ja-Nein-Spalten</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Yes is</source>
        <translation>Ja ist</translation>
    </message>
    <message>
        <source>No is</source>
        <translation>Nein ist</translation>
    </message>
    <message>
        <source>every combination of answers has a code</source>
        <translation>jede Kombination ergibt einen Code</translation>
    </message>
    <message>
        <source>the first yes decides, in this order</source>
        <translation>das erste Ja entscheidet</translation>
    </message>
    <message>
        <source>each alone has a code, several together share one</source>
        <translation>mehrere zusammen teilen einen Code</translation>
    </message>
    <message>
        <source>count as not stated</source>
        <translation>keine Angabe</translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation>Be&amp;zeichnung</translation>
    </message>
    <message>
        <source>The title in tables, such as Ethnic group.</source>
        <translation>Die Überschrift in Tabellen, etwa Ethnische Gruppe.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>A short name; made from the label if left empty.</source>
        <translation>Ein kurzer Name; bleibt er leer, entsteht er aus der Bezeichnung.</translation>
    </message>
    <message>
        <source>&amp;How</source>
        <translation>&amp;Wie</translation>
    </message>
    <message>
        <source>Which codes the new variable has.</source>
        <translation>Welche Codes das neue Merkmal hat.</translation>
    </message>
    <message>
        <source>&amp;Other answers</source>
        <translation>And&amp;ere Antworten</translation>
    </message>
    <message>
        <source>Rows in which a column says neither yes nor no.</source>
        <translation>Zeilen, in denen eine Spalte weder Ja noch Nein sagt.</translation>
    </message>
    <message>
        <source>Tick at least one column.</source>
        <translation>Kreuzen Sie mindestens eine Spalte an.</translation>
    </message>
    <message>
        <source>{n} codes: {codes}</source>
        <translation>{n} Codes: {codes}</translation>
    </message>
    <message>
        <source>Type the label of the new variable.</source>
        <translation>Geben Sie die Bezeichnung des neuen Merkmals ein.</translation>
    </message>
    <message>
        <source>Name the column in every line that is ticked.</source>
        <translation>Nennen Sie die Spalte in jeder angekreuzten Zeile.</translation>
    </message>
    <message>
        <source>Combine columns</source>
        <translation>Spalten verbinden</translation>
    </message>
    <message>
        <source>are left out</source>
        <translation>bleiben weg</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Chosen: {name}</source>
        <translation>Gewählt: {name}</translation>
    </message>
    <message>
        <source>The best method at each budget</source>
        <translation>Das beste Verfahren bei jedem Budget</translation>
    </message>
    <message>
        <source>Best possible</source>
        <translation>Bestmöglich</translation>
    </message>
    <message>
        <source>Budget, {symbol}</source>
        <translation>Budget, {symbol}</translation>
    </message>
    <message>
        <source>Typical error, chosen method</source>
        <translation>Typischer Fehler, gewähltes Verfahren</translation>
    </message>
    <message>
        <source>Typical error, best method</source>
        <translation>Typischer Fehler, bestes Verfahren</translation>
    </message>
    <message>
        <source>Widest noise margin ({level} %), chosen method</source>
        <translation>Weiteste Rauschspanne ({level} %), gewähltes Verfahren</translation>
    </message>
    <message>
        <source>Best possible typical error</source>
        <translation>Bestmöglicher typischer Fehler</translation>
    </message>
    <message>
        <source>Budget of this release, {symbol}</source>
        <translation>Budget dieser Freigabe, {symbol}</translation>
    </message>
    <message>
        <source>Typical error of a count</source>
        <translation>Typischer Fehler einer Anzahl</translation>
    </message>
    <message>
        <source>Drag the point, or move it by the arrow keys: the budget follows when you let go. Both scales grow in equal ratios.</source>
        <translation>Ziehen Sie den Punkt oder bewegen Sie ihn mit den Pfeiltasten: Das Budget folgt, wenn Sie loslassen. Beide Skalen wachsen in gleichen Verhältnissen.</translation>
    </message>
    <message>
        <source>This table counts no ranges of an ordered variable: add intervals, cumulative counts or quantiles to its measures to see how their error grows with the length of the range.</source>
        <translation>Diese Tabelle zählt keine Bereiche eines geordneten Merkmals: Nehmen Sie Intervalle, kumulierte Häufigkeiten oder Quantile in ihre Maßzahlen auf, um zu sehen, wie deren Fehler mit der Länge des Bereichs wächst.</translation>
    </message>
    <message>
        <source>Codes of {variable} in the range</source>
        <translation>Codes von {variable} im Bereich</translation>
    </message>
    <message>
        <source>Length of a range of {variable}, in codes</source>
        <translation>Länge eines Bereichs von {variable}, in Codes</translation>
    </message>
    <message>
        <source>Typical error of a range</source>
        <translation>Typischer Fehler eines Bereichs</translation>
    </message>
    <message>
        <source>Some lengths and places stand for all of them.</source>
        <translation>Einige Längen und Stellen stehen für alle.</translation>
    </message>
    <message>
        <source>Cell, in the order of the table, 1 to {cells}</source>
        <translation>Zelle, in der Reihenfolge der Tabelle, 1 bis {cells}</translation>
    </message>
    <message>
        <source>Noise margin ({level} %), ±</source>
        <translation>Rauschspanne ({level} %), ±</translation>
    </message>
    <message>
        <source>Noise margin</source>
        <translation>Rauschspanne</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Noise margin ({level} %)</source>
        <translation>Rauschspanne ({level} %)</translation>
    </message>
    <message>
        <source>Typical error</source>
        <translation>Typischer Fehler</translation>
    </message>
    <message>
        <source>Number of cells</source>
        <translation>Zahl der Zellen</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Noise margin from</source>
        <translation>Rauschspanne ab</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Cell, in the order of the table</source>
        <translation>Zelle, in der Reihenfolge der Tabelle</translation>
    </message>
    <message>
        <source>Off by (too low below 0, too high above)</source>
        <translation>Abweichung (&lt; 0: zu niedrig)</translation>
    </message>
    <message>
        <source>Simulated error of a cell</source>
        <translation>Simulierter Fehler einer Zelle</translation>
    </message>
    <message>
        <source>Off by</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Simulated from the plan alone, example {number}: {inside} of {cells} cells lie within their noise margin. A release draws noise of its own.</source>
        <translation>Allein aus dem Plan simuliert, Beispiel {number}: {inside} von {cells} Zellen liegen in ihrer Rauschspanne. Eine Freigabe zieht ihr eigenes Rauschen.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Margins between those worked out are interpolated.</source>
        <translation>Spannen zwischen den berechneten sind interpoliert.</translation>
    </message>
    <message>
        <source>{shown} cells, evenly chosen, stand for all {cells}.</source>
        <translation>{shown} gleichmäßig gewählte Zellen stehen für alle {cells}.</translation>
    </message>
    <message>
        <source>{rest} of {cells} cells are percentages, means or quantiles: their error depends on the counts and needs public planning figures.</source>
        <translation>{rest} von {cells} Zellen sind Prozentwerte, Mittelwerte oder Quantile: Ihr Fehler hängt von den Häufigkeiten ab und braucht öffentliche Planungszahlen.</translation>
    </message>
    <message>
        <source>All figures of this table are computed from several noisy numbers: their error depends on the counts and needs public planning figures.</source>
        <translation>Alle Zahlen dieser Tabelle werden aus mehreren verrauschten Zahlen berechnet: Ihr Fehler hängt von den Häufigkeiten ab und braucht öffentliche Planungszahlen.</translation>
    </message>
</context>
<context>
    <name>ConditionOptions</name>
    <message>
        <source>&amp;Limit by</source>
        <translation>Au&amp;swahl nach</translation>
    </message>
    <message>
        <source>Codes, a range of codes, or values.</source>
        <translation>Codes, ein Bereich von Codes oder Werte.</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>V&amp;on</translation>
    </message>
    <message>
        <source>The first code that is counted.</source>
        <translation>Der erste Code, der gezählt wird.</translation>
    </message>
    <message>
        <source>&amp;Up to</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>The last code that is counted.</source>
        <translation>Der letzte Code, der gezählt wird.</translation>
    </message>
    <message>
        <source>At &amp;least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>An edge of the variable&apos;s bins.</source>
        <translation>Eine Klassengrenze des Merkmals.</translation>
    </message>
    <message>
        <source>&amp;Below</source>
        <translation>Unte&amp;r</translation>
    </message>
    <message>
        <source>Codes counted</source>
        <translation>Gezählte Codes</translation>
    </message>
    <message>
        <source>Untick codes the table leaves out.</source>
        <translation>Entfernen Sie das Kreuz bei Codes, die die Tabelle auslässt.</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>A range of codes</source>
        <translation>Codebereich</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Change whom the table counts</source>
        <translation>Ändern, wen die Tabelle zählt</translation>
    </message>
</context>
<context>
    <name>ConfirmTool</name>
    <message>
        <source>Confirm what was read from the data</source>
        <translation>Bestätigen, was aus den Daten gelesen wurde</translation>
    </message>
    <message>
        <source>These codes and bounds were read from the confidential data. Publishing them is a disclosure in itself unless they are public knowledge anyway. Look through them; then say who confirms it. The name and today&apos;s date are kept in the dictionary.</source>
        <translation>Diese Codes und Grenzen wurden aus den vertraulichen Daten gelesen. Sie zu veröffentlichen ist selbst eine Offenlegung, es sei denn, sie sind ohnehin öffentlich bekannt. Sehen Sie sie durch; sagen Sie dann, wer sie bestätigt. Der Name und das heutige Datum stehen danach in der Datenbeschreibung.</translation>
    </message>
    <message>
        <source>Confirm them all</source>
        <translation>Alle bestätigen</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>What was read</source>
        <translation>Was gelesen wurde</translation>
    </message>
    <message>
        <source>Read from the data</source>
        <translation>Aus den Daten gelesen</translation>
    </message>
    <message>
        <source>&amp;Confirmed by</source>
        <translation>Bestätigt v&amp;on</translation>
    </message>
    <message>
        <source>An office or a role, such as Census methods unit.</source>
        <translation>Eine Stelle oder eine Funktion, etwa Referat Zensusmethoden.</translation>
    </message>
    <message>
        <source>{n} codes: {codes}</source>
        <translation>{n} Codes: {codes}</translation>
    </message>
    <message>
        <source>1 code: {codes}</source>
        <translation>1 Code: {codes}</translation>
    </message>
    <message>
        <source>numbers from {low} to {high}</source>
        <translation>Zahlen von {low} bis {high}</translation>
    </message>
    <message>
        <source>; as missing: {numbers}</source>
        <translation>; als fehlend: {numbers}</translation>
    </message>
    <message>
        <source>amounts from {low} to {high}</source>
        <translation>Beträge von {low} bis {high}</translation>
    </message>
    <message>
        <source>Confirm all variables</source>
        <translation>Alle Merkmale bestätigen</translation>
    </message>
</context>
<context>
    <name>ContractWords</name>
    <message>
        <source>This sheet is filled in when the data, the dictionary and the tables are complete.</source>
        <translation>Dieses Blatt füllt sich, wenn Daten, Datenbeschreibung und Tabellen vollständig sind.</translation>
    </message>
    <message>
        <source>What will be published</source>
        <translation>Was veröffentlicht wird</translation>
    </message>
    <message>
        <source>and {more} more</source>
        <translation>und {more} weitere</translation>
    </message>
    <message>
        <source>•  {title} ({cells}): {margins} for its counts; {others}</source>
        <translation>•  {title} ({cells}): {margins} für ihre Anzahlen; {others}</translation>
    </message>
    <message>
        <source>•  {title} ({cells}): {margins} for its sums; {others}</source>
        <translation>•  {title} ({cells}): {margins} für ihre Summen; {others}</translation>
    </message>
    <message>
        <source>its other numbers have their own</source>
        <translation>ihre anderen Zahlen haben eigene</translation>
    </message>
    <message>
        <source>Protected is {who}: all rows with the same {column} together, of which at most {rows} are counted.</source>
        <translation>Geschützt ist {who}: alle Zeilen mit demselben Wert in {column} zusammen, von denen höchstens {rows} gezählt werden.</translation>
    </message>
    <message>
        <source>Protected is {who}: each row of the file stands for one.</source>
        <translation>Geschützt ist {who}: Jede Zeile der Datei steht für eine Einheit.</translation>
    </message>
    <message>
        <source>The total number is not treated as known.</source>
        <translation>Die Gesamtzahl gilt nicht als bekannt.</translation>
    </message>
    <message>
        <source>The total number is treated as known and is not protected.</source>
        <translation>Die Gesamtzahl gilt als bekannt und ist nicht geschützt.</translation>
    </message>
    <message>
        <source>Universe: {text}</source>
        <translation>Grundgesamtheit: {text}</translation>
    </message>
    <message>
        <source>About whom</source>
        <translation>Über wen</translation>
    </message>
    <message>
        <source>whether one of them is in the file at all</source>
        <translation>ob eine dieser Einheiten überhaupt in der Datei ist</translation>
    </message>
    <message>
        <source>what the file says about one of them</source>
        <translation>was die Datei über eine von ihnen sagt</translation>
    </message>
    <message>
        <source>The tables can multiply the odds of any conclusion about {event} by at most {factor} (ε {epsilon}): odds of 1 to 1 become at most {factor} to 1</source>
        <translation>Die Tabellen können die Wettquote für jeden Schluss darauf, {event}, höchstens mit {factor} vervielfachen (ε {epsilon}): Aus 1 zu 1 wird höchstens {factor} zu 1</translation>
    </message>
    <message>
        <source>The tables can multiply the odds of a conclusion about {event} by more than a million</source>
        <translation>Die Tabellen können die Wettquote für einen Schluss darauf, {event}, mehr als vermillionenfachen</translation>
    </message>
    <message>
        <source>Universe of “{tables}”: {text}</source>
        <translation>Grundgesamtheit von „{tables}“: {text}</translation>
    </message>
    <message>
        <source>Whatever is concluded from the tables about {event} is at most {factor} times as probable as if it were otherwise, plus a chance of {delta} (ε {epsilon}, δ)</source>
        <translation>Was aus den Tabellen darauf geschlossen wird, {event}, ist höchstens {factor}-mal so wahrscheinlich, wie wenn es anders wäre, zuzüglich einer Wahrscheinlichkeit von {delta} (ε {epsilon}, δ)</translation>
    </message>
    <message>
        <source>The budget is counted in ρ; the odds are those it converts to at this δ.</source>
        <translation>Das Budget wird in ρ gezählt; die Wettquoten sind jene, in die es sich bei diesem δ umrechnet.</translation>
    </message>
    <message>
        <source>What the presence of one of them can change</source>
        <translation>Was die Anwesenheit eines Einzelnen ändern kann</translation>
    </message>
    <message>
        <source>What the records of one of them can change</source>
        <translation>Was die Angaben eines Einzelnen ändern können</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was es kostet</translation>
    </message>
    <message>
        <source>This very plan was released before on this account, on {date} (entry {entry}). On the same file, releasing it again returns the stored release and costs nothing; nothing is drawn.</source>
        <translation>Eben dieser Plan wurde auf diesem Konto schon freigegeben, am {date} (Buchung {entry}). Ihn auf dieselbe Datei noch einmal freizugeben liefert die gespeicherte Freigabe und kostet nichts; nichts wird gezogen.</translation>
    </message>
    <message>
        <source>This release spends {cost}.</source>
        <translation>Diese Freigabe gibt {cost} aus.</translation>
    </message>
    <message>
        <source>Protected is {who}: of all rows with the same {column}, only one is counted.</source>
        <translation>Geschützt ist {who}: von allen Zeilen mit gleichem Wert in {column} zählt nur eine.</translation>
    </message>
    <message>
        <source>Afterwards {left} remains of the budget of these data.</source>
        <translation>Danach bleibt vom Budget dieser Daten {left}.</translation>
    </message>
    <message>
        <source>That is {over} more than is left of the budget of these data.</source>
        <translation>Das ist {over} mehr, als vom Budget dieser Daten übrig ist.</translation>
    </message>
    <message>
        <source>On any other file it is another release: it spends {cost} and leaves {left}. You are asked first.</source>
        <translation>Auf jede andere Datei ist es eine weitere Freigabe: Sie kostet {cost} und lässt {left} übrig. Sie werden vorher gefragt.</translation>
    </message>
    <message>
        <source>On any other file it is another release, for which {cost} would be more than is left.</source>
        <translation>Auf jede andere Datei ist es eine weitere Freigabe; {cost} dafür wäre mehr, als übrig ist.</translation>
    </message>
    <message>
        <source>Published exactly and without protection, because nobody&apos;s record changes it: counts marked as exact in {tables}.</source>
        <translation>Exakt und ohne Schutz veröffentlicht, weil kein einzelner Satz daran etwas ändert: als exakt gekennzeichnete Häufigkeiten in {tables}.</translation>
    </message>
    <message>
        <source>Cells that are impossible by public rule are empty by that rule.</source>
        <translation>Zellen, die eine öffentliche Regel unmöglich macht, sind nach dieser Regel leer.</translation>
    </message>
    <message>
        <source>Nothing is published exactly: every count bears noise.</source>
        <translation>Nichts wird exakt veröffentlicht: Jede Anzahl trägt Rauschen.</translation>
    </message>
    <message>
        <source>What is exact and unprotected</source>
        <translation>Was exakt und ungeschützt ist</translation>
    </message>
    <message>
        <source>What cannot be taken back</source>
        <translation>Was sich nicht zurücknehmen lässt</translation>
    </message>
    <message>
        <source>One release, once: the noise is drawn a single time, and there is no “draw again”.</source>
        <translation>Eine Freigabe, einmal: Das Rauschen wird ein einziges Mal gezogen, ein „noch einmal ziehen“ gibt es nicht.</translation>
    </message>
    <message>
        <source>The budget that is spent does not come back, whatever becomes of the tables.</source>
        <translation>Das ausgegebene Budget kommt nicht zurück, was auch aus den Tabellen wird.</translation>
    </message>
    <message>
        <source>Exporting again, correcting titles, labels and notes, and opening the release cost nothing.</source>
        <translation>Erneut zu exportieren, Titel, Bezeichnungen und Anmerkungen zu berichtigen und die Freigabe zu öffnen kostet nichts.</translation>
    </message>
    <message>
        <source>Data file: {path}</source>
        <translation>Datendatei: {path}</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>nicht gewählt</translation>
    </message>
    <message>
        <source>Ledger: {path}</source>
        <translation>Kontobuch: {path}</translation>
    </message>
    <message>
        <source>Files and confirmations</source>
        <translation>Dateien und Bestätigungen</translation>
    </message>
    <message>
        <source>Not confirmed as public knowledge: {names}.</source>
        <translation>Nicht als öffentlich bekannt bestätigt: {names}.</translation>
    </message>
    <message>
        <source>Domain of {names}: {said}.</source>
        <translation>Wertebereich von {names}: {said}.</translation>
    </message>
    <message>
        <source>No domain was read from the data.</source>
        <translation>Kein Wertebereich wurde aus den Daten gelesen.</translation>
    </message>
    <message>
        <source>Somebody looked at exact figures of the file on {date} (entry {entry}): what was changed after that lies outside the guarantee.</source>
        <translation>Jemand hat am {date} exakte Zahlen der Datei angesehen (Buchung {entry}): Was danach geändert wurde, liegt außerhalb der Garantie.</translation>
    </message>
    <message>
        <source>Nobody has looked at exact figures of the file (by this ledger).</source>
        <translation>Niemand hat exakte Zahlen der Datei angesehen (nach diesem Kontobuch).</translation>
    </message>
    <message>
        <source>One table with one cell; its noise margin ({level} %) is expected to be:</source>
        <translation>Eine Tabelle mit einer Zelle; ihre Rauschspanne ({level} %) wird voraussichtlich sein:</translation>
    </message>
    <message>
        <source>One table with {cells} cells; their noise margins ({level} %) are expected to be:</source>
        <translation>Eine Tabelle mit {cells} Zellen; deren Rauschspannen ({level} %) werden voraussichtlich sein:</translation>
    </message>
    <message>
        <source>{tables} tables with {cells} cells; their noise margins ({level} %) are expected to be:</source>
        <translation>{tables} Tabellen mit {cells} Zellen; deren Rauschspannen ({level} %) werden voraussichtlich sein:</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Zelle</translation>
    </message>
    <message>
        <source>{n} cells</source>
        <translation>{n} Zellen</translation>
    </message>
</context>
<context>
    <name>CoverPanel</name>
    <message>
        <source>For which day or period the figures hold.</source>
        <translation>Für welchen Tag oder Zeitraum die Zahlen gelten.</translation>
    </message>
    <message>
        <source>The office that publishes the tables.</source>
        <translation>Das Amt, das die Tabellen veröffentlicht.</translation>
    </message>
    <message>
        <source>The name of the unit, its e-mail address and telephone.</source>
        <translation>Der Name der Stelle, ihre E-Mail-Adresse und Telefonnummer.</translation>
    </message>
    <message>
        <source>Where the figures come from; else the title of the data.</source>
        <translation>Woher die Zahlen stammen; sonst der Titel der Daten.</translation>
    </message>
    <message>
        <source>Cover…</source>
        <translation>Deckblatt…</translation>
    </message>
    <message>
        <source>Shows what the cover says of the release, and the house style, to be edited.</source>
        <translation>Zeigt, was das Deckblatt über die Freigabe sagt, und den Hausstil zum Bearbeiten.</translation>
    </message>
    <message>
        <source>Reference period</source>
        <translation>Bezugszeitraum</translation>
    </message>
    <message>
        <source>Area covered</source>
        <translation>Erfasstes Gebiet</translation>
    </message>
    <message>
        <source>The country or region that the figures describe.</source>
        <translation>Das Land oder die Region, die die Zahlen beschreiben.</translation>
    </message>
    <message>
        <source>Intended use</source>
        <translation>Verwendungszweck</translation>
    </message>
    <message>
        <source>What the tables are for.</source>
        <translation>Wofür die Tabellen da sind.</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Herausgeber</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontakt</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>House style</source>
        <translation>Hausstil</translation>
    </message>
    <message>
        <source>How the office prints: its signs, layout and fonts. It changes no number.</source>
        <translation>Wie das Amt druckt: Zeichen, Gestaltung und Schrift. Er ändert keine Zahl.</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
    <message>
        <source>House style: {name}</source>
        <translation>Hausstil: {name}</translation>
    </message>
    <message>
        <source>text of the cover</source>
        <translation>Text des Deckblatts</translation>
    </message>
    <message>
        <source>house style</source>
        <translation>Hausstil</translation>
    </message>
</context>
<context>
    <name>CrashReporter</name>
    <message>
        <source>Something went wrong inside dpdesk. Your plan and dictionary are still on the desk: save them. This report holds nothing of your data and is not sent anywhere; copy it if you want to pass it on.</source>
        <translation>In dpdesk ist etwas schiefgegangen. Ihr Plan und Ihre Datenbeschreibung sind noch da: Speichern Sie sie. Dieser Bericht enthält nichts von Ihren Daten und wird nirgendwohin gesendet; kopieren Sie ihn, wenn Sie ihn weitergeben möchten.</translation>
    </message>
    <message>
        <source>An internal error</source>
        <translation>Ein interner Fehler</translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Who is protected</source>
        <translation>Wer geschützt wird</translation>
    </message>
    <message>
        <source>Next: Dictionary ▸</source>
        <translation>Weiter: Merkmale ▸</translation>
    </message>
    <message>
        <source>3  How much may all releases reveal?</source>
        <translation>3  Wie viel dürfen alle Freigaben verraten?</translation>
    </message>
    <message>
        <source>Microdata</source>
        <translation>Mikrodaten</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Open a file of microdata</source>
        <translation>Datei mit Mikrodaten öffnen</translation>
    </message>
    <message>
        <source>Open a folder of Parquet files</source>
        <translation>Ordner mit Parquet-Dateien öffnen</translation>
    </message>
    <message>
        <source>Only the beginning of the file has been read, to see how it is written.</source>
        <translation>Nur der Anfang der Datei wurde gelesen, um zu sehen, wie sie geschrieben ist.</translation>
    </message>
    <message>
        <source>Correct how the file is written</source>
        <translation>Schreibweise der Datei berichtigen</translation>
    </message>
    <message>
        <source>Confirm how the file is written</source>
        <translation>Schreibweise der Datei bestätigen</translation>
    </message>
    <message>
        <source>The first rows of the file have been read, and shown to you alone.</source>
        <translation>Die ersten Zeilen der Datei wurden gelesen und nur Ihnen gezeigt.</translation>
    </message>
    <message>
        <source>Title of the data</source>
        <translation>Titel der Daten</translation>
    </message>
    <message>
        <source>Complete count or sample</source>
        <translation>Vollerhebung oder Stichprobe</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>one unit</source>
        <translation>eine Einheit</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>1  Whose privacy?</source>
        <translation>1  Wessen Privatsphäre?</translation>
    </message>
    <message>
        <source>Budget account</source>
        <translation>Budgetkonto</translation>
    </message>
    <message>
        <source>Is the number public?</source>
        <translation>Ist die Zahl öffentlich?</translation>
    </message>
    <message>
        <source>Fixed since the first release.</source>
        <translation>Seit der ersten Freigabe festgelegt.</translation>
    </message>
    <message>
        <source>their number gets noise</source>
        <translation>ihre Zahl erhält Rauschen</translation>
    </message>
    <message>
        <source>their number is public</source>
        <translation>ihre Zahl ist öffentlich</translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>DayField</name>
    <message>
        <source>Calendar</source>
        <translation>Kalender</translation>
    </message>
</context>
<context>
    <name>DecisionForm</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
    <message>
        <source>It is being written…</source>
        <translation>Es wird geschrieben…</translation>
    </message>
    <message>
        <source>Still to be given: {fields}.</source>
        <translation>Noch anzugeben: {fields}.</translation>
    </message>
    <message>
        <source>Too long: {fields}.</source>
        <translation>Zu lang: {fields}.</translation>
    </message>
    <message>
        <source>Not signed yet: type “{text}”.</source>
        <translation>Noch nicht unterschrieben: „{text}“ eingeben.</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Nothing has been read from the data.</source>
        <translation>Aus den Daten wurde nichts gelesen.</translation>
    </message>
    <message>
        <source>The dictionary has changed since the plan was made: check the tables, then save.</source>
        <translation>Die Datenbeschreibung hat sich geändert, seit der Plan entstand: Prüfen Sie die Tabellen und speichern Sie dann.</translation>
    </message>
</context>
<context>
    <name>DeskWindow</name>
    <message>
        <source>Help for this page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Help for this page (F1).</source>
        <translation>Hilfe zu dieser Seite (F1).</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>&amp;Open plan or dictionary…</source>
        <translation>Plan oder Datenbeschreibung ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open the e&amp;xample</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open published &amp;folder…</source>
        <translation>Veröffentlichten Ordner &amp;ansehen…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Export the tables</source>
        <translation>Tabellen &amp;exportieren</translation>
    </message>
    <message>
        <source>&amp;Print the tables…</source>
        <translation>Tabellen &amp;drucken…</translation>
    </message>
    <message>
        <source>&amp;Close the plan</source>
        <translation>Plan s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Find on this page</source>
        <translation>Auf dieser Seite &amp;suchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Help for this page</source>
        <translation>&amp;Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>&amp;What differential privacy promises</source>
        <translation>&amp;Was Differential Privacy verspricht</translation>
    </message>
    <message>
        <source>&amp;Reading noise margins</source>
        <translation>&amp;Rauschspannen lesen</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;About dpdesk</source>
        <translation>&amp;Über dpdesk</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>ohne Titel</translation>
    </message>
    <message>
        <source>A release is under way: wait for its end, or stop it.</source>
        <translation>Eine Freigabe läuft: Warten Sie ihr Ende ab, oder brechen Sie sie ab.</translation>
    </message>
    <message>
        <source>On this page there is nothing to search.</source>
        <translation>Auf dieser Seite gibt es nichts zu durchsuchen.</translation>
    </message>
    <message>
        <source>Plans and dictionaries</source>
        <translation>Pläne und Datenbeschreibungen</translation>
    </message>
    <message>
        <source>Open a plan or a dictionary</source>
        <translation>Plan oder Datenbeschreibung öffnen</translation>
    </message>
    <message>
        <source>Open the folder of a published release</source>
        <translation>Ordner einer veröffentlichten Freigabe öffnen</translation>
    </message>
    <message>
        <source>Forget and remember no more</source>
        <translation>Vergessen und nicht mehr merken</translation>
    </message>
    <message>
        <source>Remember recent files</source>
        <translation>Zuletzt geöffnete Dateien merken</translation>
    </message>
    <message>
        <source>Save plan and dictionary</source>
        <translation>Plan und Datenbeschreibung speichern</translation>
    </message>
    <message>
        <source>The plan or the dictionary has unsaved changes.</source>
        <translation>Der Plan oder die Datenbeschreibung hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save them before leaving?</source>
        <translation>Möchten Sie sie vorher speichern?</translation>
    </message>
    <message>
        <source>S&amp;tart page</source>
        <translation>S&amp;tartseite</translation>
    </message>
    <message>
        <source>P&amp;references…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Gl&amp;ossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Drop one file from this computer.</source>
        <translation>Legen Sie eine einzige Datei von diesem Rechner ab.</translation>
    </message>
</context>
<context>
    <name>DictionaryPage</name>
    <message>
        <source>Dictionary</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>No variable is described yet.</source>
        <translation>Noch ist kein Merkmal beschrieben.</translation>
    </message>
    <message>
        <source>Read from the data and not confirmed to be public: {names}.</source>
        <translation>Aus den Daten gelesen und nicht als öffentlich bestätigt: {names}.</translation>
    </message>
    <message>
        <source>Say what the column ‘{column}’ is, which is named like a survey weight.</source>
        <translation>Sagen Sie, was die Spalte „{column}“ ist; ihr Name klingt nach einem Hochrechnungsfaktor.</translation>
    </message>
    <message>
        <source>Next: Tables ▸</source>
        <translation>Weiter: Tabellen ▸</translation>
    </message>
    <message>
        <source>Codes and bounds were read from the data, and are confirmed to be public.</source>
        <translation>Codes und Grenzen wurden aus den Daten gelesen und sind als öffentlich bestätigt.</translation>
    </message>
    <message>
        <source>Add a quantity</source>
        <translation>Messgröße hinzufügen</translation>
    </message>
    <message>
        <source>Rename a variable</source>
        <translation>Merkmal umbenennen</translation>
    </message>
    <message>
        <source>Duplicate a variable</source>
        <translation>Merkmal duplizieren</translation>
    </message>
    <message>
        <source>Delete variables</source>
        <translation>Merkmale löschen</translation>
    </message>
    <message>
        <source>{names} was used in: {uses}. Undo brings it back.</source>
        <translation>{names} war verwendet in: {uses}. „Rückgängig“ bringt es zurück.</translation>
    </message>
    <message>
        <source>Move a variable</source>
        <translation>Merkmal verschieben</translation>
    </message>
    <message>
        <source>Propose variables from the file</source>
        <translation>Merkmale aus der Datei vorschlagen</translation>
    </message>
</context>
<context>
    <name>DropZone</name>
    <message>
        <source>Drop a file of microdata here</source>
        <translation>Legen Sie hier eine Datei mit Mikrodaten ab</translation>
    </message>
    <message>
        <source>Type or paste a path and press Enter</source>
        <translation>Pfad eingeben oder einfügen, dann Eingabetaste</translation>
    </message>
    <message>
        <source>&amp;File of microdata</source>
        <translation>Datei mit &amp;Mikrodaten</translation>
    </message>
    <message>
        <source>File of microdata</source>
        <translation>Datei mit Mikrodaten</translation>
    </message>
    <message>
        <source>The path of the file; Enter opens it.</source>
        <translation>Der Pfad der Datei; die Eingabetaste öffnet sie.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Look for the file of microdata in the folders.</source>
        <translation>Sucht die Datei mit Mikrodaten in den Ordnern.</translation>
    </message>
    <message>
        <source>CSV, Excel, SPSS, Stata, SAS, Parquet, DuckDB, SQLite; a plan or a dictionary, too.</source>
        <translation>CSV, Excel, SPSS, Stata, SAS, Parquet, DuckDB, SQLite; auch ein Plan oder eine Datenbeschreibung.</translation>
    </message>
    <message>
        <source>Folder of parts…</source>
        <translation>Ordner mit Teilen…</translation>
    </message>
    <message>
        <source>Look for a folder of Parquet files that are one table.</source>
        <translation>Sucht einen Ordner mit Parquet-Dateien, die eine Tabelle sind.</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open a file again, or have none remembered.</source>
        <translation>Öffnet eine Datei noch einmal oder merkt sich keine mehr.</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Forget and remember no more</source>
        <translation>Vergessen und nicht mehr merken</translation>
    </message>
    <message>
        <source>Remember recent files</source>
        <translation>Zuletzt geöffnete Dateien merken</translation>
    </message>
    <message>
        <source>Drop one file from this computer.</source>
        <translation>Legen Sie eine einzige Datei von diesem Rechner ab.</translation>
    </message>
</context>
<context>
    <name>EditMenu</name>
    <message>
        <source>Cu&amp;t</source>
        <translation>A&amp;usschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>changes taken back</source>
        <translation>Änderungen zurückgenommen</translation>
    </message>
</context>
<context>
    <name>EffectBar</name>
    <message>
        <source>One more table is less accurate, too.</source>
        <translation>Auch eine weitere Tabelle ist ungenauer.</translation>
    </message>
    <message>
        <source>{n} more tables are less accurate, too.</source>
        <translation>Auch {n} weitere Tabellen sind ungenauer.</translation>
    </message>
    <message>
        <source>Adding “{table}” made “{name}” {times} times less accurate{margins}.</source>
        <translation>Durch die neue Tabelle „{table}“ ist „{name}“ {times}-mal so ungenau geworden{margins}.</translation>
    </message>
    <message>
        <source>Changing “{table}” made “{name}” {times} times less accurate{margins}.</source>
        <translation>Durch die Änderung von „{table}“ ist „{name}“ {times}-mal so ungenau geworden{margins}.</translation>
    </message>
    <message>
        <source>Computed with the others, “{table}” would leave “{name}” {margin}.</source>
        <translation>Mit den anderen zusammen berechnet, ließe „{table}“ der Tabelle „{name}“ {margin}.</translation>
    </message>
    <message>
        <source>Computed by itself, it leaves {margin}.</source>
        <translation>Wird sie für sich berechnet, sind es {margin}.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Beibehalten</translation>
    </message>
    <message>
        <source>Computed with the others, “{table}” would leave “{name}” {margin} and would itself be {other} instead of {own}.</source>
        <translation>Mit den anderen berechnet, ließe „{table}“ für „{name}“ {margin} und hätte selbst {other} statt {own}.</translation>
    </message>
    <message>
        <source>Computed by itself, which is better for all tables together: {margin} instead of {other}.</source>
        <translation>Für sich berechnet, was für alle Tabellen zusammen besser ist: {margin} statt {other}.</translation>
    </message>
    <message>
        <source>Computed with the others, which is better for all tables together: {margin}, by itself {other}.</source>
        <translation>Mit den anderen berechnet, was für alle Tabellen zusammen besser ist: {margin}, für sich {other}.</translation>
    </message>
    <message>
        <source>Compute it with the others</source>
        <translation>Mit den anderen berechnen</translation>
    </message>
    <message>
        <source>Compute it by itself</source>
        <translation>Für sich berechnen</translation>
    </message>
    <message>
        <source>Compute a table with the others</source>
        <translation>Tabelle mit den anderen berechnen</translation>
    </message>
    <message>
        <source>Compute a table by itself</source>
        <translation>Tabelle für sich berechnen</translation>
    </message>
</context>
<context>
    <name>EffectWatcher</name>
    <message>
        <source>Compute a table as forecast</source>
        <translation>Tabelle nach der Vorhersage berechnen</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>U.S. Census Bureau, Disclosure avoidance handbook for the 2020 census</source>
        <translation>U.S. Census Bureau, Handbuch zum Datenschutz des Zensus 2020</translation>
    </message>
    <message>
        <source>Broadband use in the United States, Microsoft 2021</source>
        <translation>Breitbandnutzung in den USA, Microsoft 2021</translation>
    </message>
    <message>
        <source>Births of 2014 in Israel, Ministry of Health 2024</source>
        <translation>Geburten 2014 in Israel, Gesundheitsministerium 2024</translation>
    </message>
    <message>
        <source>Wikipedia, page views a day, 2023</source>
        <translation>Wikipedia, Aufrufe am Tag, 2023</translation>
    </message>
    <message>
        <source>US census 2020, redistricting</source>
        <translation>US-Zensus 2020, Wahlkreise</translation>
    </message>
    <message>
        <source>US census 2020, tables (DHC)</source>
        <translation>US-Zensus 2020, Tabellen (DHC)</translation>
    </message>
    <message>
        <source>Searches about vaccines, each day anew, Google 2021 (δ 1e-5)</source>
        <translation>Suchen nach Impfstoffen, jeden Tag neu, Google 2021 (δ 1e-5)</translation>
    </message>
    <message>
        <source>Victims of human trafficking, IOM and Microsoft 2023 (δ 5.8e-6)</source>
        <translation>Opfer von Menschenhandel, IOM und Microsoft 2023 (δ 5,8e-6)</translation>
    </message>
    <message>
        <source>Microsoft and CTDC, Global Victim-Perpetrator Synthetic Dataset</source>
        <translation>Microsoft und CTDC, Global Victim-Perpetrator Synthetic Dataset</translation>
    </message>
    <message>
        <source>US census 2020, redistricting file, persons (δ 1e-10)</source>
        <translation>US-Zensus 2020, Wahlkreisdaten, Personen (δ 1e-10)</translation>
    </message>
</context>
<context>
    <name>ExpectedPeople</name>
    <message>
        <source>&amp;About how many people?</source>
        <translation>Etw&amp;a wie viele Personen?</translation>
    </message>
    <message>
        <source>About how many people?</source>
        <translation>Etwa wie viele Personen?</translation>
    </message>
    <message>
        <source>A public figure, such as last year&apos;s number; never one from this file. It decides no number.</source>
        <translation>Eine öffentliche Zahl, etwa die des Vorjahres; nie eine aus dieser Datei. Sie entscheidet keine Zahl.</translation>
    </message>
    <message>
        <source>size?: how wrong these will be depends on how many people there are. Say it to see it.</source>
        <translation>Größe?: Wie falsch diese Zahlen werden, hängt davon ab, wie viele Personen es sind. Sagen Sie es, um es zu sehen.</translation>
    </message>
    <message>
        <source>Public planning figures</source>
        <translation>Öffentliche Planungszahlen</translation>
    </message>
    <message>
        <source>planning figures</source>
        <translation>Planungszahlen</translation>
    </message>
</context>
<context>
    <name>FateField</name>
    <message>
        <source>One of the codes of this variable.</source>
        <translation>Einer der Codes dieses Merkmals.</translation>
    </message>
    <message>
        <source>{name}: code</source>
        <translation>{name}: Code</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>The whole file has been read for the confidential check, and the figures shown to you alone.</source>
        <translation>Die ganze Datei wurde für die vertrauliche Prüfung gelesen; die Zahlen wurden nur Ihnen gezeigt.</translation>
    </message>
</context>
<context>
    <name>FiguresOptions</name>
    <message>
        <source>Publi&amp;c figures</source>
        <translation>Öffentli&amp;che Zahlen</translation>
    </message>
    <message>
        <source>By what the count or the sum is divided: a population, say.</source>
        <translation>Wodurch die Anzahl oder die Summe geteilt wird: eine Bevölkerung etwa.</translation>
    </message>
    <message>
        <source>P&amp;er</source>
        <translation>J&amp;e</translation>
    </message>
    <message>
        <source>A rate is so many times the quotient.</source>
        <translation>Eine Rate ist so viele Male der Quotient.</translation>
    </message>
    <message>
        <source>&amp;Standardised to</source>
        <translation>&amp;Standardisiert auf</translation>
    </message>
    <message>
        <source>Public weights of age groups, say, by which the rates of these are averaged.</source>
        <translation>Öffentliche Gewichte etwa von Altersgruppen, mit denen deren Raten gemittelt werden.</translation>
    </message>
    <message>
        <source>E&amp;xpanded by</source>
        <translation>&amp;Hochgerechnet mit</translation>
    </message>
    <message>
        <source>Public factors of strata, by which noisy figures are multiplied before they are added up.</source>
        <translation>Öffentliche Faktoren von Schichten, mit denen verrauschte Zahlen multipliziert werden, bevor sie addiert werden.</translation>
    </message>
    <message>
        <source>Contr&amp;olled to</source>
        <translation>&amp;Gebunden an</translation>
    </message>
    <message>
        <source>Public figures of whole cells, of which each part is its noisy share in the file.</source>
        <translation>Öffentliche Zahlen ganzer Zellen; ein Teil davon ist sein verrauschter Anteil in der Datei.</translation>
    </message>
    <message>
        <source>So&amp;urce</source>
        <translation>&amp;Quelle</translation>
    </message>
    <message>
        <source>Where the public figures were published.</source>
        <translation>Wo die öffentlichen Zahlen veröffentlicht wurden.</translation>
    </message>
    <message>
        <source>Da&amp;te</source>
        <translation>S&amp;tand</translation>
    </message>
    <message>
        <source>The day or period that the public figures are about.</source>
        <translation>Der Tag oder Zeitraum, für den die öffentlichen Zahlen gelten.</translation>
    </message>
    <message>
        <source>&amp;Read public figures…</source>
        <translation>Öffentliche Zahlen &amp;lesen…</translation>
    </message>
    <message>
        <source>Read public figures</source>
        <translation>Öffentliche Zahlen lesen</translation>
    </message>
    <message>
        <source>A workbook or CSV file with a column for each variable, headed by its name, and the figure last.</source>
        <translation>Eine Arbeitsmappe oder CSV-Datei mit einer Spalte je Merkmal, mit dessen Namen darüber, und der Zahl zuletzt.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Public figures of a measure</source>
        <translation>Öffentliche Zahlen einer Maßzahl</translation>
    </message>
    <message>
        <source>Source of public figures</source>
        <translation>Quelle öffentlicher Zahlen</translation>
    </message>
    <message>
        <source>Public figures</source>
        <translation>Öffentliche Zahlen</translation>
    </message>
</context>
<context>
    <name>FileField</name>
    <message>
        <source>Browse…</source>
        <translation>Suchen…</translation>
    </message>
</context>
<context>
    <name>FilePanel</name>
    <message>
        <source>Use the dictionary&apos;s</source>
        <translation>Wie in der Datenbeschreibung</translation>
    </message>
    <message>
        <source>Columns of the file</source>
        <translation>Spalten der Datei</translation>
    </message>
    <message>
        <source>Reading the beginning of the file…</source>
        <translation>Der Anfang der Datei wird gelesen…</translation>
    </message>
    <message>
        <source>This is how the file is written.</source>
        <translation>So ist die Datei geschrieben.</translation>
    </message>
    <message>
        <source>This is how the file seems to be written. Correct what is wrong, then confirm.</source>
        <translation>So scheint die Datei geschrieben zu sein. Berichtigen Sie, was falsch ist, und bestätigen Sie dann.</translation>
    </message>
    <message>
        <source>This is how the dictionary says the file is written. No file is open yet.</source>
        <translation>So ist die Datei nach der Datenbeschreibung geschrieben. Noch ist keine Datei geöffnet.</translation>
    </message>
    <message>
        <source>Open a file: how it is written and its columns appear here.</source>
        <translation>Öffnen Sie eine Datei: Hier erscheint, wie sie geschrieben ist und welche Spalten sie hat.</translation>
    </message>
    <message>
        <source>The delimiter must be one character, and not the quotation mark.</source>
        <translation>Das Trennzeichen muss ein einzelnes Zeichen sein und darf nicht das Anführungszeichen sein.</translation>
    </message>
    <message>
        <source>The program knows no encoding of that name.</source>
        <translation>Das Programm kennt keinen Zeichensatz dieses Namens.</translation>
    </message>
    <message>
        <source>The thousands mark must differ from the decimal mark.</source>
        <translation>Tausender- und Dezimaltrennzeichen müssen verschieden sein.</translation>
    </message>
    <message>
        <source>The line of the column names must be a whole number.</source>
        <translation>Die Zeile der Spaltennamen muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>✓ Confirmed</source>
        <translation>✓ Bestätigt</translation>
    </message>
    <message>
        <source>Put this into the dictionary</source>
        <translation>In die Datenbeschreibung übernehmen</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>The dictionary says otherwise: {theirs}.</source>
        <translation>Die Datenbeschreibung sagt es anders: {theirs}.</translation>
    </message>
    <message>
        <source>Columns, {number} in all</source>
        <translation>Spalten, {number} insgesamt</translation>
    </message>
    <message>
        <source>Columns, {number} in all (if these are no names, correct their line)</source>
        <translation>Spalten, {number} insgesamt (sind dies keine Namen, so berichtigen Sie deren Zeile)</translation>
    </message>
    <message>
        <source>✓ The file has all columns that the dictionary needs.</source>
        <translation>✓ Die Datei hat alle Spalten, die die Datenbeschreibung braucht.</translation>
    </message>
    <message>
        <source>How the file is written</source>
        <translation>Wie die Datei geschrieben ist</translation>
    </message>
    <message>
        <source>Open or fold how the file is written.</source>
        <translation>Aufklappen oder zuklappen, wie die Datei geschrieben ist.</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Zuklappen</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>{number} columns: {names}</source>
        <translation>{number} Spalten: {names}</translation>
    </message>
    <message>
        <source>1 column: {name}</source>
        <translation>1 Spalte: {name}</translation>
    </message>
</context>
<context>
    <name>FilesPanel</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Where the workbook, the CSV files and the audit log go; it is made if it is missing.</source>
        <translation>Wohin Arbeitsmappe, CSV-Dateien und Prüfprotokoll kommen; er wird angelegt, wenn er fehlt.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Lay&amp;out</source>
        <translation>Anordn&amp;ung</translation>
    </message>
    <message>
        <source>As released</source>
        <translation>Wie freigegeben</translation>
    </message>
    <message>
        <source>House st&amp;yle</source>
        <translation>Hausst&amp;il</translation>
    </message>
    <message>
        <source>How the files are printed; another style changes no number and costs nothing.</source>
        <translation>Wie die Dateien gedruckt werden; ein anderer Stil ändert keine Zahl und kostet nichts.</translation>
    </message>
    <message>
        <source>Writes all files of the release; costs nothing.</source>
        <translation>Schreibt alle Dateien der Freigabe; kostet nichts.</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>Als PDF</translation>
    </message>
    <message>
        <source>The language of the table shown and of the print preview; files are written in all languages.</source>
        <translation>Die Sprache der gezeigten Tabelle und der Druckvorschau; Dateien werden in allen Sprachen geschrieben.</translation>
    </message>
    <message>
        <source>How the files are made</source>
        <translation>Wie die Dateien gemacht werden</translation>
    </message>
    <message>
        <source>Their language, layout, house style and other formats.</source>
        <translation>Ihre Sprache, ihr Aufbau, ihr Hausstil und weitere Formate.</translation>
    </message>
    <message>
        <source>as the plan says</source>
        <translation>wie im Plan</translation>
    </message>
    <message>
        <source>accessible: one header row</source>
        <translation>zugänglich: eine Kopfzeile</translation>
    </message>
    <message>
        <source>classic: as on paper</source>
        <translation>klassisch: wie auf Papier</translation>
    </message>
    <message>
        <source>list: a row a number</source>
        <translation>Liste: eine Zeile je Zahl</translation>
    </message>
    <message>
        <source>How all tables of the workbook are set out in this export; it changes neither plan nor numbers.</source>
        <translation>Wie alle Tabellen der Arbeitsmappe bei diesem Export angeordnet sind; weder Plan noch Zahlen ändern sich.</translation>
    </message>
    <message>
        <source>House style</source>
        <translation>Hausstil</translation>
    </message>
    <message>
        <source>Writes the tables as pages for print, a PDF a language, with all other files.</source>
        <translation>Schreibt die Tabellen als Druckseiten, ein PDF je Sprache, mit allen anderen Dateien.</translation>
    </message>
    <message>
        <source>Print preview…</source>
        <translation>Druckvorschau…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Shows the folder of the last export.</source>
        <translation>Zeigt den Ordner des letzten Exports.</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>Fortschritt des Exports</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops the export; no half-written file is left.</source>
        <translation>Beendet den Export; keine halb geschriebene Datei bleibt zurück.</translation>
    </message>
    <message>
        <source>Files written</source>
        <translation>Geschriebene Dateien</translation>
    </message>
    <message>
        <source>The files of the last export.</source>
        <translation>Die Dateien des letzten Exports.</translation>
    </message>
    <message>
        <source>The rehearsal is written to {folder}; its numbers mean nothing.</source>
        <translation>Der Probelauf ist nach {folder} geschrieben; seine Zahlen bedeuten nichts.</translation>
    </message>
    <message>
        <source>Exported to {folder}. Exporting again is free and gives the same bytes.</source>
        <translation>Exportiert nach {folder}. Erneut exportieren ist kostenlos und ergibt dieselben Bytes.</translation>
    </message>
    <message>
        <source>The PDF is written to {folder}, with the other files of the release.</source>
        <translation>Das PDF ist nach {folder} geschrieben, mit den anderen Dateien der Freigabe.</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>Ordner für die Dateien</translation>
    </message>
    <message>
        <source>Name a folder for the files first.</source>
        <translation>Nennen Sie zuerst einen Ordner für die Dateien.</translation>
    </message>
    <message>
        <source>Stopped; nothing half-written is left.</source>
        <translation>Abgebrochen; nichts halb Geschriebenes ist geblieben.</translation>
    </message>
</context>
<context>
    <name>FinishedTable</name>
    <message>
        <source>Finished table</source>
        <translation>Fertige Tabelle</translation>
    </message>
    <message>
        <source>Universe: {text}</source>
        <translation>Grundgesamtheit: {text}</translation>
    </message>
    <message>
        <source>Estimate {value}</source>
        <translation>Schätzwert {value}</translation>
    </message>
    <message>
        <source>Noise margin ({level}) ± {value}</source>
        <translation>Rauschspanne ({level}) ± {value}</translation>
    </message>
    <message>
        <source>Limits ({level}) {low} to {high}</source>
        <translation>Grenzen ({level}) {low} bis {high}</translation>
    </message>
    <message>
        <source>Sampling margin ({level}) ± {value}</source>
        <translation>Stichprobenspanne ({level}) ± {value}</translation>
    </message>
    <message>
        <source>Noise and sampling margin ({level}) ± {value}</source>
        <translation>Rausch- und Stichprobenspanne ({level}) ± {value}</translation>
    </message>
    <message>
        <source>Its new title, once the reason is given: “{title}”</source>
        <translation>Neuer Titel, sobald die Begründung dasteht: „{title}“</translation>
    </message>
    <message>
        <source>±: noise margin ({level}); the plan declares no sampling errors for this table.</source>
        <translation>±: Rauschspanne ({level}); der Plan gibt für diese Tabelle keine Stichprobenfehler an.</translation>
    </message>
    <message>
        <source>±: noise margin ({level}), then sampling margin, then both together.</source>
        <translation>±: Rauschspanne ({level}), dann Stichprobenspanne, dann beide zusammen.</translation>
    </message>
    <message>
        <source>Noise margins ({level}) are in every cell&apos;s tool tip.</source>
        <translation>Die Rauschspannen ({level}) stehen im Hinweis jeder Zelle.</translation>
    </message>
    <message>
        <source>Raw value {value}</source>
        <translation>Rohwert {value}</translation>
    </message>
    <message>
        <source>In brackets: lower and upper limit ({level}) of the raw value.</source>
        <translation>In Klammern: untere und obere Grenze ({level}) des Rohwerts.</translation>
    </message>
    <message>
        <source>±: noise margin ({level}); in {share} of 100 releases the raw value is no further off.</source>
        <translation>±: Rauschspanne ({level}); in {share} von 100 Freigaben liegt der Rohwert nicht weiter daneben.</translation>
    </message>
    <message>
        <source>Raw values need not add up, and can be negative; they are not the official ones.</source>
        <translation>Rohwerte müssen nicht aufgehen und können negativ sein; sie sind nicht die amtlichen.</translation>
    </message>
</context>
<context>
    <name>ForecastMissing</name>
    <message>
        <source>There are no variables yet: a forecast needs to know what can be counted.</source>
        <translation>Es gibt noch keine Merkmale: Eine Prognose muss wissen, was gezählt werden kann.</translation>
    </message>
    <message>
        <source>There is no table yet: make one, and its accuracy is forecast here.</source>
        <translation>Es gibt noch keine Tabelle: Legen Sie eine an, und ihre Genauigkeit wird hier vorausberechnet.</translation>
    </message>
    <message>
        <source>The budget is not set: say on the page Data what may be spent in all.</source>
        <translation>Das Budget ist nicht festgelegt: Sagen Sie auf der Seite Daten, was insgesamt ausgegeben werden darf.</translation>
    </message>
    <message>
        <source>Whom the release protects is not said: complete the sentence on the page Data.</source>
        <translation>Es ist nicht gesagt, wen die Freigabe schützt: Vervollständigen Sie den Satz auf der Seite Daten.</translation>
    </message>
    <message>
        <source>The description of the data has gaps: fill them on the page Data.</source>
        <translation>Die Beschreibung der Daten hat Lücken: Füllen Sie sie auf der Seite Daten.</translation>
    </message>
    <message>
        <source>Go to Data</source>
        <translation>Zu den Daten</translation>
    </message>
    <message>
        <source>Go to Dictionary</source>
        <translation>Zu den Merkmalen</translation>
    </message>
    <message>
        <source>Go to Tables</source>
        <translation>Zu den Tabellen</translation>
    </message>
</context>
<context>
    <name>FormatBoxes</name>
    <message>
        <source>Also &amp;PX files</source>
        <translation>Auch &amp;PX-Dateien</translation>
    </message>
    <message>
        <source>Writes each table as a PX file, too, as PxWeb and PC-Axis read it, in all languages.</source>
        <translation>Schreibt jede Tabelle auch als PX-Datei, wie PxWeb und PC-Axis sie lesen, in allen Sprachen.</translation>
    </message>
    <message>
        <source>Also S&amp;DMX files</source>
        <translation>Auch S&amp;DMX-Dateien</translation>
    </message>
    <message>
        <source>Writes each table as SDMX-CSV, too, for data portals and other offices.</source>
        <translation>Schreibt jede Tabelle auch als SDMX-CSV, für Datenportale und andere Ämter.</translation>
    </message>
    <message>
        <source>Also &amp;charts</source>
        <translation>Auch &amp;Diagramme</translation>
    </message>
    <message>
        <source>Writes the picture of each table that has one as an SVG file, too, for a site or a text.</source>
        <translation>Schreibt zusätzlich das Bild jeder Tabelle, die eines hat, als SVG-Datei, für eine Website oder einen Text.</translation>
    </message>
    <message>
        <source>Also synthetic &amp;microdata</source>
        <translation>Auch synthetische &amp;Mikrodaten</translation>
    </message>
    <message>
        <source>Writes made-up records, too, whose tables are the published ones; costs nothing.</source>
        <translation>Schreibt auch erdachte Datensätze, deren Tabellen die veröffentlichten sind; kostet nichts.</translation>
    </message>
</context>
<context>
    <name>FormatForm</name>
    <message>
        <source>Codebooks (*.xml *.csv)</source>
        <translation>Codebücher (*.xml *.csv)</translation>
    </message>
    <message>
        <source>decimal comma</source>
        <translation>Dezimalkomma</translation>
    </message>
</context>
<context>
    <name>GroupTool</name>
    <message>
        <source>Group</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Add the groups</source>
        <translation>Gruppen hinzufügen</translation>
    </message>
    <message>
        <source>groups of equal width</source>
        <translation>Gruppen gleicher Breite</translation>
    </message>
    <message>
        <source>groups that begin at given numbers</source>
        <translation>Gruppen, die bei gegebenen Zahlen beginnen</translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation>Be&amp;zeichnung</translation>
    </message>
    <message>
        <source>The title in tables.</source>
        <translation>Die Überschrift in Tabellen.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>A short name for tables and other variables.</source>
        <translation>Ein kurzer Name für Tabellen und andere Merkmale.</translation>
    </message>
    <message>
        <source>&amp;How</source>
        <translation>&amp;Wie</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>Br&amp;eite</translation>
    </message>
    <message>
        <source>Five makes five-year groups of ages.</source>
        <translation>Fünf ergibt Fünfjahresgruppen des Alters.</translation>
    </message>
    <message>
        <source>&amp;Begin at</source>
        <translation>Be&amp;ginn bei</translation>
    </message>
    <message>
        <source>Growing numbers with semicolons between them.</source>
        <translation>Steigende Zahlen, durch Semikolons getrennt.</translation>
    </message>
    <message>
        <source>Codes to group</source>
        <translation>Zu gruppierende Codes</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Group of the chosen lines</source>
        <translation>Gruppe der gewählten Zeilen</translation>
    </message>
    <message>
        <source>The label of the group.</source>
        <translation>Die Bezeichnung der Gruppe.</translation>
    </message>
    <message>
        <source>Label of a group</source>
        <translation>Bezeichnung einer Gruppe</translation>
    </message>
    <message>
        <source>Put the chosen lines into this group</source>
        <translation>Gewählte Zeilen in diese Gruppe setzen</translation>
    </message>
    <message>
        <source>stand for themselves</source>
        <translation>stehen für sich selbst</translation>
    </message>
    <message>
        <source>&amp;Codes in no group</source>
        <translation>C&amp;odes ohne Gruppe</translation>
    </message>
    <message>
        <source>Group ‘{label}’</source>
        <translation>Gruppe „{label}“</translation>
    </message>
    <message>
        <source>The number stays as it is; a new variable has its bins in groups.</source>
        <translation>Die Zahl bleibt, wie sie ist; ein neues Merkmal hat ihre Klassen in Gruppen.</translation>
    </message>
    <message>
        <source>The variable stays as it is; a new one has its codes in groups. Type the label of a group beside each code, or choose lines and put them into one.</source>
        <translation>Das Merkmal bleibt, wie es ist; ein neues hat seine Codes in Gruppen. Geben Sie neben jedem Code die Bezeichnung einer Gruppe ein oder wählen Sie Zeilen und setzen Sie diese in eine.</translation>
    </message>
    <message>
        <source>{label}, in groups</source>
        <translation>{label}, in Gruppen</translation>
    </message>
    <message>
        <source>{n} groups: {groups}</source>
        <translation>{n} Gruppen: {groups}</translation>
    </message>
    <message>
        <source>Group a variable</source>
        <translation>Merkmal gruppieren</translation>
    </message>
    <message>
        <source>are left out</source>
        <translation>bleiben weg</translation>
    </message>
</context>
<context>
    <name>GroupingBar</name>
    <message>
        <source>No groups were found in which these tables can be answered.</source>
        <translation>Es wurden keine Gruppen gefunden, in denen diese Tabellen beantwortet werden können.</translation>
    </message>
    <message>
        <source>No other groups were found that would be more accurate.</source>
        <translation>Es wurden keine anderen Gruppen gefunden, die genauer wären.</translation>
    </message>
    <message>
        <source>Group them so</source>
        <translation>So gruppieren</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>In other groups the tables would be more accurate. Widest noise margins: {tables}.</source>
        <translation>In anderen Gruppen wären die Tabellen genauer. Weiteste Rauschspannen: {tables}.</translation>
    </message>
    <message>
        <source>As they are grouped, the tables cannot be answered. In other groups they can: {tables}.</source>
        <translation>So gruppiert können die Tabellen nicht beantwortet werden, in anderen Gruppen schon: {tables}.</translation>
    </message>
    <message>
        <source>“{name}” {after}</source>
        <translation>„{name}“ {after}</translation>
    </message>
    <message>
        <source>“{name}” {after} instead of {before}</source>
        <translation>„{name}“ {after} statt {before}</translation>
    </message>
    <message>
        <source>about as now</source>
        <translation>etwa wie jetzt</translation>
    </message>
    <message>
        <source>Group the tables by forecast</source>
        <translation>Tabellen nach Prognose gruppieren</translation>
    </message>
    <message>
        <source>Grouped by forecast: {tables}. Undo takes it back.</source>
        <translation>Nach Prognose gruppiert: {tables}. „Rückgängig“ nimmt es zurück.</translation>
    </message>
</context>
<context>
    <name>GroupsPanel</name>
    <message>
        <source>Parts of the budget</source>
        <translation>Anteile am Budget</translation>
    </message>
    <message>
        <source>Tables of one group share their part of the budget and are measured together.</source>
        <translation>Tabellen einer Gruppe teilen sich ihren Anteil am Budget und werden gemeinsam gemessen.</translation>
    </message>
    <message>
        <source>Share &amp;evenly</source>
        <translation>Gleich aufteilen</translation>
    </message>
    <message>
        <source>Share evenly</source>
        <translation>Gleich aufteilen</translation>
    </message>
    <message>
        <source>Gives every group the same part of the budget.</source>
        <translation>Gibt jeder Gruppe denselben Anteil am Budget.</translation>
    </message>
    <message>
        <source>A part for &amp;each table</source>
        <translation>Ante&amp;il je Tabelle</translation>
    </message>
    <message>
        <source>A part for each table</source>
        <translation>Anteil je Tabelle</translation>
    </message>
    <message>
        <source>Puts every table in a group of its own, evenly.</source>
        <translation>Gibt jeder Tabelle eine eigene Gruppe, zu gleichen Teilen.</translation>
    </message>
    <message>
        <source>All &amp;together</source>
        <translation>Alle &amp;zusammen</translation>
    </message>
    <message>
        <source>All tables together</source>
        <translation>Alle Tabellen zusammen</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>Alle zusammen</translation>
    </message>
    <message>
        <source>Choose by forecast</source>
        <translation>Nach Prognose wählen</translation>
    </message>
    <message>
        <source>Looks for the groups in which the tables are most accurate, and proposes them.</source>
        <translation>Sucht die Gruppen, in denen die Tabellen am genauesten sind, und schlägt sie vor.</translation>
    </message>
    <message>
        <source>Choose the groups by forecast</source>
        <translation>Die Gruppen nach Prognose wählen</translation>
    </message>
    <message>
        <source>Ad&amp;vanced: noise, weights</source>
        <translation>Er&amp;weitert: Rauschen, Gewichte</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Shows the noise, and how a group&apos;s part is divided between counts, sums and statistics.</source>
        <translation>Zeigt das Rauschen und wie sich der Anteil einer Gruppe auf Häufigkeiten, Summen und Statistiken verteilt.</translation>
    </message>
    <message>
        <source>the tables without a group</source>
        <translation>die Tabellen ohne Gruppe</translation>
    </message>
    <message>
        <source>all other tables</source>
        <translation>alle anderen Tabellen</translation>
    </message>
    <message>
        <source>a new group of its own</source>
        <translation>eine eigene neue Gruppe</translation>
    </message>
    <message>
        <source>The parts add up to {sum}: they must add up to at most 1.</source>
        <translation>Die Anteile ergeben {sum}: Sie dürfen zusammen höchstens 1 ergeben.</translation>
    </message>
    <message>
        <source>The tables without a group share the rest: {part}.</source>
        <translation>Die Tabellen ohne Gruppe teilen sich den Rest: {part}.</translation>
    </message>
    <message>
        <source>{part} of the plan&apos;s budget is given to no group.</source>
        <translation>{part} des Budgets dieses Plans ist keiner Gruppe gegeben.</translation>
    </message>
    <message>
        <source>The parts add up to the whole of this plan&apos;s budget.</source>
        <translation>Die Anteile ergeben das ganze Budget dieses Plans.</translation>
    </message>
    <message>
        <source>from {size}: {variables}</source>
        <translation>ab {size}: {variables}</translation>
    </message>
    <message>
        <source>totals only</source>
        <translation>nur Insgesamt</translation>
    </message>
    <message>
        <source>{group}: how finely each code of {variable} is shown depends on its noisy size, measured first with {share} of the part; {levels}.</source>
        <translation>{group}: Wie fein jede Ausprägung von {variable} gezeigt wird, hängt von ihrer verrauschten Größe ab, die zuerst mit {share} des Anteils gemessen wird; {levels}.</translation>
    </message>
    <message>
        <source>Change the group of a table</source>
        <translation>Gruppe einer Tabelle ändern</translation>
    </message>
    <message>
        <source>This table is &amp;computed together with</source>
        <translation>Zusammen ber&amp;echnet mit</translation>
    </message>
    <message>
        <source>This table is computed together with</source>
        <translation>Zusammen berechnet mit</translation>
    </message>
    <message>
        <source>Computes all tables together, with the whole budget.</source>
        <translation>Berechnet alle Tabellen zusammen, mit dem ganzen Budget.</translation>
    </message>
    <message>
        <source>All tables are computed together, with the whole of this plan&apos;s budget.</source>
        <translation>Alle Tabellen werden zusammen berechnet, mit dem ganzen Budget dieses Plans.</translation>
    </message>
</context>
<context>
    <name>GroupsPart</name>
    <message>
        <source>&amp;Groups codes of</source>
        <translation>&amp;Gruppiert Codes von</translation>
    </message>
    <message>
        <source>Groups codes of</source>
        <translation>Gruppiert Codes von</translation>
    </message>
    <message>
        <source>The variable whose codes are put into groups.</source>
        <translation>Das Merkmal, dessen Codes in Gruppen gesetzt werden.</translation>
    </message>
    <message>
        <source>Group another variable</source>
        <translation>Anderes Merkmal gruppieren</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Codes in it</source>
        <translation>Codes darin</translation>
    </message>
    <message>
        <source>Codes in no group</source>
        <translation>Codes ohne Gruppe</translation>
    </message>
    <message>
        <source>must not be left</source>
        <translation>unzulässig</translation>
    </message>
    <message>
        <source>count as the code</source>
        <translation>zählen als der Code</translation>
    </message>
    <message>
        <source>Change what other codes become</source>
        <translation>Ändern, was andere Codes werden</translation>
    </message>
    <message>
        <source>&amp;Codes in no group</source>
        <translation>C&amp;odes ohne Gruppe</translation>
    </message>
    <message>
        <source>are left out</source>
        <translation>bleiben weg</translation>
    </message>
</context>
<context>
    <name>GuessingWords</name>
    <message>
        <source>Somebody who knows everything else and guesses {about} may be right nearly always.</source>
        <translation>Wer alles andere weiß und rät, {about}, kann fast immer recht haben.</translation>
    </message>
    <message>
        <source>Somebody who knows everything else and guesses {about} is right at most {right} times in 100; by mere chance it would be 50.</source>
        <translation>Wer alles andere weiß und rät, {about}, hat höchstens in {right} von 100 Fällen recht; durch bloßen Zufall wären es 50.</translation>
    </message>
</context>
<context>
    <name>HelpPanel</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>&amp;Search the help</source>
        <translation>Hilfe &amp;durchsuchen</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Shows the topics in which all the words occur.</source>
        <translation>Zeigt die Themen, in denen alle Wörter vorkommen.</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Help text</source>
        <translation>Hilfetext</translation>
    </message>
    <message>
        <source>No topic has all these words.</source>
        <translation>Kein Thema enthält alle diese Wörter.</translation>
    </message>
</context>
<context>
    <name>ImportTool</name>
    <message>
        <source>Import labels and codes</source>
        <translation>Bezeichnungen und Codes einlesen</translation>
    </message>
    <message>
        <source>A spreadsheet (CSV, xlsx), files of τ-ARGUS (.rda, .hrc, .cdl), SDMX-ML, a DDI codebook, or a file of SPSS, Stata or SAS, of which no record is read. What the file says nothing of stays as it is.</source>
        <translation>Eine Tabelle (CSV, xlsx), Dateien von τ-ARGUS (.rda, .hrc, .cdl), SDMX-ML, ein Codebuch nach DDI oder eine Datei von SPSS, Stata oder SAS, aus der kein Datensatz gelesen wird. Wovon die Datei nichts sagt, das bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Look for the file with labels and codes in the folders.</source>
        <translation>Die Datei mit Bezeichnungen und Codes in den Ordnern suchen.</translation>
    </message>
    <message>
        <source>File with labels and codes</source>
        <translation>Datei mit Bezeichnungen und Codes</translation>
    </message>
    <message>
        <source>The path of the file; Enter reads it.</source>
        <translation>Der Pfad der Datei; die Eingabetaste liest sie.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;Variable</source>
        <translation>&amp;Merkmal</translation>
    </message>
    <message>
        <source>Whose codes they are, where the file does not say.</source>
        <translation>Wessen Codes es sind, wo die Datei es nicht sagt.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>What will change</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>&amp;Confirmed by</source>
        <translation>Bestätigt v&amp;on</translation>
    </message>
    <message>
        <source>An office or a role, such as Census methods unit.</source>
        <translation>Eine Stelle oder eine Funktion, etwa Referat Zensusmethoden.</translation>
    </message>
    <message>
        <source>Labels and codes</source>
        <translation>Bezeichnungen und Codes</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Die Datei wird gelesen…</translation>
    </message>
    <message>
        <source>The dictionary says all of this already.</source>
        <translation>Die Beschreibung sagt das alles schon.</translation>
    </message>
    <message>
        <source>new: {n} codes</source>
        <translation>neu: {n} Codes</translation>
    </message>
    <message>
        <source>codes added: {n}</source>
        <translation>Codes hinzugefügt: {n}</translation>
    </message>
    <message>
        <source>codes taken away: {n}</source>
        <translation>Codes weggenommen: {n}</translation>
    </message>
    <message>
        <source>codes with other labels or values: {n}</source>
        <translation>Codes mit anderen Bezeichnungen oder Werten: {n}</translation>
    </message>
    <message>
        <source>its label</source>
        <translation>die Bezeichnung</translation>
    </message>
    <message>
        <source>missing codes</source>
        <translation>Codes für fehlende Angaben</translation>
    </message>
    <message>
        <source>groups of codes</source>
        <translation>Gruppen von Codes</translation>
    </message>
    <message>
        <source>where its codes come from</source>
        <translation>woher die Codes stammen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Say who confirms that this is public knowledge: an office or a role.</source>
        <translation>Sagen Sie, wer bestätigt, dass dies öffentlich bekannt ist: eine Stelle oder Funktion.</translation>
    </message>
</context>
<context>
    <name>ImpossibleTool</name>
    <message>
        <source>Impossible combinations</source>
        <translation>Unmögliche Kombinationen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Reason, for readers</source>
        <translation>Begründung, für Leser</translation>
    </message>
    <message>
        <source>Excludes</source>
        <translation>Schließt aus</translation>
    </message>
    <message>
        <source>Excluded by a public rule.</source>
        <translation>Durch eine öffentliche Regel ausgeschlossen.</translation>
    </message>
    <message>
        <source>Conditions that cannot hold together</source>
        <translation>Bedingungen, die nicht zusammen gelten können</translation>
    </message>
    <message>
        <source>These cannot hold together</source>
        <translation>Diese können nicht zusammen gelten</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>type codes such as 1; 2 or 0 … 15</source>
        <translation>Codes eingeben, etwa 1; 2 oder 0 … 15</translation>
    </message>
    <message>
        <source>Change impossible combinations</source>
        <translation>Unmögliche Kombinationen ändern</translation>
    </message>
    <message>
        <source>A variable stands in a rule once.</source>
        <translation>Ein Merkmal steht in einer Regel nur einmal.</translation>
    </message>
    <message>
        <source>Change an impossible combination</source>
        <translation>Unmögliche Kombination ändern</translation>
    </message>
    <message>
        <source>A public rule may exclude combinations: nobody under 16 is married. Such cells carry no noise; a row that contradicts a rule is left out.</source>
        <translation>Eine öffentliche Regel kann Kombinationen ausschließen: Niemand unter 16 ist verheiratet. Solche Zellen tragen kein Rauschen; eine Zeile, die einer Regel widerspricht, bleibt weg.</translation>
    </message>
</context>
<context>
    <name>IntervalsField</name>
    <message>
        <source>Intervals</source>
        <translation>Intervalle</translation>
    </message>
    <message>
        <source>Each line is an interval; type to change an end or a label. An empty end is open.</source>
        <translation>Jede Zeile ist ein Intervall; tippen Sie, um ein Ende oder eine Bezeichnung zu ändern. Ein leeres Ende ist offen.</translation>
    </message>
    <message>
        <source>Begin from a list</source>
        <translation>Mit einer Liste beginnen</translation>
    </message>
    <message>
        <source>Replaces the intervals by a usual list.</source>
        <translation>Ersetzt die Intervalle durch eine übliche Liste.</translation>
    </message>
    <message>
        <source>By codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Gives the ends of the chosen interval as codes instead of values, or the other way.</source>
        <translation>Gibt die Enden des gewählten Intervalls als Codes statt als Werte an oder umgekehrt.</translation>
    </message>
    <message>
        <source>By codes or by values</source>
        <translation>Nach Codes oder nach Werten</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add an interval</source>
        <translation>Intervall hinzufügen</translation>
    </message>
    <message>
        <source>Remove the chosen intervals</source>
        <translation>Gewählte Intervalle entfernen</translation>
    </message>
    <message>
        <source>Lines {first} and {second} overlap: whoever lies in both is counted in both.</source>
        <translation>Zeilen {first} und {second} überlappen: Wer in beiden liegt, zählt in beiden.</translation>
    </message>
    <message>
        <source>About eight of equal width</source>
        <translation>Etwa acht gleicher Breite</translation>
    </message>
    <message>
        <source>Age bands: {bands}</source>
        <translation>Altersgruppen: {bands}</translation>
    </message>
    <message>
        <source>Groups of {width}</source>
        <translation>Gruppen von {width}</translation>
    </message>
    <message>
        <source>Each code by itself</source>
        <translation>Jeder Code für sich</translation>
    </message>
    <message>
        <source>{list} ({n})</source>
        <translation>{list} ({n})</translation>
    </message>
    <message>
        <source>There is already an interval from the first to the last; change that one first.</source>
        <translation>Es gibt schon ein Intervall vom ersten bis zum letzten; ändern Sie zuerst dieses.</translation>
    </message>
</context>
<context>
    <name>IntervalsModel</name>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>below {value}</source>
        <translation>unter {value}</translation>
    </message>
    <message>
        <source>a code of the variable</source>
        <translation>kein Code des Merkmals</translation>
    </message>
    <message>
        <source>a number such as 18 or 17.5</source>
        <translation>keine Zahl wie 18 oder 17,5</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>“{text}” is not {what}.</source>
        <translation>„{text}“ ist {what}.</translation>
    </message>
</context>
<context>
    <name>KindsPanel</name>
    <message>
        <source>What do you want to know?</source>
        <translation>Was möchten Sie wissen?</translation>
    </message>
</context>
<context>
    <name>LabelLanguage</name>
    <message>
        <source>Language of &amp;labels</source>
        <translation>Sprache der &amp;Texte</translation>
    </message>
    <message>
        <source>Language of labels</source>
        <translation>Sprache der Texte</translation>
    </message>
    <message>
        <source>Labels are shown and typed in this language; type a tag such as de to begin another.</source>
        <translation>In dieser Sprache werden Bezeichnungen gezeigt und eingegeben; ein Kürzel wie de beginnt eine weitere.</translation>
    </message>
    <message>
        <source>A language is named by a tag such as en, de or fr-CA.</source>
        <translation>Eine Sprache heißt nach einem Kürzel wie en, de oder fr-CA.</translation>
    </message>
</context>
<context>
    <name>Lacking</name>
    <message>
        <source>Confirm how the file is written.</source>
        <translation>Bestätigen Sie, wie die Datei geschrieben ist.</translation>
    </message>
    <message>
        <source>Open a file of microdata.</source>
        <translation>Öffnen Sie eine Datei mit Mikrodaten.</translation>
    </message>
    <message>
        <source>Give the data a title.</source>
        <translation>Geben Sie den Daten einen Titel.</translation>
    </message>
    <message>
        <source>Name the budget account of these people.</source>
        <translation>Benennen Sie das Budgetkonto dieser Menschen.</translation>
    </message>
    <message>
        <source>Say whether the data are a complete count or a sample.</source>
        <translation>Sagen Sie, ob die Daten eine Vollerhebung oder eine Stichprobe sind.</translation>
    </message>
    <message>
        <source>Say whose privacy is protected.</source>
        <translation>Sagen Sie, wessen Privatsphäre geschützt wird.</translation>
    </message>
    <message>
        <source>Name in own words what is protected.</source>
        <translation>Benennen Sie mit eigenen Worten, was geschützt wird.</translation>
    </message>
    <message>
        <source>Say whether each has one row in the file or several.</source>
        <translation>Sagen Sie, ob jede Einheit eine Zeile in der Datei hat oder mehrere.</translation>
    </message>
    <message>
        <source>Name the column that tells them apart.</source>
        <translation>Nennen Sie die Spalte, die sie unterscheidet.</translation>
    </message>
    <message>
        <source>Say how many rows of each are counted at most.</source>
        <translation>Sagen Sie, wie viele Zeilen von jeder Einheit höchstens zählen.</translation>
    </message>
    <message>
        <source>Say whether their number is public.</source>
        <translation>Sagen Sie, ob ihre Anzahl öffentlich ist.</translation>
    </message>
    <message>
        <source>Set the budget of all releases together.</source>
        <translation>Legen Sie das Budget aller Freigaben fest.</translation>
    </message>
    <message>
        <source>Say what becomes of rows without an identifier.</source>
        <translation>Sagen Sie, was mit Zeilen ohne Kennung geschieht.</translation>
    </message>
</context>
<context>
    <name>Ladder</name>
    <message>
        <source>a guess is right,
times in 100</source>
        <translation>richtig geraten,
von 100 Malen</translation>
    </message>
    <message>
        <source>a table of
8 cells</source>
        <translation>Tabelle mit
8 Zellen</translation>
    </message>
    <message>
        <source>or of
1,000 cells</source>
        <translation>oder mit
1.000 Zellen</translation>
    </message>
    <message>
        <source>A guess about one of them is right 50 times in 100 without the tables. ±: noise margin (90 %) with the whole amount spent on one table. Public examples from: {sources}.</source>
        <translation>Ohne die Tabellen trifft eine Vermutung über eine dieser Einheiten in 50 von 100 Fällen zu. ±: Rauschspanne (90 %), wenn der ganze Betrag für eine Tabelle ausgegeben wird. Öffentliche Beispiele aus: {sources}.</translation>
    </message>
    <message>
        <source>Very strong</source>
        <translation>Sehr stark</translation>
    </message>
    <message>
        <source>Strong</source>
        <translation>Stark</translation>
    </message>
    <message>
        <source>Fairly strong</source>
        <translation>Ziemlich stark</translation>
    </message>
    <message>
        <source>Moderate</source>
        <translation>Mäßig</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>Schwach</translation>
    </message>
    <message>
        <source>Hardly any</source>
        <translation>Kaum</translation>
    </message>
    <message>
        <source>nearly always</source>
        <translation>fast immer</translation>
    </message>
</context>
<context>
    <name>LedgerDetails</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Everything the entry records; select and copy at will.</source>
        <translation>Alles, was die Buchung festhält; Sie können es markieren und kopieren.</translation>
    </message>
    <message>
        <source>Show this re&amp;lease</source>
        <translation>Diese &amp;Freigabe zeigen</translation>
    </message>
    <message>
        <source>Opens the finished tables on the page Publish, where they are exported again at no cost.</source>
        <translation>Öffnet die fertigen Tabellen auf der Seite Publikation; dort werden sie kostenlos erneut exportiert.</translation>
    </message>
    <message>
        <source>No entry is chosen</source>
        <translation>Keine Buchung gewählt</translation>
    </message>
    <message>
        <source>Entry {number} · {date}</source>
        <translation>Buchung {number} · {date}</translation>
    </message>
    <message>
        <source>This entry does not belong to a finished release.</source>
        <translation>Diese Buchung gehört zu keiner abgeschlossenen Freigabe.</translation>
    </message>
    <message>
        <source>{left} is left of {limit}.</source>
        <translation>{left} von {limit} sind übrig.</translation>
    </message>
    <message>
        <source>Nothing is released without an approval.</source>
        <translation>Ohne Genehmigung wird nichts freigegeben.</translation>
    </message>
    <message>
        <source>Waves begun: {begun} of {waves}; each may spend {each}.</source>
        <translation>Begonnene Wellen: {begun} von {waves}; jede darf {each} ausgeben.</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Geprüft</translation>
    </message>
</context>
<context>
    <name>LedgerEntriesModel</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Budget account</source>
        <translation>Budgetkonto</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Übrig</translation>
    </message>
</context>
<context>
    <name>LedgerPage</name>
    <message>
        <source>Ledger</source>
        <translation>Kontobuch</translation>
    </message>
    <message>
        <source>Verify &amp;against</source>
        <translation>Prüfen &amp;gegen</translation>
    </message>
    <message>
        <source>A &amp;workbook…</source>
        <translation>Eine &amp;Arbeitsmappe…</translation>
    </message>
    <message>
        <source>The &amp;folder of a release…</source>
        <translation>Den &amp;Ordner einer Freigabe…</translation>
    </message>
    <message>
        <source>Verify against</source>
        <translation>Prüfen gegen</translation>
    </message>
    <message>
        <source>Check that a published workbook or folder is what the ledger recorded.</source>
        <translation>Prüft, ob eine veröffentlichte Arbeitsmappe oder ein Ordner das ist, was im Kontobuch steht.</translation>
    </message>
    <message>
        <source>E&amp;xport the audit log…</source>
        <translation>Prüfprotokoll e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Open an&amp;other ledger…</source>
        <translation>A&amp;nderes Kontobuch öffnen…</translation>
    </message>
    <message>
        <source>&amp;My own ledger</source>
        <translation>&amp;Mein Kontobuch</translation>
    </message>
    <message>
        <source>Back to the ledger in your own data folder.</source>
        <translation>Zurück zum Kontobuch in Ihrem eigenen Datenordner.</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Veränderung</translation>
    </message>
    <message>
        <source>Writes what changed since the wave before the chosen release, with margins; it costs nothing.</source>
        <translation>Schreibt, was sich seit der Welle vor der gewählten Freigabe verändert hat, mit Rauschspannen; es kostet nichts.</translation>
    </message>
    <message>
        <source>There is no ledger here yet</source>
        <translation>Hier gibt es noch kein Kontobuch</translation>
    </message>
    <message>
        <source>The first release makes it. From then on it records every release, every refusal and every look at exact figures, and how much of each budget is left. Rehearsals never appear in it.</source>
        <translation>Die erste Freigabe legt es an. Von da an verzeichnet es jede Freigabe, jede Ablehnung und jeden Blick auf exakte Zahlen und wie viel von jedem Budget übrig ist. Probeläufe stehen nie darin.</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>An&amp;zeigen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>The entries of one account, or of all.</source>
        <translation>Die Buchungen eines Kontos oder aller Konten.</translation>
    </message>
    <message>
        <source>Steps &amp;within a release</source>
        <translation>&amp;Schritte innerhalb einer Freigabe</translation>
    </message>
    <message>
        <source>Shows when noise was drawn and when it was stored, too.</source>
        <translation>Zeigt auch, wann das Rauschen gezogen und wann es gespeichert wurde.</translation>
    </message>
    <message>
        <source>Entries of the ledger</source>
        <translation>Buchungen des Kontobuchs</translation>
    </message>
    <message>
        <source>Open another ledger…</source>
        <translation>Anderes Kontobuch öffnen…</translation>
    </message>
    <message>
        <source>Go on with this copy…</source>
        <translation>Mit dieser Kopie weiterarbeiten…</translation>
    </message>
    <message>
        <source>This is an older copy of the ledger (ROLLBACK): this machine, or a document, knows of later entries, and what was spent in them is missing here. Nothing is released from it. Put the newest copy back in its place, or open it from where it lies. The ledger says: {sentence}</source>
        <translation>Das ist eine ältere Kopie des Kontobuchs (ROLLBACK): Dieser Rechner oder ein Dokument kennt spätere Buchungen, und was in ihnen ausgegeben wurde, fehlt hier. Aus ihr wird nichts freigegeben. Legen Sie die neueste Kopie wieder an ihren Platz, oder öffnen Sie sie dort, wo sie liegt. Das Kontobuch sagt: {sentence}</translation>
    </message>
    <message>
        <source>This ledger and another copy of it were spent from separately (FORK): each lacks what was spent in the other. Keep both, release from neither, and let those who answer for the data decide which one counts and what both have spent. The ledger says: {sentence}</source>
        <translation>Aus diesem Kontobuch und einer anderen Kopie wurde getrennt ausgegeben (FORK): Jedem fehlt, was im anderen ausgegeben wurde. Behalten Sie beide, geben Sie aus keinem frei, und lassen Sie entscheiden, wer für die Daten einsteht: welches gilt und was beide ausgegeben haben. Das Kontobuch sagt: {sentence}</translation>
    </message>
    <message>
        <source>There is no ledger that can be read.</source>
        <translation>Es gibt kein lesbares Kontobuch.</translation>
    </message>
    <message>
        <source>There is no account yet.</source>
        <translation>Es gibt noch kein Konto.</translation>
    </message>
    <message>
        <source>All accounts</source>
        <translation>Alle Konten</translation>
    </message>
    <message>
        <source>Opening release {release}…</source>
        <translation>Freigabe {release} wird geöffnet…</translation>
    </message>
    <message>
        <source>Finishing release {release}…</source>
        <translation>Die Freigabe {release} wird abgeschlossen…</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Verifying every entry…</source>
        <translation>Jede Buchung wird geprüft…</translation>
    </message>
    <message>
        <source>The ledger is whole. What was checked is said at the right.</source>
        <translation>Das Kontobuch ist unversehrt. Rechts steht, was geprüft wurde.</translation>
    </message>
    <message>
        <source>A published workbook</source>
        <translation>Eine veröffentlichte Arbeitsmappe</translation>
    </message>
    <message>
        <source>Workbooks</source>
        <translation>Arbeitsmappen</translation>
    </message>
    <message>
        <source>The folder of a release</source>
        <translation>Der Ordner einer Freigabe</translation>
    </message>
    <message>
        <source>Export the audit log</source>
        <translation>Prüfprotokoll exportieren</translation>
    </message>
    <message>
        <source>Audit logs</source>
        <translation>Prüfprotokolle</translation>
    </message>
    <message>
        <source>Writing the audit log…</source>
        <translation>Das Prüfprotokoll wird geschrieben…</translation>
    </message>
    <message>
        <source>The audit log is in {file}. It holds no plan, no figure and no key.</source>
        <translation>Das Prüfprotokoll liegt in {file}. Es enthält keinen Plan, keine Zahl und keinen Schlüssel.</translation>
    </message>
    <message>
        <source>Whether anything is released from the account in view without an approval by a second office.</source>
        <translation>Ob aus dem gezeigten Konto etwas ohne die Genehmigung einer zweiten Stelle freigegeben wird.</translation>
    </message>
    <message>
        <source>Releases the plan of the last wave from another file.</source>
        <translation>Gibt den Plan der letzten Welle aus einer anderen Datei frei.</translation>
    </message>
    <message>
        <source>Divides what is left of the account in view among waves of a survey.</source>
        <translation>Teilt, was von dem gezeigten Konto übrig ist, unter den Wellen einer Erhebung auf.</translation>
    </message>
    <message>
        <source>Choose an entry of a finished release that has a wave before it.</source>
        <translation>Wählen Sie einen Eintrag einer fertigen Freigabe, vor der eine Welle liegt.</translation>
    </message>
    <message>
        <source>The series of {dataset} is declared.</source>
        <translation>Die Reihe von {dataset} ist erklärt.</translation>
    </message>
    <message>
        <source>A folder for what changed</source>
        <translation>Ein Ordner für die Veränderung</translation>
    </message>
    <message>
        <source>Working out what changed…</source>
        <translation>Die Veränderung wird berechnet…</translation>
    </message>
    <message>
        <source>What changed is in {folder}.</source>
        <translation>Die Veränderung liegt in {folder}.</translation>
    </message>
    <message>
        <source>Written into the ledger. An office or a role, not the name of a person.</source>
        <translation>Kommt ins Kontobuch. Eine Stelle oder eine Rolle, nicht der Name einer Person.</translation>
    </message>
    <message>
        <source>Kept in the ledger for good.</source>
        <translation>Bleibt für immer im Kontobuch.</translation>
    </message>
    <message>
        <source>{dataset}: demand approvals no longer</source>
        <translation>{dataset}: Genehmigung nicht mehr verlangen</translation>
    </message>
    <message>
        <source>&amp;Raise the budget…</source>
        <translation>Budget &amp;erhöhen…</translation>
    </message>
    <message>
        <source>What chan&amp;ged…</source>
        <translation>Ve&amp;ränderung…</translation>
    </message>
    <message>
        <source>Nex&amp;t wave…</source>
        <translation>Nächste &amp;Welle…</translation>
    </message>
    <message>
        <source>Declare a ser&amp;ies…</source>
        <translation>Re&amp;ihe erklären…</translation>
    </message>
    <message>
        <source>From then on one person alone can release from this account. It becomes an entry.</source>
        <translation>Von da an kann eine Person allein aus diesem Konto freigeben. Das wird gebucht.</translation>
    </message>
    <message>
        <source>Demand them no longer</source>
        <translation>Nicht mehr verlangen</translation>
    </message>
    <message>
        <source>{dataset}: demand approvals</source>
        <translation>{dataset}: Genehmigung verlangen</translation>
    </message>
    <message>
        <source>From then on nothing is released from this account, and no session opened, unless this very plan was approved by another office or role than the one that submitted it. It becomes an entry.</source>
        <translation>Von da an wird aus diesem Konto nichts freigegeben und keine Sitzung eröffnet, wenn nicht genau dieser Plan von einer anderen Stelle oder Funktion genehmigt wurde als der, die ihn eingereicht hat. Das wird gebucht.</translation>
    </message>
    <message>
        <source>Demand approvals from now on</source>
        <translation>Von jetzt an verlangen</translation>
    </message>
    <message>
        <source>Go on with this copy</source>
        <translation>Mit dieser Kopie weiterarbeiten</translation>
    </message>
    <message>
        <source>Only where the newest copy is lost. What the missing entries spent on these people is not known any more, so it is not counted: the promise to them is weaker than the ledger says. It becomes an entry.</source>
        <translation>Nur wenn die neueste Kopie verloren ist. Was die fehlenden Buchungen für diese Menschen ausgegeben haben, ist nicht mehr bekannt und wird nicht gezählt: Das Versprechen an sie ist schwächer, als das Kontobuch sagt. Das wird gebucht.</translation>
    </message>
    <message>
        <source>Go on with this copy now</source>
        <translation>Jetzt mit dieser Kopie weiterarbeiten</translation>
    </message>
    <message>
        <source>This copy is the ledger from now on.</source>
        <translation>Von jetzt an ist diese Kopie das Kontobuch.</translation>
    </message>
    <message>
        <source>From now on {dataset} releases nothing without an approval.</source>
        <translation>Von jetzt an gibt {dataset} nichts ohne Genehmigung frei.</translation>
    </message>
    <message>
        <source>{dataset} demands no approval any more.</source>
        <translation>{dataset} verlangt keine Genehmigung mehr.</translation>
    </message>
    <message>
        <source>The budget of {dataset} was raised.</source>
        <translation>Das Budget von {dataset} wurde erhöht.</translation>
    </message>
    <message>
        <source>Writing the entry…</source>
        <translation>Die Buchung wird geschrieben…</translation>
    </message>
    <message>
        <source>&amp;Demand approvals no longer…</source>
        <translation>Genehmigung nicht mehr &amp;verlangen…</translation>
    </message>
    <message>
        <source>&amp;Demand approvals…</source>
        <translation>Genehmigung &amp;verlangen…</translation>
    </message>
    <message>
        <source>Reaso&amp;n</source>
        <translation>Begründ&amp;ung</translation>
    </message>
    <message>
        <source>Offi&amp;ce</source>
        <translation>Ste&amp;lle</translation>
    </message>
    <message>
        <source>Ro&amp;le</source>
        <translation>Fun&amp;ktion</translation>
    </message>
    <message>
        <source>A ledger</source>
        <translation>Ein Kontobuch</translation>
    </message>
    <message>
        <source>Ledgers</source>
        <translation>Kontobücher</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
</context>
<context>
    <name>LedgerWords</name>
    <message>
        <source>The ledger was begun.</source>
        <translation>Das Kontobuch wurde angelegt.</translation>
    </message>
    <message>
        <source>Account opened with a budget of {total}.</source>
        <translation>Konto eröffnet mit einem Budget von {total}.</translation>
    </message>
    <message>
        <source>Budget raised to {total}.</source>
        <translation>Budget auf {total} erhöht.</translation>
    </message>
    <message>
        <source>{charge} reserved for a release.</source>
        <translation>{charge} für eine Freigabe reserviert.</translation>
    </message>
    <message>
        <source>Noise drawn: spent from here on.</source>
        <translation>Rauschen gezogen: ab hier ausgegeben.</translation>
    </message>
    <message>
        <source>Noisy figures stored.</source>
        <translation>Verrauschte Zahlen gespeichert.</translation>
    </message>
    <message>
        <source>Released, at a cost of {charge}.</source>
        <translation>Freigegeben, zum Preis von {charge}.</translation>
    </message>
    <message>
        <source>Ended before any noise was drawn: given back.</source>
        <translation>Vor dem Rauschen beendet: zurückgegeben.</translation>
    </message>
    <message>
        <source>Texts corrected (version {version}), at no cost.</source>
        <translation>Texte berichtigt (Fassung {version}), ohne Kosten.</translation>
    </message>
    <message>
        <source>A changed data file was accepted.</source>
        <translation>Eine geänderte Datendatei wurde angenommen.</translation>
    </message>
    <message>
        <source>Data known from another data set were confirmed.</source>
        <translation>Von anderswo bekannte Daten wurden bestätigt.</translation>
    </message>
    <message>
        <source>Exact figures of the file were looked at.</source>
        <translation>Exakte Zahlen der Datei wurden angesehen.</translation>
    </message>
    <message>
        <source>Something this version of dpdesk does not know: {kind}.</source>
        <translation>Etwas, das diese Fassung von dpdesk nicht kennt: {kind}.</translation>
    </message>
    <message>
        <source>Refused: the budget did not suffice.</source>
        <translation>Abgelehnt: Das Budget reichte nicht.</translation>
    </message>
    <message>
        <source>Noisy sizes of areas stored.</source>
        <translation>Verrauschte Größen der Gebiete gespeichert.</translation>
    </message>
    <message>
        <source>From here on nothing is released without an approval.</source>
        <translation>Von hier an wird nichts ohne Genehmigung freigegeben.</translation>
    </message>
    <message>
        <source>Approvals are no longer demanded.</source>
        <translation>Genehmigungen werden nicht mehr verlangt.</translation>
    </message>
    <message>
        <source>A plan was submitted for approval.</source>
        <translation>Ein Plan wurde zur Genehmigung eingereicht.</translation>
    </message>
    <message>
        <source>Plan approved: no. {number}, until {expires}.</source>
        <translation>Plan genehmigt: Nr. {number}, bis {expires}.</translation>
    </message>
    <message>
        <source>Approval no. {number} was withdrawn.</source>
        <translation>Genehmigung Nr. {number} wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>The release was withdrawn.</source>
        <translation>Die Freigabe wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>Under embargo until {until}.</source>
        <translation>Unter Sperrfrist bis {until}.</translation>
    </message>
    <message>
        <source>The embargo was lifted.</source>
        <translation>Die Sperrfrist wurde aufgehoben.</translation>
    </message>
    <message>
        <source>A key for signatures was named.</source>
        <translation>Ein Schlüssel für Signaturen wurde benannt.</translation>
    </message>
    <message>
        <source>Divided among {waves} waves; each may spend {each}.</source>
        <translation>Auf {waves} Wellen aufgeteilt; jede darf {each} ausgeben.</translation>
    </message>
    <message>
        <source>An older copy was accepted: this machine had seen entry {seen}.</source>
        <translation>Eine ältere Kopie wurde angenommen: Dieser Rechner hatte Buchung {seen} gesehen.</translation>
    </message>
    <message>
        <source>Refused: the data are recorded under another data set.</source>
        <translation>Abgelehnt: Die Daten sind unter einem anderen Datenbestand verzeichnet.</translation>
    </message>
    <message>
        <source>Refused: the data file had changed.</source>
        <translation>Abgelehnt: Die Datendatei hatte sich geändert.</translation>
    </message>
    <message>
        <source>Refused: the account does not take this kind of budget.</source>
        <translation>Abgelehnt: Das Konto nimmt diese Art von Budget nicht an.</translation>
    </message>
    <message>
        <source>Refused: the plan was not approved.</source>
        <translation>Abgelehnt: Der Plan war nicht genehmigt.</translation>
    </message>
    <message>
        <source>Refused: the file is of no wave that can be begun.</source>
        <translation>Abgelehnt: Die Datei gehört zu keiner Welle, die begonnen werden kann.</translation>
    </message>
    <message>
        <source>Refused ({cause}).</source>
        <translation>Abgelehnt ({cause}).</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Left after it</source>
        <translation>Danach übrig</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Budget in all</source>
        <translation>Budget insgesamt</translation>
    </message>
    <message>
        <source>Unit of protection</source>
        <translation>Schutzeinheit</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Most rows of a unit</source>
        <translation>Höchstzahl Zeilen je Einheit</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Belastet mit</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>Verbleibend</translation>
    </message>
    <message>
        <source>Hash of the plan’s meaning</source>
        <translation>Prüfsumme der Bedeutung des Plans</translation>
    </message>
    <message>
        <source>Hash of the texts</source>
        <translation>Prüfsumme der Texte</translation>
    </message>
    <message>
        <source>Hash of meaning, level and decimals</source>
        <translation>Prüfsumme von Bedeutung, Niveau und Nachkommastellen</translation>
    </message>
    <message>
        <source>Fingerprint of the data</source>
        <translation>Fingerabdruck der Daten</translation>
    </message>
    <message>
        <source>Fingerprint of the records</source>
        <translation>Fingerabdruck der Datensätze</translation>
    </message>
    <message>
        <source>Hash of the plan</source>
        <translation>Prüfsumme des Plans</translation>
    </message>
    <message>
        <source>Hash of the dictionary</source>
        <translation>Prüfsumme der Datenbeschreibung</translation>
    </message>
    <message>
        <source>Hash of the noisy integers</source>
        <translation>Prüfsumme der verrauschten Zahlen</translation>
    </message>
    <message>
        <source>Hash of what is measured</source>
        <translation>Prüfsumme dessen, was gemessen wird</translation>
    </message>
    <message>
        <source>Hash of the result</source>
        <translation>Prüfsumme des Ergebnisses</translation>
    </message>
    <message>
        <source>Hash of the published cells</source>
        <translation>Prüfsumme der veröffentlichten Zellen</translation>
    </message>
    <message>
        <source>Hash of the new texts</source>
        <translation>Prüfsumme der neuen Texte</translation>
    </message>
    <message>
        <source>Version of the texts</source>
        <translation>Fassung der Texte</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Owner’s lock</source>
        <translation>Sperre des Eigentümers</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Kontobuch</translation>
    </message>
    <message>
        <source>Valid until</source>
        <translation>Gültig bis</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Auflagen</translation>
    </message>
    <message>
        <source>Embargo until</source>
        <translation>Sperrfrist bis</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>Genehmigung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Public key</source>
        <translation>Öffentlicher Schlüssel</translation>
    </message>
    <message>
        <source>Entry seen before</source>
        <translation>Zuvor gesehene Buchung</translation>
    </message>
    <message>
        <source>Wave</source>
        <translation>Welle</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>Wellen</translation>
    </message>
    <message>
        <source>Waves of a unit at most</source>
        <translation>Wellen einer Einheit höchstens</translation>
    </message>
    <message>
        <source>Day of the wave</source>
        <translation>Tag der Welle</translation>
    </message>
    <message>
        <source>Each wave may spend</source>
        <translation>Jede Welle darf ausgeben</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Check value of the key</source>
        <translation>Prüfwert des Schlüssels</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>dpdesk {version} ({kind}), SHA-256 of its list of files {build}</source>
        <translation>dpdesk {version} ({kind}), SHA-256 seiner Dateiliste {build}</translation>
    </message>
    <message>
        <source>A session of questions was opened, at a cost of {charge}.</source>
        <translation>Eine Sitzung mit Fragen wurde eröffnet, zum Preis von {charge}.</translation>
    </message>
    <message>
        <source>Question {number} of the session was answered.</source>
        <translation>Frage {number} der Sitzung wurde beantwortet.</translation>
    </message>
    <message>
        <source>The session was closed ({why}); answers: {answers}.</source>
        <translation>Die Sitzung wurde geschlossen ({why}); Antworten: {answers}.</translation>
    </message>
    <message>
        <source>all that it may answer is answered</source>
        <translation>alles beantwortet, was sie beantworten darf</translation>
    </message>
    <message>
        <source>closed by its user</source>
        <translation>vom Benutzer geschlossen</translation>
    </message>
    <message>
        <source>its program ended</source>
        <translation>ihr Programm endete</translation>
    </message>
    <message>
        <source>Budget account</source>
        <translation>Budgetkonto</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Hash of question and answer</source>
        <translation>Prüfsumme von Frage und Antwort</translation>
    </message>
    <message>
        <source>Hash of all answers</source>
        <translation>Prüfsumme aller Antworten</translation>
    </message>
    <message>
        <source>Hash of the method’s terms</source>
        <translation>Prüfsumme der Bedingungen des Verfahrens</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Check value of the ledger</source>
        <translation>Prüfwert des Kontobuchs</translation>
    </message>
    <message>
        <source>Check value before it</source>
        <translation>Prüfwert davor</translation>
    </message>
    <message>
        <source>One unit is</source>
        <translation>Eine Einheit wird</translation>
    </message>
    <message>
        <source>Check value seen before</source>
        <translation>Zuvor gesehener Prüfwert</translation>
    </message>
</context>
<context>
    <name>LevelsPart</name>
    <message>
        <source>&amp;Hierarchy</source>
        <translation>Hierarchie</translation>
    </message>
    <message>
        <source>Hierarchy</source>
        <translation>Hierarchie</translation>
    </message>
    <message>
        <source>The hierarchy shown below.</source>
        <translation>Die unten gezeigte Hierarchie.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Add a hierarchy with one group for all codes.</source>
        <translation>Fügt eine Hierarchie mit einer Gruppe für alle Codes hinzu.</translation>
    </message>
    <message>
        <source>Import hierarchy…</source>
        <translation>Hierarchie importieren…</translation>
    </message>
    <message>
        <source>Read a CSV file with the columns code, parent and label.</source>
        <translation>Liest eine CSV-Datei mit den Spalten code, parent und label.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the hierarchy shown.</source>
        <translation>Löscht die gezeigte Hierarchie.</translation>
    </message>
    <message>
        <source>No hierarchy. With one, a table can show the codes in levels, such as region, county, district: add it here or import it.</source>
        <translation>Keine Hierarchie. Mit einer kann eine Tabelle die Codes in Ebenen zeigen, etwa Land, Kreis, Gemeinde: Fügen Sie sie hier hinzu oder importieren Sie sie.</translation>
    </message>
    <message>
        <source>are not allowed</source>
        <translation>sind nicht erlaubt</translation>
    </message>
    <message>
        <source>repeat the code on the levels it lacks</source>
        <translation>wiederholen den Code auf fehlenden Ebenen</translation>
    </message>
    <message>
        <source>Hierarchy &amp;name</source>
        <translation>Na&amp;me der Hierarchie</translation>
    </message>
    <message>
        <source>Hierarchy &amp;label</source>
        <translation>Bezeichnun&amp;g</translation>
    </message>
    <message>
        <source>&amp;Short branches</source>
        <translation>K&amp;urze Zweige</translation>
    </message>
    <message>
        <source>Change a label</source>
        <translation>Bezeichnung ändern</translation>
    </message>
    <message>
        <source>Change short branches</source>
        <translation>Kurze Zweige ändern</translation>
    </message>
    <message>
        <source>Levels, from the top</source>
        <translation>Ebenen, von oben</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Codes and what they belong to</source>
        <translation>Codes und wozu sie gehören</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>Gehört zu</translation>
    </message>
    <message>
        <source>(top)</source>
        <translation>(oben)</translation>
    </message>
    <message>
        <source>The name of a hierarchy is a letter, then letters, digits, &apos;_&apos;, &apos;.&apos; or &apos;-&apos;, and its own.</source>
        <translation>Der Name einer Hierarchie ist ein Buchstabe, dann Buchstaben, Ziffern, &apos;_&apos;, &apos;.&apos; oder &apos;-&apos;, und kommt nur einmal vor.</translation>
    </message>
    <message>
        <source>Rename a hierarchy</source>
        <translation>Hierarchie umbenennen</translation>
    </message>
    <message>
        <source>Add a hierarchy</source>
        <translation>Hierarchie hinzufügen</translation>
    </message>
    <message>
        <source>Import a hierarchy</source>
        <translation>Hierarchie importieren</translation>
    </message>
    <message>
        <source>Hierarchies</source>
        <translation>Hierarchien</translation>
    </message>
    <message>
        <source>Delete a hierarchy</source>
        <translation>Hierarchie löschen</translation>
    </message>
    <message>
        <source>The rows stand in the file {name}.</source>
        <translation>Die Zeilen stehen in der Datei {name}.</translation>
    </message>
</context>
<context>
    <name>LimitOptions</name>
    <message>
        <source>Of t&amp;hese, by</source>
        <translation>&amp;Davon nach</translation>
    </message>
    <message>
        <source>The measure counts those alone who have a code of this variable: of these, employed.</source>
        <translation>Die Maßzahl zählt nur, wer einen Code dieser Variablen hat: davon Erwerbstätige.</translation>
    </message>
    <message>
        <source>&amp;those with</source>
        <translation>&amp;mit</translation>
    </message>
    <message>
        <source>Whom the measure counts.</source>
        <translation>Wen die Maßzahl zählt.</translation>
    </message>
    <message>
        <source>everybody</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Whom a measure counts</source>
        <translation>Wen eine Maßzahl zählt</translation>
    </message>
</context>
<context>
    <name>LogoField</name>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild wählen…</translation>
    </message>
    <message>
        <source>Without logo</source>
        <translation>Ohne Logo</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Choose the logo</source>
        <translation>Logo wählen</translation>
    </message>
</context>
<context>
    <name>LossField</name>
    <message>
        <source>This release may &amp;spend</source>
        <translation>Diese Freigabe darf ausge&amp;ben</translation>
    </message>
    <message>
        <source>Kind of budget</source>
        <translation>Art des Budgets</translation>
    </message>
    <message>
        <source>ε for Laplace noise, ρ for Gaussian noise, ε with a small δ for either; as the account allows.</source>
        <translation>ε für Laplace-Rauschen, ρ für Gauß-Rauschen, ε mit einem kleinen δ für beides; wie das Konto es erlaubt.</translation>
    </message>
    <message>
        <source>How small a chance may remain that the promise of ε does not hold.</source>
        <translation>Wie klein die Wahrscheinlichkeit bleibt, dass das Versprechen von ε nicht gilt.</translation>
    </message>
    <message>
        <source>ε and δ</source>
        <translation>ε und δ</translation>
    </message>
    <message>
        <source>The budget of this release, {symbol}; more makes the tables more accurate.</source>
        <translation>Das Budget dieser Freigabe, {symbol}; mehr macht die Tabellen genauer.</translation>
    </message>
    <message>
        <source>Budget of this release, {symbol}</source>
        <translation>Budget dieser Freigabe, {symbol}</translation>
    </message>
    <message>
        <source>This must be above 0, and δ below 1.</source>
        <translation>Dies muss über 0 und δ unter 1 liegen.</translation>
    </message>
</context>
<context>
    <name>MarginRanges</name>
    <message>
        <source>Counts: {range}</source>
        <translation>Anzahlen: {range}</translation>
    </message>
    <message>
        <source>Sums: {range}</source>
        <translation>Summen: {range}</translation>
    </message>
    <message>
        <source>with {people} people: {range}</source>
        <translation>bei {people} Personen: {range}</translation>
    </message>
</context>
<context>
    <name>MeasureOptions</name>
    <message>
        <source>usual</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>V&amp;on</translation>
    </message>
    <message>
        <source>The variable the measure is about.</source>
        <translation>Das Merkmal, um das es bei der Maßzahl geht.</translation>
    </message>
    <message>
        <source>Percentage o&amp;f</source>
        <translation>Pr&amp;ozent von</translation>
    </message>
    <message>
        <source>Median o&amp;f</source>
        <translation>Media&amp;n von</translation>
    </message>
    <message>
        <source>Whose median the share lies below. Published rates of poverty mean that of all, in each cell.</source>
        <translation>Unter wessen Median der Anteil liegt. Veröffentlichte Armutsquoten meinen in jeder Zelle den Median aller.</translation>
    </message>
    <message>
        <source>&amp;Weighted by</source>
        <translation>Ge&amp;wichtet mit</translation>
    </message>
    <message>
        <source>A quantity that is never below 0, such as a survey weight.</source>
        <translation>Eine Messgröße, die nie unter 0 liegt, etwa ein Hochrechnungsfaktor.</translation>
    </message>
    <message>
        <source>&amp;Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Which quantiles.</source>
        <translation>Welche Quantile.</translation>
    </message>
    <message>
        <source>&amp;Quantiles</source>
        <translation>&amp;Quantile</translation>
    </message>
    <message>
        <source>Numbers between 0 and 1, such as 1/4; 0.5; 9/10.</source>
        <translation>Zahlen zwischen 0 und 1, etwa 1/4; 0.5; 9/10.</translation>
    </message>
    <message>
        <source>&amp;Beginnings</source>
        <translation>An&amp;fänge</translation>
    </message>
    <message>
        <source>Beginnings of codes, with spaces between; 31+32+33 counts codes that begin with any of the three.</source>
        <translation>Codeanfänge mit Leerzeichen dazwischen; 31+32+33 zählt Codes, die mit einem der drei beginnen.</translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation>Bezei&amp;chnung</translation>
    </message>
    <message>
        <source>Instead of the usual label of the measure.</source>
        <translation>Statt der üblichen Bezeichnung der Maßzahl.</translation>
    </message>
    <message>
        <source>&amp;Decimals</source>
        <translation>Dezimalen</translation>
    </message>
    <message>
        <source>Decimal places shown.</source>
        <translation>Gezeigte Dezimalstellen.</translation>
    </message>
    <message>
        <source>Change intervals</source>
        <translation>Intervalle ändern</translation>
    </message>
    <message>
        <source>Print {n} decimals</source>
        <translation>Mit {n} Nachkommastellen drucken</translation>
    </message>
    <message>
        <source>By the planning figures the noise is finer than the usual decimals: rounding would make the printed figures less accurate than they need be.</source>
        <translation>Nach den Planungszahlen ist das Rauschen feiner als die üblichen Nachkommastellen: Runden machte die gedruckten Zahlen ungenauer als nötig.</translation>
    </message>
    <message>
        <source>each cell alone</source>
        <translation>jeder Zelle für sich</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Quartiles</source>
        <translation>Quartile</translation>
    </message>
    <message>
        <source>Quintiles</source>
        <translation>Quintile</translation>
    </message>
    <message>
        <source>Deciles</source>
        <translation>Dezile</translation>
    </message>
    <message>
        <source>A list of your own</source>
        <translation>Eine eigene Liste</translation>
    </message>
    <message>
        <source>the whole table</source>
        <translation>der ganzen Tabelle</translation>
    </message>
    <message>
        <source>the page</source>
        <translation>der Seite</translation>
    </message>
    <message>
        <source>the row</source>
        <translation>der Zeile</translation>
    </message>
    <message>
        <source>the column</source>
        <translation>der Spalte</translation>
    </message>
    <message>
        <source>each code of {variable}</source>
        <translation>jedem Code von {variable}</translation>
    </message>
    <message>
        <source>Change the variable of a measure</source>
        <translation>Merkmal einer Maßzahl ändern</translation>
    </message>
    <message>
        <source>Change the base of a percentage</source>
        <translation>Basis eines Prozentwerts ändern</translation>
    </message>
    <message>
        <source>Change whose median a share lies below</source>
        <translation>Ändern, unter wessen Median ein Anteil liegt</translation>
    </message>
    <message>
        <source>Weight of a measure</source>
        <translation>Gewicht einer Maßzahl</translation>
    </message>
    <message>
        <source>Change quantiles</source>
        <translation>Quantile ändern</translation>
    </message>
    <message>
        <source>Change beginnings of codes</source>
        <translation>Anfänge von Codes ändern</translation>
    </message>
    <message>
        <source>Label of a measure</source>
        <translation>Bezeichnung der Maßzahl</translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation>Dezimalen</translation>
    </message>
    <message>
        <source>A row&apos;s total is over the columns, a column&apos;s over the rows, a page&apos;s over both.</source>
        <translation>Die Summe einer Zeile läuft über die Spalten, die einer Spalte über die Zeilen, die einer Seite über beide.</translation>
    </message>
</context>
<context>
    <name>MeasureShelf</name>
    <message>
        <source>Measures</source>
        <translation>Maßzahlen</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How many there are in each cell.</source>
        <translation>Wie viele es in jeder Zelle gibt.</translation>
    </message>
    <message>
        <source>Percentage</source>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>The count as a percentage; its base is an option.</source>
        <translation>Die Anzahl in Prozent; die Basis ist eine Option.</translation>
    </message>
    <message>
        <source>Distributions, means, medians, intervals and more, each with the variables it can be asked of.</source>
        <translation>Verteilungen, Mittelwerte, Mediane, Intervalle und mehr, je mit den Merkmalen, bei denen sie möglich sind.</translation>
    </message>
    <message>
        <source>Add a measure</source>
        <translation>Maßzahl hinzufügen</translation>
    </message>
    <message>
        <source>Ctrl and an arrow key moves it, Delete removes it, Return opens its options.</source>
        <translation>Strg und eine Pfeiltaste verschieben sie, Entf entfernt sie, die Eingabetaste öffnet ihre Optionen.</translation>
    </message>
    <message>
        <source>Add the count</source>
        <translation>Anzahl hinzufügen</translation>
    </message>
    <message>
        <source>Remove the count</source>
        <translation>Anzahl entfernen</translation>
    </message>
    <message>
        <source>Remove the percentage</source>
        <translation>Prozent entfernen</translation>
    </message>
    <message>
        <source>Add a percentage</source>
        <translation>Prozent hinzufügen</translation>
    </message>
    <message>
        <source>Move a measure</source>
        <translation>Maßzahl verschieben</translation>
    </message>
    <message>
        <source>Remove a measure</source>
        <translation>Maßzahl entfernen</translation>
    </message>
    <message>
        <source>Distribution of</source>
        <translation>Verteilung von</translation>
    </message>
    <message>
        <source>Count, weighted by</source>
        <translation>Anzahl, gewichtet mit</translation>
    </message>
    <message>
        <source>Count of these, by</source>
        <translation>Anzahl, davon nach</translation>
    </message>
    <message>
        <source>Percentage of these in each cell, by</source>
        <translation>Prozent davon in jeder Zelle, nach</translation>
    </message>
    <message>
        <source>Quartiles of</source>
        <translation>Quartile von</translation>
    </message>
    <message>
        <source>Deciles of</source>
        <translation>Dezile von</translation>
    </message>
    <message>
        <source>Interval counts of</source>
        <translation>Anzahl je Intervall von</translation>
    </message>
    <message>
        <source>Beginnings of codes of</source>
        <translation>Anfänge der Codes von</translation>
    </message>
    <message>
        <source>No variable is a quantity: choose a number on the page Dictionary and press Add a quantity.</source>
        <translation>Kein Merkmal ist eine Messgröße: Wählen Sie auf der Seite Merkmale eine Zahl und drücken Sie „Messgröße hinzufügen“.</translation>
    </message>
    <message>
        <source>No variable of the dictionary suits this.</source>
        <translation>Kein Merkmal passt dazu.</translation>
    </message>
    <message>
        <source>Add quantiles</source>
        <translation>Quantile hinzufügen</translation>
    </message>
    <message>
        <source>Add interval counts</source>
        <translation>Intervalle hinzufügen</translation>
    </message>
    <message>
        <source>Add beginnings of codes</source>
        <translation>Anfänge von Codes hinzufügen</translation>
    </message>
    <message>
        <source>{variable} (intervals, median, quartiles)</source>
        <translation>{variable} (Intervalle, Median, Quartile)</translation>
    </message>
    <message>
        <source>{variable} (one interval a code)</source>
        <translation>{variable} (ein Intervall je Code)</translation>
    </message>
    <message>
        <source>Add a distribution</source>
        <translation>Verteilung hinzufügen</translation>
    </message>
    <message>
        <source>Share below 60 % of the median of</source>
        <translation>Anteil unter 60 % des Medians von</translation>
    </message>
    <message>
        <source>Rate per 1,000 of</source>
        <translation>Rate je 1.000 von</translation>
    </message>
    <message>
        <source>The plan has no public figures: choose a count and press Read public figures.</source>
        <translation>Der Plan hat keine öffentlichen Zahlen: Wählen Sie eine Anzahl und drücken Sie Öffentliche Zahlen lesen.</translation>
    </message>
    <message>
        <source>Index by</source>
        <translation>Index nach</translation>
    </message>
    <message>
        <source>The table has no variable.</source>
        <translation>Die Tabelle hat kein Merkmal.</translation>
    </message>
    <message>
        <source>Ratio of two sums</source>
        <translation>Verhältnis zweier Summen</translation>
    </message>
</context>
<context>
    <name>MembersPart</name>
    <message>
        <source>Made of all rows of a protected unit, as far as its cap keeps them. Tables of it count units.</source>
        <translation>Ergibt sich aus allen Zeilen einer Schutzeinheit, soweit ihre Obergrenze sie behält. Tabellen davon zählen Einheiten.</translation>
    </message>
    <message>
        <source>how many members, as codes</source>
        <translation>wie viele Mitglieder, als Codes</translation>
    </message>
    <message>
        <source>how many members, to be summed</source>
        <translation>wie viele Mitglieder, zum Summieren</translation>
    </message>
    <message>
        <source>the first code among the members</source>
        <translation>der erste Code unter den Mitgliedern</translation>
    </message>
    <message>
        <source>the last code among the members</source>
        <translation>der letzte Code unter den Mitgliedern</translation>
    </message>
    <message>
        <source>What is &amp;taken</source>
        <translation>Was &amp;genommen wird</translation>
    </message>
    <message>
        <source>What a unit&apos;s rows make up together.</source>
        <translation>Was die Zeilen einer Einheit zusammen ergeben.</translation>
    </message>
    <message>
        <source>Hi&amp;ghest number</source>
        <translation>&amp;Höchste Anzahl</translation>
    </message>
    <message>
        <source>The last code, which says “or more”; the cap on the rows of a unit if left empty.</source>
        <translation>Der letzte Code, der „oder mehr“ sagt; ohne Angabe die Obergrenze der Zeilen einer Einheit.</translation>
    </message>
    <message>
        <source>&amp;Of the variable</source>
        <translation>&amp;Vom Merkmal</translation>
    </message>
    <message>
        <source>Its codes, in the order of its code list.</source>
        <translation>Seine Codes, in der Reihenfolge seiner Codeliste.</translation>
    </message>
    <message>
        <source>Code &amp;if nobody is meant</source>
        <translation>Code, wenn &amp;niemand gemeint ist</translation>
    </message>
    <message>
        <source>The code of a unit without such a member, or without a code among them.</source>
        <translation>Der Code einer Einheit ohne ein solches Mitglied oder ohne einen Code unter ihnen.</translation>
    </message>
    <message>
        <source>Only members with these codes</source>
        <translation>Nur Mitglieder mit diesen Codes</translation>
    </message>
    <message>
        <source>Take another variable</source>
        <translation>Ein anderes Merkmal nehmen</translation>
    </message>
    <message>
        <source>Take something else of the members</source>
        <translation>Etwas anderes von den Mitgliedern nehmen</translation>
    </message>
    <message>
        <source>The highest number is a whole number, such as 6.</source>
        <translation>Die höchste Anzahl ist eine ganze Zahl, etwa 6.</translation>
    </message>
    <message>
        <source>Change the highest number</source>
        <translation>Höchste Anzahl ändern</translation>
    </message>
    <message>
        <source>Change the code for nobody</source>
        <translation>Code für niemanden ändern</translation>
    </message>
    <message>
        <source>Each variable has one line, with all its codes.</source>
        <translation>Jedes Merkmal hat eine Zeile mit allen seinen Codes.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>MethodsModel</name>
    <message>
        <source>{method}, {noise} noise</source>
        <translation>{method}, {noise}</translation>
    </message>
    <message>
        <source>found by optimisation, which takes a while</source>
        <translation>durch Optimierung zu finden, was eine Weile dauert</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Typical
error</source>
        <translation>Typischer
Fehler</translation>
    </message>
    <message>
        <source>Widest noise
margin, {level} %</source>
        <translation>Rauschspanne
bis ({level} %)</translation>
    </message>
    <message>
        <source>Above best
possible</source>
        <translation>Über dem
Optimum</translation>
    </message>
    <message>
        <source>A way to add noise. All of them keep the same promise; they differ in accuracy.</source>
        <translation>Eine Art, Rauschen hinzuzufügen. Alle halten dasselbe Versprechen; sie unterscheiden sich in der Genauigkeit.</translation>
    </message>
    <message>
        <source>How far off a count of this table is, in root mean square.</source>
        <translation>Wie weit eine Anzahl dieser Tabelle danebenliegt, im quadratischen Mittel.</translation>
    </message>
    <message>
        <source>The noise margin of the least accurate count of this table.</source>
        <translation>Die Rauschspanne der ungenauesten Anzahl dieser Tabelle.</translation>
    </message>
    <message>
        <source>Expected
worst cell</source>
        <translation>Erwarteter
Höchstfehler</translation>
    </message>
    <message>
        <source>How far off the worst figure of all tables answered together is expected to be, or less.</source>
        <translation>Wie weit die schlechteste Zahl aller zusammen beantworteten Tabellen erwartungsgemäß danebenliegt, oder weniger.</translation>
    </message>
    <message>
        <source>The error that is made small for all tables answered together, and how much larger it is than any method with this noise must make it. The bar is that error, the tick what the best would leave.</source>
        <translation>Der Fehler, der für alle zusammen beantworteten Tabellen klein gehalten wird, und um wie viel er größer ist, als ihn jedes Verfahren mit diesem Rauschen machen muss. Der Balken ist dieser Fehler, der Strich das, was das beste übrig ließe.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>{error}: {above}</source>
        <translation>{error}: {above}</translation>
    </message>
    <message>
        <source>needs planning figures</source>
        <translation>braucht Planungszahlen</translation>
    </message>
    <message>
        <source>Chosen.</source>
        <translation>Gewählt.</translation>
    </message>
    <message>
        <source>how far above the best possible is not known</source>
        <translation>wie weit über dem bestmöglichen, ist offen</translation>
    </message>
    <message>
        <source>Made small,
above best</source>
        <translation>Klein gehalten,
über Optimum</translation>
    </message>
    <message>
        <source>at most {above}</source>
        <translation>höchstens {above}</translation>
    </message>
    <message>
        <source>as good as any method can be</source>
        <translation>so gut, wie ein Verfahren sein kann</translation>
    </message>
    <message>
        <source>as good as the best known</source>
        <translation>so gut wie das beste bekannte</translation>
    </message>
    <message>
        <source>{n} % above the best possible</source>
        <translation>{n} % über dem bestmöglichen</translation>
    </message>
    <message>
        <source>{n} % above the best known</source>
        <translation>{n} % über dem besten bekannten</translation>
    </message>
    <message>
        <source>at most {n} % above the best possible</source>
        <translation>höchstens {n} % über dem bestmöglichen</translation>
    </message>
    <message>
        <source>{error} ranks</source>
        <translation>{error} Ränge</translation>
    </message>
    <message>
        <source>± {margin} ranks</source>
        <translation>± {margin} Ränge</translation>
    </message>
    <message>
        <source>The error that is made small is {error}; the best possible is {bound}.</source>
        <translation>Der Fehler, der klein gehalten wird, ist {error}; das Bestmögliche ist {bound}.</translation>
    </message>
    <message>
        <source>The error that is made small is {error}; the best known is {bound}.</source>
        <translation>Der Fehler, der klein gehalten wird, ist {error}; das beste Bekannte ist {bound}.</translation>
    </message>
    <message>
        <source>The error that is made small is {error}; no method with this noise has less than {bound}, and the best may have more.</source>
        <translation>Der Fehler, der klein gehalten wird, ist {error}; kein Verfahren mit diesem Rauschen hat weniger als {bound}, und auch das beste hat vielleicht mehr.</translation>
    </message>
    <message>
        <source>For this kind of noise no limit is known below which no method can go.</source>
        <translation>Für diese Art von Rauschen ist keine Grenze bekannt, unter die kein Verfahren kommt.</translation>
    </message>
</context>
<context>
    <name>MethodsPanel</name>
    <message>
        <source>Methods compared</source>
        <translation>Verfahren im Vergleich</translation>
    </message>
    <message>
        <source>Use this &amp;method</source>
        <translation>&amp;Verfahren nehmen</translation>
    </message>
    <message>
        <source>Choose the &amp;best by forecast</source>
        <translation>Das beste nach &amp;Prognose</translation>
    </message>
    <message>
        <source>Ma&amp;ke small</source>
        <translation>&amp;Klein halten</translation>
    </message>
    <message>
        <source>kinds of figures by weights</source>
        <translation>Arten von Zahlen nach Gewicht</translation>
    </message>
    <message>
        <source>the largest error</source>
        <translation>den größten Fehler</translation>
    </message>
    <message>
        <source>Which error is made small</source>
        <translation>Welcher Fehler klein gehalten wird</translation>
    </message>
    <message>
        <source>Of this plan’s budget {part} is for {tables}.</source>
        <translation>Vom Budget dieses Plans ist {part} für {tables}.</translation>
    </message>
    <message>
        <source>In this table alone another method would have a smaller error. What is chosen is best for all tables computed together, among the methods that plan and account allow.</source>
        <translation>In dieser Tabelle allein hätte ein anderes Verfahren einen kleineren Fehler. Gewählt ist das beste für alle gemeinsam berechneten Tabellen unter den Verfahren, die Plan und Konto erlauben.</translation>
    </message>
    <message>
        <source>By the planning figures, about {unreliable} of {counts} counts will be marked unreliable.</source>
        <translation>Nach den Planungszahlen werden etwa {unreliable} von {counts} Häufigkeiten als unzuverlässig gekennzeichnet.</translation>
    </message>
    <message>
        <source>By the planning figures, about {unreliable} of {counts} counts will be marked unreliable, and {caution} to be used with caution.</source>
        <translation>Nach den Planungszahlen werden etwa {unreliable} von {counts} Häufigkeiten als unzuverlässig gekennzeichnet und {caution} als mit Vorsicht zu verwenden.</translation>
    </message>
    <message>
        <source>What noise adds to the sampling error needs planning figures, or a rehearsal.</source>
        <translation>Um wie viel das Rauschen den Stichprobenfehler erhöht, sagen erst Planungszahlen oder eine Probe.</translation>
    </message>
    <message>
        <source>Noise adds {typical} to your sampling error (middle of {figures} figures, by the planning figures), and {most} where it adds most.</source>
        <translation>Das Rauschen erhöht Ihren Stichprobenfehler um {typical} (mittlere von {figures} Zahlen, nach den Planungszahlen), und um {most}, wo es am meisten erhöht.</translation>
    </message>
    <message>
        <source>Noise adds {typical} to your sampling error (middle of {figures} figures), and {most} where it adds most; sizes are made up: everybody asked, spread evenly over the cells.</source>
        <translation>Das Rauschen erhöht Ihren Stichprobenfehler um {typical} (mittlere von {figures} Zahlen), und um {most}, wo es am meisten erhöht; die Größen sind erdacht: alle Befragten, gleichmäßig auf die Zellen verteilt.</translation>
    </message>
    <message>
        <source>Noise adds {typical} to your sampling error (middle of {figures} figures), and {most} where it adds most.</source>
        <translation>Das Rauschen erhöht Ihren Stichprobenfehler um {typical} (mittlere von {figures} Zahlen), und um {most}, wo es am meisten erhöht.</translation>
    </message>
    <message>
        <source>more than 1,000 %</source>
        <translation>mehr als 1.000 %</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>weniger als 1 %</translation>
    </message>
    <message>
        <source>Keep this &amp;method</source>
        <translation>&amp;Verfahren behalten</translation>
    </message>
    <message>
        <source>{sentence} How accurate it is, is found by optimisation, which takes a while.</source>
        <translation>{sentence} Wie genau es ist, muss eine Optimierung zeigen, die eine Weile dauert.</translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}</source>
        <translation>{name} ist nicht verwendbar: {reason}</translation>
    </message>
    <message>
        <source>{name} cannot be used here.</source>
        <translation>{name} ist hier nicht verwendbar.</translation>
    </message>
    <message>
        <source>It is {above}.</source>
        <translation>Es ist {above}.</translation>
    </message>
    <message>
        <source>Chosen because its quantiles are off by fewer ranks: about {own}, against {other} read from {name}.</source>
        <translation>Gewählt, weil seine Quantile um weniger Ränge danebenliegen: etwa {own}, gegen {other} aus {name} abgelesen.</translation>
    </message>
    <message>
        <source>Chosen by you; its quantiles are off by about {own} ranks, against {other} read from {name}.</source>
        <translation>Von Ihnen gewählt; seine Quantile liegen um etwa {own} Ränge daneben, gegen {other} aus {name} abgelesen.</translation>
    </message>
    <message>
        <source>Chosen by you; no other method is more accurate.</source>
        <translation>Von Ihnen gewählt; kein anderes Verfahren ist genauer.</translation>
    </message>
    <message>
        <source>Chosen by you; {best} would be more accurate: {error} against {own}.</source>
        <translation>Von Ihnen gewählt; {best} wäre genauer: {error} statt {own}.</translation>
    </message>
    <message>
        <source>Chosen because no other method can be used.</source>
        <translation>Gewählt, weil kein anderes Verfahren verwendbar ist.</translation>
    </message>
    <message>
        <source>Chosen among the methods that need no optimisation: {own}; {best}, found by one, comes to {error}.</source>
        <translation>Gewählt unter den Verfahren ohne Optimierung: {own}; {best}, durch eine gefunden, kommt auf {error}.</translation>
    </message>
    <message>
        <source>Chosen because over all tables answered together no method has a smaller error: {own}, which {name} has too.</source>
        <translation>Gewählt, weil über alle gemeinsam beantworteten Tabellen kein Verfahren einen kleineren Fehler hat: {own}, wie auch {name}.</translation>
    </message>
    <message>
        <source>Chosen because its error is the smallest when kinds of figures count by their weights: {own}, against {other} of the next, {name}.</source>
        <translation>Gewählt, weil sein Fehler am kleinsten ist, wenn Arten von Zahlen nach Gewicht zählen: {own}, gegen {other} beim nächsten, {name}.</translation>
    </message>
    <message>
        <source>Chosen because its error is the smallest when all kinds of figures count alike: {own}, against {other} of the next, {name}.</source>
        <translation>Gewählt, weil sein Fehler am kleinsten ist, wenn alle Arten von Zahlen gleich zählen: {own}, gegen {other} beim nächsten, {name}.</translation>
    </message>
    <message>
        <source>Chosen because its error is the smallest when all figures count alike: {own}, against {other} of the next, {name}.</source>
        <translation>Gewählt, weil sein Fehler am kleinsten ist, wenn alle Zahlen gleich zählen: {own}, gegen {other} beim nächsten, {name}.</translation>
    </message>
    <message>
        <source>Chosen because its largest error is the smallest: {own}, against {other} of the next, {name}.</source>
        <translation>Gewählt, weil sein größter Fehler am kleinsten ist: {own}, gegen {other} beim nächsten, {name}.</translation>
    </message>
    <message>
        <source>method: {name}</source>
        <translation>Verfahren: {name}</translation>
    </message>
    <message>
        <source>which error is made small</source>
        <translation>welcher Fehler klein gehalten wird</translation>
    </message>
    <message>
        <source>method: the best by forecast</source>
        <translation>Verfahren: das beste nach Prognose</translation>
    </message>
    <message>
        <source>equal weight to totals and cells</source>
        <translation>gleiches Gewicht für Summen und Zellen</translation>
    </message>
    <message>
        <source>equal weight to every figure</source>
        <translation>gleiches Gewicht für jede Zahl</translation>
    </message>
    <message>
        <source>Equal weight to totals and cells: the mean errors of totals, of rows, of cells … weigh the same. By weights: as much as you say. Equal weight to every figure: the many small cells decide. The largest error: no figure is much worse than the others.</source>
        <translation>Gleiches Gewicht für Summen und Zellen: Die mittleren Fehler von Summen, Zeilen, Zellen … wiegen gleich viel. Nach Gewicht: so viel, wie Sie sagen. Gleiches Gewicht für jede Zahl: Die vielen kleinen Zellen entscheiden. Den größten Fehler: Keine Zahl ist viel schlechter als die anderen.</translation>
    </message>
</context>
<context>
    <name>MissingForRelease</name>
    <message>
        <source>No data file is chosen.</source>
        <translation>Es ist keine Datendatei gewählt.</translation>
    </message>
    <message>
        <source>Choose it</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Mend it</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>There is no table yet.</source>
        <translation>Es gibt noch keine Tabelle.</translation>
    </message>
    <message>
        <source>Build one</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>The release has no title.</source>
        <translation>Die Freigabe hat keinen Titel.</translation>
    </message>
    <message>
        <source>Give it one</source>
        <translation>Titel geben</translation>
    </message>
    <message>
        <source>The table {name} has no title.</source>
        <translation>Die Tabelle {name} hat keinen Titel.</translation>
    </message>
    <message>
        <source>the short name of the data set</source>
        <translation>die Kennung der Daten</translation>
    </message>
    <message>
        <source>the title of the data set</source>
        <translation>der Titel der Daten</translation>
    </message>
    <message>
        <source>how the file is written</source>
        <translation>wie die Datei geschrieben ist</translation>
    </message>
    <message>
        <source>whether it is a complete count or a sample</source>
        <translation>ob es eine Vollerhebung oder eine Stichprobe ist</translation>
    </message>
    <message>
        <source>who is protected</source>
        <translation>wer geschützt wird</translation>
    </message>
    <message>
        <source>what may be spent in all</source>
        <translation>was insgesamt ausgegeben werden darf</translation>
    </message>
    <message>
        <source>Not said yet: {fields}.</source>
        <translation>Noch nicht gesagt: {fields}.</translation>
    </message>
    <message>
        <source>Say it</source>
        <translation>Sagen</translation>
    </message>
    <message>
        <source>There is no variable yet.</source>
        <translation>Es gibt noch kein Merkmal.</translation>
    </message>
    <message>
        <source>Add variables</source>
        <translation>Merkmale hinzufügen</translation>
    </message>
    <message>
        <source>Read from the data and not confirmed as public knowledge: {names}.</source>
        <translation>Aus den Daten gelesen und nicht als öffentlich bekannt bestätigt: {names}.</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Say what the column ‘{column}’ is, which is named like a survey weight.</source>
        <translation>Sagen Sie, was die Spalte „{column}“ ist; ihr Name klingt nach einem Hochrechnungsfaktor.</translation>
    </message>
    <message>
        <source>Look at the ledger</source>
        <translation>Kontobuch ansehen</translation>
    </message>
    <message>
        <source>The plan is still being checked.</source>
        <translation>Der Plan wird noch geprüft.</translation>
    </message>
    <message>
        <source>The accuracy of the plan is not known.</source>
        <translation>Die Genauigkeit des Plans ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>The plan asks for more than is left of the budget.</source>
        <translation>Der Plan verlangt mehr, als vom Budget übrig ist.</translation>
    </message>
    <message>
        <source>Lower it</source>
        <translation>Senken</translation>
    </message>
    <message>
        <source>The sheet is being worked out.</source>
        <translation>Das Blatt wird berechnet.</translation>
    </message>
    <message>
        <source>Obtain it</source>
        <translation>Einholen</translation>
    </message>
    <message>
        <source>whether their number is public</source>
        <translation>ob ihre Zahl öffentlich ist</translation>
    </message>
</context>
<context>
    <name>MissingForSession</name>
    <message>
        <source>A session is open: close it first.</source>
        <translation>Eine Sitzung ist offen: Schließen Sie zuerst diese.</translation>
    </message>
    <message>
        <source>The session has no title.</source>
        <translation>Die Sitzung hat keinen Titel.</translation>
    </message>
    <message>
        <source>Give it one</source>
        <translation>Titel geben</translation>
    </message>
    <message>
        <source>Obtain it</source>
        <translation>Einholen</translation>
    </message>
    <message>
        <source>No data file is chosen.</source>
        <translation>Es ist keine Datendatei gewählt.</translation>
    </message>
    <message>
        <source>Choose it</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>The description of the data is not complete yet.</source>
        <translation>Die Datenbeschreibung ist noch nicht vollständig.</translation>
    </message>
    <message>
        <source>Complete it</source>
        <translation>Ergänzen</translation>
    </message>
    <message>
        <source>Mend it</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Read from the data and not confirmed as public knowledge: {names}.</source>
        <translation>Aus den Daten gelesen und nicht als öffentlich bekannt bestätigt: {names}.</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Look at the ledger</source>
        <translation>Kontobuch ansehen</translation>
    </message>
    <message>
        <source>This kind needs an account in ε and δ that adds both up; yours is another.</source>
        <translation>Diese Art braucht ein Konto in ε und δ, das beide summiert; Ihres ist ein anderes.</translation>
    </message>
    <message>
        <source>A blurred copy protects one answer replaced by another; yours protects a record&apos;s presence.</source>
        <translation>Eine unscharfe Kopie schützt eine Angabe, die durch eine andere ersetzt wird; Ihre Beschreibung schützt das Vorhandensein eines Datensatzes.</translation>
    </message>
    <message>
        <source>what the questions are about</source>
        <translation>worum es geht</translation>
    </message>
    <message>
        <source>how many Yes</source>
        <translation>wie viele Ja</translation>
    </message>
    <message>
        <source>how many questions</source>
        <translation>wie viele Fragen</translation>
    </message>
    <message>
        <source>about how many records there are</source>
        <translation>wie viele Datensätze es etwa sind</translation>
    </message>
    <message>
        <source>the accuracy</source>
        <translation>die Genauigkeit</translation>
    </message>
    <message>
        <source>what it may spend</source>
        <translation>das Budget</translation>
    </message>
    <message>
        <source>Not said yet: {fields}.</source>
        <translation>Noch nicht gesagt: {fields}.</translation>
    </message>
    <message>
        <source>The session is being worked out.</source>
        <translation>Die Sitzung wird durchgerechnet.</translation>
    </message>
    <message>
        <source>The session asks for more than is left of the budget.</source>
        <translation>Die Sitzung verlangt mehr, als vom Budget übrig ist.</translation>
    </message>
    <message>
        <source>the threshold</source>
        <translation>die Schwelle</translation>
    </message>
    <message>
        <source>the lower threshold</source>
        <translation>die untere Schwelle</translation>
    </message>
    <message>
        <source>the upper threshold</source>
        <translation>die obere Schwelle</translation>
    </message>
</context>
<context>
    <name>MissingPart</name>
    <message>
        <source>Cells that state no amount. They add nothing to a sum and are left out of a mean.</source>
        <translation>Zellen, die keinen Betrag angeben. Sie tragen nichts zu einer Summe bei und bleiben aus einem Mittelwert heraus.</translation>
    </message>
    <message>
        <source>Codes for rows that state no value; rules lead to them.</source>
        <translation>Codes für Zeilen, die keinen Wert angeben; Regeln führen zu ihnen.</translation>
    </message>
    <message>
        <source>Groups of codes that state no value.</source>
        <translation>Gruppen von Codes, die keinen Wert angeben.</translation>
    </message>
    <message>
        <source>Codes for cells that state no value. They stand last in a table and can be hidden.</source>
        <translation>Codes für Zellen, die keinen Wert angeben. Sie stehen in einer Tabelle zuletzt und lassen sich ausblenden.</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>keine Angabe</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Numbers that mean it</source>
        <translation>Zahlen, die es bedeuten</translation>
    </message>
    <message>
        <source>Codes in it</source>
        <translation>Codes darin</translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation>Fehlende Angaben</translation>
    </message>
    <message>
        <source>Values in the file</source>
        <translation>Werte in der Datei</translation>
    </message>
</context>
<context>
    <name>NewTool</name>
    <message>
        <source>New variable</source>
        <translation>Neues Merkmal</translation>
    </message>
    <message>
        <source>Describe a variable by hand, from what is public about it. The data are not read.</source>
        <translation>Beschreiben Sie ein Merkmal von Hand, nach dem, was darüber öffentlich ist. Die Daten werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Add the variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
    <message>
        <source>category: a column of codes</source>
        <translation>Kategorie: eine Spalte mit Codes</translation>
    </message>
    <message>
        <source>number: a column of numbers, counted in bins</source>
        <translation>Zahl: eine Spalte mit Zahlen, in Klassen gezählt</translation>
    </message>
    <message>
        <source>quantity: a column of amounts, to be summed</source>
        <translation>Messgröße: eine Spalte mit Beträgen, zu summieren</translation>
    </message>
    <message>
        <source>combination: several columns, one code</source>
        <translation>Kombination: mehrere Spalten, ein Code</translation>
    </message>
    <message>
        <source>of the whole unit: made of all its rows, such as its size</source>
        <translation>der ganzen Einheit: aus allen ihren Zeilen, etwa ihre Größe</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>C&amp;olumn</source>
        <translation>&amp;Spalte</translation>
    </message>
    <message>
        <source>The column of the file.</source>
        <translation>Die Spalte der Datei.</translation>
    </message>
    <message>
        <source>&amp;Variable</source>
        <translation>&amp;Merkmal</translation>
    </message>
    <message>
        <source>The variable whose codes are grouped.</source>
        <translation>Das Merkmal, dessen Codes gruppiert werden.</translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation>Be&amp;zeichnung</translation>
    </message>
    <message>
        <source>The title in tables; the column&apos;s name if left empty.</source>
        <translation>Die Überschrift in Tabellen; bleibt sie leer, der Name der Spalte.</translation>
    </message>
    <message>
        <source>First c&amp;olumn</source>
        <translation>Erste &amp;Spalte</translation>
    </message>
    <message>
        <source>Choose the variable whose codes are grouped.</source>
        <translation>Wählen Sie das Merkmal, dessen Codes gruppiert werden.</translation>
    </message>
    <message>
        <source>Name the column it is read from.</source>
        <translation>Nennen Sie die Spalte, aus der es gelesen wird.</translation>
    </message>
    <message>
        <source>groups: codes of another variable put together</source>
        <translation>Gruppen: Codes eines anderen Merkmals zusammengefasst</translation>
    </message>
</context>
<context>
    <name>NextYearPage</name>
    <message>
        <source>Next year</source>
        <translation>Nächstes Jahr</translation>
    </message>
    <message>
        <source>Last year&apos;s plan on this year&apos;s file</source>
        <translation>Der Plan vom letzten Jahr auf der Datei von diesem Jahr</translation>
    </message>
    <message>
        <source>Plans and dictionaries</source>
        <translation>Pläne und Datenbeschreibungen</translation>
    </message>
    <message>
        <source>Last year&apos;s plan</source>
        <translation>Plan vom letzten Jahr</translation>
    </message>
    <message>
        <source>The plan as it was saved.</source>
        <translation>Der Plan, wie er gespeichert wurde.</translation>
    </message>
    <message>
        <source>This year&apos;s file</source>
        <translation>Datei von diesem Jahr</translation>
    </message>
    <message>
        <source>The file of microdata of this year.</source>
        <translation>Die Datei mit Mikrodaten von diesem Jahr.</translation>
    </message>
    <message>
        <source>This year&apos;s dictionary</source>
        <translation>Datenbeschreibung von diesem Jahr</translation>
    </message>
    <message>
        <source>Only if there is another than last year&apos;s.</source>
        <translation>Nur wenn es eine andere gibt als letztes Jahr.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was anders ist</translation>
    </message>
    <message>
        <source>Expected margins</source>
        <translation>Erwartete Spannen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Letztes Jahr</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>Dieses Jahr</translation>
    </message>
    <message>
        <source>The widest noise margin of a cell, at last year&apos;s budget of the release.</source>
        <translation>Die weiteste Rauschspanne einer Zelle, mit dem Budget der Freigabe vom letzten Jahr.</translation>
    </message>
    <message>
        <source>Whose records are these?</source>
        <translation>Wessen Datensätze sind das?</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Spent</source>
        <translation>Ausgegeben</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>The accounts of all years</source>
        <translation>Die Konten aller Jahre</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Of the file only the beginning has been read.</source>
        <translation>Von der Datei wurde nur der Anfang gelesen.</translation>
    </message>
    <message>
        <source>Only the beginning of the file has been read, to see how it is written.</source>
        <translation>Nur der Anfang der Datei wurde gelesen, um zu sehen, wie sie geschrieben ist.</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>as last year</source>
        <translation>wie letztes Jahr</translation>
    </message>
    <message>
        <source>wider</source>
        <translation>weiter</translation>
    </message>
    <message>
        <source>narrower</source>
        <translation>enger</translation>
    </message>
    <message>
        <source>The file lacks columns that the dictionary needs: {names}.</source>
        <translation>Der Datei fehlen Spalten, die die Datenbeschreibung braucht: {names}.</translation>
    </message>
    <message>
        <source>The file has all columns that the dictionary needs.</source>
        <translation>Die Datei hat alle Spalten, die die Datenbeschreibung braucht.</translation>
    </message>
    <message>
        <source>Columns that the dictionary does not use: {names}.</source>
        <translation>Spalten, die die Datenbeschreibung nicht benutzt: {names}.</translation>
    </message>
    <message>
        <source>The file seems to be written otherwise than last year&apos;s: the page Data shows how.</source>
        <translation>Die Datei scheint anders geschrieben als letztes Jahr: Die Seite Daten zeigt, wie.</translation>
    </message>
    <message>
        <source>It is written as last year&apos;s.</source>
        <translation>Sie ist geschrieben wie letztes Jahr.</translation>
    </message>
    <message>
        <source>Variables that are gone: {names}.</source>
        <translation>Merkmale, die es nicht mehr gibt: {names}.</translation>
    </message>
    <message>
        <source>New variables: {names}.</source>
        <translation>Neue Merkmale: {names}.</translation>
    </message>
    <message>
        <source>Variables with other codes, bounds or labels: {names}.</source>
        <translation>Merkmale mit anderen Codes, Grenzen oder Bezeichnungen: {names}.</translation>
    </message>
    <message>
        <source>Whose privacy is protected is another than last year.</source>
        <translation>Wessen Privatsphäre geschützt wird, ist anders als letztes Jahr.</translation>
    </message>
    <message>
        <source>Whether their number is public is answered otherwise.</source>
        <translation>Ob ihre Zahl öffentlich ist, ist anders beantwortet.</translation>
    </message>
    <message>
        <source>The budget of all releases is another than last year.</source>
        <translation>Das Budget aller Freigaben ist anders als letztes Jahr.</translation>
    </message>
    <message>
        <source>The dictionary is last year&apos;s.</source>
        <translation>Die Datenbeschreibung ist die vom letzten Jahr.</translation>
    </message>
    <message>
        <source>Whether all codes of the file are known, only the confidential check tells, later.</source>
        <translation>Ob alle Codes der Datei bekannt sind, zeigt erst die vertrauliche Prüfung.</translation>
    </message>
    <message>
        <source>Write {new} for {old} in titles and texts: {count} of them</source>
        <translation>{new} statt {old} in Titel und Texte schreiben: {count} Stellen</translation>
    </message>
    <message>
        <source>Name last year&apos;s plan and this year&apos;s file.</source>
        <translation>Nennen Sie den Plan vom letzten Jahr und die Datei von diesem Jahr.</translation>
    </message>
    <message>
        <source>Say whose records these are.</source>
        <translation>Sagen Sie, wessen Datensätze das sind.</translation>
    </message>
    <message>
        <source>Give these people an account of their own.</source>
        <translation>Geben Sie diesen Menschen ein eigenes Konto.</translation>
    </message>
    <message>
        <source>Begin this year ▸</source>
        <translation>Dieses Jahr beginnen ▸</translation>
    </message>
</context>
<context>
    <name>NotesPanel</name>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>this table</source>
        <translation>diese Tabelle</translation>
    </message>
    <message>
        <source>the release</source>
        <translation>die Freigabe</translation>
    </message>
    <message>
        <source>the row of the chosen cell</source>
        <translation>die Zeile der gewählten Zelle</translation>
    </message>
    <message>
        <source>the column of the chosen cell</source>
        <translation>die Spalte der gewählten Zelle</translation>
    </message>
    <message>
        <source>the chosen cell</source>
        <translation>die gewählte Zelle</translation>
    </message>
    <message>
        <source>A note &amp;on</source>
        <translation>Anmer&amp;kung zu</translation>
    </message>
    <message>
        <source>A note on</source>
        <translation>Anmerkung zu</translation>
    </message>
    <message>
        <source>What the note is about.</source>
        <translation>Worauf sich die Anmerkung bezieht.</translation>
    </message>
    <message>
        <source>Text of the new note</source>
        <translation>Text der neuen Anmerkung</translation>
    </message>
    <message>
        <source>What the reader should know.</source>
        <translation>Was der Leser wissen sollte.</translation>
    </message>
    <message>
        <source>What the reader should know</source>
        <translation>Was der Leser wissen sollte</translation>
    </message>
    <message>
        <source>Add the note</source>
        <translation>Anmerken</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Anmerkung hinzufügen</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number such as 0.5, 0,5 or 1/2</source>
        <translation>eine Zahl wie 0.5, 0,5 oder 1/2</translation>
    </message>
    <message>
        <source>This must be {what}.</source>
        <translation>Dies muss {what} sein.</translation>
    </message>
</context>
<context>
    <name>NumberQuestion</name>
    <message>
        <source>Is the number of persons public?</source>
        <translation>Ist die Zahl der Personen öffentlich?</translation>
    </message>
    <message>
        <source>Is the number of households public?</source>
        <translation>Ist die Zahl der Haushalte öffentlich?</translation>
    </message>
    <message>
        <source>Is their number public?</source>
        <translation>Ist ihre Zahl öffentlich?</translation>
    </message>
    <message>
        <source>No, it gets noise too</source>
        <translation>Nein, auch sie erhält Rauschen</translation>
    </message>
    <message>
        <source>Every count gets noise, the total, too.</source>
        <translation>Jede Anzahl erhält Rauschen, auch die Gesamtzahl.</translation>
    </message>
    <message>
        <source>Yes, print it exactly</source>
        <translation>Ja, genau ausweisen</translation>
    </message>
    <message>
        <source>Yes, everybody may know it</source>
        <translation>Ja, alle dürfen sie wissen</translation>
    </message>
    <message>
        <source>Choose this only if the number is published anyway.</source>
        <translation>Wählen Sie dies nur, wenn die Zahl ohnehin veröffentlicht ist.</translation>
    </message>
    <message>
        <source>The size of a register is often published anyway, and can then be exact. Where it is a secret who is in the file, the number gets noise.</source>
        <translation>Die Größe eines Registers ist oft ohnehin veröffentlicht und kann dann genau sein. Wo geheim ist, wer in der Datei steht, erhält die Anzahl Rauschen.</translation>
    </message>
    <message>
        <source>The total is not treated as known: every count gets noise, the total included.</source>
        <translation>Die Gesamtzahl gilt nicht als bekannt: Jede Anzahl erhält Rauschen, auch die Gesamtzahl.</translation>
    </message>
    <message>
        <source>With or without {unit}, at most {most} of the counted rows differ.</source>
        <translation>Ob {unit} dabei ist oder nicht: Höchstens {most} der gezählten Zeilen sind anders.</translation>
    </message>
    <message>
        <source>With or without {unit}, one row differs, and a count by at most 1.</source>
        <translation>Ob {unit} dabei ist oder nicht: Eine Zeile ist anders und eine Anzahl um höchstens 1.</translation>
    </message>
    <message>
        <source>The total is treated as known: it counts as public.</source>
        <translation>Die Gesamtzahl gilt als bekannt: Sie zählt als öffentlich.</translation>
    </message>
    <message>
        <source>If {unit} is exchanged for another, at most {most} rows go and {most} come.</source>
        <translation>Wird {unit} ausgetauscht, so fallen höchstens {most} Zeilen weg und höchstens {most} kommen hinzu.</translation>
    </message>
    <message>
        <source>If {unit} is exchanged for another, one count falls and another rises by 1.</source>
        <translation>Wird {unit} ausgetauscht, so sinkt eine Anzahl um 1 und eine andere steigt um 1.</translation>
    </message>
</context>
<context>
    <name>OptionsPanel</name>
    <message>
        <source>Choose a variable or a measure of the table: its options are shown here.</source>
        <translation>Wählen Sie ein Merkmal oder eine Maßzahl der Tabelle: Hier erscheinen die Optionen.</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
</context>
<context>
    <name>OverCap</name>
    <message>
        <source>How many rows does that leave out? (confidential)</source>
        <translation>Wie viele Zeilen bleiben dadurch weg? (vertraulich)</translation>
    </message>
    <message>
        <source>Reads the whole file; that somebody looked is in the ledger.</source>
        <translation>Liest die ganze Datei; dass jemand nachgesehen hat, steht im Kontobuch.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the exact figures</source>
        <translation>Die genauen Zahlen schließen</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Die Datei wird gelesen…</translation>
    </message>
    <message>
        <source>{over} of {rows} rows ({share} %) are left out; {units} have more than {cap} rows.</source>
        <translation>{over} von {rows} Zeilen ({share} %) bleiben weg; mehr als {cap} Zeilen haben {units}.</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>What each table comes to</source>
        <translation>Was jede Tabelle erreicht</translation>
    </message>
    <message>
        <source>≈: of figures that depend on the counts; roughly, for people spread evenly or planning figures.</source>
        <translation>≈: von Zahlen, die von den Anzahlen abhängen; ungefähr, für gleichmäßig verteilte Personen oder nach Planungszahlen.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Noise margins ({level} %)</source>
        <translation>Rauschspannen ({level} %)</translation>
    </message>
    <message>
        <source>At the least budget</source>
        <translation>Mit dem kleinsten Budget</translation>
    </message>
    <message>
        <source>Takes of the budget</source>
        <translation>Vom Budget</translation>
    </message>
    <message>
        <source>A rehearsal makes up {rows} records and spreads them evenly: how many figures it marks as unreliable depends on their number.</source>
        <translation>Ein Probelauf erfindet {rows} Datensätze und verteilt sie gleichmäßig: Von ihrer Zahl hängt ab, wie viele Zahlen er als unzuverlässig markiert.</translation>
    </message>
    <message>
        <source>{amount}, {n} tables together</source>
        <translation>{amount}, {n} Tabellen zusammen</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>The picture as a table</source>
        <translation>Das Bild als Tabelle</translation>
    </message>
    <message>
        <source>By budget</source>
        <translation>Nach Budget</translation>
    </message>
    <message>
        <source>How the typical error falls as the budget grows.</source>
        <translation>Wie der typische Fehler sinkt, wenn das Budget wächst.</translation>
    </message>
    <message>
        <source>By range</source>
        <translation>Nach Bereich</translation>
    </message>
    <message>
        <source>How the error of a range grows with its length.</source>
        <translation>Wie der Fehler eines Bereichs mit seiner Länge wächst.</translation>
    </message>
    <message>
        <source>By cell</source>
        <translation>Nach Zelle</translation>
    </message>
    <message>
        <source>The noise margin of every cell.</source>
        <translation>Die Rauschspanne jeder Zelle.</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>What the errors of one release could look like.</source>
        <translation>Wie die Fehler einer Freigabe aussehen könnten.</translation>
    </message>
    <message>
        <source>in the table&apos;s order</source>
        <translation>in der Reihenfolge der Tabelle</translation>
    </message>
    <message>
        <source>sorted into classes</source>
        <translation>in Klassen sortiert</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Each cell in its place, or how many cells have which margin.</source>
        <translation>Jede Zelle an ihrem Platz oder wie viele Zellen welche Spanne haben.</translation>
    </message>
    <message>
        <source>Another example</source>
        <translation>Anderes Beispiel</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <source>The same figures as a table, which can be copied.</source>
        <translation>Dieselben Zahlen als Tabelle, die sich kopieren lässt.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the picture&apos;s figures</source>
        <translation>Zahlen des Bildes kopieren</translation>
    </message>
    <message>
        <source>As tab-separated text with headings.</source>
        <translation>Als Text mit Tabulatoren und Überschriften.</translation>
    </message>
    <message>
        <source>The picture is being drawn …</source>
        <translation>Das Bild wird gezeichnet …</translation>
    </message>
    <message>
        <source>{names}. {note} The same figures stand in the table that “As a table” opens.</source>
        <translation>{names}. {note} Dieselben Zahlen stehen in der Tabelle, die „Als Tabelle“ öffnet.</translation>
    </message>
</context>
<context>
    <name>PictureChoice</name>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>pyramid</source>
        <translation>Pyramide</translation>
    </message>
    <message>
        <source>cumulative curve</source>
        <translation>Summenkurve</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>A picture of the finished table, in the window, the workbook and the PDF; it changes no number.</source>
        <translation>Ein Bild der fertigen Tabelle, in Fenster, Arbeitsmappe und PDF; es ändert keine Zahl.</translation>
    </message>
    <message>
        <source>Measure of the picture</source>
        <translation>Maßzahl des Bildes</translation>
    </message>
    <message>
        <source>A picture shows one measure of the table.</source>
        <translation>Ein Bild zeigt eine Maßzahl der Tabelle.</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>the first that suits</source>
        <translation>die erste, die passt</translation>
    </message>
    <message>
        <source>Measure of a picture</source>
        <translation>Maßzahl eines Bildes</translation>
    </message>
    <message>
        <source>Picture of a table</source>
        <translation>Bild einer Tabelle</translation>
    </message>
</context>
<context>
    <name>PlanningFigures</name>
    <message>
        <source>Planning figures</source>
        <translation>Planungszahlen</translation>
    </message>
    <message>
        <source>Public figures, such as last year&apos;s table: with them a target can speak of the cells expected above a number, and of their CV. They decide no published number.</source>
        <translation>Öffentliche Zahlen, etwa die Tabelle des Vorjahres: Mit ihnen kann ein Ziel von den Zellen sprechen, die über einer Zahl erwartet werden, und von ihrem CV. Sie entscheiden über keine veröffentlichte Zahl.</translation>
    </message>
    <message>
        <source>Where the figures were published.</source>
        <translation>Wo die Zahlen veröffentlicht wurden.</translation>
    </message>
    <message>
        <source>F&amp;orget planning figures</source>
        <translation>Planungszahlen ver&amp;gessen</translation>
    </message>
    <message>
        <source>Sour&amp;ce</source>
        <translation>&amp;Quelle</translation>
    </message>
    <message>
        <source>How many people the tables count, about.</source>
        <translation>Wie viele Personen die Tabellen etwa zählen.</translation>
    </message>
    <message>
        <source>Number of peo&amp;ple</source>
        <translation>Zahl der &amp;Personen</translation>
    </message>
    <message>
        <source>one count for each code, in their order</source>
        <translation>je Code eine Anzahl, in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>One count for each code, in their order; they can be pasted.</source>
        <translation>Eine Anzahl je Code, in deren Reihenfolge; sie lassen sich einfügen.</translation>
    </message>
    <message>
        <source>{n} codes: {names}</source>
        <translation>{n} Codes: {names}</translation>
    </message>
    <message>
        <source>These are not whole numbers.</source>
        <translation>Dies sind keine ganzen Zahlen.</translation>
    </message>
    <message>
        <source>{n} of {size} counts</source>
        <translation>{n} von {size} Häufigkeiten</translation>
    </message>
    <message>
        <source>{n} counts, {sum} people</source>
        <translation>{n} Häufigkeiten, {sum} Personen</translation>
    </message>
    <message>
        <source>Public planning figures</source>
        <translation>Öffentliche Planungszahlen</translation>
    </message>
    <message>
        <source>planning figures</source>
        <translation>Planungszahlen</translation>
    </message>
    <message>
        <source>forget planning figures</source>
        <translation>Planungszahlen vergessen</translation>
    </message>
    <message>
        <source>&amp;Read from a published table…</source>
        <translation>Aus veröffentlichter Tabelle &amp;lesen…</translation>
    </message>
    <message>
        <source>Read from a published table</source>
        <translation>Aus veröffentlichter Tabelle lesen</translation>
    </message>
    <message>
        <source>Finds the counts of the variables in a workbook or CSV file, by their codes or labels.</source>
        <translation>Findet die Anzahlen der Merkmale in einer Arbeitsmappe oder CSV-Datei, nach ihren Codes oder Bezeichnungen.</translation>
    </message>
    <message>
        <source>&amp;Back to the tables</source>
        <translation>&amp;Zurück zu den Tabellen</translation>
    </message>
    <message>
        <source>Published tables</source>
        <translation>Veröffentlichte Tabellen</translation>
    </message>
    <message>
        <source>Read planning figures</source>
        <translation>Planungszahlen lesen</translation>
    </message>
    <message>
        <source>Read from {file}: {found}. {n} of {all} variables; look whether the counts are right.</source>
        <translation>Aus {file} gelesen: {found}. {n} von {all} Merkmalen; bitte prüfen, ob die Anzahlen stimmen.</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Schriftgröße</translation>
    </message>
    <message>
        <source>&amp;Small</source>
        <translation>&amp;Klein</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>&amp;Normal</translation>
    </message>
    <message>
        <source>&amp;Large</source>
        <translation>&amp;Groß</translation>
    </message>
    <message>
        <source>L&amp;argest</source>
        <translation>Am g&amp;rößten</translation>
    </message>
    <message>
        <source>La&amp;rger</source>
        <translation>Gr&amp;ößer</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>K&amp;leiner</translation>
    </message>
    <message>
        <source>L&amp;anguage of the window</source>
        <translation>S&amp;prache des Fensters</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Remember recent files and plans</source>
        <translation>Zuletzt geöffnete Dateien und Pläne merken</translation>
    </message>
    <message>
        <source>Everything here acts at once.</source>
        <translation>Alles hier wirkt sofort.</translation>
    </message>
</context>
<context>
    <name>PreviewPanel</name>
    <message>
        <source>Show the first rows (confidential)</source>
        <translation>Erste Zeilen zeigen (vertraulich)</translation>
    </message>
    <message>
        <source>First rows of the file, confidential</source>
        <translation>Erste Zeilen der Datei, vertraulich</translation>
    </message>
    <message>
        <source>Close the first rows</source>
        <translation>Erste Zeilen schließen</translation>
    </message>
    <message>
        <source>Confidential: records of the file as they are. Do not copy or photograph.</source>
        <translation>Vertraulich: Sätze der Datei, wie sie sind. Nicht kopieren oder fotografieren.</translation>
    </message>
</context>
<context>
    <name>PriceWords</name>
    <message>
        <source>free on the same file</source>
        <translation>kostenlos bei derselben Datei</translation>
    </message>
    <message>
        <source>free on the same file, else {cost}</source>
        <translation>kostenlos bei derselben Datei, sonst {cost}</translation>
    </message>
    <message>
        <source>spends {cost} · leaves {left}</source>
        <translation>kostet {cost} · lässt {left}</translation>
    </message>
    <message>
        <source>spends {cost}: more than is left</source>
        <translation>kostet {cost}: mehr als übrig ist</translation>
    </message>
</context>
<context>
    <name>ProblemBar</name>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the variable with the problem</source>
        <translation>Das Merkmal mit dem Problem zeigen</translation>
    </message>
    <message>
        <source>Change the unit of protection</source>
        <translation>Schutzeinheit ändern</translation>
    </message>
    <message>
        <source>Opens the page Data.</source>
        <translation>Öffnet die Seite Daten.</translation>
    </message>
</context>
<context>
    <name>ProgressPanel</name>
    <message>
        <source>Check the plan</source>
        <translation>Plan prüfen</translation>
    </message>
    <message>
        <source>Take the file&apos;s fingerprint</source>
        <translation>Fingerabdruck der Datei nehmen</translation>
    </message>
    <message>
        <source>Reserve the budget</source>
        <translation>Budget reservieren</translation>
    </message>
    <message>
        <source>Read and count</source>
        <translation>Lesen und zählen</translation>
    </message>
    <message>
        <source>Compare the fingerprint: has the file changed?</source>
        <translation>Fingerabdruck vergleichen: Hat sich die Datei geändert?</translation>
    </message>
    <message>
        <source>Draw the noise</source>
        <translation>Rauschen ziehen</translation>
    </message>
    <message>
        <source>Seal the noisy numbers</source>
        <translation>Verrauschte Zahlen versiegeln</translation>
    </message>
    <message>
        <source>Make the figures add up</source>
        <translation>Zahlen aufeinander abstimmen</translation>
    </message>
    <message>
        <source>Enter the release in the ledger</source>
        <translation>Freigabe im Kontobuch buchen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops before any noise is drawn, or once it is sealed: then the release can be finished later.</source>
        <translation>Bricht ab, bevor Rauschen gezogen ist, oder wenn es versiegelt ist: Dann kann die Freigabe später abgeschlossen werden.</translation>
    </message>
    <message>
        <source>The workbook quotes it: with it the release can be found in the ledger and checked.</source>
        <translation>Die Arbeitsmappe nennt ihn: Damit lässt sich die Freigabe im Kontobuch finden und prüfen.</translation>
    </message>
    <message>
        <source>Publish ▸</source>
        <translation>Publikation ▸</translation>
    </message>
    <message>
        <source>Releasing</source>
        <translation>Freigabe läuft</translation>
    </message>
    <message>
        <source>Stopping; what is sealed is kept.</source>
        <translation>Wird abgebrochen; was versiegelt ist, bleibt.</translation>
    </message>
    <message>
        <source>The noise is sealed. If you stop now, the same release finishes it later and spends no more.</source>
        <translation>Das Rauschen ist versiegelt. Brechen Sie jetzt ab, so schließt dieselbe Freigabe es später ab und gibt nichts mehr aus.</translation>
    </message>
    <message>
        <source>The noise is drawn: this can no longer be stopped.</source>
        <translation>Das Rauschen ist gezogen: Dies lässt sich nicht mehr abbrechen.</translation>
    </message>
    <message>
        <source>Stopping; if noise is drawn already, the release is finished.</source>
        <translation>Wird abgebrochen; ist schon Rauschen gezogen, so wird die Freigabe beendet.</translation>
    </message>
    <message>
        <source>Until noise is drawn, nothing is spent.</source>
        <translation>Solange kein Rauschen gezogen ist, wird nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Released before; shown again</source>
        <translation>Schon früher freigegeben; wieder gezeigt</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Nothing was spent this time.</source>
        <translation>Diesmal wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Spent: {loss}.</source>
        <translation>Ausgegeben: {loss}.</translation>
    </message>
    <message>
        <source>Entry {entry} of the ledger, {date}.</source>
        <translation>Buchung {entry} des Kontobuchs, {date}.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>The noise is drawn and sealed, and the budget spent. Release the same plan again: it is finished from its seal, and nothing more is spent.</source>
        <translation>Das Rauschen ist gezogen und versiegelt, das Budget ausgegeben. Geben Sie denselben Plan noch einmal frei: Er wird aus dem Siegel abgeschlossen, und mehr wird nicht ausgegeben.</translation>
    </message>
    <message>
        <source>Nothing was drawn, nothing was spent.</source>
        <translation>Nichts wurde gezogen, nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Check value of the ledger</source>
        <translation>Prüfwert des Kontobuchs</translation>
    </message>
</context>
<context>
    <name>ProposedTool</name>
    <message>
        <source>Proposed from the file</source>
        <translation>Aus der Datei vorgeschlagen</translation>
    </message>
    <message>
        <source>The columns were read to propose codes and bounds. Look through the variables at the left and correct them; then confirm that what was read is public knowledge.</source>
        <translation>Die Spalten wurden gelesen, um Codes und Grenzen vorzuschlagen. Sehen Sie die Merkmale links durch und berichtigen Sie sie; bestätigen Sie dann, dass das Gelesene öffentlich bekannt ist.</translation>
    </message>
    <message>
        <source>Go on to confirm them…</source>
        <translation>Weiter zur Bestätigung…</translation>
    </message>
    <message>
        <source>named like a survey weight</source>
        <translation>heißt wie ein Hochrechnungsfaktor</translation>
    </message>
    <message>
        <source>identifies people</source>
        <translation>identifiziert Menschen</translation>
    </message>
    <message>
        <source>too many different texts</source>
        <translation>zu viele verschiedene Texte</translation>
    </message>
    <message>
        <source>a date</source>
        <translation>ein Datum</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>nicht verwendbar</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Read from the data: seen only here</source>
        <translation>Aus den Daten gelesen: nur hier zu sehen</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Proposed as</source>
        <translation>Vorgeschlagen als</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Columns read</source>
        <translation>Gelesene Spalten</translation>
    </message>
    <message>
        <source>Variables proposed: {made}. Columns without a proposal, for the reasons below: {left}.</source>
        <translation>Vorgeschlagene Merkmale: {made}. Spalten ohne Vorschlag (Gründe unten): {left}.</translation>
    </message>
    <message>
        <source>Variables proposed: {made}.</source>
        <translation>Vorgeschlagene Merkmale: {made}.</translation>
    </message>
    <message>
        <source>not proposed: {why}</source>
        <translation>nicht vorgeschlagen: {why}</translation>
    </message>
    <message>
        <source>{kind}, yes or no</source>
        <translation>{kind}, ja oder nein</translation>
    </message>
</context>
<context>
    <name>Proposing</name>
    <message>
        <source>Choose the file on the page Data first.</source>
        <translation>Wählen Sie zuerst die Datei auf der Seite Daten.</translation>
    </message>
    <message>
        <source>Reading the columns of the file to propose codes.</source>
        <translation>Die Spalten der Datei werden gelesen, um Codes vorzuschlagen.</translation>
    </message>
    <message>
        <source>The columns of the file are being read to propose codes.</source>
        <translation>Die Spalten der Datei werden gerade gelesen, um Codes vorzuschlagen.</translation>
    </message>
    <message>
        <source>Reading was stopped; nothing that was read has been kept.</source>
        <translation>Das Lesen wurde abgebrochen; nichts Gelesenes wurde behalten.</translation>
    </message>
    <message>
        <source>The file could not be read to the end; nothing that was read has been kept.</source>
        <translation>Die Datei ließ sich nicht zu Ende lesen; nichts Gelesenes wurde behalten.</translation>
    </message>
    <message>
        <source>Every column of the file has a variable already.</source>
        <translation>Jede Spalte der Datei hat schon ein Merkmal.</translation>
    </message>
    <message>
        <source>Only the headings of the file have been read.</source>
        <translation>Nur die Überschriften der Datei wurden gelesen.</translation>
    </message>
    <message>
        <source>The columns were read to propose codes: confirm that they are public.</source>
        <translation>Die Spalten wurden gelesen, um Codes vorzuschlagen: Bestätigen Sie, dass sie öffentlich sind.</translation>
    </message>
    <message>
        <source>The columns were read to propose codes; none was proposed.</source>
        <translation>Die Spalten wurden gelesen, um Codes vorzuschlagen; keiner wurde vorgeschlagen.</translation>
    </message>
</context>
<context>
    <name>PublicPart</name>
    <message>
        <source>typed from public knowledge</source>
        <translation>öffentlich bekannt</translation>
    </message>
    <message>
        <source>imported from a public list</source>
        <translation>aus öffentlicher Liste</translation>
    </message>
    <message>
        <source>read from the data</source>
        <translation>aus den Daten gelesen</translation>
    </message>
    <message>
        <source>Codes and bounds &amp;were</source>
        <translation>Herkun&amp;ft der Codes und Grenzen</translation>
    </message>
    <message>
        <source>How codes, bounds and bins are known.</source>
        <translation>Woher Codes, Grenzen und Klassen bekannt sind.</translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation>&amp;Quelle</translation>
    </message>
    <message>
        <source>Where the public list is found.</source>
        <translation>Wo die öffentliche Liste zu finden ist.</translation>
    </message>
    <message>
        <source>&amp;Confirmed by</source>
        <translation>Bestätigt v&amp;on</translation>
    </message>
    <message>
        <source>An office or a role: who says that they are public.</source>
        <translation>Eine Stelle oder eine Funktion: wer sagt, dass sie öffentlich sind.</translation>
    </message>
    <message>
        <source>No&amp;te</source>
        <translation>Anmerk&amp;ung</translation>
    </message>
    <message>
        <source>A remark on the variable for readers.</source>
        <translation>Eine Anmerkung zum Merkmal für Leser.</translation>
    </message>
    <message>
        <source>Change a note</source>
        <translation>Anmerkung ändern</translation>
    </message>
    <message>
        <source>Confirm that they are public knowledge</source>
        <translation>Bestätigen, dass sie öffentlich bekannt sind</translation>
    </message>
    <message>
        <source>Record who confirms it, and today&apos;s date.</source>
        <translation>Verzeichnet, wer es bestätigt, mit dem heutigen Datum.</translation>
    </message>
    <message>
        <source>Withdraw the confirmation</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>Withdraw a confirmation</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>Confirm a variable</source>
        <translation>Merkmal bestätigen</translation>
    </message>
    <message>
        <source>Change the source</source>
        <translation>Quelle ändern</translation>
    </message>
    <message>
        <source>The codes or bounds were read from the data. Look through them; if they are public knowledge, say who confirms it. Without that nothing is released.</source>
        <translation>Die Codes oder Grenzen wurden aus den Daten gelesen. Sehen Sie sie durch; sind sie öffentlich bekannt, so sagen Sie, wer sie bestätigt. Ohne das wird nichts freigegeben.</translation>
    </message>
    <message>
        <source>Confirmed by {by} on {on}.</source>
        <translation>Bestätigt von {by} am {on}.</translation>
    </message>
    <message>
        <source>Nothing needs to be confirmed: the codes or bounds were not read from the data.</source>
        <translation>Nichts ist zu bestätigen: Die Codes oder Grenzen wurden nicht aus den Daten gelesen.</translation>
    </message>
    <message>
        <source>Say where a domain comes from</source>
        <translation>Sagen, woher ein Wertebereich stammt</translation>
    </message>
</context>
<context>
    <name>PublishPage</name>
    <message>
        <source>Publish</source>
        <translation>Publikation</translation>
    </message>
    <message>
        <source>Nothing has been released yet.</source>
        <translation>Noch wurde nichts freigegeben.</translation>
    </message>
    <message>
        <source>Nothing has been exported yet.</source>
        <translation>Noch wurde nichts exportiert.</translation>
    </message>
    <message>
        <source>Next: Release ▸</source>
        <translation>Weiter: Freigabe ▸</translation>
    </message>
    <message>
        <source>Correct the texts ▸</source>
        <translation>Texte berichtigen ▸</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>There is nothing to export yet.</source>
        <translation>Noch gibt es nichts zu exportieren.</translation>
    </message>
    <message>
        <source>Rehearse on the page Accuracy</source>
        <translation>Probelauf auf der Seite Genauigkeit</translation>
    </message>
    <message>
        <source>Open Release</source>
        <translation>Freigabe öffnen</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Embargo, withdrawal and signature of the release, and its check values.</source>
        <translation>Sperrfrist, Rücknahme und Signatur der Freigabe und ihre Prüfwerte.</translation>
    </message>
    <message>
        <source>Export, publication, texts and certificate</source>
        <translation>Export, Publikation, Texte und Nachweis</translation>
    </message>
    <message>
        <source>{watermark} on {rows} made-up records</source>
        <translation>{watermark} mit {rows} erfundenen Datensätzen</translation>
    </message>
    <message>
        <source>The rehearsal is under way</source>
        <translation>Der Probelauf läuft</translation>
    </message>
    <message>
        <source>Its tables come here as soon as it has ended. Nothing is read from the data.</source>
        <translation>Seine Tabellen erscheinen hier, sobald er beendet ist. Aus den Daten wird nichts gelesen.</translation>
    </message>
    <message>
        <source>A release is under way</source>
        <translation>Eine Freigabe läuft</translation>
    </message>
    <message>
        <source>Its tables come here as soon as it has ended.</source>
        <translation>Ihre Tabellen erscheinen hier, sobald sie beendet ist.</translation>
    </message>
    <message>
        <source>No release is open</source>
        <translation>Keine Freigabe ist geöffnet</translation>
    </message>
    <message>
        <source>Choose one of the finished releases above.</source>
        <translation>Wählen Sie oben eine der fertigen Freigaben.</translation>
    </message>
    <message>
        <source>Nothing is released or rehearsed yet</source>
        <translation>Noch gibt es keine Freigabe und keinen Probelauf</translation>
    </message>
    <message>
        <source>The finished tables come here. A rehearsal shows how they will look, on made-up records, at no cost.</source>
        <translation>Die fertigen Tabellen kommen hierher. Ein Probelauf zeigt kostenlos, mit erfundenen Sätzen, wie sie aussehen werden.</translation>
    </message>
    <message>
        <source>Entry {entry} · {date} · {title}</source>
        <translation>Buchung {entry} · {date} · {title}</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>PublishedFolder</name>
    <message>
        <source>Release {number} of {date}, read from its published files, which are those that it lists. Who wrote them, the ledger of the office can say.</source>
        <translation>Freigabe {number} vom {date}, gelesen aus ihren veröffentlichten Dateien; es sind die, die sie aufzählt. Wer sie geschrieben hat, kann das Kontobuch der Stelle sagen.</translation>
    </message>
    <message>
        <source>WITHDRAWN: a notice in this folder says why. Use these tables no more.</source>
        <translation>ZURÜCKGEZOGEN: Eine Mitteilung in diesem Ordner sagt, warum. Diese Tabellen sind nicht mehr zu verwenden.</translation>
    </message>
</context>
<context>
    <name>QuestionForm</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>As &amp;one line</source>
        <translation>Als &amp;eine Zeile</translation>
    </message>
    <message>
        <source>The question as one line</source>
        <translation>Die Frage als eine Zeile</translation>
    </message>
    <message>
        <source>Such as area=01,02; age=18..64; sex=F. It follows what is chosen above, and the other way round.</source>
        <translation>Etwa area=01,02; age=18..64; sex=F. Sie folgt dem, was oben gewählt ist, und umgekehrt.</translation>
    </message>
    <message>
        <source>Stop after this question</source>
        <translation>Nach dieser Frage anhalten</translation>
    </message>
</context>
<context>
    <name>QuotientOptions</name>
    <message>
        <source>&amp;100 is</source>
        <translation>&amp;100 ist</translation>
    </message>
    <message>
        <source>The code at which the index is 100.</source>
        <translation>Der Code, bei dem der Index 100 ist.</translation>
    </message>
    <message>
        <source>Di&amp;vided</source>
        <translation>Ge&amp;teilt</translation>
    </message>
    <message>
        <source>The count or sum above the line.</source>
        <translation>Die Anzahl oder Summe über dem Strich.</translation>
    </message>
    <message>
        <source>B&amp;y</source>
        <translation>D&amp;urch</translation>
    </message>
    <message>
        <source>The count or sum below the line.</source>
        <translation>Die Anzahl oder Summe unter dem Strich.</translation>
    </message>
    <message>
        <source>Ti&amp;mes</source>
        <translation>&amp;Mal</translation>
    </message>
    <message>
        <source>The ratio is so many times as large.</source>
        <translation>Das Verhältnis ist so viele Male so groß.</translation>
    </message>
    <message>
        <source>Change a ratio</source>
        <translation>Ein Verhältnis ändern</translation>
    </message>
</context>
<context>
    <name>RaiseCap</name>
    <message>
        <source>&amp;Account</source>
        <translation>&amp;Konto</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>Beg&amp;ründung</translation>
    </message>
    <message>
        <source>Raise the budget</source>
        <translation>Budget erhöhen</translation>
    </message>
    <message>
        <source>A higher budget weakens the promise to everybody in the data and can never be lowered again. It becomes an entry of the ledger with its reason.</source>
        <translation>Ein höheres Budget schwächt das Versprechen an alle, die in den Daten stehen, und kann nie wieder gesenkt werden. Es wird mit seiner Begründung eine Buchung im Kontobuch.</translation>
    </message>
    <message>
        <source>The account whose budget is raised.</source>
        <translation>Das Konto, dessen Budget erhöht wird.</translation>
    </message>
    <message>
        <source>Why the budget is raised; kept in the ledger.</source>
        <translation>Warum das Budget erhöht wird; es steht danach im Kontobuch.</translation>
    </message>
    <message>
        <source>O&amp;ffice (optional)</source>
        <translation>S&amp;telle (freiwillig)</translation>
    </message>
    <message>
        <source>The office that decided it.</source>
        <translation>Die Stelle, die es entschieden hat.</translation>
    </message>
    <message>
        <source>R&amp;ole (optional)</source>
        <translation>F&amp;unktion (freiwillig)</translation>
    </message>
    <message>
        <source>The role, not the name, of who decided.</source>
        <translation>Die Funktion, nicht der Name dessen, der entschieden hat.</translation>
    </message>
    <message>
        <source>Raise the budget &amp;now</source>
        <translation>&amp;Jetzt erhöhen</translation>
    </message>
    <message>
        <source>New budget, {unit}</source>
        <translation>Neues Budget, {unit}</translation>
    </message>
    <message>
        <source>Give the new budget as a number.</source>
        <translation>Geben Sie das neue Budget als Zahl an.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>What may be spent in all; more than now.</source>
        <translation>Was insgesamt ausgegeben werden darf; mehr als jetzt.</translation>
    </message>
    <message>
        <source>Give the reason in writing.</source>
        <translation>Geben Sie die Begründung schriftlich an.</translation>
    </message>
</context>
<context>
    <name>ReadingBar</name>
    <message>
        <source>Reading the columns</source>
        <translation>Die Spalten werden gelesen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel reading the file</source>
        <translation>Lesen der Datei abbrechen</translation>
    </message>
</context>
<context>
    <name>RecordsModel</name>
    <message>
        <source>Edit a cell</source>
        <translation>Zelle bearbeiten</translation>
    </message>
</context>
<context>
    <name>RecordsTable</name>
    <message>
        <source>Filter {name}</source>
        <translation>{name} filtern</translation>
    </message>
    <message>
        <source>Show only lines that hold this text.</source>
        <translation>Zeigt nur Zeilen, die diesen Text enthalten.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Add a line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation>Zeilen löschen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Move a line up</source>
        <translation>Zeile nach oben</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Move a line down</source>
        <translation>Zeile nach unten</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste from a spreadsheet</source>
        <translation>Aus einem Tabellenblatt einfügen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>{seen} of {total}</source>
        <translation>{seen} von {total}</translation>
    </message>
    <message>
        <source>{total} lines</source>
        <translation>{total} Zeilen</translation>
    </message>
    <message>
        <source>Move a line</source>
        <translation>Zeile verschieben</translation>
    </message>
    <message>
        <source>There are no lines on the clipboard; copy them in a spreadsheet first.</source>
        <translation>In der Zwischenablage sind keine Zeilen; kopieren Sie sie zuerst in einem Tabellenblatt.</translation>
    </message>
    <message>
        <source>Paste lines</source>
        <translation>Zeilen einfügen</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>Unsaved work of {when} was found: {name}.</source>
        <translation>Ungespeicherte Arbeit vom {when} wurde gefunden: {name}.</translation>
    </message>
    <message>
        <source>Unsaved work of {when} was found.</source>
        <translation>Ungespeicherte Arbeit vom {when} wurde gefunden.</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>dpdesk stopped unexpectedly the last time.</source>
        <translation>dpdesk wurde beim letzten Mal unerwartet beendet.</translation>
    </message>
    <message>
        <source>Show the &amp;report</source>
        <translation>&amp;Bericht zeigen</translation>
    </message>
    <message>
        <source>&amp;Delete it</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Save or close what is on the desk first, then restore.</source>
        <translation>Speichern oder schließen Sie zuerst, was offen ist, und stellen Sie dann wieder her.</translation>
    </message>
    <message>
        <source>This is where dpdesk stood when it was stopped. The report holds nothing of your data and is not sent anywhere; it is deleted when you close this.</source>
        <translation>Hier stand dpdesk, als es beendet wurde. Der Bericht enthält nichts von Ihren Daten und wird nirgendwohin gesendet; er wird gelöscht, wenn Sie dies schließen.</translation>
    </message>
    <message>
        <source>The last stop</source>
        <translation>Das letzte Ende</translation>
    </message>
</context>
<context>
    <name>RefusalPanel</name>
    <message>
        <source>Reason, for the ledger</source>
        <translation>Begründung, für das Kontobuch</translation>
    </message>
    <message>
        <source>This is another file</source>
        <translation>Das ist eine andere Datei</translation>
    </message>
    <message>
        <source>Sign above: type the title once more.</source>
        <translation>Unterschreiben Sie oben: Geben Sie den Titel noch einmal ein.</translation>
    </message>
    <message>
        <source>Give the reason first.</source>
        <translation>Geben Sie zuerst die Begründung an.</translation>
    </message>
    <message>
        <source>Take account {name}; nothing is spent yet</source>
        <translation>Konto {name} nehmen; noch kostet das nichts</translation>
    </message>
    <message>
        <source>The data file is not the one that this account was released from before. Nothing has been spent. Whose records are in it?</source>
        <translation>Die Datendatei ist nicht die, aus der von diesem Konto bisher freigegeben wurde. Es wurde nichts ausgegeben. Wessen Sätze enthält sie?</translation>
    </message>
    <message>
        <source>This very file is already recorded under another data set of the ledger. Spending on both adds up for the same people: give the reason why that is meant, or correct the name of the data set.</source>
        <translation>Eben diese Datei ist unter einem anderen Datenbestand des Kontobuchs verzeichnet. Was auf beiden ausgegeben wird, summiert sich für dieselben Menschen: Begründen Sie, warum das gewollt ist, oder berichtigen Sie die Kennung der Daten.</translation>
    </message>
</context>
<context>
    <name>ReleaseBoard</name>
    <message>
        <source>The plan has changed meanwhile: look at it again.</source>
        <translation>Der Plan hat sich inzwischen geändert: Sehen Sie ihn noch einmal an.</translation>
    </message>
    <message>
        <source>Submitted. Save the submission, or the review pack, for those who decide.</source>
        <translation>Eingereicht. Speichern Sie die Einreichung oder die Prüfmappe für alle, die entscheiden.</translation>
    </message>
    <message>
        <source>The approval is entered.</source>
        <translation>Die Genehmigung ist gebucht.</translation>
    </message>
    <message>
        <source>The approval is withdrawn.</source>
        <translation>Die Genehmigung ist zurückgezogen.</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Einreichungen</translation>
    </message>
    <message>
        <source>Save the submission</source>
        <translation>Einreichung speichern</translation>
    </message>
    <message>
        <source>The submission is in {file}.</source>
        <translation>Die Einreichung steht in {file}.</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Genehmigungen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Enter an approval file</source>
        <translation>Genehmigungsdatei einlesen</translation>
    </message>
    <message>
        <source>Save the review pack</source>
        <translation>Prüfmappe speichern</translation>
    </message>
    <message>
        <source>The review pack is being made…</source>
        <translation>Die Prüfmappe wird erstellt…</translation>
    </message>
    <message>
        <source>The review pack is in {file}.</source>
        <translation>Die Prüfmappe steht in {file}.</translation>
    </message>
    <message>
        <source>Write an approval</source>
        <translation>Genehmigung schreiben</translation>
    </message>
    <message>
        <source>The approval is in {file}.</source>
        <translation>Die Genehmigung steht in {file}.</translation>
    </message>
</context>
<context>
    <name>ReleasePage</name>
    <message>
        <source>Release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Nothing was released from this file yet.</source>
        <translation>Aus dieser Datei wurde noch nichts freigegeben.</translation>
    </message>
    <message>
        <source>Nothing has been signed yet.</source>
        <translation>Noch wurde nichts unterschrieben.</translation>
    </message>
    <message>
        <source>Publish ▸</source>
        <translation>Publikation ▸</translation>
    </message>
    <message>
        <source>Nothing has been released yet.</source>
        <translation>Noch wurde nichts freigegeben.</translation>
    </message>
    <message>
        <source>The sheet to sign</source>
        <translation>Das Blatt zur Unterschrift</translation>
    </message>
    <message>
        <source>A release without a title</source>
        <translation>Eine Freigabe ohne Titel</translation>
    </message>
    <message>
        <source>A release is under way.</source>
        <translation>Eine Freigabe läuft.</translation>
    </message>
    <message>
        <source>Released from another file, entry {entry}.</source>
        <translation>Aus einer anderen Datei freigegeben, Eintrag {entry}.</translation>
    </message>
    <message>
        <source>Signed and released, entry {entry}.</source>
        <translation>Unterschrieben und freigegeben, Buchung {entry}.</translation>
    </message>
    <message>
        <source>title of the release</source>
        <translation>Titel der Freigabe</translation>
    </message>
    <message>
        <source>The plan is now one of the account {name}. Look at the sheet once more, then sign it. Saving under another name keeps the plan of before.</source>
        <translation>Der Plan gehört jetzt zum Konto {name}. Sehen Sie sich das Blatt noch einmal an und unterschreiben Sie es dann. Unter einem anderen Namen gespeichert, bleibt der bisherige Plan erhalten.</translation>
    </message>
    <message>
        <source>Signature, progress, cover and approval</source>
        <translation>Unterschrift, Fortschritt, Deckblatt und Genehmigung</translation>
    </message>
</context>
<context>
    <name>ReleaseSigning</name>
    <message>
        <source>&amp;Title of the release</source>
        <translation>&amp;Titel der Freigabe</translation>
    </message>
    <message>
        <source>Stands on the cover of the workbook; it is typed once more below, to sign.</source>
        <translation>Steht auf dem Deckblatt der Arbeitsmappe; unten wird er zur Unterschrift noch einmal eingegeben.</translation>
    </message>
    <message>
        <source>Written into the ledger and the workbook. An office or a role, not the name of a person.</source>
        <translation>Kommt in das Kontobuch und die Arbeitsmappe. Eine Stelle oder eine Funktion, nicht der Name einer Person.</translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign</source>
        <translation>Zur Unterschrift den Titel eingeben</translation>
    </message>
    <message>
        <source>The button Release opens when this is exactly the title of the release.</source>
        <translation>„Freigeben“ wird möglich, wenn dies genau der Titel der Freigabe ist.</translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign: {title}</source>
        <translation>Geben Sie zur Unterschrift den Titel der Freigabe ein: {title}</translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign.</source>
        <translation>Geben Sie zur Unterschrift den Titel der Freigabe ein.</translation>
    </message>
    <message>
        <source>Release</source>
        <comment>button</comment>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Counts the data, draws the noise once and spends the budget. This cannot be taken back.</source>
        <translation>Zählt die Daten, zieht das Rauschen einmal und gibt das Budget aus. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>The release was refused</source>
        <translation>Die Freigabe wurde abgelehnt</translation>
    </message>
    <message>
        <source>Why the release may go on all the same; it is kept in the ledger for good.</source>
        <translation>Warum die Freigabe trotzdem weitergehen darf; es bleibt für immer im Kontobuch.</translation>
    </message>
    <message>
        <source>Accept and release</source>
        <translation>Annehmen und freigeben</translation>
    </message>
    <message>
        <source>This account demands an approval of this very plan by a second office or role, and there is none that holds. Submit the plan and have it approved, below; the refusal is an entry of the ledger.</source>
        <translation>Dieses Konto verlangt, dass genau dieser Plan von einer zweiten Stelle oder Funktion genehmigt ist, und es gibt keine Genehmigung, die gilt. Reichen Sie den Plan unten ein und lassen Sie ihn genehmigen; die Ablehnung ist gebucht.</translation>
    </message>
    <message>
        <source>Lower the budget of this plan</source>
        <translation>Senken Sie das Budget dieses Plans</translation>
    </message>
</context>
<context>
    <name>Releasing</name>
    <message>
        <source>The release has begun: the plan is being checked.</source>
        <translation>Die Freigabe hat begonnen: Der Plan wird geprüft.</translation>
    </message>
    <message>
        <source>The noise is drawn: this can no longer be stopped.</source>
        <translation>Das Rauschen ist gezogen: Dies lässt sich nicht mehr abbrechen.</translation>
    </message>
    <message>
        <source>Making the figures add up</source>
        <translation>Die Zahlen werden aufeinander abgestimmt</translation>
    </message>
    <message>
        <source>The plan is being checked</source>
        <translation>Der Plan wird geprüft</translation>
    </message>
    <message>
        <source>Taking the file&apos;s fingerprint</source>
        <translation>Der Fingerabdruck der Datei wird genommen</translation>
    </message>
    <message>
        <source>Reserving the budget</source>
        <translation>Das Budget wird reserviert</translation>
    </message>
    <message>
        <source>Counting on this computer</source>
        <translation>Auf diesem Rechner wird gezählt</translation>
    </message>
    <message>
        <source>Comparing the file&apos;s fingerprint</source>
        <translation>Der Fingerabdruck der Datei wird verglichen</translation>
    </message>
    <message>
        <source>{text}, {percent} %…</source>
        <translation>{text}, {percent} %…</translation>
    </message>
    <message>
        <source>The release was stopped; its noise is sealed, and it can be finished for free.</source>
        <translation>Die Freigabe wurde abgebrochen; ihr Rauschen ist versiegelt, und sie kann ohne weitere Ausgabe abgeschlossen werden.</translation>
    </message>
    <message>
        <source>The release was stopped before any noise was drawn: nothing was spent.</source>
        <translation>Die Freigabe wurde abgebrochen, bevor Rauschen gezogen war: Nichts wurde ausgegeben.</translation>
    </message>
    <message>
        <source>The release ended while noise was drawn: the ledger says what was spent.</source>
        <translation>Die Freigabe endete, während Rauschen gezogen wurde: Das Kontobuch sagt, was ausgegeben wurde.</translation>
    </message>
    <message>
        <source>The release was refused: nothing was spent.</source>
        <translation>Die Freigabe wurde abgelehnt: Nichts wurde ausgegeben.</translation>
    </message>
</context>
<context>
    <name>RulesPart</name>
    <message>
        <source>Co&amp;lumns it combines</source>
        <translation>Kombinierte Spa&amp;lten</translation>
    </message>
    <message>
        <source>Columns with semicolons between them.</source>
        <translation>Spalten, durch Semikolons getrennt.</translation>
    </message>
    <message>
        <source>&amp;Variables it combines</source>
        <translation>Kombinierte &amp;Merkmale</translation>
    </message>
    <message>
        <source>Variables with semicolons between them.</source>
        <translation>Merkmale, durch Semikolons getrennt.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rows for which no rule holds</source>
        <translation>Zeilen, für die keine Regel gilt</translation>
    </message>
    <message>
        <source>count as the code</source>
        <translation>zählen als der Code</translation>
    </message>
    <message>
        <source>Change what other rows become</source>
        <translation>Ändern, was andere Zeilen werden</translation>
    </message>
    <message>
        <source>&amp;Rows for which no rule holds</source>
        <translation>Zeilen, &amp;für die keine Regel gilt</translation>
    </message>
    <message>
        <source>There is no variable named &apos;{name}&apos;.</source>
        <translation>Es gibt kein Merkmal namens „{name}“.</translation>
    </message>
    <message>
        <source>Change what is combined</source>
        <translation>Ändern, was kombiniert wird</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>becomes the code</source>
        <translation>wird der Code</translation>
    </message>
    <message>
        <source>are left out</source>
        <translation>bleiben weg</translation>
    </message>
</context>
<context>
    <name>SamplingErrors</name>
    <message>
        <source>Sampling errors</source>
        <translation>Stichprobenfehler</translation>
    </message>
    <message>
        <source>How far off a survey’s figures are because a sample was asked. From public knowledge: never computed from this file. They are printed beside the noise margins, and decide no number.</source>
        <translation>Wie weit die Zahlen einer Erhebung danebenliegen, weil eine Stichprobe befragt wurde. Nach öffentlicher Kenntnis: nie aus dieser Datei berechnet. Sie werden neben den Rauschspannen gedruckt und entscheiden über keine Zahl.</translation>
    </message>
    <message>
        <source>Declared sampling errors</source>
        <translation>Angegebene Stichprobenfehler</translation>
    </message>
    <message>
        <source>Ta&amp;ke back</source>
        <translation>Zurück&amp;nehmen</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Takes the chosen declaration out of the plan.</source>
        <translation>Nimmt die gewählte Angabe aus dem Plan.</translation>
    </message>
    <message>
        <source>Write “design effect 1.6, 2000 of 100000”, with “, deviation 250” for means; “relative variance -0.00002 + 2140/x”; or by classes of size “0: 50 %, 1000: 12 %”.</source>
        <translation>Schreiben Sie „design effect 1.6, 2000 of 100000“, für Mittelwerte mit „, deviation 250“ (Standardabweichung); „relative variance -0.00002 + 2140/x“; oder nach Größenklassen „0: 50 %, 1000: 12 %“.</translation>
    </message>
    <message>
        <source>Whos&amp;e</source>
        <translation>W&amp;essen</translation>
    </message>
    <message>
        <source>Of which table.</source>
        <translation>Welcher Tabelle.</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Maßzahl</translation>
    </message>
    <message>
        <source>Of which of its measures.</source>
        <translation>Welcher ihrer Maßzahlen.</translation>
    </message>
    <message>
        <source>H&amp;ow large</source>
        <translation>Wie g&amp;roß</translation>
    </message>
    <message>
        <source>&amp;Back to the accuracy</source>
        <translation>&amp;Zurück zur Genauigkeit</translation>
    </message>
    <message>
        <source>Where they were published.</source>
        <translation>Wo sie veröffentlicht sind.</translation>
    </message>
    <message>
        <source>Publis&amp;hed in</source>
        <translation>Verö&amp;ffentlicht in</translation>
    </message>
    <message>
        <source>Dec&amp;lare</source>
        <translation>An&amp;geben</translation>
    </message>
    <message>
        <source>&amp;Read from a CSV file…</source>
        <translation>Aus CSV-Datei &amp;lesen…</translation>
    </message>
    <message>
        <source>A file with codes of cells, as the CSV file of a table has them, and a column standard_error.</source>
        <translation>Eine Datei mit Codes von Zellen, wie die CSV-Datei einer Tabelle sie hat, und einer Spalte standard_error.</translation>
    </message>
    <message>
        <source>Read from a CSV file</source>
        <translation>Aus CSV-Datei lesen</translation>
    </message>
    <message>
        <source>all tables</source>
        <translation>alle Tabellen</translation>
    </message>
    <message>
        <source>all measures</source>
        <translation>alle Maßzahlen</translation>
    </message>
    <message>
        <source>cell by cell: {n}</source>
        <translation>Zelle für Zelle: {n}</translation>
    </message>
    <message>
        <source>Read sampling errors</source>
        <translation>Stichprobenfehler lesen</translation>
    </message>
    <message>
        <source>Say where the errors were published; they must not come from this file.</source>
        <translation>Sagen Sie, wo die Fehler veröffentlicht sind; aus dieser Datei dürfen sie nicht stammen.</translation>
    </message>
    <message>
        <source>sampling errors</source>
        <translation>Stichprobenfehler</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>[en]</source>
        <comment>the language of the window: [de]</comment>
        <translation>[de]</translation>
    </message>
</context>
<context>
    <name>SeriesForms</name>
    <message>
        <source>Of all of them, those begun included.</source>
        <translation>Aller, auch der begonnenen.</translation>
    </message>
    <message>
        <source>N&amp;umber of waves</source>
        <translation>Zahl der &amp;Wellen</translation>
    </message>
    <message>
        <source>The last release of the account becomes the first wave; whose day is this?</source>
        <translation>Die letzte Freigabe des Kontos wird zur ersten Welle; welcher Tag ist ihrer?</translation>
    </message>
    <message>
        <source>{dataset}: declare a series</source>
        <translation>{dataset}: eine Reihe erklären</translation>
    </message>
    <message>
        <source>What is left of the account is divided among so many waves in equal parts, and no wave takes more than its part. All waves are about the same people. It becomes an entry.</source>
        <translation>Was vom Konto übrig ist, wird auf so viele Wellen zu gleichen Teilen aufgeteilt, und keine Welle nimmt mehr als ihren Teil. Alle Wellen handeln von denselben Menschen. Es wird ein Eintrag.</translation>
    </message>
    <message>
        <source>Declare the series</source>
        <translation>Die Reihe erklären</translation>
    </message>
    <message>
        <source>Its microdata, in the form of the last wave.</source>
        <translation>Ihre Mikrodaten, in der Form der letzten Welle.</translation>
    </message>
    <message>
        <source>Da&amp;y of the first wave</source>
        <translation>&amp;Tag der ersten Welle</translation>
    </message>
    <message>
        <source>F&amp;ile of the wave</source>
        <translation>Date&amp;i der Welle</translation>
    </message>
    <message>
        <source>It is known by it, and texts name it.</source>
        <translation>An ihm wird sie erkannt, und Texte nennen ihn.</translation>
    </message>
    <message>
        <source>Da&amp;y of the wave</source>
        <translation>&amp;Tag der Welle</translation>
    </message>
    <message>
        <source>&amp;Sign: type “{dataset}”</source>
        <translation>&amp;Unterschrift: „{dataset}“</translation>
    </message>
    <message>
        <source>The account&apos;s name, exactly: it signs the release.</source>
        <translation>Genau der Name des Kontos: er unterschreibt die Freigabe.</translation>
    </message>
    <message>
        <source>{dataset}: wave {wave} of {waves}</source>
        <translation>{dataset}: Welle {wave} von {waves}</translation>
    </message>
    <message>
        <source>The plan of the last wave is released from this file, with its day in the texts. What it spends is spent for good.</source>
        <translation>Der Plan der letzten Welle wird aus dieser Datei freigegeben, mit ihrem Tag in den Texten. Was sie ausgibt, ist für immer ausgegeben.</translation>
    </message>
    <message>
        <source>Release the wave now</source>
        <translation>Die Welle jetzt freigeben</translation>
    </message>
</context>
<context>
    <name>SessionSigning</name>
    <message>
        <source>Sign and open</source>
        <translation>Unterschreiben und öffnen</translation>
    </message>
    <message>
        <source>&amp;Title of the session</source>
        <translation>&amp;Titel der Sitzung</translation>
    </message>
    <message>
        <source>Stands in the ledger and above the answers; it is typed once more below, to sign.</source>
        <translation>Steht im Kontobuch und über den Antworten; zum Unterschreiben wird er unten noch einmal getippt.</translation>
    </message>
    <message>
        <source>Written into the ledger. An office or a role, not the name of a person.</source>
        <translation>Kommt ins Kontobuch. Eine Stelle oder eine Rolle, nicht der Name einer Person.</translation>
    </message>
    <message>
        <source>What is opened is spent: closing early, a crash or a wrong question gives nothing back.</source>
        <translation>Geöffnet ist ausgegeben: Frühes Schließen, ein Absturz oder eine falsche Frage geben nichts zurück.</translation>
    </message>
    <message>
        <source>Type the session&apos;s title to sign</source>
        <translation>Zum Unterschreiben den Titel der Sitzung tippen</translation>
    </message>
    <message>
        <source>The button opens when this is exactly the title of the session.</source>
        <translation>Die Schaltfläche wird frei, wenn hier genau der Titel der Sitzung steht.</translation>
    </message>
    <message>
        <source>Type the session&apos;s title to sign: {title}</source>
        <translation>Zum Unterschreiben den Titel der Sitzung tippen: {title}</translation>
    </message>
    <message>
        <source>Type the session&apos;s title to sign.</source>
        <translation>Zum Unterschreiben den Titel der Sitzung tippen.</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Counts the data and spends the budget. This cannot be taken back.</source>
        <translation>Zählt die Daten aus und gibt das Budget aus. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Stops before the session is opened; nothing is spent then.</source>
        <translation>Hält an, bevor die Sitzung geöffnet ist; dann wird nichts ausgegeben.</translation>
    </message>
    <message>
        <source>The session was refused</source>
        <translation>Die Sitzung wurde abgelehnt</translation>
    </message>
    <message>
        <source>Why the session may be opened all the same; it is kept in the ledger for good.</source>
        <translation>Warum die Sitzung trotzdem geöffnet werden darf; bleibt auf Dauer im Kontobuch.</translation>
    </message>
    <message>
        <source>Accept and open</source>
        <translation>Annehmen und öffnen</translation>
    </message>
    <message>
        <source>This account demands an approval of this very session by a second office or role, and there is none that holds. Submit it and have it approved, below; the refusal is an entry of the ledger.</source>
        <translation>Dieses Konto verlangt, dass genau diese Sitzung von einer zweiten Stelle oder Funktion genehmigt ist, und es gibt keine Genehmigung, die gilt. Reichen Sie sie unten ein und lassen Sie sie genehmigen; die Ablehnung ist gebucht.</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>&amp;Only Yes</source>
        <translation>&amp;Nur Ja</translation>
    </message>
    <message>
        <source>Shows the questions answered with Yes.</source>
        <translation>Zeigt die Fragen, die mit Ja beantwortet sind.</translation>
    </message>
    <message>
        <source>Nothing has been asked yet. The answers will stand here.</source>
        <translation>Noch ist nichts gefragt. Hier werden die Antworten stehen.</translation>
    </message>
    <message>
        <source>Where the session stands</source>
        <translation>Wie es um die Sitzung steht</translation>
    </message>
    <message>
        <source>Next: does the median lie {where}?</source>
        <translation>Als Nächstes: Liegt der Median bei {where}?</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Add a variable to: {axis}</source>
        <translation>Merkmal hinzufügen: {axis}</translation>
    </message>
    <message>
        <source>Lists every variable and level; nested in the last block or stacked after it.</source>
        <translation>Zeigt jedes Merkmal und jede Ebene; im letzten Block verschachtelt oder danach gestapelt.</translation>
    </message>
    <message>
        <source>Drop variables here for the rows.</source>
        <translation>Merkmale für die Zeilen hier ablegen.</translation>
    </message>
    <message>
        <source>Drop variables here for the columns.</source>
        <translation>Merkmale für die Spalten hier ablegen.</translation>
    </message>
    <message>
        <source>Drop variables here for one table each.</source>
        <translation>Merkmale für je eine Tabelle hier ablegen.</translation>
    </message>
    <message>
        <source>Ctrl and an arrow key moves it, Delete removes it, Return opens its options.</source>
        <translation>Strg und eine Pfeiltaste verschieben sie, Entf entfernt sie, die Eingabetaste öffnet ihre Optionen.</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Move a variable</source>
        <translation>Merkmal verschieben</translation>
    </message>
    <message>
        <source>Remove a variable</source>
        <translation>Merkmal entfernen</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
</context>
<context>
    <name>SignaturePanel</name>
    <message>
        <source>Still missing</source>
        <translation>Noch fehlt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Office</source>
        <translation>&amp;Stelle</translation>
    </message>
    <message>
        <source>&amp;Role</source>
        <translation>F&amp;unktion</translation>
    </message>
    <message>
        <source>Office</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
    <message>
        <source>Something is missing, see above.</source>
        <translation>Etwas fehlt, siehe oben.</translation>
    </message>
    <message>
        <source>Not signed yet.</source>
        <translation>Noch nicht unterschrieben.</translation>
    </message>
</context>
<context>
    <name>SlowMethods</name>
    <message>
        <source>W&amp;ork out slower methods too</source>
        <translation>Auch lan&amp;gsamere Verfahren</translation>
    </message>
    <message>
        <source>Work out slower methods too</source>
        <translation>Auch langsamere Verfahren berechnen</translation>
    </message>
    <message>
        <source>Methods found by optimisation may be more accurate; it takes a while, and can be stopped.</source>
        <translation>Durch Optimierung gefundene Verfahren können genauer sein; es dauert eine Weile und lässt sich anhalten.</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stop the optimisation</source>
        <translation>Optimierung anhalten</translation>
    </message>
    <message>
        <source>Working out slower methods …</source>
        <translation>Langsamere Verfahren werden berechnet …</translation>
    </message>
    <message>
        <source>method: the best by forecast</source>
        <translation>Verfahren: das beste nach Prognose</translation>
    </message>
    <message>
        <source>Working out a slower method …</source>
        <translation>Ein langsameres Verfahren wird berechnet …</translation>
    </message>
    <message>
        <source>Working out a slower method: {n} %</source>
        <translation>Ein langsameres Verfahren wird berechnet: {n} %</translation>
    </message>
</context>
<context>
    <name>StageList</name>
    <message>
        <source>Progress of the present stage</source>
        <translation>Fortschritt des jetzigen Schritts</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>still to come</source>
        <translation>steht noch aus</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
</context>
<context>
    <name>StandingPanel</name>
    <message>
        <source>How wrong an answer can be</source>
        <translation>Wie falsch eine Antwort sein kann</translation>
    </message>
    <message>
        <source>Save the &amp;answers…</source>
        <translation>&amp;Antworten speichern …</translation>
    </message>
    <message>
        <source>Writes questions and answers as a CSV file.</source>
        <translation>Schreibt Fragen und Antworten als CSV-Datei.</translation>
    </message>
    <message>
        <source>Save the blurred &amp;copy…</source>
        <translation>Unscharfe &amp;Kopie speichern …</translation>
    </message>
    <message>
        <source>Writes the changed column, in an order that says nothing.</source>
        <translation>Schreibt die geänderte Spalte, in einer Reihenfolge, die nichts verrät.</translation>
    </message>
    <message>
        <source>Put them into the &amp;notes</source>
        <translation>In die A&amp;nmerkungen übernehmen</translation>
    </message>
    <message>
        <source>Adds the answers to the notes of the plan on the desk: they stand on the workbook&apos;s sheet Notes.</source>
        <translation>Fügt die Antworten den Anmerkungen des geöffneten Plans hinzu: Sie stehen auf dem Blatt Anmerkungen der Arbeitsmappe.</translation>
    </message>
    <message>
        <source>&amp;Close the session…</source>
        <translation>Sitzung s&amp;chließen …</translation>
    </message>
    <message>
        <source>Prepare a&amp;nother session</source>
        <translation>&amp;Weitere Sitzung vorbereiten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Geschlossen</translation>
    </message>
    <message>
        <source>Spent: {amount}.</source>
        <translation>Ausgegeben: {amount}.</translation>
    </message>
    <message>
        <source>Entry {entry} of the ledger, {date}.</source>
        <translation>Buchung {entry} des Kontobuchs, {date}.</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>Noch ist nichts gefragt.</translation>
    </message>
    <message>
        <source>Publication</source>
        <translation>Publikation</translation>
    </message>
    <message>
        <source>&amp;Withdraw…</source>
        <translation>&amp;Zurückziehen…</translation>
    </message>
    <message>
        <source>Says for good that these tables are not to be used any more, and why.</source>
        <translation>Sagt für immer, dass diese Tabellen nicht mehr zu verwenden sind, und warum.</translation>
    </message>
    <message>
        <source>The files bear no mark of an embargo after that.</source>
        <translation>Danach tragen die Dateien keinen Vermerk einer Sperrfrist mehr.</translation>
    </message>
    <message>
        <source>WITHDRAWN on {date}: {reason} These tables are not to be used any more.</source>
        <translation>ZURÜCKGEZOGEN am {date}: {reason} Diese Tabellen sind nicht mehr zu verwenden.</translation>
    </message>
    <message>
        <source>EMBARGO until {date}: not for publication before. The workbook and the metadata say so.</source>
        <translation>SPERRFRIST bis {date}: vorher nicht zu veröffentlichen. Arbeitsmappe und Metadaten sagen es.</translation>
    </message>
    <message>
        <source>WITHDRAWN</source>
        <translation>ZURÜCKGEZOGEN</translation>
    </message>
    <message>
        <source>EMBARGO</source>
        <translation>SPERRFRIST</translation>
    </message>
    <message>
        <source>Withdrawn on {date} by {who}.</source>
        <translation>Zurückgezogen am {date} von {who}.</translation>
    </message>
    <message>
        <source>Withdrawn on {date}.</source>
        <translation>Zurückgezogen am {date}.</translation>
    </message>
    <message>
        <source>The budget stays spent. Export writes a notice beside the files.</source>
        <translation>Das Budget bleibt ausgegeben. Der Export schreibt einen Hinweis neben die Dateien.</translation>
    </message>
    <message>
        <source>Under embargo until {date}.</source>
        <translation>Unter Sperrfrist bis {date}.</translation>
    </message>
    <message>
        <source>Neither withdrawn nor under embargo.</source>
        <translation>Weder zurückgezogen noch unter Sperrfrist.</translation>
    </message>
    <message>
        <source>Released under approval no. {number}.</source>
        <translation>Freigegeben unter Genehmigung Nr. {number}.</translation>
    </message>
    <message>
        <source>Written into the ledger. An office or a role, not the name of a person.</source>
        <translation>Kommt ins Kontobuch. Eine Stelle oder eine Rolle, nicht der Name einer Person.</translation>
    </message>
    <message>
        <source>Offi&amp;ce</source>
        <translation>Ste&amp;lle</translation>
    </message>
    <message>
        <source>Set an e&amp;mbargo…</source>
        <translation>Sperrfrist s&amp;etzen…</translation>
    </message>
    <message>
        <source>Marks the files as not for publication before a day.</source>
        <translation>Kennzeichnet die Dateien als nicht vor einem Tag zu veröffentlichen.</translation>
    </message>
    <message>
        <source>Lift the e&amp;mbargo…</source>
        <translation>Sperrfrist aufh&amp;eben…</translation>
    </message>
    <message>
        <source>Si&amp;gn…</source>
        <translation>Si&amp;gnieren…</translation>
    </message>
    <message>
        <source>Signs the exported files with a key, so that others can check that they are the signed ones.</source>
        <translation>Signiert die exportierten Dateien mit einem Schlüssel, damit andere prüfen können, dass es die signierten sind.</translation>
    </message>
    <message>
        <source>R&amp;ole</source>
        <translation>F&amp;unktion</translation>
    </message>
    <message>
        <source>Re&amp;ason</source>
        <translation>Beg&amp;ründung</translation>
    </message>
    <message>
        <source>Not&amp;ice to</source>
        <translation>H&amp;inweis nach</translation>
    </message>
    <message>
        <source>The folder with the files of this release; a notice is written beside them.</source>
        <translation>Der Ordner mit den Dateien dieser Freigabe; ein Hinweis wird neben sie geschrieben.</translation>
    </message>
    <message>
        <source>Withdraw this release</source>
        <translation>Diese Freigabe zurückziehen</translation>
    </message>
    <message>
        <source>A withdrawal is an entry of the ledger and cannot be taken back. The budget stays spent, and whoever has the files keeps them.</source>
        <translation>Ein Zurückziehen wird gebucht und lässt sich nicht zurücknehmen. Das Budget bleibt ausgegeben, und wer die Dateien hat, behält sie.</translation>
    </message>
    <message>
        <source>Withdraw now</source>
        <translation>Jetzt zurückziehen</translation>
    </message>
    <message>
        <source>Stands in the notice and in the ledger, for everybody to read.</source>
        <translation>Steht im Hinweis und im Kontobuch, für alle zu lesen.</translation>
    </message>
    <message>
        <source>Set an embargo</source>
        <translation>Eine Sperrfrist setzen</translation>
    </message>
    <message>
        <source>The files that are exported from now on say that they are not for publication before this day.</source>
        <translation>Die Dateien, die von jetzt an exportiert werden, sagen, dass sie vor diesem Tag nicht zu veröffentlichen sind.</translation>
    </message>
    <message>
        <source>Set it now</source>
        <translation>Jetzt setzen</translation>
    </message>
    <message>
        <source>Unt&amp;il</source>
        <translation>B&amp;is</translation>
    </message>
    <message>
        <source>The day of publication.</source>
        <translation>Der Tag der Veröffentlichung.</translation>
    </message>
    <message>
        <source>Kept in the ledger.</source>
        <translation>Bleibt im Kontobuch.</translation>
    </message>
    <message>
        <source>Lift the embargo</source>
        <translation>Die Sperrfrist aufheben</translation>
    </message>
    <message>
        <source>Export again afterwards: the mark is gone then.</source>
        <translation>Exportieren Sie danach noch einmal: Dann ist der Vermerk weg.</translation>
    </message>
    <message>
        <source>Lift it now</source>
        <translation>Jetzt aufheben</translation>
    </message>
    <message>
        <source>Sign the files of this release</source>
        <translation>Die Dateien dieser Freigabe signieren</translation>
    </message>
    <message>
        <source>A signature proves that whoever made it held the key and that these files are the signed ones: not who that was, nor when, nor that the figures are right. The ledger must name the key.</source>
        <translation>Eine Signatur beweist, dass, wer sie gemacht hat, den Schlüssel hatte und dass diese Dateien die signierten sind: nicht, wer das war, nicht wann und nicht, dass die Zahlen stimmen. Das Kontobuch muss den Schlüssel nennen.</translation>
    </message>
    <message>
        <source>Sign now</source>
        <translation>Jetzt signieren</translation>
    </message>
    <message>
        <source>&amp;In the folder</source>
        <translation>&amp;Im Ordner</translation>
    </message>
    <message>
        <source>Where the files of this release were exported.</source>
        <translation>Wohin die Dateien dieser Freigabe exportiert wurden.</translation>
    </message>
    <message>
        <source>&amp;Key file</source>
        <translation>Schl&amp;üsseldatei</translation>
    </message>
    <message>
        <source>The key, behind its passphrase.</source>
        <translation>Der Schlüssel, hinter seiner Passphrase.</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>&amp;Passphrase</translation>
    </message>
    <message>
        <source>Of the key; it is stored nowhere.</source>
        <translation>Des Schlüssels; sie wird nirgends gespeichert.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Where would you like to begin?</source>
        <translation>Womit möchten Sie beginnen?</translation>
    </message>
    <message>
        <source>Look around first</source>
        <translation>Erst einmal umsehen</translation>
    </message>
    <message>
        <source>Fifty thousand made-up persons and six tables, ready to rehearse. Nothing can go wrong.</source>
        <translation>Fünfzigtausend erfundene Personen und sechs Tabellen, bereit zur Probe. Es kann nichts schiefgehen.</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Next year</source>
        <translation>Nächstes Jahr</translation>
    </message>
    <message>
        <source>Last year&apos;s plan on this year&apos;s file: what differs, what to expect, and the account of both.</source>
        <translation>Der Plan vom letzten Jahr auf der Datei von diesem Jahr: was anders ist, was zu erwarten ist, und das Konto beider.</translation>
    </message>
    <message>
        <source>Go on from last year&apos;s plan…</source>
        <translation>Mit dem Plan vom letzten Jahr weiter…</translation>
    </message>
    <message>
        <source>New from a template</source>
        <translation>Neu aus einer Vorlage</translation>
    </message>
    <message>
        <source>Common tables with their variables; you name your file, its people and their budget yourself.</source>
        <translation>Übliche Tabellen mit ihren Merkmalen; Ihre Datei, deren Menschen und ihr Budget nennen Sie selbst.</translation>
    </message>
    <message>
        <source>Age by sex</source>
        <translation>Alter nach Geschlecht</translation>
    </message>
    <message>
        <source>Area by characteristic</source>
        <translation>Gebiet nach Merkmal</translation>
    </message>
    <message>
        <source>Distribution of income</source>
        <translation>Verteilung der Einkommen</translation>
    </message>
    <message>
        <source>The census table</source>
        <translation>Die Zensustabelle</translation>
    </message>
    <message>
        <source>Recent plans</source>
        <translation>Zuletzt geöffnete Pläne</translation>
    </message>
    <message>
        <source>Plans and dictionaries you worked on.</source>
        <translation>Pläne und Datenbeschreibungen, an denen Sie gearbeitet haben.</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
</context>
<context>
    <name>StartSheet</name>
    <message>
        <source>Describe what is public about the file</source>
        <translation>Beschreiben, was an der Datei öffentlich ist</translation>
    </message>
    <message>
        <source>A variable says which codes or numbers a column may hold. Only what is described here can stand in a table, and only what is public may be described.</source>
        <translation>Ein Merkmal sagt, welche Codes oder Zahlen eine Spalte enthalten darf. Nur was hier beschrieben ist, kann in einer Tabelle stehen, und nur was öffentlich ist, darf beschrieben werden.</translation>
    </message>
    <message>
        <source>The program can read the columns of the file and propose codes and bounds. You then correct them and confirm that they are public.</source>
        <translation>Das Programm kann die Spalten der Datei lesen und Codes und Grenzen vorschlagen. Sie berichtigen sie dann und bestätigen, dass sie öffentlich sind.</translation>
    </message>
    <message>
        <source>Choose the file on the page Data first, or describe variables by hand with New variable.</source>
        <translation>Wählen Sie zuerst die Datei auf der Seite Daten oder beschreiben Sie Merkmale von Hand mit „Neues Merkmal“.</translation>
    </message>
    <message>
        <source>Propose variables from the file…</source>
        <translation>Merkmale aus der Datei vorschlagen…</translation>
    </message>
    <message>
        <source>Choose the file on the page Data</source>
        <translation>Datei auf der Seite Daten wählen</translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>not complete yet</source>
        <translation>noch nicht vollständig</translation>
    </message>
</context>
<context>
    <name>StyleChoice</name>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>House styles</source>
        <translation>Hausstile</translation>
    </message>
    <message>
        <source>Choose a house style</source>
        <translation>Hausstil wählen</translation>
    </message>
</context>
<context>
    <name>StyleForm</name>
    <message>
        <source>The office</source>
        <translation>Das Amt</translation>
    </message>
    <message>
        <source>Name of the style</source>
        <translation>Name des Stils</translation>
    </message>
    <message>
        <source>By which it is chosen.</source>
        <translation>Unter dem er gewählt wird.</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Herausgeber</translation>
    </message>
    <message>
        <source>The office that publishes the tables.</source>
        <translation>Das Amt, das die Tabellen veröffentlicht.</translation>
    </message>
    <message>
        <source>Stands on the cover beside the publisher; a PNG or JPEG file of at most 300,000 bytes.</source>
        <translation>Steht auf dem Deckblatt beim Herausgeber; eine PNG- oder JPEG-Datei von höchstens 300.000 Byte.</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontakt</translation>
    </message>
    <message>
        <source>The name of the unit, its e-mail address and telephone.</source>
        <translation>Der Name der Stelle, ihre E-Mail-Adresse und Telefonnummer.</translation>
    </message>
    <message>
        <source>Area covered</source>
        <translation>Erfasstes Gebiet</translation>
    </message>
    <message>
        <source>The country or region that the figures describe.</source>
        <translation>Das Land oder die Region, die die Zahlen beschreiben.</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Under which readers may use the tables, such as CC BY 4.0.</source>
        <translation>Unter welcher Leser die Tabellen nutzen dürfen, etwa CC BY 4.0.</translation>
    </message>
    <message>
        <source>How to cite</source>
        <translation>Zitierweise</translation>
    </message>
    <message>
        <source>May have {publisher}, {title}, {year}, {date} and {release} in it, which are filled in.</source>
        <translation>Darf {publisher}, {title}, {year}, {date} und {release} enthalten; sie werden ausgefüllt.</translation>
    </message>
    <message>
        <source>Next release</source>
        <translation>Nächste Ausgabe</translation>
    </message>
    <message>
        <source>When the next tables come, such as Spring 2027.</source>
        <translation>Wann die nächsten Tabellen kommen, etwa Frühjahr 2027.</translation>
    </message>
    <message>
        <source>all of the release, English first</source>
        <translation>alle der Freigabe, Englisch zuerst</translation>
    </message>
    <message>
        <source>all of the release, German first</source>
        <translation>alle der Freigabe, Deutsch zuerst</translation>
    </message>
    <message>
        <source>English alone</source>
        <translation>nur Englisch</translation>
    </message>
    <message>
        <source>German alone</source>
        <translation>nur Deutsch</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>In which languages files are written; a release has those of its title.</source>
        <translation>In welchen Sprachen Dateien geschrieben werden; eine Freigabe hat die ihres Titels.</translation>
    </message>
    <message>
        <source>one in each language</source>
        <translation>eine in jeder Sprache</translation>
    </message>
    <message>
        <source>in the first language alone</source>
        <translation>nur in der ersten Sprache</translation>
    </message>
    <message>
        <source>In which languages the labels of the CSV files are.</source>
        <translation>In welchen Sprachen die Bezeichnungen der CSV-Dateien stehen.</translation>
    </message>
    <message>
        <source>CSV files</source>
        <translation>CSV-Dateien</translation>
    </message>
    <message>
        <source>How tables are set out</source>
        <translation>Wie Tabellen angeordnet sind</translation>
    </message>
    <message>
        <source>What a plan or a table says itself goes before it.</source>
        <translation>Was ein Plan oder eine Tabelle selbst sagt, geht vor.</translation>
    </message>
    <message>
        <source>accessible: one header row</source>
        <translation>zugänglich: eine Kopfzeile</translation>
    </message>
    <message>
        <source>classic: as on paper</source>
        <translation>klassisch: wie auf Papier</translation>
    </message>
    <message>
        <source>list: a row a number</source>
        <translation>Liste: eine Zeile je Zahl</translation>
    </message>
    <message>
        <source>beside each estimate</source>
        <translation>neben jedem Schätzwert</translation>
    </message>
    <message>
        <source>in a block after all estimates</source>
        <translation>in einem Block nach allen Schätzwerten</translation>
    </message>
    <message>
        <source>on a sheet of their own</source>
        <translation>auf einem eigenen Blatt</translation>
    </message>
    <message>
        <source>before what they count</source>
        <translation>vor dem, was sie zählen</translation>
    </message>
    <message>
        <source>after what they count</source>
        <translation>nach dem, was sie zählen</translation>
    </message>
    <message>
        <source>in units</source>
        <translation>in Einheiten</translation>
    </message>
    <message>
        <source>in thousands</source>
        <translation>in Tausend</translation>
    </message>
    <message>
        <source>in millions</source>
        <translation>in Millionen</translation>
    </message>
    <message>
        <source>in thousand millions</source>
        <translation>in Milliarden</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>How the tables of the workbook are set out.</source>
        <translation>Wie die Tabellen der Arbeitsmappe angeordnet sind.</translation>
    </message>
    <message>
        <source>Noise margins</source>
        <translation>Rauschspannen</translation>
    </message>
    <message>
        <source>Where the workbook has them.</source>
        <translation>Wo die Arbeitsmappe sie hat.</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Where rows and columns for all codes stand.</source>
        <translation>Wo Zeilen und Spalten für alle Codes stehen.</translation>
    </message>
    <message>
        <source>Counts and sums</source>
        <translation>Anzahlen und Summen</translation>
    </message>
    <message>
        <source>In which unit they are printed.</source>
        <translation>In welcher Einheit sie gedruckt werden.</translation>
    </message>
    <message>
        <source>Rounded to multiples of</source>
        <translation>Gerundet auf Vielfache von</translation>
    </message>
    <message>
        <source>5 prints counts and sums in fives; the figures released stay what they are.</source>
        <translation>5 druckt Anzahlen und Summen in Fünfern; die freigegebenen Zahlen bleiben, was sie sind.</translation>
    </message>
    <message>
        <source>as many as there are</source>
        <translation>so viele, wie es gibt</translation>
    </message>
    <message>
        <source>Decimals at most</source>
        <translation>Höchstens Nachkommastellen</translation>
    </message>
    <message>
        <source>The most that any figure is printed with.</source>
        <translation>Mehr hat keine gedruckte Zahl.</translation>
    </message>
    <message>
        <source>letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>Of the PDF and of print.</source>
        <translation>Von PDF und Druck.</translation>
    </message>
    <message>
        <source>Marks for noise</source>
        <translation>Kennzeichnung des Rauschens</translation>
    </message>
    <message>
        <source>Estimates whose noise is large beside them are marked; the published figures alone decide.</source>
        <translation>Schätzwerte, neben denen das Rauschen groß ist, werden gekennzeichnet; allein die veröffentlichten Zahlen entscheiden.</translation>
    </message>
    <message>
        <source>nothing is marked</source>
        <translation>nichts wird gekennzeichnet</translation>
    </message>
    <message>
        <source>noise margin / estimate</source>
        <translation>Rauschspanne / Schätzwert</translation>
    </message>
    <message>
        <source>standard error / estimate (CV)</source>
        <translation>Standardfehler / Schätzwert (CV)</translation>
    </message>
    <message>
        <source>What decides, and whether anything is marked.</source>
        <translation>Was entscheidet, und ob etwas gekennzeichnet wird.</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen wird</translation>
    </message>
    <message>
        <source>the noise alone</source>
        <translation>nur das Rauschen</translation>
    </message>
    <message>
        <source>noise and sampling error</source>
        <translation>Rauschen und Stichprobenfehler</translation>
    </message>
    <message>
        <source>Both together where the plan declares sampling errors.</source>
        <translation>Beide zusammen, wo der Plan Stichprobenfehler angibt.</translation>
    </message>
    <message>
        <source>Which error</source>
        <translation>Welcher Fehler</translation>
    </message>
    <message>
        <source>Of the noise margin that is compared, whatever level the tables have.</source>
        <translation>Der verglichenen Rauschspanne, gleich welches Niveau die Tabellen haben.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Niveau</translation>
    </message>
    <message>
        <source>Unreliable above (%)</source>
        <translation>Unzuverlässig über (%)</translation>
    </message>
    <message>
        <source>An estimate is unreliable where what is compared is above so many percent of it.</source>
        <translation>Ein Schätzwert ist unzuverlässig, wo das Verglichene über so viel Prozent von ihm liegt.</translation>
    </message>
    <message>
        <source>no such class</source>
        <translation>keine solche Klasse</translation>
    </message>
    <message>
        <source>With caution above (%)</source>
        <translation>Mit Vorsicht über (%)</translation>
    </message>
    <message>
        <source>A second class, to be used with caution; empty for none.</source>
        <translation>Eine zweite Klasse, mit Vorsicht zu verwenden; leer für keine.</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>They stand right of the number. Empty: the usual one.</source>
        <translation>Sie stehen rechts von der Zahl. Leer: das übliche.</translation>
    </message>
    <message>
        <source>Impossible by public rule</source>
        <translation>Nach öffentlicher Regel unmöglich</translation>
    </message>
    <message>
        <source>Cannot be estimated</source>
        <translation>Nicht schätzbar</translation>
    </message>
    <message>
        <source>Unreliable</source>
        <translation>Unzuverlässig</translation>
    </message>
    <message>
        <source>Use with caution</source>
        <translation>Mit Vorsicht zu verwenden</translation>
    </message>
    <message>
        <source>Exact, without noise</source>
        <translation>Exakt, ohne Rauschen</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>Berichtigt</translation>
    </message>
    <message>
        <source>Not shown in this detail</source>
        <translation>So fein nicht gezeigt</translation>
    </message>
    <message>
        <source>Not adjusted</source>
        <translation>Nicht angepasst</translation>
    </message>
    <message>
        <source>Controlled: a public figure</source>
        <translation>Eckwert: eine öffentliche Zahl</translation>
    </message>
    <message>
        <source>Each sign is another one, without spaces, and no number.</source>
        <translation>Jedes Zeichen ist ein anderes, ohne Leerzeichen und keine Zahl.</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Schriftart</translation>
    </message>
    <message>
        <source>Readers see it where their computer has it.</source>
        <translation>Leser sehen sie, wo ihr Rechner sie hat.</translation>
    </message>
    <message>
        <source>Text (points)</source>
        <translation>Text (Punkt)</translation>
    </message>
    <message>
        <source>Headings (points)</source>
        <translation>Überschriften (Punkt)</translation>
    </message>
    <message>
        <source>Classic tables (points)</source>
        <translation>Klassische Tabellen (Punkt)</translation>
    </message>
    <message>
        <source>The size of the letters.</source>
        <translation>Die Größe der Buchstaben.</translation>
    </message>
</context>
<context>
    <name>StylePage</name>
    <message>
        <source>House style</source>
        <translation>Hausstil</translation>
    </message>
    <message>
        <source>Use for this export</source>
        <translation>Für diesen Export verwenden</translation>
    </message>
    <message>
        <source>Use for this plan</source>
        <translation>Für diesen Plan verwenden</translation>
    </message>
    <message>
        <source>Something in the style is still wrong.</source>
        <translation>Im Stil stimmt noch etwas nicht.</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Ausgehen von</translation>
    </message>
    <message>
        <source>One of the styles that come with dpdesk, one the office keeps, or a file.</source>
        <translation>Einem der Stile, die mit dpdesk kommen, einem, den das Amt aufbewahrt, oder einer Datei.</translation>
    </message>
    <message>
        <source>Texts in</source>
        <translation>Texte auf</translation>
    </message>
    <message>
        <source>The language in which texts are shown and typed.</source>
        <translation>Die Sprache, in der Texte gezeigt und getippt werden.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Aufbewahren</translation>
    </message>
    <message>
        <source>Saves the style with the office: every plan finds it by its name.</source>
        <translation>Sichert den Stil beim Amt: Jeder Plan findet ihn unter seinem Namen.</translation>
    </message>
    <message>
        <source>Save as a file…</source>
        <translation>Als Datei sichern…</translation>
    </message>
    <message>
        <source>Saves the style where you say, to hand it on.</source>
        <translation>Sichert den Stil, wo Sie sagen, zum Weitergeben.</translation>
    </message>
    <message>
        <source>The style is again as it was read or saved last.</source>
        <translation>Der Stil ist wieder, wie er zuletzt gelesen oder gesichert wurde.</translation>
    </message>
    <message>
        <source>The fields of the house style</source>
        <translation>Die Felder des Hausstils</translation>
    </message>
    <message>
        <source>How it looks</source>
        <translation>Wie es aussieht</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>A table of made-up figures, printed by the rules of this style, at three quarters of its size.</source>
        <translation>Eine Tabelle mit erfundenen Zahlen, gedruckt nach den Regeln dieses Stils, auf drei Viertel verkleinert.</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>another style</source>
        <translation>anderer Stil</translation>
    </message>
    <message>
        <source>logo</source>
        <translation>Logo</translation>
    </message>
    <message>
        <source>Changed, and not kept yet.</source>
        <translation>Geändert und noch nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Kept as {file}.</source>
        <translation>Aufbewahrt als {file}.</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>Nichts ist geändert.</translation>
    </message>
    <message>
        <source>Residents by area</source>
        <translation>Einwohner nach Gebiet</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Gebiet</translation>
    </message>
    <message>
        <source>Persons</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Per cent</source>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>noise margin (90 %)</source>
        <translation>Rauschspanne (90 %)</translation>
    </message>
    <message>
        <source>The noise margins are on a sheet of their own.</source>
        <translation>Die Rauschspannen stehen auf einem eigenen Blatt.</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>North</source>
        <translation>Nord</translation>
    </message>
    <message>
        <source>South</source>
        <translation>Süd</translation>
    </message>
    <message>
        <source>Islands</source>
        <translation>Inseln</translation>
    </message>
    <message>
        <source>Lighthouse</source>
        <translation>Leuchtturm</translation>
    </message>
    <message>
        <source>A style of this name is there already: give this one another name.</source>
        <translation>Einen Stil dieses Namens gibt es schon: Geben Sie diesem einen anderen Namen.</translation>
    </message>
    <message>
        <source>The style is kept: choose “{name}” for any plan.</source>
        <translation>Der Stil ist aufbewahrt: Wählen Sie „{name}“ für jeden Plan.</translation>
    </message>
    <message>
        <source>Save the house style</source>
        <translation>Hausstil sichern</translation>
    </message>
    <message>
        <source>The style is saved.</source>
        <translation>Der Stil ist gesichert.</translation>
    </message>
    <message>
        <source>house style</source>
        <translation>Hausstil</translation>
    </message>
    <message>
        <source>The house style has changes that are not kept. Closing the window gives them up.</source>
        <translation>Der Hausstil hat Änderungen, die nicht aufbewahrt sind. Wird das Fenster geschlossen, gehen sie verloren.</translation>
    </message>
    <message>
        <source>Give them up</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
</context>
<context>
    <name>StyleRow</name>
    <message>
        <source>Edit…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Edit the house style</source>
        <translation>Hausstil bearbeiten</translation>
    </message>
    <message>
        <source>Opens the page on which house styles are edited and kept; then leads back here.</source>
        <translation>Öffnet die Seite, auf der Hausstile bearbeitet und aufbewahrt werden; führt dann hierher zurück.</translation>
    </message>
</context>
<context>
    <name>SumsLine</name>
    <message>
        <source>Copy the sums</source>
        <translation>Summen kopieren</translation>
    </message>
    <message>
        <source>Copies what the selected cells come to, each with its margin.</source>
        <translation>Kopiert, was die gewählten Zellen ergeben, jeweils mit Rauschspanne.</translation>
    </message>
    <message>
        <source>{number} cells …</source>
        <translation>{number} Zellen …</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>sum {figure}</source>
        <translation>Summe {figure}</translation>
    </message>
    <message>
        <source>first less second {figure}</source>
        <translation>erste weniger zweite {figure}</translation>
    </message>
    <message>
        <source>first by second {figure}</source>
        <translation>erste durch zweite {figure}</translation>
    </message>
    <message>
        <source>{number} cells:   {figures}</source>
        <translation>{number} Zellen:   {figures}</translation>
    </message>
    <message>
        <source>These cells cannot be added up: choose counts, or sums of one quantity.</source>
        <translation>Diese Zellen lassen sich nicht addieren: Wählen Sie Häufigkeiten oder Summen einer Größe.</translation>
    </message>
    <message>
        <source>Select several cells to see their sum with its own noise margin.</source>
        <translation>Wählen Sie mehrere Zellen, um ihre Summe mit eigener Rauschspanne zu sehen.</translation>
    </message>
</context>
<context>
    <name>Switches</name>
    <message>
        <source>&amp;Release</source>
        <translation>&amp;Freigabe</translation>
    </message>
    <message>
        <source>Which finished release, or the rehearsal.</source>
        <translation>Welche fertige Freigabe oder der Probelauf.</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>What stands beside each number.</source>
        <translation>Was neben jeder Zahl steht.</translation>
    </message>
    <message>
        <source>noise margin</source>
        <translation>Rauschspanne</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>noise and sampling margins</source>
        <translation>Rausch- und Stichprobenspannen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Adjusted values add up and are the official ones; raw ones are for research.</source>
        <translation>Abgestimmte Werte gehen auf und sind die amtlichen; rohe sind für die Forschung.</translation>
    </message>
    <message>
        <source>Show &amp;beside</source>
        <translation>Da&amp;neben zeigen</translation>
    </message>
    <message>
        <source>adjusted to add up (official)</source>
        <translation>abgestimmt, geht auf (amtlich)</translation>
    </message>
    <message>
        <source>raw</source>
        <translation>roh</translation>
    </message>
</context>
<context>
    <name>TableGrid</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole page of the table</source>
        <translation>Die ganze Seite der Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>TableHead</name>
    <message>
        <source>Tit&amp;le</source>
        <translation>Tite&amp;l</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What the table is called; made from its variables at first.</source>
        <translation>Wie die Tabelle heißt; zuerst aus ihren Merkmalen gebildet.</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>A short name: of the worksheet and the CSV file.</source>
        <translation>Ein kurzer Name: für das Tabellenblatt und die CSV-Datei.</translation>
    </message>
    <message>
        <source>{level} %</source>
        <translation>{level} %</translation>
    </message>
    <message>
        <source>Noise mar&amp;gin</source>
        <translation>Rauschs&amp;panne</translation>
    </message>
    <message>
        <source>Noise margin</source>
        <translation>Rauschspanne</translation>
    </message>
    <message>
        <source>How often, in 100 cells, the noise stays within the margin that is shown and published.</source>
        <translation>Wie oft unter 100 Zellen das Rauschen in der Spanne bleibt, die gezeigt und veröffentlicht wird.</translation>
    </message>
    <message>
        <source>accessible</source>
        <translation>zugänglich</translation>
    </message>
    <message>
        <source>classic</source>
        <translation>klassisch</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>La&amp;yout</source>
        <translation>An&amp;ordnung</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>How the workbook sets tables out: one header row for all readers, as on paper, or a row a number.</source>
        <translation>Wie die Arbeitsmappe Tabellen anordnet: eine Kopfzeile für alle Lesenden, wie auf Papier, oder eine Zeile je Zahl.</translation>
    </message>
    <message>
        <source>Title of a table</source>
        <translation>Titel einer Tabelle</translation>
    </message>
    <message>
        <source>Another table is called “{name}” already.</source>
        <translation>Eine andere Tabelle heißt schon „{name}“.</translation>
    </message>
    <message>
        <source>Rename a table</source>
        <translation>Tabelle umbenennen</translation>
    </message>
    <message>
        <source>Level of the margins</source>
        <translation>Niveau der Spannen</translation>
    </message>
    <message>
        <source>Layout of the tables</source>
        <translation>Anordnung der Tabellen</translation>
    </message>
</context>
<context>
    <name>TablePicture</name>
    <message>
        <source>Picture of the table</source>
        <translation>Bild der Tabelle</translation>
    </message>
    <message>
        <source>Up: {words}</source>
        <translation>Nach oben: {words}</translation>
    </message>
    <message>
        <source>Across: {words}</source>
        <translation>Nach rechts: {words}</translation>
    </message>
</context>
<context>
    <name>TableRemarks</name>
    <message>
        <source>Table “{name}”: </source>
        <translation>Tabelle „{name}“: </translation>
    </message>
    <message>
        <source>A measure</source>
        <translation>Eine Maßzahl</translation>
    </message>
    <message>
        <source>The dictionary must be put right first: {problem}</source>
        <translation>Zuerst ist die Datenbeschreibung zu berichtigen: {problem}</translation>
    </message>
    <message>
        <source>The noise margins appear here once the page Data says who is protected and what may be spent in all.</source>
        <translation>Die Rauschspannen erscheinen hier, sobald die Seite Daten sagt, wer geschützt wird und was insgesamt ausgegeben werden darf.</translation>
    </message>
    <message>
        <source>The noise margins appear here once the page Accuracy says what this release may spend.</source>
        <translation>Die Rauschspannen erscheinen hier, sobald die Seite Genauigkeit sagt, was diese Freigabe ausgeben darf.</translation>
    </message>
    <message>
        <source>The noise is being worked out.</source>
        <translation>Das Rauschen wird berechnet.</translation>
    </message>
    <message>
        <source>Drag variables from the left into rows or columns, or choose them from the + menus.</source>
        <translation>Ziehen Sie Merkmale von links in Zeilen oder Spalten oder wählen Sie sie aus den Menüs +.</translation>
    </message>
</context>
<context>
    <name>TableSheet</name>
    <message>
        <source>Page of the table</source>
        <translation>Seite der Tabelle</translation>
    </message>
    <message>
        <source>Which page of the table is shown.</source>
        <translation>Welche Seite der Tabelle gezeigt wird.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>1 code</source>
        <translation>1 Code</translation>
    </message>
    <message>
        <source>{n} bins</source>
        <translation>{n} Klassen</translation>
    </message>
    <message>
        <source>{n} numbers</source>
        <translation>{n} Zahlen</translation>
    </message>
    <message>
        <source>{n} codes</source>
        <translation>{n} Codes</translation>
    </message>
    <message>
        <source>{variable}: {levels}</source>
        <translation>{variable}: {levels}</translation>
    </message>
    <message>
        <source>{variable} ({n} codes)</source>
        <translation>{variable} ({n} Codes)</translation>
    </message>
    <message>
        <source>{variable} (1 code)</source>
        <translation>{variable} (1 Code)</translation>
    </message>
    <message>
        <source>{variable}, no total</source>
        <translation>{variable}, ohne Insgesamt</translation>
    </message>
    <message>
        <source>Mean of</source>
        <translation>Mittelwert von</translation>
    </message>
    <message>
        <source>Sum of</source>
        <translation>Summe von</translation>
    </message>
    <message>
        <source>Standard deviation of</source>
        <translation>Standardabweichung von</translation>
    </message>
    <message>
        <source>Variance of</source>
        <translation>Varianz von</translation>
    </message>
    <message>
        <source>Median of</source>
        <translation>Median von</translation>
    </message>
    <message>
        <source>Gini coefficient of</source>
        <translation>Gini-Koeffizient von</translation>
    </message>
    <message>
        <source>Shares of fifths in</source>
        <translation>Anteile von Fünfteln an</translation>
    </message>
    <message>
        <source>Cumulative counts of</source>
        <translation>Kumulierte Häufigkeit von</translation>
    </message>
    <message>
        <source>All intervals of</source>
        <translation>Alle Intervalle von</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>{n} points</source>
        <translation>{n} Punkte</translation>
    </message>
    <message>
        <source>Quartiles of</source>
        <translation>Quartile von</translation>
    </message>
    <message>
        <source>Quintiles of</source>
        <translation>Quintile von</translation>
    </message>
    <message>
        <source>Deciles of</source>
        <translation>Dezile von</translation>
    </message>
    <message>
        <source>{measure}, weighted by {variable}</source>
        <translation>{measure}, gewichtet mit {variable}</translation>
    </message>
    <message>
        <source>{measure}, of these {conditions}</source>
        <translation>{measure}, davon {conditions}</translation>
    </message>
    <message>
        <source>{measure}, controlled to {figures}</source>
        <translation>{measure}, gebunden an {figures}</translation>
    </message>
    <message>
        <source>Quantiles of {variable}: {points}</source>
        <translation>Quantile von {variable}: {points}</translation>
    </message>
    <message>
        <source>Intervals of {variable} ({n})</source>
        <translation>Intervalle von {variable} ({n})</translation>
    </message>
    <message>
        <source>Beginnings of codes of {variable}</source>
        <translation>Anfänge der Codes von {variable}</translation>
    </message>
    <message>
        <source>Share “{range}”</source>
        <translation>Anteil „{range}“</translation>
    </message>
    <message>
        <source>Share with {condition}</source>
        <translation>Anteil mit {condition}</translation>
    </message>
    <message>
        <source>Percentage within {variables}</source>
        <translation>Prozent innerhalb von {variables}</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>der Tabelle</translation>
    </message>
    <message>
        <source>Percentage of the table</source>
        <translation>Prozent der Tabelle</translation>
    </message>
    <message>
        <source>Percentage of the page</source>
        <translation>Prozent der Seite</translation>
    </message>
    <message>
        <source>Percentage of the row</source>
        <translation>Prozent der Zeile</translation>
    </message>
    <message>
        <source>Percentage of the column</source>
        <translation>Prozent der Spalte</translation>
    </message>
    <message>
        <source>{n} of its codes</source>
        <translation>{n} der Codes</translation>
    </message>
    <message>
        <source>{variable}: {codes}</source>
        <translation>{variable}: {codes}</translation>
    </message>
    <message>
        <source>{variable}: {first} up to {last}</source>
        <translation>{variable}: {first} bis {last}</translation>
    </message>
    <message>
        <source>{variable}: from {first}</source>
        <translation>{variable}: ab {first}</translation>
    </message>
    <message>
        <source>{variable}: up to {last}</source>
        <translation>{variable}: bis {last}</translation>
    </message>
    <message>
        <source>{variable}: {low} to below {high}</source>
        <translation>{variable}: {low} bis unter {high}</translation>
    </message>
    <message>
        <source>{variable}: {low} and more</source>
        <translation>{variable}: {low} und mehr</translation>
    </message>
    <message>
        <source>{variable}: below {high}</source>
        <translation>{variable}: unter {high}</translation>
    </message>
    <message>
        <source>the total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source> by </source>
        <translation> nach </translation>
    </message>
    <message>
        <source>Best of the methods with a known error</source>
        <translation>Bestes mit bekanntem Fehler</translation>
    </message>
    <message>
        <source>{method} ({noise})</source>
        <translation>{method} ({noise})</translation>
    </message>
    <message>
        <source>Rows (stub)</source>
        <translation>Zeilen (Vorspalte)</translation>
    </message>
    <message>
        <source>Columns (boxhead)</source>
        <translation>Spalten (Kopf)</translation>
    </message>
    <message>
        <source>{measure}, expanded by {figures}</source>
        <translation>{measure}, hochgerechnet mit {figures}</translation>
    </message>
    <message>
        <source>Index, 100 is {condition}</source>
        <translation>Index, 100 ist {condition}</translation>
    </message>
    <message>
        <source>{measure} over {other}</source>
        <translation>{measure} durch {other}</translation>
    </message>
    <message>
        <source>Share below a part of the median of {variable}</source>
        <translation>Anteil unter einem Teil des Medians von {variable}</translation>
    </message>
    <message>
        <source>{variable} per {per} of {figures}</source>
        <translation>{variable} je {per} von {figures}</translation>
    </message>
    <message>
        <source>Rate per {per} of {figures}</source>
        <translation>Rate je {per} von {figures}</translation>
    </message>
    <message>
        <source>{measure}, standardised to {figures}</source>
        <translation>{measure}, standardisiert auf {figures}</translation>
    </message>
</context>
<context>
    <name>TablesList</name>
    <message>
        <source>&amp;Tables</source>
        <translation>&amp;Tabellen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Which table of the release is shown.</source>
        <translation>Welche Tabelle der Freigabe gezeigt wird.</translation>
    </message>
</context>
<context>
    <name>TablesPage</name>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>The empty table, with the expected noise margin in every cell</source>
        <translation>Die leere Tabelle mit der erwarteten Rauschspanne in jeder Zelle</translation>
    </message>
    <message>
        <source>&amp;Pages</source>
        <translation>Se&amp;iten</translation>
    </message>
    <message>
        <source>M&amp;easures</source>
        <translation>Maß&amp;zahlen</translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation>&amp;Bild</translation>
    </message>
    <message>
        <source>How the table is made</source>
        <translation>Wie die Tabelle gebildet wird</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Parts of the budget</source>
        <translation>Anteile am Budget</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Note on this cell…</source>
        <translation>Anmerkung zu dieser Zelle…</translation>
    </message>
    <message>
        <source>Note on this row…</source>
        <translation>Anmerkung zu dieser Zeile…</translation>
    </message>
    <message>
        <source>Note on this column…</source>
        <translation>Anmerkung zu dieser Spalte…</translation>
    </message>
    <message>
        <source>Note on this table…</source>
        <translation>Anmerkung zu dieser Tabelle…</translation>
    </message>
    <message>
        <source>Note on the release…</source>
        <translation>Anmerkung zur Freigabe…</translation>
    </message>
    <message>
        <source>Add a table.</source>
        <translation>Fügen Sie eine Tabelle hinzu.</translation>
    </message>
    <message>
        <source>The tables are not checked yet.</source>
        <translation>Die Tabellen sind noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Next: Accuracy ▸</source>
        <translation>Weiter: Genauigkeit ▸</translation>
    </message>
    <message>
        <source>No table yet. Add one, then drop variables into its rows and columns.</source>
        <translation>Noch keine Tabelle. Fügen Sie eine hinzu und legen Sie dann Merkmale in ihren Zeilen und Spalten ab.</translation>
    </message>
    <message>
        <source>Tables are made of the dictionary&apos;s variables, and there are none yet.</source>
        <translation>Tabellen entstehen aus den Merkmalen der Datenbeschreibung, und davon gibt es noch keine.</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>Open the dictionary</source>
        <translation>Merkmale öffnen</translation>
    </message>
    <message>
        <source>Noise margin ({level} %): the noise stays within ± {margin} of the count.</source>
        <translation>Rauschspanne ({level} %): Das Rauschen bleibt innerhalb von ± {margin} um die Anzahl.</translation>
    </message>
    <message>
        <source>Published exactly: the same whatever the data are within the rules.</source>
        <translation>Exakt veröffentlicht: innerhalb der Regeln bei allen Daten gleich.</translation>
    </message>
    <message>
        <source>size?</source>
        <translation>Größe?</translation>
    </message>
    <message>
        <source>too few</source>
        <translation>zu wenige</translation>
    </message>
    <message>
        <source>Best method: {method}</source>
        <translation>Bestes Verfahren: {method}</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>How wrong this will be depends on the counts themselves.</source>
        <translation>Wie falsch dies sein wird, hängt von den Häufigkeiten selbst ab.</translation>
    </message>
    <message>
        <source>Total&amp;s</source>
        <translation>&amp;Summen</translation>
    </message>
    <message>
        <source>Rows (&amp;stub)</source>
        <translation>Zeilen (&amp;Vorspalte)</translation>
    </message>
    <message>
        <source>Columns (&amp;boxhead)</source>
        <translation>Spalten (&amp;Kopf)</translation>
    </message>
</context>
<context>
    <name>TablesPanel</name>
    <message>
        <source>&amp;Tables</source>
        <translation>&amp;Tabellen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Delete removes a table, Alt and an arrow moves it, F2 renames it.</source>
        <translation>Entf löscht eine Tabelle, Alt und eine Pfeiltaste verschieben sie, F2 benennt sie um.</translation>
    </message>
    <message>
        <source>&amp;New table</source>
        <translation>Ne&amp;ue Tabelle</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>Adds a table that counts everyone; then add variables.</source>
        <translation>Fügt eine Tabelle hinzu, die alle zählt; nehmen Sie dann Merkmale auf.</translation>
    </message>
    <message>
        <source>More about this table</source>
        <translation>Mehr zu dieser Tabelle</translation>
    </message>
    <message>
        <source>Duplicate, rename, move or delete the table.</source>
        <translation>Tabelle duplizieren, umbenennen, verschieben oder löschen.</translation>
    </message>
    <message>
        <source>Duplicate the table</source>
        <translation>Tabelle duplizieren</translation>
    </message>
    <message>
        <source>Move the table up</source>
        <translation>Tabelle nach oben</translation>
    </message>
    <message>
        <source>Move the table down</source>
        <translation>Tabelle nach unten</translation>
    </message>
    <message>
        <source>Delete the table</source>
        <translation>Tabelle löschen</translation>
    </message>
    <message>
        <source>Rename the table</source>
        <translation>Tabelle umbenennen</translation>
    </message>
    <message>
        <source>all that this plan spends</source>
        <translation>alles, was dieser Plan ausgibt</translation>
    </message>
    <message>
        <source>all that this plan spends · {group}</source>
        <translation>alles, was dieser Plan ausgibt · {group}</translation>
    </message>
    <message>
        <source>{part} of the budget</source>
        <translation>{part} des Budgets</translation>
    </message>
    <message>
        <source>{part} of the budget · {group}</source>
        <translation>{part} des Budgets · {group}</translation>
    </message>
    <message>
        <source>needs a look · {share}</source>
        <translation>bitte ansehen · {share}</translation>
    </message>
    <message>
        <source>Duplicate a table</source>
        <translation>Tabelle duplizieren</translation>
    </message>
    <message>
        <source>Delete a table</source>
        <translation>Tabelle löschen</translation>
    </message>
    <message>
        <source>Move a table</source>
        <translation>Tabelle verschieben</translation>
    </message>
    <message>
        <source>Noise margins ({level} %): {range}</source>
        <translation>Rauschspannen ({level} %): {range}</translation>
    </message>
    <message>
        <source>computed together with all others</source>
        <translation>zusammen mit allen anderen berechnet</translation>
    </message>
</context>
<context>
    <name>TargetSentence</name>
    <message>
        <source>&amp;I need ±</source>
        <translation>&amp;Ich brauche ±</translation>
    </message>
    <message>
        <source>Noise margin wanted, ±</source>
        <translation>Gewünschte Rauschspanne, ±</translation>
    </message>
    <message>
        <source>How far off a figure may be, at the level of the margins; the budget it needs is worked out.</source>
        <translation>Wie weit eine Zahl danebenliegen darf, beim Niveau der Spannen; das nötige Budget wird berechnet.</translation>
    </message>
    <message>
        <source>Cells that need this margin</source>
        <translation>Zellen, die diese Spanne brauchen</translation>
    </message>
    <message>
        <source>Table that needs this margin</source>
        <translation>Tabelle, die diese Spanne braucht</translation>
    </message>
    <message>
        <source>The same table as above.</source>
        <translation>Dieselbe Tabelle wie oben.</translation>
    </message>
    <message>
        <source>Puts this wish into a list, so that one budget can serve wishes for several tables.</source>
        <translation>Nimmt diesen Wunsch in eine Liste auf, damit ein Budget Wünsche für mehrere Tabellen erfüllt.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>of</source>
        <translation>in</translation>
    </message>
    <message>
        <source>What its table needs for this wish alone.</source>
        <translation>Was seine Tabelle für diesen Wunsch allein braucht.</translation>
    </message>
    <message>
        <source>All counts of the table, one kind of them, or another figure.</source>
        <translation>Alle Häufigkeiten der Tabelle, eine Art davon oder eine andere Zahl.</translation>
    </message>
    <message>
        <source>Wish for mo&amp;re</source>
        <translation>Noch ein W&amp;unsch</translation>
    </message>
    <message>
        <source>Wish for more</source>
        <translation>Noch ein Wunsch</translation>
    </message>
</context>
<context>
    <name>TargetsPanel</name>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message>
        <source>An internal error ({kind}) stopped this; nothing of the data is shown.</source>
        <translation>Ein interner Fehler ({kind}) hat dies beendet; von den Daten wird nichts gezeigt.</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
</context>
<context>
    <name>TextsPanel</name>
    <message>
        <source>Reason for the correction</source>
        <translation>Begründung der Berichtigung</translation>
    </message>
    <message>
        <source>to be given first</source>
        <translation>ist zuerst anzugeben</translation>
    </message>
    <message>
        <source>Stands in the workbook and in the ledger beside the new version of the texts.</source>
        <translation>Steht in der Arbeitsmappe und im Kontobuch neben der neuen Fassung der Texte.</translation>
    </message>
    <message>
        <source>Correct the texts of this release</source>
        <translation>Texte dieser Freigabe berichtigen</translation>
    </message>
    <message>
        <source>Corrects titles, labels and notes of the release; numbers never change, and it costs nothing.</source>
        <translation>Berichtigt Titel, Bezeichnungen und Anmerkungen der Freigabe; die Zahlen bleiben, und es kostet nichts.</translation>
    </message>
    <message>
        <source>Correct titles, labels, notes</source>
        <translation>Titel, Bezeichnungen, Anmerkungen berichtigen</translation>
    </message>
    <message>
        <source>To correct titles, labels or notes, open the plan of this release and edit them there.</source>
        <translation>Um Titel, Bezeichnungen oder Anmerkungen zu berichtigen, öffnen Sie den Plan dieser Freigabe und bearbeiten sie dort.</translation>
    </message>
    <message>
        <source>The plan on the desk has other titles, labels or notes than this release. Correcting them makes a new version, marked r; numbers never change, and it costs nothing.</source>
        <translation>Der geöffnete Plan hat andere Titel, Bezeichnungen oder Anmerkungen als diese Freigabe. Sie zu berichtigen ergibt eine neue Fassung mit dem Zeichen r; Zahlen ändern sich nie, und es kostet nichts.</translation>
    </message>
    <message>
        <source>A title is edited above its table; labels and notes in the tables and the dictionary as usual, before you come back here. Numbers never change.</source>
        <translation>Ein Titel wird über seiner Tabelle bearbeitet, Bezeichnungen und Anmerkungen wie sonst in den Tabellen und der Datenbeschreibung; kommen Sie dann hierher zurück. Zahlen ändern sich nie.</translation>
    </message>
    <message>
        <source>Title of a table</source>
        <translation>Titel einer Tabelle</translation>
    </message>
    <message>
        <source>… and {number} more</source>
        <translation>… und {number} weitere</translation>
    </message>
    <message>
        <source>The texts are corrected: version {version}. Export it next; its folder is one of its own.</source>
        <translation>Die Texte sind berichtigt: Fassung {version}. Exportieren Sie sie jetzt; sie bekommt einen eigenen Ordner.</translation>
    </message>
</context>
<context>
    <name>TitleLine</name>
    <message>
        <source>Edit the title</source>
        <translation>Titel bearbeiten</translation>
    </message>
    <message>
        <source>Corrects the title of this table: a new version of its texts, at no cost.</source>
        <translation>Berichtigt den Titel dieser Tabelle: eine neue Fassung ihrer Texte, ohne Kosten.</translation>
    </message>
    <message>
        <source>Title of the table</source>
        <translation>Titel der Tabelle</translation>
    </message>
    <message>
        <source>Enter keeps it, Esc leaves it as it was.</source>
        <translation>Die Eingabetaste behält ihn, Esc lässt ihn, wie er war.</translation>
    </message>
</context>
<context>
    <name>Tool</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back to the variable (Esc).</source>
        <translation>Zurück zum Merkmal (Esc).</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>&amp;Propose variables from the file…</source>
        <translation>Merkmale aus der Datei &amp;vorschlagen…</translation>
    </message>
    <message>
        <source>I&amp;mport labels and codes…</source>
        <translation>Bezeichnungen und Codes &amp;einlesen…</translation>
    </message>
    <message>
        <source>Ne&amp;w variable</source>
        <translation>Neues Mer&amp;kmal</translation>
    </message>
    <message>
        <source>Com&amp;bine columns…</source>
        <translation>Spalten verb&amp;inden…</translation>
    </message>
    <message>
        <source>&amp;Group…</source>
        <translation>Gru&amp;ppieren…</translation>
    </message>
    <message>
        <source>Add a &amp;quantity</source>
        <translation>Messgr&amp;öße hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Impossible combinations…</source>
        <translation>Unmögli&amp;che Kombinationen…</translation>
    </message>
    <message>
        <source>Wei&amp;ght columns…</source>
        <translation>Ge&amp;wichtsspalten…</translation>
    </message>
    <message>
        <source>Con&amp;firm what was read from the data…</source>
        <translation>Gelesenes best&amp;ätigen…</translation>
    </message>
    <message>
        <source>Add a quantity</source>
        <translation>Messgröße hinzufügen</translation>
    </message>
    <message>
        <source>Sums and means of the number in view.</source>
        <translation>Summen und Mittelwerte der gezeigten Zahl.</translation>
    </message>
    <message>
        <source>&amp;Category: a column of codes</source>
        <translation>&amp;Kategorie: eine Spalte mit Codes</translation>
    </message>
    <message>
        <source>&amp;Number: a column of numbers, counted in bins</source>
        <translation>&amp;Zahl: eine Spalte mit Zahlen, in Klassen gezählt</translation>
    </message>
    <message>
        <source>&amp;Quantity: a column of amounts, to be summed</source>
        <translation>&amp;Messgröße: eine Spalte mit Beträgen, zu summieren</translation>
    </message>
    <message>
        <source>C&amp;ombination: several columns, one code</source>
        <translation>K&amp;ombination: mehrere Spalten, ein Code</translation>
    </message>
    <message>
        <source>Of the whole &amp;unit: made of all its rows, such as its size</source>
        <translation>Der ganzen &amp;Einheit: aus allen ihren Zeilen, etwa ihre Größe</translation>
    </message>
    <message>
        <source>Choose the file on the page Data first.</source>
        <translation>Wählen Sie zuerst die Datei auf der Seite Daten.</translation>
    </message>
    <message>
        <source>&amp;Groups: codes of another variable put together</source>
        <translation>&amp;Gruppen: Codes eines anderen Merkmals zusammengefasst</translation>
    </message>
</context>
<context>
    <name>TotalLine</name>
    <message>
        <source>&amp;Use it</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>All wishes are met already: this plan has that budget.</source>
        <translation>Alle Wünsche sind schon erfüllt: Dieser Plan hat das Budget dafür.</translation>
    </message>
    <message>
        <source>Already met: this comes to {figure}.</source>
        <translation>Schon erfüllt: Es werden {figure}.</translation>
    </message>
    <message>
        <source>The plan has {has}; {needed} would do, with margins as wide as you wish them.</source>
        <translation>Der Plan hat {has}; {needed} würden genügen, mit Spannen so breit wie gewünscht.</translation>
    </message>
    <message>
        <source>Use this budget</source>
        <translation>Dieses Budget verwenden</translation>
    </message>
    <message>
        <source>Sets the budget of the release and the part of each group of tables.</source>
        <translation>Setzt das Budget der Freigabe und den Anteil jeder Tabellengruppe.</translation>
    </message>
    <message>
        <source>&amp;Save budget</source>
        <translation>Budget &amp;sparen</translation>
    </message>
    <message>
        <source>Save budget</source>
        <translation>Budget sparen</translation>
    </message>
    <message>
        <source>Takes the least budget that meets every wish; margins become as wide as you wish them.</source>
        <translation>Nimmt das kleinste Budget, das jeden Wunsch erfüllt; Spannen werden so breit wie gewünscht.</translation>
    </message>
    <message>
        <source>Fit &amp;weights too</source>
        <translation>Ge&amp;wichte anpassen</translation>
    </message>
    <message>
        <source>Use the smaller budget with fitted weights</source>
        <translation>Das kleinere Budget mit angepassten Gewichten nehmen</translation>
    </message>
    <message>
        <source>Weighs every kind of figures as its target needs it, which takes a smaller budget; figures without a target become less accurate.</source>
        <translation>Gewichtet jede Art von Zahlen so, wie ihr Ziel es braucht; das kommt mit einem kleineren Budget aus. Zahlen ohne Ziel werden ungenauer.</translation>
    </message>
    <message>
        <source>Say how far off some cells may be: the least budget that takes is worked out.</source>
        <translation>Geben Sie an, wie ungenau manche Zellen sein dürfen: Das kleinste Budget dafür wird berechnet.</translation>
    </message>
    <message>
        <source>This cannot be had.</source>
        <translation>Dies ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>Together this cannot be had: wish {n} below stands in the way.</source>
        <translation>Zusammen ist das nicht zu haben: Wunsch {n} unten steht im Weg.</translation>
    </message>
    <message>
        <source>Weighed as the targets need it, {symbol} {amount} would do.</source>
        <translation>Nach den Zielen gewichtet, genügte {symbol} {amount}.</translation>
    </message>
    <message>
        <source>K&amp;eep it</source>
        <translation>B&amp;ehalten</translation>
    </message>
    <message>
        <source>Keeps this wish with the plan; the budget stays as it is.</source>
        <translation>Behält diesen Wunsch im Plan; das Budget bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Keep this wish</source>
        <translation>Diesen Wunsch behalten</translation>
    </message>
    <message>
        <source>Becomes less accurate, as wide as you wish it: {tables}.</source>
        <translation>Wird ungenauer, so breit wie gewünscht: {tables}.</translation>
    </message>
    <message>
        <source>Of that: {split}. Tables without a wish keep what they have.</source>
        <translation>Davon: {split}. Tabellen ohne Wunsch behalten, was sie haben.</translation>
    </message>
    <message>
        <source>Together this takes {needed}.</source>
        <translation>Zusammen braucht das {needed}.</translation>
    </message>
    <message>
        <source>This takes {needed}.</source>
        <translation>Dies braucht {needed}.</translation>
    </message>
    <message>
        <source>{needed}, a charge of {cost}</source>
        <translation>{needed}, Kosten {cost}</translation>
    </message>
    <message>
        <source>Together this takes {needed}; only {left} is left.</source>
        <translation>Zusammen braucht das {needed}; übrig ist nur {left}.</translation>
    </message>
    <message>
        <source>Together this takes {needed} of the {left} not yet spent.</source>
        <translation>Zusammen braucht das {needed} von {left}, die noch nicht ausgegeben sind.</translation>
    </message>
    <message>
        <source>This takes {needed}; only {left} is left.</source>
        <translation>Dies braucht {needed}; nur {left} ist übrig.</translation>
    </message>
    <message>
        <source>This takes {needed} of the {left} not yet spent.</source>
        <translation>Dies braucht {needed} von {left}, die noch übrig sind.</translation>
    </message>
</context>
<context>
    <name>TotalsField</name>
    <message>
        <source>first</source>
        <translation>zuerst</translation>
    </message>
    <message>
        <source>last</source>
        <translation>zuletzt</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Whether rows and columns for all codes stand before or after them; no number depends on it.</source>
        <translation>Ob Zeilen und Spalten für alle Codes vor oder nach ihnen stehen; keine Zahl hängt davon ab.</translation>
    </message>
    <message>
        <source>Totals first or last</source>
        <translation>Summen zuerst oder zuletzt</translation>
    </message>
</context>
<context>
    <name>TranscriptModel</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>Unfinished</name>
    <message>
        <source>&amp;Finish it now</source>
        <translation>Jetzt a&amp;bschließen</translation>
    </message>
    <message>
        <source>Finish it now</source>
        <translation>Jetzt abschließen</translation>
    </message>
    <message>
        <source>Makes the tables of the sealed numbers. Nothing is read from the data, and nothing is spent.</source>
        <translation>Macht die Tabellen aus den versiegelten Zahlen. Aus den Daten wird nichts gelesen, und nichts wird ausgegeben.</translation>
    </message>
</context>
<context>
    <name>UnitQuestion</name>
    <message>
        <source>Each person</source>
        <translation>Jede Person</translation>
    </message>
    <message>
        <source>Each household</source>
        <translation>Jeder Haushalt</translation>
    </message>
    <message>
        <source>Something else:</source>
        <translation>Etwas anderes:</translation>
    </message>
    <message>
        <source>one hospital stay</source>
        <translation>ein Krankenhausaufenthalt</translation>
    </message>
    <message>
        <source>One row each</source>
        <translation>Je eine Zeile</translation>
    </message>
    <message>
        <source>Several rows, those with the same</source>
        <translation>Mehrere Zeilen: die mit gleicher Spalte</translation>
    </message>
    <message>
        <source>column…</source>
        <translation>Spalte…</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>wählen…</translation>
    </message>
    <message>
        <source>The unit in own words</source>
        <translation>Die Einheit in eigenen Worten</translation>
    </message>
    <message>
        <source>What is protected, with “one” before it.</source>
        <translation>Was geschützt wird, mit „ein“ oder „eine“ davor.</translation>
    </message>
    <message>
        <source>Column of the identifier</source>
        <translation>Spalte der Kennung</translation>
    </message>
    <message>
        <source>Rows with the same value belong together.</source>
        <translation>Zeilen mit demselben Wert gehören zusammen.</translation>
    </message>
    <message>
        <source>Of each, at most so many rows are counted.</source>
        <translation>Von jeder Einheit zählen höchstens so viele Zeilen.</translation>
    </message>
    <message>
        <source>stop the release</source>
        <translation>verhindern die Freigabe</translation>
    </message>
    <message>
        <source>count as one each</source>
        <translation>zählen je für sich</translation>
    </message>
    <message>
        <source>Where there are more rows than that, the others are left out, chosen by a secret key.</source>
        <translation>Sind es mehr Zeilen, so bleiben die übrigen weg; ein geheimer Schlüssel wählt sie aus.</translation>
    </message>
    <message>
        <source>Most rows of a unit</source>
        <translation>Höchstzahl Zeilen je Einheit</translation>
    </message>
    <message>
        <source>Rows without an identifier</source>
        <translation>Zeilen ohne Kennung</translation>
    </message>
    <message>
        <source>What becomes of rows with an empty one.</source>
        <translation>Was mit Zeilen geschieht, deren Kennung leer ist.</translation>
    </message>
    <message>
        <source>Of each, at most</source>
        <translation>Von jeder Einheit zählen höchstens</translation>
    </message>
    <message>
        <source>rows are counted</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows with nothing in that column</source>
        <translation>Zeilen ohne Eintrag in dieser Spalte</translation>
    </message>
    <message>
        <source>are left out</source>
        <translation>bleiben weg</translation>
    </message>
    <message>
        <source>The most rows of a unit must be a whole number from 1 to 1,000,000.</source>
        <translation>Die Höchstzahl Zeilen je Einheit muss eine ganze Zahl von 1 bis 1.000.000 sein.</translation>
    </message>
    <message>
        <source>The file has no column of that name.</source>
        <translation>Die Datei hat keine Spalte dieses Namens.</translation>
    </message>
    <message>
        <source>A file with a row that has no identifier is not released.</source>
        <translation>Eine Datei mit einer Zeile ohne Kennung wird nicht freigegeben.</translation>
    </message>
    <message>
        <source>Rows without an identifier are in no table.</source>
        <translation>Zeilen ohne Kennung stehen in keiner Tabelle.</translation>
    </message>
    <message>
        <source>Each row without an identifier is protected by itself.</source>
        <translation>Jede Zeile ohne Kennung ist für sich geschützt.</translation>
    </message>
    <message>
        <source>Choose this only if nobody has two rows in the file.</source>
        <translation>Wählen Sie dies nur, wenn niemand zwei Zeilen in der Datei hat.</translation>
    </message>
    <message>
        <source>Choose this only if no household has two rows in the file.</source>
        <translation>Wählen Sie dies nur, wenn kein Haushalt zwei Zeilen in der Datei hat.</translation>
    </message>
</context>
<context>
    <name>UniverseBar</name>
    <message>
        <source>&amp;Universe</source>
        <translation>&amp;Grundgesamtheit</translation>
    </message>
    <message>
        <source>Universe</source>
        <translation>Grundgesamtheit</translation>
    </message>
    <message>
        <source>Whom the table counts, as a sentence with its date: Residents aged 18 and over, 1 April 2000.</source>
        <translation>Wen die Tabelle zählt, als Satz mit Stichtag: Einwohner ab 18 Jahren, 1. April 2000.</translation>
    </message>
    <message>
        <source>everyone the file counts</source>
        <translation>alle in der Datei</translation>
    </message>
    <message>
        <source>Limit to…</source>
        <translation>Auswahl…</translation>
    </message>
    <message>
        <source>Limit whom the table counts</source>
        <translation>Auswählen, wen die Tabelle zählt</translation>
    </message>
    <message>
        <source>Adds a condition on a variable.</source>
        <translation>Fügt eine Bedingung für ein Merkmal hinzu.</translation>
    </message>
    <message>
        <source>Delete removes the condition, Return opens its options.</source>
        <translation>Entf entfernt die Bedingung, die Eingabetaste öffnet ihre Optionen.</translation>
    </message>
    <message>
        <source>Remove a condition</source>
        <translation>Bedingung entfernen</translation>
    </message>
    <message>
        <source>Limit whom a table counts</source>
        <translation>Auswählen, wen eine Tabelle zählt</translation>
    </message>
</context>
<context>
    <name>VariableEditor</name>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>Combination</source>
        <translation>Kombination</translation>
    </message>
    <message>
        <source>Of the whole unit</source>
        <translation>Der ganzen Einheit</translation>
    </message>
    <message>
        <source>Parts of the variable</source>
        <translation>Teile des Merkmals</translation>
    </message>
    <message>
        <source>Public or read from the data</source>
        <translation>Öffentlich oder aus den Daten gelesen</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>The short name tables and other variables use.</source>
        <translation>Der kurze Name, den Tabellen und andere Merkmale verwenden.</translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation>Be&amp;zeichnung</translation>
    </message>
    <message>
        <source>The title shown in tables, in the language chosen above.</source>
        <translation>Die Überschrift in Tabellen, in der oben gewählten Sprache.</translation>
    </message>
    <message>
        <source>Colum&amp;n</source>
        <translation>&amp;Spalte</translation>
    </message>
    <message>
        <source>The column of the file it is read from.</source>
        <translation>Die Spalte der Datei, aus der es gelesen wird.</translation>
    </message>
    <message>
        <source>each row</source>
        <translation>jede Zeile</translation>
    </message>
    <message>
        <source>the person</source>
        <translation>die Person</translation>
    </message>
    <message>
        <source>Change a label</source>
        <translation>Bezeichnung ändern</translation>
    </message>
    <message>
        <source>Choose another column</source>
        <translation>Andere Spalte wählen</translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation>Fehlende Angaben</translation>
    </message>
    <message>
        <source>Hierarchies</source>
        <translation>Hierarchien</translation>
    </message>
    <message>
        <source>Public knowledge, note</source>
        <translation>Öffentlichkeit, Anmerkung</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Bounds</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>What the value belongs to: a person, a household, or the area they live in.</source>
        <translation>Wozu der Wert gehört: zu einer Person, einem Haushalt oder zum Wohnort.</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Keine Angabe</translation>
    </message>
    <message>
        <source>read from the data: confirm…</source>
        <translation>aus den Daten gelesen: bestätigen…</translation>
    </message>
    <message>
        <source>public</source>
        <translation>öffentlich</translation>
    </message>
    <message>
        <source>the household</source>
        <translation>den Haushalt</translation>
    </message>
    <message>
        <source>the area</source>
        <translation>das Gebiet</translation>
    </message>
    <message>
        <source>The file has no such column.</source>
        <translation>Die Datei hat keine solche Spalte.</translation>
    </message>
    <message>
        <source>Show where the domain comes from.</source>
        <translation>Zeigen, woher der Wertebereich stammt.</translation>
    </message>
    <message>
        <source>&amp;Belongs to</source>
        <translation>Ge&amp;hört zu</translation>
    </message>
    <message>
        <source>Change what it belongs to</source>
        <translation>Ändern, wozu es gehört</translation>
    </message>
</context>
<context>
    <name>VariableList</name>
    <message>
        <source>Filter the variables</source>
        <translation>Merkmale filtern</translation>
    </message>
    <message>
        <source>Show only variables that hold it.</source>
        <translation>Zeigt nur Merkmale, die dies enthalten.</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>{text}: variable</source>
        <translation>{text}: Merkmal</translation>
    </message>
</context>
<context>
    <name>VariableOptions</name>
    <message>
        <source>V&amp;ariable</source>
        <translation>Me&amp;rkmal</translation>
    </message>
    <message>
        <source>Another grouping of the same variable in its place.</source>
        <translation>Eine andere Gruppierung desselben Merkmals an seiner Stelle.</translation>
    </message>
    <message>
        <source>&amp;Levels</source>
        <translation>&amp;Ebenen</translation>
    </message>
    <message>
        <source>How far down its hierarchy the lines go.</source>
        <translation>Wie weit hinab in der Hierarchie die Zeilen gehen.</translation>
    </message>
    <message>
        <source>A &amp;total first</source>
        <translation>In&amp;sgesamt zuerst</translation>
    </message>
    <message>
        <source>A total first</source>
        <translation>Insgesamt zuerst</translation>
    </message>
    <message>
        <source>One line for all codes, before them.</source>
        <translation>Eine Zeile für alle Codes, vor ihnen.</translation>
    </message>
    <message>
        <source>Show &amp;missing codes</source>
        <translation>&amp;Fehlende zeigen</translation>
    </message>
    <message>
        <source>Show missing codes</source>
        <translation>Fehlende zeigen</translation>
    </message>
    <message>
        <source>Lines for not stated and not applicable.</source>
        <translation>Zeilen für keine Angabe und trifft nicht zu.</translation>
    </message>
    <message>
        <source>Total is &amp;called</source>
        <translation>Insgesamt heißt</translation>
    </message>
    <message>
        <source>The label of the total&apos;s line.</source>
        <translation>Die Bezeichnung der Zeile „Insgesamt“.</translation>
    </message>
    <message>
        <source>Codes shown</source>
        <translation>Gezeigte Codes</translation>
    </message>
    <message>
        <source>Untick codes that get no line; a total counts them.</source>
        <translation>Entfernen Sie das Kreuz bei Codes, die keine Zeile erhalten; „Insgesamt“ zählt sie mit.</translation>
    </message>
    <message>
        <source>Use another grouping</source>
        <translation>Andere Gruppierung verwenden</translation>
    </message>
    <message>
        <source>Change the levels</source>
        <translation>Ebenen ändern</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Label of a total</source>
        <translation>Bezeichnung von „Insgesamt“</translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation>Fehlende Angaben</translation>
    </message>
    <message>
        <source>Choose codes</source>
        <translation>Codes wählen</translation>
    </message>
</context>
<context>
    <name>VariablesModel</name>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>combination</source>
        <translation>kombiniert</translation>
    </message>
    <message>
        <source>of the whole unit</source>
        <translation>der ganzen Einheit</translation>
    </message>
    <message>
        <source>It was read from the data: somebody must confirm that it is public knowledge.</source>
        <translation>Aus den Daten gelesen: jemand muss bestätigen, dass es öffentlich bekannt ist.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>! to be corrected</source>
        <translation>! zu berichtigen</translation>
    </message>
    <message>
        <source>to confirm</source>
        <translation>zu bestätigen</translation>
    </message>
    <message>
        <source>public</source>
        <translation>öffentlich</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>{number} codes</source>
        <translation>{number} Codes</translation>
    </message>
    <message>
        <source>1 code</source>
        <translation>1 Code</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
</context>
<context>
    <name>VariablesPanel</name>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Merkmale</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter the variables</source>
        <translation>Merkmale filtern</translation>
    </message>
    <message>
        <source>Shows variables whose label or name has this.</source>
        <translation>Zeigt Merkmale, in deren Bezeichnung oder Name dies vorkommt.</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Add to the pages</source>
        <translation>In die Seiten</translation>
    </message>
    <message>
        <source>{label} ({kind})</source>
        <translation>{label} ({kind})</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
    <message>
        <source>Drag a variable into the table, or press Return: to the rows first, then to the columns.</source>
        <translation>Ziehen Sie ein Merkmal in die Tabelle oder drücken Sie die Eingabetaste: zuerst in die Zeilen, dann in die Spalten.</translation>
    </message>
    <message>
        <source>Add to the rows</source>
        <translation>In die Zeilen</translation>
    </message>
    <message>
        <source>Add to the columns</source>
        <translation>In die Spalten</translation>
    </message>
</context>
<context>
    <name>WantedMargin</name>
    <message>
        <source>All counts</source>
        <translation>Alle Häufigkeiten</translation>
    </message>
    <message>
        <source>a wish</source>
        <translation>ein Wunsch</translation>
    </message>
    <message>
        <source>budget for what is wished</source>
        <translation>Budget für die Wünsche</translation>
    </message>
    <message>
        <source>budget and weights for what is wished</source>
        <translation>Budget und Gewichte für die Wünsche</translation>
    </message>
</context>
<context>
    <name>WeightsField</name>
    <message>
        <source>Weights of the kinds of figures</source>
        <translation>Gewichte der Arten von Zahlen</translation>
    </message>
    <message>
        <source>Weight of {kind}</source>
        <translation>Gewicht von {kind}</translation>
    </message>
    <message>
        <source>1 is usual; more makes their error smaller, at the cost of the others.</source>
        <translation>1 ist üblich; mehr macht ihren Fehler kleiner, auf Kosten der anderen.</translation>
    </message>
    <message>
        <source>weight of a kind of figures</source>
        <translation>Gewicht einer Art von Zahlen</translation>
    </message>
</context>
<context>
    <name>WeightsTool</name>
    <message>
        <source>Columns named like survey weights</source>
        <translation>Spalten, die wie Hochrechnungsfaktoren heißen</translation>
    </message>
    <message>
        <source>Tables count cases unless they are weighted. Say of each of these columns whether it is a survey weight, so that nobody takes cases for population figures. Choose lines, or answer for all.</source>
        <translation>Tabellen zählen Fälle, wenn sie nicht gewichtet sind. Sagen Sie von jeder dieser Spalten, ob sie ein Hochrechnungsfaktor ist, damit niemand Fälle für Bevölkerungszahlen hält. Wählen Sie Zeilen, oder antworten Sie für alle.</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was es ist</translation>
    </message>
    <message>
        <source>It is a survey weight: tables can be weighted by it</source>
        <translation>Sie ist ein Hochrechnungsfaktor: Tabellen können mit ihr gewichtet werden</translation>
    </message>
    <message>
        <source>It is a survey weight: count cases, unweighted</source>
        <translation>Ein Hochrechnungsfaktor: Fälle ungewichtet zählen</translation>
    </message>
    <message>
        <source>It is something else</source>
        <translation>Es ist etwas anderes</translation>
    </message>
    <message>
        <source>Take the answer back</source>
        <translation>Antwort zurücknehmen</translation>
    </message>
    <message>
        <source>a survey weight: used as a quantity</source>
        <translation>ein Hochrechnungsfaktor: als Messgröße verwendet</translation>
    </message>
    <message>
        <source>a survey weight: not used</source>
        <translation>ein Hochrechnungsfaktor: nicht verwendet</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <source>not answered yet</source>
        <translation>noch nicht beantwortet</translation>
    </message>
    <message>
        <source>Answer for columns named like weights</source>
        <translation>Für Spalten antworten, die wie Gewichte heißen</translation>
    </message>
</context>
<context>
    <name>WhoseFile</name>
    <message>
        <source>The same people: a corrected file</source>
        <translation>Dieselben Menschen: eine berichtigte Datei</translation>
    </message>
    <message>
        <source>Other people: a new sample, another place</source>
        <translation>Andere Menschen: eine neue Stichprobe, ein anderer Ort</translation>
    </message>
    <message>
        <source>Other people: next year, another place</source>
        <translation>Andere Menschen: nächstes Jahr, anderer Ort</translation>
    </message>
    <message>
        <source>It goes on spending the same budget, and the noise is drawn anew: this is not free.</source>
        <translation>Es zehrt weiter vom selben Budget, und das Rauschen wird neu gezogen: Das ist nicht kostenlos.</translation>
    </message>
    <message>
        <source>Everything that is ever released about these other people spends from this account.</source>
        <translation>Alles, was je über diese anderen Menschen freigegeben wird, zehrt von diesem Konto.</translation>
    </message>
    <message>
        <source>Their budget account</source>
        <translation>Ihr Budgetkonto</translation>
    </message>
    <message>
        <source>The same people: a register, a panel, a corrected file</source>
        <translation>Dieselben Menschen: ein Register, ein Panel, eine berichtigte Datei</translation>
    </message>
    <message>
        <source>A new account has a fresh budget. If some of the people of before are in this file, too, what both accounts reveal about them adds up, and no ledger limits the sum.</source>
        <translation>Ein neues Konto hat ein frisches Budget. Sind einige der Menschen von vorher auch in dieser Datei, so addiert sich, was beide Konten über sie verraten, und kein Kontobuch begrenzt die Summe.</translation>
    </message>
</context>
<context>
    <name>WithCodes</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>CV at most, %</source>
        <translation>CV höchstens, %</translation>
    </message>
    <message>
        <source>Kind of target {n}</source>
        <translation>Art von Ziel {n}</translation>
    </message>
    <message>
        <source>A noise margin in counts, or the standard error as a share of the count expected.</source>
        <translation>Eine Rauschspanne in Häufigkeiten, oder der Standardfehler als Anteil der erwarteten Anzahl.</translation>
    </message>
    <message>
        <source>Limit of target {n}</source>
        <translation>Grenze von Ziel {n}</translation>
    </message>
    <message>
        <source>The largest that will do.</source>
        <translation>Das Größte, was noch genügt.</translation>
    </message>
    <message>
        <source>Cells of target {n}</source>
        <translation>Zellen von Ziel {n}</translation>
    </message>
    <message>
        <source>Table of target {n}</source>
        <translation>Tabelle von Ziel {n}</translation>
    </message>
    <message>
        <source>The table it is about.</source>
        <translation>Die Tabelle, um die es geht.</translation>
    </message>
    <message>
        <source>expected above</source>
        <translation>erwartet über</translation>
    </message>
    <message>
        <source>any</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Least expected count of target {n}</source>
        <translation>Kleinste erwartete Anzahl von Ziel {n}</translation>
    </message>
    <message>
        <source>Only cells in which the planning figures expect more; leave it empty for all.</source>
        <translation>Nur Zellen, in denen die Planungszahlen mehr erwarten; leer für alle.</translation>
    </message>
    <message>
        <source>Remove target {n}</source>
        <translation>Ziel {n} entfernen</translation>
    </message>
    <message>
        <source>Forgets this target.</source>
        <translation>Vergisst dieses Ziel.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>of</source>
        <translation>in</translation>
    </message>
    <message>
        <source>All counts</source>
        <translation>Alle Häufigkeiten</translation>
    </message>
    <message>
        <source>cannot be judged</source>
        <translation>nicht zu beurteilen</translation>
    </message>
    <message>
        <source>comes to {figure}</source>
        <translation>erreicht {figure}</translation>
    </message>
    <message>
        <source>comes to {figure}: not met</source>
        <translation>erreicht {figure}: verfehlt</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>remove a target</source>
        <translation>Ziel entfernen</translation>
    </message>
    <message>
        <source>I need ±</source>
        <translation>Ich brauche ±</translation>
    </message>
    <message>
        <source>All counts, one kind of them, or another figure.</source>
        <translation>Alle Häufigkeiten, eine Art davon oder eine andere Zahl.</translation>
    </message>
    <message>
        <source>What its table needs for this wish alone.</source>
        <translation>Was seine Tabelle für diesen Wunsch allein braucht.</translation>
    </message>
</context>
<context>
    <name>_NoteLine</name>
    <message>
        <source>Remove the note</source>
        <translation>Anmerkung entfernen</translation>
    </message>
    <message>
        <source>Remove a note</source>
        <translation>Anmerkung entfernen</translation>
    </message>
    <message>
        <source>Note on {where}</source>
        <translation>Anmerkung zu: {where}</translation>
    </message>
    <message>
        <source>What the reader should know.</source>
        <translation>Was der Leser wissen sollte.</translation>
    </message>
    <message>
        <source>the release</source>
        <translation>die Freigabe</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>this table</source>
        <translation>diese Tabelle</translation>
    </message>
    <message>
        <source>Change a note</source>
        <translation>Anmerkung ändern</translation>
    </message>
</context>
<context>
    <name>_Picker</name>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>only this</source>
        <translation>nur dies</translation>
    </message>
    <message>
        <source>At or below this value.</source>
        <translation>Bis zu diesem Wert.</translation>
    </message>
    <message>
        <source>Which of them are counted.</source>
        <translation>Welche davon gezählt werden.</translation>
    </message>
    <message>
        <source>{variable}, up to</source>
        <translation>{variable}, bis</translation>
    </message>
    <message>
        <source>The last of a range.</source>
        <translation>Das letzte eines Bereichs.</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>_Removable</name>
    <message>
        <source>Remove {variable}</source>
        <translation>{variable} entfernen</translation>
    </message>
</context>
<context>
    <name>desk</name>
    <message>
        <source>Account of the data</source>
        <translation>Konto der Daten</translation>
    </message>
    <message>
        <source>Rehearsing on made-up records; nothing is read from the data…</source>
        <translation>Probelauf mit erfundenen Sätzen; aus den Daten wird nichts gelesen…</translation>
    </message>
    <message>
        <source>Rehearsed on {rows} made-up records, spread evenly: of the real ones other figures may be marked.</source>
        <translation>Probelauf mit {rows} erfundenen Datensätzen, gleichmäßig verteilt: Mit den wirklichen können andere Zahlen markiert sein.</translation>
    </message>
    <message>
        <source>Released before, on {date}, entry {entry}: the stored release is shown again, for free.</source>
        <translation>Schon freigegeben, am {date}, Buchung {entry}: Die gespeicherte Freigabe wird kostenlos wieder gezeigt.</translation>
    </message>
    <message>
        <source>Released {date}, entry {entry}; exporting again is free.</source>
        <translation>Freigegeben am {date}, Buchung {entry}; erneut exportieren ist kostenlos.</translation>
    </message>
</context>
<context>
    <name>self._words</name>
    <message>
        <source>Change how a group is measured</source>
        <translation>Messung einer Gruppe ändern</translation>
    </message>
    <message>
        <source>Rename a group</source>
        <translation>Gruppe umbenennen</translation>
    </message>
    <message>
        <source>Part of the budget</source>
        <translation>Anteil am Budget</translation>
    </message>
    <message>
        <source>Weights inside a group</source>
        <translation>Gewichte in einer Gruppe</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>Add a variable</source>
        <translation>Merkmal hinzufügen</translation>
    </message>
    <message>
        <source>Stack after it, in a block of its own</source>
        <translation>Danach stapeln, in einem eigenen Block</translation>
    </message>
    <message>
        <source>Stack a variable</source>
        <translation>Merkmal stapeln</translation>
    </message>
    <message>
        <source>{label} ({kind})</source>
        <translation>{label} ({kind})</translation>
    </message>
    <message>
        <source>Its own codes only</source>
        <translation>Nur eigene Codes</translation>
    </message>
</context>
</TS>
