<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en_GB">
<context>
    <name></name>
    <message>
        <source>Text with a delimiter (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excel workbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parquet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Windows, western (cp1252)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latin 1 (ISO 8859-1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latin 9 (ISO 8859-15)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTF-16, little endian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTF-16, big endian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Windows, central European (cp1250)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Windows, Cyrillic (cp1251)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DOS (cp437)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apostrophe &apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apostrophe ’</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No-break space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Narrow no-break space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double &quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single &apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thousands mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quotation mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line of the column names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the file is text, an Excel workbook or Parquet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sheet of the workbook that holds the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The character between two fields of a record.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which characters the bytes of the file stand for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mark before the decimals of a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mark that groups the digits of large numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mark around fields that contain the delimiter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 for the first line; 0 if the file has no column names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>either noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laplace noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of group {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the group is called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its part of this plan&apos;s budget, such as 1/3 or 0.2; all parts add up to at most 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of group {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method of group {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the group is measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise of group {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kind of noise the method may use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its weight when the group&apos;s accuracy is divided; 1 is usual.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of {what} in group {n}</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stands on everything that is published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account of the budget is kept under it: the same people, the same identifier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables of a sample say in their title that they count sample cases, unweighted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An identifier has unaccented letters, digits, “-”, “_” and “.” only, and begins with one of the first two.</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updating …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margins at &amp;level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often, in a hundred, the true count lies within the margin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table whose accuracy is shown below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Methods compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this &amp;method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the &amp;best by forecast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no variables yet: a forecast needs to know what can be counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no table yet: make one, and its accuracy is forecast here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget is not set: say on the page Data what may be spent in all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whom the release protects is not said: complete the sentence on the page Data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The description of the data has gaps: fill them on the page Data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The forecast is being worked out …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Dictionary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This asks for {asked}; {left} is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget of the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind of budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level of the margins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{budget}: typical error {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this &amp;method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen by you; no other method is more accurate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen by you; {best} would be more accurate: {error} against {own}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because no other method can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because, with all kinds of figures counting alike, its error is the smallest: {own}, the next {other} ({name}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>method: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>method: the best by forecast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs {needed}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{needed}, a charge of {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs {needed}; only {left} is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs {needed} of the {left} not yet spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget for a noise margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no forecast yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rehearsal needs a forecast first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rehearsals come later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rehearse ▸</source>
        <translation type="unfinished"></translation>
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
        <source>cap</source>
        <translation>Obergrenze</translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of equal width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the numbers are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unit of measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown in tables, such as years.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the unit of measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;First number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Last number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;rom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To (not included)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Width of a bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growing numbers with semicolons between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts in the end bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts as the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lower number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A higher number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A l&amp;ower number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A &amp;higher number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is &amp;no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what happens outside the bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bins between edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the kind of bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edges are numbers with semicolons between them, such as 0; 10; 20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decimals are cut off: 57.5 is counted as 57.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A bin holds its first number and not its last; the last bin holds both.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BoundsPart</name>
    <message>
        <source>Amounts are summed. The wider the bounds, the wider the noise of a sum: choose public bounds that hold nearly everybody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lower bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Upper bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Amounts are rounded to multiples of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of &amp;measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown in tables, such as euros.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the bounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the unit of measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts as the bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts as the amount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A l&amp;ower amount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A &amp;higher amount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is &amp;no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Amount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what happens outside the bounds</source>
        <translation type="unfinished"></translation>
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
    <name>BudgetSentence</name>
    <message>
        <source>choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ε and δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adding ε and adding δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adding ρ, within both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In which measure of privacy loss the budget is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Amount of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What all releases together may spend.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>δ of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chance that is left for less protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releases are added up by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How several releases are added up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All releases about these people together may spend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose how the budget is kept: ε, ρ, or ε and δ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how much all releases together may spend.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the budget its δ, a very small number such as 0.000001.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how several releases are added up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The amount of the budget must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>δ must lie between 0 and 1, and should be very small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether a given record is {unit} or another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether {unit} is in the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whatever is published, an observer&apos;s odds {about} change by a factor of at most {x}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an observer&apos;s odds may change by a factor beyond 400,000: that is hardly protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody who claims to recognise {unit} in the tables, wrongly 1 time in 100, is right at most {right} times in 100.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against somebody who claims to recognise people in the tables it promises nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ε is the strictest measure and suits a few tables; ρ allows many tables at less noise each; ε and δ is the measure of many regulations. If you do not know, ask who answers for the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to 1 is strong protection, 1 to 5 is common for a few official tables, and above 10 little is promised. The budget is for all releases of all years; it can be raised in writing, not lowered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to 0.1 is strong protection, about 1 is common for official tables, and above 5 little is promised. The tables on persons of the United States census of 2020 for redistricting spent 2.56.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ε of all releases and the δ of all releases are added; simple, and dear for many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each release counts with its ρ, and together they stay within this ε at this δ: many releases cost less, but every method must have a ρ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ε as above: up to 1 is strong. δ should be far below one in the number of units: 1e-6 or less.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CellPanel</name>
    <message>
        <source>This cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published exactly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the same whatever the data are within the rules, so nobody needs noise here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>depends on the counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentages, means and quantiles are computed from noisy numbers: how wrong they are depends on the counts themselves. Each gets its margin when the table is published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin ({level} %): ± {margin}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error {std}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{chance} to be more than {far} off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured with the group “{group}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method: {method}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} in 100 chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>less than 1 in 200 chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As good as any method can be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} % above the best possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} % above the best known</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page shows exact figures about the real file: for each variable how many rows get a code, are not stated, not applicable, brought to a bound, or not tabulated. It is there so that nobody spends a budget on a mistyped code.
▸ The figures are for your eyes: they cannot be copied or exported.
▸ That somebody looked is noted in the ledger.
▸ What is changed in the dictionary or the tables after looking lies outside the guarantee: change only what is plainly a mistake, and only by what is public.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the exact figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads the whole file; noted in the ledger.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the file is read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact figures about the file, confidential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another file is open: look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file of microdata first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say first how the file is written, its identifier and who is protected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dictionary has no variables yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole file has been read for the confidential check; nothing has been released.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. That somebody began to look stays noted in the ledger.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dictionary has changed: look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the dictionary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the page Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows coded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clamped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows in the file: {rows}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows over the cap of {cap} rows of a unit: {over}. Rows without an identifier: {none}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ A release of this file would be refused: rows without an identifier are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ Many rows are over the cap and would be left out: is the cap right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ The file has no rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ {number} of {all} variables to look into.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to look into in the variables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ All rows not tabulated: is the code list right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ Many rows not tabulated: is a code missing or mistyped?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some rows not tabulated: is that meant?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ No row has a code: are the missing codes right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most rows are not stated: are the missing codes right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>▲ Many rows outside the bounds: are they right?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move outward (Ctrl+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move inward, or into a block of its own (Ctrl+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the row above (Ctrl+Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the row below (Ctrl+Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move forward (Ctrl+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move back (Ctrl+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, chosen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodesPart</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that mean it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import code list…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read codes and labels from a CSV file with the columns code and label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The codes have an &amp;order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any other cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counts as the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what other cells become</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The codes have an order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Medians and intervals can be counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Any other cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the order of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a code list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The codes stand in the file {name}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CombinationCodesPart</name>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CombineTool</name>
    <message>
        <source>Combine yes-or-no columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick the columns that together make one variable: Latino, Black and Asian make the ethnic group. Space ticks a line; Alt+Up and Alt+Down change the order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the combination</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes-or-no columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every combination of answers has a code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first yes decides, in this order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each alone has a code, several together share one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count as not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The title in tables, such as Ethnic group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short name; made from the label if left empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;How</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which codes the new variable has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Other answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows in which a column says neither yes nor no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick at least one column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} codes: {codes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the label of the new variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the column in every line that is ticked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Combine columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Chosen: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best method at each budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget, {symbol}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error, chosen method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error, best method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Widest noise margin ({level} %), chosen method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best possible typical error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget of this release, {symbol}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error of a count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag the point, or move it by the arrow keys: the budget follows when you let go. Both scales grow in equal ratios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This table counts no ranges of an ordered variable: add intervals, cumulative counts or quantiles to its measures to see how their error grows with the length of the range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes of {variable} in the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of a range of {variable}, in codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error of a range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some lengths and places stand for all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell, in the order of the table, 1 to {cells}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin ({level} %), ±</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin ({level} %)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell, in the order of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off by (too low below 0, too high above)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulated error of a cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulated from the plan alone, example {number}: {inside} of {cells} cells lie within their noise margin. A release draws noise of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Margins between those worked out are interpolated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shown} cells, evenly chosen, stand for all {cells}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rest} of {cells} cells are percentages, means or quantiles: their error depends on the counts and needs public planning figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All figures of this table are computed from several noisy numbers: their error depends on the counts and needs public planning figures.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConditionOptions</name>
    <message>
        <source>&amp;Limit by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes, a range of codes, or values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first code that is counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Up to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last code that is counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At &amp;least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An edge of the variable&apos;s bins.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untick codes the table leaves out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A range of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change whom the table counts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfirmTool</name>
    <message>
        <source>Confirm all that were read from the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These codes and bounds were read from the confidential data. Publishing them is a disclosure in itself unless they are public knowledge anyway. Look through them; then say who confirms it. The name and today&apos;s date are kept in the dictionary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm them all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Confirmed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An office or a role, such as Census methods unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} codes: {codes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers from {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>amounts from {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm all variables</source>
        <translation type="unfinished"></translation>
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
        <source>Open the ledger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the file is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who is protected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next: Dictionary ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file of microdata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm how the file is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the data a title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the data an identifier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say whether the data are a complete count or a sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say who is protected: complete the sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in own words what is protected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how one unit is told from another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the column that identifies a unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how many rows one unit contributes at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what becomes of rows without an identifier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say when two datasets are neighbours: it decides what is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the budget: what all releases about these people together may spend.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microdata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files</source>
        <translation type="unfinished">Alle Dateien</translation>
    </message>
    <message>
        <source>Open a file of microdata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the beginning of the file has been read, to see how it is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct how the file is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm how the file is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rows of the file have been read, and shown to you alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identifier of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete count or sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation type="unfinished">Nachbarn</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation type="unfinished">Budget</translation>
    </message>
    <message>
        <source>one unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ledger has an account for this identifier with other terms: {unit}; neighbours {how}; budget {cap}. Put them back above, or give other data another identifier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account was opened at the first release: the unit of protection, the neighbours and the budget are fixed. The limit is now {cap}; it can be raised, with a reason in writing, by “dpdesk ledger cap --dataset {id}”. The page Ledger shows what was spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added or removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replaced by another</source>
        <translation type="unfinished"></translation>
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
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
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
        <source>W&amp;ords</source>
        <translation>&amp;Begriffe</translation>
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
        <source>Plans and dictionaries</source>
        <translation>Pläne und Datenbeschreibungen</translation>
    </message>
    <message>
        <source>Open a plan or a dictionary</source>
        <translation>Plan oder Datenbeschreibung öffnen</translation>
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
</context>
<context>
    <name>DictionaryPage</name>
    <message>
        <source>Dictionary</source>
        <translation>Datenbeschreibung</translation>
    </message>
    <message>
        <source>Language of &amp;labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels are shown and typed in this language; type a tag such as de to begin another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Propose variables from the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ne&amp;w variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Category: a column of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Number: a column of numbers, counted in bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quantity: a column of amounts, to be summed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ombination: several columns, one code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recode: codes of another variable in groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Com&amp;bine columns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a &amp;quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Con&amp;firm all that were read from the data…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Impossible combinations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wei&amp;ght columns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel reading the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the variable with the problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the unit of protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the page Data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe what is public about the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A variable says which codes or numbers a column may hold. Only what is described here can stand in a table, and only what is public may be described.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No variable is described yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from the data and not confirmed to be public: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what the column ‘{column}’ is, which is named like a survey weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next: Tables ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums and means of the number in view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the file on the page Data first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program can read the columns of the file and propose codes and bounds. You then correct them and confirm that they are public.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the file on the page Data first, or describe variables by hand with New variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Propose variables from the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the file on the page Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A language is named by a tag such as en, de or fr-CA.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} was used in: {uses}. Undo brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the columns of the file to propose codes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The columns of the file are being read to propose codes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading was stopped; nothing that was read has been kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be read to the end; nothing that was read has been kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every column of the file has a variable already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the headings of the file have been read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The columns were read to propose codes: confirm that they are public.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The columns were read to propose codes; none was proposed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Propose variables from the file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DropZone</name>
    <message>
        <source>Drop a file of microdata here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV, TSV, Excel or Parquet. A plan or a dictionary can be dropped here, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste a path and press Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File of microdata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File of microdata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The path of the file; Enter opens it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the file of microdata in the folders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file again, or have none remembered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget and remember no more</source>
        <translation type="unfinished">Vergessen und nicht mehr merken</translation>
    </message>
    <message>
        <source>Remember recent files</source>
        <translation type="unfinished">Zuletzt geöffnete Dateien merken</translation>
    </message>
    <message>
        <source>Drop one file from this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FateField</name>
    <message>
        <source>One of the codes of this variable.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilePanel</name>
    <message>
        <source>Use the dictionary&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the beginning of the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is how the file is written, as the dictionary says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is how the file seems to be written. Correct what is wrong, then confirm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is how the dictionary says the file is written. No file is open yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file: how it is written and its columns appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The delimiter must be one character, and not the quotation mark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program knows no encoding of that name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The thousands mark must differ from the decimal mark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The line of the column names must be a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put this into the dictionary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dictionary says otherwise: {theirs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Confirmed: the dictionary says the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns, {number} in all (if these are no names, correct their line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ The file has all columns that the dictionary needs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupTool</name>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups of equal width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups that begin at given numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The title in tables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short name for tables and other variables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;How</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five makes five-year groups of ages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Begin at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growing numbers with semicolons between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes to group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group of the chosen lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label of the group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label of a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the chosen lines into this group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stand for themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Codes in no group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group ‘{label}’</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number stays as it is; a new variable has its bins in groups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The variable stays as it is; a new one has its codes in groups. Type the label of a group beside each code, or choose lines and put them into one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{label}, in groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the number each group begins with, semicolons between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the label of a group beside the codes that belong to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} groups: {groups}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group a variable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupsPanel</name>
    <message>
        <source>Parts of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This table is &amp;answered with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables of one group share their part of the budget and are measured together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This table is answered with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share &amp;evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives every group the same part of the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part for &amp;each table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part for each table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts every table in a group of its own, evenly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All &amp;together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tables together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers all tables jointly with the whole budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ad&amp;vanced: noise, weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the noise, and how a group&apos;s part is divided between counts, sums and statistics.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tables without a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all other tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a new group of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tables are answered together, with the whole of this plan&apos;s budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The parts add up to {sum}: they must add up to at most 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tables without a group share the rest: {part}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part} of the plan&apos;s budget is given to no group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The parts add up to the whole of this plan&apos;s budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the group of a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupsPart</name>
    <message>
        <source>&amp;Groups codes of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups codes of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The variable whose codes are put into groups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group another variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes in no group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must not be left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count as the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what other codes become</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Codes in no group</source>
        <translation type="unfinished"></translation>
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
    <name>ImpossibleTool</name>
    <message>
        <source>Impossible combinations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A public rule may exclude combinations: nobody under 16 is married. Such cells carry no noise; a row that contradicts a rule is not tabulated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason, for readers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excludes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excluded by a public rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conditions that cannot hold together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These cannot hold together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>type codes such as 1; 2 or 0 … 15</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change impossible combinations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A variable stands in a rule once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change an impossible combination</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntervalsField</name>
    <message>
        <source>Intervals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each line is an interval; type to change an end or a label. An empty end is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin from a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces the intervals by a usual list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives the ends of the chosen interval as codes instead of values, or the other way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By codes or by values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the chosen intervals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About eight of equal width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Age bands: {bands}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of {width}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each code by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{list} ({n})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is already an interval from the first to the last; change that one first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IntervalsModel</name>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>below {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a code of the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number such as 18 or 17.5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not {what}.</source>
        <translation type="unfinished"></translation>
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
        <source>Data set</source>
        <translation>Datenbestand</translation>
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
        <source>&amp;Raise the cap…</source>
        <translation>Ob&amp;ergrenze erhöhen…</translation>
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
        <source>There is no ledger here yet</source>
        <translation>Hier gibt es noch kein Kontobuch</translation>
    </message>
    <message>
        <source>The first release makes it. From then on it records every release, every refusal and every look at exact figures, and how much of each budget is left. Rehearsals never appear in it.</source>
        <translation>Die erste Freigabe legt es an. Von da an verzeichnet es jede Freigabe, jede Ablehnung und jeden Blick auf genaue Zahlen und wie viel von jedem Budget übrig ist. Probeläufe stehen nie darin.</translation>
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
        <translation>Öffnet die fertigen Tabellen auf der Seite Veröffentlichen; dort werden sie kostenlos erneut exportiert.</translation>
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
        <source>Opening release {release}…</source>
        <translation>Freigabe {release} wird geöffnet…</translation>
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
        <source>Verified</source>
        <translation>Geprüft</translation>
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
        <source>The budget of {dataset} was raised.</source>
        <translation>Das Budget von {dataset} wurde erhöht.</translation>
    </message>
    <message>
        <source>Writing the entry…</source>
        <translation>Die Buchung wird geschrieben…</translation>
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
        <translation>Genaue Zahlen der Datei wurden angesehen.</translation>
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
        <source>Refused ({cause}).</source>
        <translation>Abgelehnt ({cause}).</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datenbestand</translation>
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
        <source>Head</source>
        <translation>Prüfwert</translation>
    </message>
    <message>
        <source>Head before it</source>
        <translation>Prüfwert davor</translation>
    </message>
    <message>
        <source>Budget cap</source>
        <translation>Budgetobergrenze</translation>
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
        <source>Most rows of a unit</source>
        <translation>Höchstzahl Zeilen je Einheit</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
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
        <source>Fingerprint of the data</source>
        <translation>Fingerabdruck der Daten</translation>
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
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Check value of the key</source>
        <translation>Prüfwert des Schlüssels</translation>
    </message>
</context>
<context>
    <name>LevelsPart</name>
    <message>
        <source>&amp;Hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hierarchy shown below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a hierarchy with one group for all codes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import hierarchy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a CSV file with the columns code, parent and label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the hierarchy shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No hierarchy. With one, a table can show the codes in levels, such as region, county, district: add it here or import it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeat the code on the levels it lacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hierarchy &amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hierarchy &amp;label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Short branches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change short branches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels, from the top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes and what they belong to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(top)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name of a hierarchy is a letter, then letters, digits, &apos;_&apos;, &apos;.&apos; or &apos;-&apos;, and its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hierarchies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete a hierarchy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows stand in the file {name}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LossField</name>
    <message>
        <source>This release may &amp;spend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ε for Laplace noise, ρ for Gaussian noise, ε with a small δ for either; as the account allows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How small a chance may remain that the promise of ε does not hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ε and δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget of this release, {symbol}; more makes the tables more accurate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget of this release, {symbol}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be above 0, and δ below 1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MeasureOptions</name>
    <message>
        <source>usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The variable the measure is about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage o&amp;f</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A row&apos;s total is over the boxhead, a column&apos;s over the stub, a page&apos;s over both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which quantiles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quantiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers between 0 and 1, such as 1/4; 0.5; 9/10.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Beginnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beginnings of codes, with spaces between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instead of the usual label of the measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Decimals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decimal places shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change intervals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quartiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quintiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deciles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A list of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the variable of a measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the base of a percentage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change quantiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change beginnings of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label of a measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MeasureShelf</name>
    <message>
        <source>Measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many there are in each cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The count as a percentage; its base is an option.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distributions, means, medians, intervals and more, each with the variables it can be asked of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl and an arrow key moves it, Delete removes it, Return opens its options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the percentage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a percentage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quartiles of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deciles of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interval counts of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cumulative counts of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All intervals of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beginnings of codes of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add quantiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add interval counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add beginnings of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable} (intervals, median, quartiles)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable} (one interval a code)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a distribution</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical
error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Widest noise
margin, {level} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst cell,
at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above best
possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A way to add noise. All of them keep the same promise; they differ in accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far off a count of this table is, in root mean square.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The noise margin of the least accurate count of this table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far off the worst figure of all tables answered together is expected to be, at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much larger the error is than any method with this noise must make it. The bar is the error with all kinds of figures of the group counting alike, the tick what the best would leave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs planning figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With all kinds of figures counting alike the error is {error}; the best possible is {bound}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For this kind of noise no limit is known below which no method can go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise on every figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every published count gets noise of its own; good for few figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise on every innermost cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The finest cells get noise and all totals are their sums; good for the cells, bad for totals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running totals and their differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running totals get noise; what lies between two of them is their difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums over a tree of ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges of 1, 2, 4, 8 … codes get noise; every other range is the sum of a few of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tree of ranges, all combined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges of well chosen sizes get noise, and every figure is estimated from all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weighted tree of ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges of several sizes get more or less noise, as the figures asked for need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running totals with shared noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbouring running totals share part of their noise, which makes all of them more accurate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waves over the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlapping waves over all codes get noise; close to the best possible for running totals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitted to this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What gets noise is computed for exactly these figures by an optimisation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells and a few fitted sums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The finest cells and a few sums found by an optimisation get noise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Totals first, then departures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Totals get noise, then how the cells depart from them; nothing is measured twice.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MissingPart</name>
    <message>
        <source>Cells that state no amount. They add nothing to a sum and are left out of a mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes for rows that state no value; rules lead to them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of codes that state no value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes for cells that state no value. They stand last in a table and can be hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that mean it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers that mean it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List numbers with semicolons between them, such as -8; -9.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NewTool</name>
    <message>
        <source>New variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe a variable by hand, from what is public about it. The data are not read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>category: a column of codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number: a column of numbers, counted in bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantity: a column of amounts, to be summed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>combination: several columns, one code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recode: codes of another variable in groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;olumn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The column of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The variable whose codes are grouped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The title in tables; the column&apos;s name if left empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First c&amp;olumn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the variable whose codes are grouped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the column it is read from.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NotesPanel</name>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the row of the chosen cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the column of the chosen cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the chosen cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A note &amp;on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A note on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the note is about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the new note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader should know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader should know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation type="unfinished"></translation>
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
    <name>OptionsPanel</name>
    <message>
        <source>Choose a variable or a measure of the table: its options are shown here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>The picture as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the typical error falls as the budget grows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the error of a range grows with its length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The noise margin of every cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the errors of one release could look like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the table&apos;s order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sorted into classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cell in its place, or how many cells have which margin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same figures as a table, which can be copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>Copy the picture&apos;s figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As tab-separated text with headings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is being drawn …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names}. {note} The same figures stand in the table that “As a table” opens.</source>
        <translation type="unfinished"></translation>
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
        <source>The window speaks the chosen language from the next start on.</source>
        <translation>Das Fenster spricht die gewählte Sprache ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>PreviewPanel</name>
    <message>
        <source>Show the first rows (confidential)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First rows of the file, confidential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the first rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidential: records of the file as they are. Do not copy or photograph.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProposedTool</name>
    <message>
        <source>Proposed from the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The columns were read to propose codes and bounds. Look through the variables at the left and correct them; then confirm that what was read is public knowledge.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on to confirm them…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>named like a survey weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>identifies people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many different texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from the data: seen only here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposed as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{made} variables are proposed; {left} columns are not, for the reasons below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{made} variables are proposed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not proposed: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind}, yes or no</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PublicPart</name>
    <message>
        <source>typed from public knowledge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported from a public list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes and bounds &amp;were</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How codes, bounds and bins are known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the public list is found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Confirmed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An office or a role: who says that they are public.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No&amp;te</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A remark on the variable for readers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm that they are public knowledge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record who confirms it, and today&apos;s date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdraw the confirmation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdraw a confirmation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how a domain is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The codes or bounds were read from the data. Look through them; if they are public knowledge, say who confirms it. Without that nothing is released.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirmed by {by} on {on}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing needs to be confirmed: the codes or bounds were not read from the data.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PublishPage</name>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Nothing has been released yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been exported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to export yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been released or rehearsed yet; finished releases of this data set can be opened above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which finished release, or the rehearsal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which table of the release is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Consistent values add up and are the official ones; unbiased ones are for research.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands beside each number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>consistent (official)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unbiased</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>noise margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export, texts and certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the workbook, the CSV files and the audit log go; it is made if it is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of titles, labels and notes in the files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes all files of the release; costs nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the tables as pages for print into the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print preview…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops the export; no half-written file is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of the last export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for the correction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands in the workbook and in the ledger beside the new version of the texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the texts of this release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished">Prüfwert</translation>
    </message>
    <message>
        <source>The ledger&apos;s head at this release; the workbook quotes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result hash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Covers every published cell; the ledger has it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{watermark} on made-up records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {entry} · {date} · {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Universe: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Estimate {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unbiased value {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin ({level}) ± {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits ({level}) {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In brackets: lower and upper limit ({level}) of the unbiased value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>±: noise margin ({level}); in {share} of 100 releases the unbiased value is no further off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margins ({level}) are in every cell&apos;s tool tip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unbiased values need not add up, and can be negative; they are not the official ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rehearsal on made-up records: it stands in no ledger, and its numbers mean nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {entry} of the ledger, {date}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release {number}, text version {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To correct titles, labels or notes, open the plan of this release and edit them there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan on the desk has other titles, labels or notes than this release. Correcting them makes a new version, marked r; numbers never change, and it costs nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To correct titles, labels or notes, edit them in the tables and the dictionary as usual, and come back here. Numbers never change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The texts are corrected: version {version}. Export to another folder to publish it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a folder for the files first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rehearsal is written; its numbers mean nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported; exporting again is free and gives the same bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The PDF is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped; nothing half-written is left.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RaiseCap</name>
    <message>
        <source>Raise the cap</source>
        <translation>Obergrenze erhöhen</translation>
    </message>
    <message>
        <source>A higher cap weakens the promise to everybody in the data and can never be lowered again. It becomes an entry of the ledger with its reason.</source>
        <translation>Eine höhere Obergrenze schwächt das Versprechen an alle, die in den Daten stehen, und kann nie wieder gesenkt werden. Sie wird mit ihrer Begründung eine Buchung im Kontobuch.</translation>
    </message>
    <message>
        <source>&amp;Account</source>
        <translation>&amp;Konto</translation>
    </message>
    <message>
        <source>The data set whose cap is raised.</source>
        <translation>Der Datenbestand, dessen Obergrenze erhöht wird.</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>Be&amp;gründung</translation>
    </message>
    <message>
        <source>Why the cap is raised; kept in the ledger.</source>
        <translation>Warum die Obergrenze erhöht wird; es steht danach im Kontobuch.</translation>
    </message>
    <message>
        <source>O&amp;ffice (optional)</source>
        <translation>&amp;Stelle (freiwillig)</translation>
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
        <source>Raise the cap &amp;now</source>
        <translation>&amp;Jetzt erhöhen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>New cap, {unit}</source>
        <translation>Neue Obergrenze, {unit}</translation>
    </message>
    <message>
        <source>What may be spent in all; more than now.</source>
        <translation>Was insgesamt ausgegeben werden darf; mehr als jetzt.</translation>
    </message>
    <message>
        <source>Give the new cap as a number.</source>
        <translation>Geben Sie die neue Obergrenze als Zahl an.</translation>
    </message>
    <message>
        <source>Give the reason in writing.</source>
        <translation>Geben Sie die Begründung schriftlich an.</translation>
    </message>
</context>
<context>
    <name>RecordsModel</name>
    <message>
        <source>Edit a cell</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecordsTable</name>
    <message>
        <source>Filter {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only lines that hold this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a line up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a line down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste from a spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>{seen:,} of {total:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{total:,} lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no lines on the clipboard; copy them in a spreadsheet first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste lines</source>
        <translation type="unfinished"></translation>
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
    <name>ReleasePage</name>
    <message>
        <source>Release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Nothing has been signed yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been released yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sheet to sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signature and progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title of the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands on the cover of the workbook; it is typed once more below, to sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optional</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written into the ledger and the workbook. An office or a role, not the name of a person.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Office</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Still missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The button Release opens when this is exactly the title of the release.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts the data, draws the noise once and spends the budget. This cannot be taken back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The release was refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason, for the ledger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the release may go on all the same; it is kept in the ledger for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept and release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower the budget of this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the file&apos;s fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserve the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read and count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the fingerprint: has the file changed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seal the noisy numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the figures add up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the release in the ledger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops before any noise is drawn; nothing is spent then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head of the ledger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workbook quotes it: with it the release can be found in the ledger and checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A release without a title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the release&apos;s title to sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title of the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data file is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no table yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The release has no title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the short name of the data set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the title of the data set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how the file is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether it is a complete count or a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>who is protected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what neighbours are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what may be spent in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not said yet: {fields}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no variable yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from the data and not confirmed as public knowledge: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the ledger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan is still being checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The accuracy of the plan is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan asks for more than is left of the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sheet is being worked out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sheet is filled in when the data, the dictionary and the tables are complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What cannot be taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One release, once: the noise is drawn a single time, and there is no “draw again”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget that is spent does not come back, whatever becomes of the tables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting again, correcting titles, labels and notes, and opening the release cost nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data file: {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ledger: {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files and confirmations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One table with {cells} cells, each with a noise margin:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tables} tables with {cells} cells, each with a noise margin:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>•  {title} ({cells} cells)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {more} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protected is {who}: all rows with the same {column} together, of which at most {rows} are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protected is {who}: each row of the file stands for one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The total number is not treated as known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The total number is treated as known and is not protected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Universe: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About whom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether one of them is in the file at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the file says about one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tables can multiply the odds of any conclusion about {event} by at most {factor} (ε {epsilon}): odds of 1 to 1 become at most {factor} to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tables can multiply the odds of a conclusion about {event} by more than a million</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, apart from a chance of {delta} (δ)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody who knows everything else and guesses {event} is right at most {right} times in 100; by mere chance it would be 50.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget is counted in ρ; the odds are those it converts to at this δ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What one person&apos;s presence can change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This very plan was released before on this account, on {date} (entry {entry}). On the same file, releasing it again returns the stored release and costs nothing; nothing is drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This release spends {cost}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Afterwards {left} remains of the budget of these data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is {over} more than is left of the budget of these data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published exactly and without protection, because no neighbour changes it: counts marked x in {tables}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that are impossible by public rule are empty by that rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is published exactly: every count bears noise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is exact and unprotected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not confirmed as public knowledge: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Domain of {names}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No domain was read from the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody looked at exact figures of the file on {date} (entry {entry}): what was changed after that lies outside the guarantee.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has looked at exact figures of the file (by this ledger).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A release is under way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing, see above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not signed yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releasing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise is being drawn: this can no longer be stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping; if noise is drawn already, the release is finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until noise is drawn, nothing is spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Released before; shown again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was spent this time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spent: {loss}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {entry} of the ledger, {date}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was drawn, nothing was spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data file is not the one these data were released from before. If it is a corrected file of the same people, give the reason and release: it goes on spending the same budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This very file is already recorded under another data set of the ledger. Spending on both adds up for the same people: give the reason why that is meant, or correct the name of the data set.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Releasing</name>
    <message>
        <source>The release has begun: the plan is being checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise is being drawn: this can no longer be stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan is being checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taking the file&apos;s fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserving the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing the file&apos;s fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}, {percent} %…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The release was stopped before any noise was drawn: nothing was spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The release ended while noise was drawn: the ledger says what was spent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The release was refused: nothing was spent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RulesPart</name>
    <message>
        <source>Co&amp;lumns it combines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns with semicolons between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Variables it combines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables with semicolons between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows for which no rule holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are not tabulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count as the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what other rows become</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rows for which no rule holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no variable named &apos;{name}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what is combined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>becomes the code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Add a variable to: {axis}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists every variable and level; nested in the last block or stacked after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop variables here for the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop variables here for the columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop variables here for one table each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl and an arrow key moves it, Delete removes it, Return opens its options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation type="unfinished">Merkmal hinzufügen</translation>
    </message>
</context>
<context>
    <name>StageList</name>
    <message>
        <source>Progress of the present stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>under way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>still to come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not needed</source>
        <translation type="unfinished"></translation>
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
    <name>TableGrid</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole page of the table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TableSheet</name>
    <message>
        <source>Page of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which page of the table is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>Stub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boxhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: {levels}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable} ({n} codes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}, no total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantiles of {variable}: {points}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cumulative counts of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intervals of {variable} ({n})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All intervals of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beginnings of codes of {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage within {variables}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage of the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentage of the column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} of its codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: {codes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: {first} up to {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: from {first}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: up to {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: {low} to below {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: {low} and more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable}: below {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> by </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of the methods with a known error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise on each number of the table (Laplace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise on each number of the table (Gaussian)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise on each combination of codes, then added up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cumulative counts from neighbouring sums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums of pairs, fours, eights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums of larger and larger groups, combined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums of groups, the important ones with less noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smooth weights along the order of the codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waves along the order of the codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numerically optimised measurements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numerically optimised cells and sums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Totals over each set of variables, combined</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TablesPage</name>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Tit&amp;le</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished">Titel</translation>
    </message>
    <message>
        <source>What the table is called; made from its variables at first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short name: of the worksheet and the CSV file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{level} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise mar&amp;gin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often, in 100 cells, the noise stays within the margin that is shown and published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The empty table, with the expected noise margin in every cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Boxhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M&amp;easures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the table is made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on this cell…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on this row…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on this column…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on this table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on the release…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tables are not checked yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next: Accuracy ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No table yet. Add one, then drop variables into its rows and columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables are made of the dictionary&apos;s variables, and there are none yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the dictionary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table “{name}”: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dictionary must be put right first: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The noise margins appear here once the page Data says who is protected and what may be spent in all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The noise margins appear here once the page Accuracy says what this release may spend.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag variables from the left into stub or boxhead, or choose them from the + menus.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin ({level} %): the noise stays within ± {margin} of the count.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published exactly: the same whatever the data are within the rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How wrong this will be depends on the counts themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The noise is being worked out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title of a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another table is called “{name}” already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level of the margins</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TablesPanel</name>
    <message>
        <source>&amp;Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished">Tabellen</translation>
    </message>
    <message>
        <source>Delete removes a table, Alt and an arrow moves it, F2 renames it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds a table that counts everyone; then add variables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More about this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate, rename, move or delete the table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the table up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the table down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole budget, with all others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part} of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part} of the budget · {group}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs a look · {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TargetSentence</name>
    <message>
        <source>&amp;I need ±</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise margin wanted, ±</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far off a figure may be, at the level of the margins; the budget it needs is worked out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that need this margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All counts of the table, or one kind of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table that needs this margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same table as above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use this budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
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
    <name>Tool</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the variable (Esc).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UnitSentence</name>
    <message>
        <source>choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>household</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(in own words)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one hospital stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one row each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>identified by column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added or removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replaced by another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protect each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose presence in the data nobody may learn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The unit in own words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is protected, with “one” before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How units are told apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether each row is a unit of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column of the identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows with the same value are one unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most rows of a unit</source>
        <translation type="unfinished">Höchstzahl Zeilen je Einheit</translation>
    </message>
    <message>
        <source>Of each unit at most so many rows are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows without an identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What becomes of rows with an empty one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two datasets are neighbours if one unit is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contributing at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows; rows without an identifier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two datasets are neighbours if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count as a unit each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most rows of a unit must be a whole number from 1 to 1,000,000.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has no column of that name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The total is not treated as known: every count gets noise, the total included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With or without {unit}, at most {most} of the counted rows differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With or without {unit}, one row differs, and a count by at most 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The total is treated as known: how many units the file holds counts as public knowledge.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With another in the place of {unit}, at most {most} rows go and {most} come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With another in the place of {unit}, one row differs: one count falls and another rises by 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a unit has more rows than that, the others are left out, chosen by a secret key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file with a row that has no identifier is not released.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows without an identifier are in no table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row without an identifier is protected by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose this only if nobody has two rows in the file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UniverseBar</name>
    <message>
        <source>&amp;Universe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Universe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whom the table counts, as a sentence with its date: Residents aged 18 and over, 1 April 2000.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everyone the file counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit whom the table counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds a condition on a variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete removes the condition, Return opens its options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a condition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit whom a table counts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariableEditor</name>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Combination</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Public or read from the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show how the domain is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The short name tables and other variables use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The title shown in tables, in the language chosen above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colum&amp;n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The column of the file it is read from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Describes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the value belongs to: the protected unit itself, its household, or where it lives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what it describes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hierarchies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Public knowledge, note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from the data: confirm…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>public</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the protected unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the household</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has no such column.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariableList</name>
    <message>
        <source>Filter the variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only variables that hold it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariableOptions</name>
    <message>
        <source>V&amp;ariable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another grouping of the same variable in its place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far down its hierarchy the lines go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A &amp;total first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A total first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One line for all codes, before them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;missing codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show missing codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines for not stated and not applicable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total is &amp;called</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label of the total&apos;s line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untick codes that get no line; a total counts them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another grouping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label of a total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose codes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariablesModel</name>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>combination</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>! to be corrected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from the data: confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>public</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VariablesPanel</name>
    <message>
        <source>&amp;Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows variables whose label or name has this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag a variable into the table, or press Return: to the stub first, then to the boxhead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the stub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the boxhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{label} ({kind})</source>
        <translation type="unfinished">{label} ({kind})</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation type="unfinished">Merkmal hinzufügen</translation>
    </message>
</context>
<context>
    <name>WeightsTool</name>
    <message>
        <source>Columns named like survey weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weighted tables are not supported yet: tables count cases. Say of each of these columns whether it is a survey weight, so that nobody takes cases for population figures. Choose lines, or answer for all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a survey weight: count cases, unweighted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is something else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the answer back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a survey weight: not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>something else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not answered yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer for columns named like weights</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_NoteLine</name>
    <message>
        <source>Remove the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the reader should know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_WithCodes</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>desk</name>
    <message>
        <source>Rehearsing on made-up records; nothing is read from the data…</source>
        <translation>Probelauf mit erfundenen Sätzen; aus den Daten wird nichts gelesen…</translation>
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
        <translation>Nur eigene Schlüssel</translation>
    </message>
</context>
</TS>
