"""What is wrong with queries, or with the counts they are asked of, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    "queries.kronecker_factor": (
        "Ein Faktor eines Kronecker-Produkts stellt Abfragen über ein einziges Merkmal; stapeln Sie die Produkte."
    ),
    "queries.kronecker_empty": "Ein Kronecker-Produkt braucht mindestens einen Faktor.",
    "queries.stack_empty": "Ein Stapel braucht mindestens einen Teil.",
    "queries.stack_domains": "Die Teile eines Stapels haben verschiedene Definitionsbereiche, {first} und {other}.",
    "queries.one_number": "Es gibt {queries} Abfragen, aber {given} Zahlen; geben Sie für jede Abfrage eine Zahl.",
    "queries.group_code": (
        "Die Gruppe {group} nennt einen Code außerhalb von 0 … {most}; berichtigen Sie ihre Liste von Codes."
    ),
    "queries.codes_are_texts": "Codes und Codeanfänge sind Texte; schreiben Sie sie in Anführungszeichen.",
    "queries.number_of_codes": "Ein Merkmal braucht eine ganze Zahl von Codes, mindestens 1.",
    "queries.interval": (
        "Das Intervall ({first}, {last}) erfüllt nicht 1 ≤ s ≤ t ≤ {size}; berichtigen Sie seine Enden."
    ),
    "queries.counts_shape": (
        "Die Häufigkeiten haben die Form {shape}, aber der Definitionsbereich {domain} braucht {cells} davon in "
        "C-Reihenfolge; geben Sie für jede Zelle eine Zahl."
    ),
    "queries.counts_too_large": (
        "Die Häufigkeiten übersteigen die 63 Bit einer ganzen Zahl mit Vorzeichen; übergeben Sie kleinere."
    ),
    "queries.dense_too_large": (
        "Eine dichte Matrix mit {rows} × {cells} Einträgen ist zu groß; verwenden Sie answer() und adjoint()."
    ),
    "queries.gram_too_large": "Eine dichte Gram-Matrix mit {cells} × {cells} Einträgen ist zu groß.",
}
