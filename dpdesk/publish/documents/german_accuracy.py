"""The fixed words on methods, targets and adaptive detail, in German."""

from __future__ import annotations

ACCURACY: dict[str, str] = {
    # The mechanisms of the catalogue, each with its sentence
    "laplace": "Laplace",
    "Laplace noise on every published count itself.": (
        "Laplace-Rauschen auf jeder veröffentlichten Häufigkeit selbst."
    ),
    "gaussian": "Gauß",
    "Gaussian noise on every published count itself.": ("Gauß-Rauschen auf jeder veröffentlichten Häufigkeit selbst."),
    "histogram": "Histogramm",
    "Noise on every cell; published counts are sums of noisy cells.": (
        "Rauschen auf jeder Zelle; veröffentlichte Häufigkeiten sind Summen verrauschter Zellen."
    ),
    "prefix-difference": "Differenzen",
    "Noise on every cumulative count; an interval is the difference of two of them.": (
        "Rauschen auf jeder kumulierten Häufigkeit; ein Intervall ist die Differenz zweier davon."
    ),
    "binary-tree": "Binärbaum",
    "Noise on every dyadic block; an interval is the sum of the few blocks that make it up.": (
        "Rauschen auf jedem dyadischen Block; ein Intervall ist die Summe der wenigen Blöcke, aus denen es besteht."
    ),
    "tree": "Baum",
    "Noise on blocks of well chosen sizes, all of them combined by least squares.": (
        "Rauschen auf Blöcken gut gewählter Größe, alle nach kleinsten Quadraten verbunden."
    ),
    "weighted-tree": "gewichteter Baum",
    "Noise on nested blocks or areas, each level as precise as the published counts need it, combined likewise.": (
        "Rauschen auf geschachtelten Blöcken oder Gebieten, jede Ebene so genau, wie die veröffentlichten "
        "Häufigkeiten es brauchen, ebenso verbunden."
    ),
    "toeplitz": "Toeplitz",
    "Noise on cumulative counts that share it smoothly, by the square root of their matrix.": (
        "Rauschen auf kumulierten Häufigkeiten, die es sich gleitend teilen, nach der Wurzel ihrer Matrix."
    ),
    "sine": "Sinuswellen",
    "Noise on sine waves of the cumulative counts or intervals: the best known for them with Gaussian noise.": (
        "Rauschen auf Sinuswellen der kumulierten Häufigkeiten oder Intervalle: das Beste, was dafür mit "
        "Gauß-Rauschen bekannt ist."
    ),
    "factorization": "Faktorisierung",
    "Noise on whatever combinations of counts answer the queries best, found by optimisation.": (
        "Rauschen auf den Kombinationen von Häufigkeiten, die die Abfragen am besten beantworten, durch "
        "Optimierung gefunden."
    ),
    "p-identity": "p-Identität",
    "Noise on every cell and on a few overlapping bumps of cells: the best known with Laplace noise.": (
        "Rauschen auf jeder Zelle und auf einigen überlappenden Gruppen von Zellen: das Beste, was mit "
        "Laplace-Rauschen bekannt ist."
    ),
    "marginals": "Randtabellen",
    "Noise on what tables share and on what each adds to it, weighed for all of them together.": (
        "Rauschen auf dem, was Tabellen gemeinsam haben, und auf dem, was jede hinzufügt, für alle zusammen abgewogen."
    ),
    # What the window calls them
    "Noise on every figure": ("Rauschen auf jeder Zahl"),
    "Every published count gets noise of its own; good for few figures.": (
        "Jede veröffentlichte Anzahl erhält eigenes Rauschen; gut bei wenigen Zahlen."
    ),
    "Noise on every innermost cell": ("Rauschen auf jeder innersten Zelle"),
    "The finest cells get noise and all totals are their sums; good for the cells, bad for totals.": (
        "Die feinsten Zellen erhalten Rauschen, und alle Summen entstehen aus ihnen; gut für die Zellen, schlecht "
        "für Summen."
    ),
    "Running totals and their differences": ("Laufende Summen und Differenzen"),
    "Running totals get noise; what lies between two of them is their difference.": (
        "Laufende Summen erhalten Rauschen; was zwischen zweien liegt, ist ihre Differenz."
    ),
    "Sums over a tree of ranges": ("Summen über einen Baum"),
    "Ranges of 1, 2, 4, 8 … codes get noise; every other range is the sum of a few of them.": (
        "Bereiche von 1, 2, 4, 8 … Codes erhalten Rauschen; jeder andere Bereich ist die Summe einiger davon."
    ),
    "Tree of ranges, all combined": ("Baum von Bereichen, kombiniert"),
    "Ranges of well chosen sizes get noise, and every figure is estimated from all of them.": (
        "Bereiche gut gewählter Größen erhalten Rauschen, und jede Zahl wird aus allen geschätzt."
    ),
    "Weighted tree of ranges": ("Gewichteter Baum von Bereichen"),
    "Ranges of several sizes get more or less noise, as the figures asked for need it.": (
        "Bereiche mehrerer Größen erhalten mehr oder weniger Rauschen, wie es die gewünschten Zahlen brauchen."
    ),
    "Running totals with shared noise": ("Laufende Summen, geteiltes Rauschen"),
    "Neighbouring running totals share part of their noise, which makes all of them more accurate.": (
        "Benachbarte laufende Summen teilen sich einen Teil ihres Rauschens; das macht alle genauer."
    ),
    "Waves over the range": ("Wellen über den Bereich"),
    "Overlapping waves over all codes get noise; close to the best possible for running totals.": (
        "Überlappende Wellen über alle Codes erhalten Rauschen; bei laufenden Summen nahe am Bestmöglichen."
    ),
    "Fitted to this table": ("Auf diese Tabelle zugeschnitten"),
    "What gets noise is computed for exactly these figures by an optimisation.": (
        "Was Rauschen erhält, wird durch eine Optimierung genau für diese Zahlen berechnet."
    ),
    "Cells and a few fitted sums": ("Zellen und einige passende Summen"),
    "The finest cells and a few sums found by an optimisation get noise.": (
        "Die feinsten Zellen und einige durch eine Optimierung gefundene Summen erhalten Rauschen."
    ),
    "Totals first, then departures": ("Erst Summen, dann Abweichungen"),
    "Totals get noise, then how the cells depart from them; nothing is measured twice.": (
        "Summen erhalten Rauschen, dann die Abweichungen der Zellen davon; nichts wird zweimal gemessen."
    ),
    "One of all small databases": ("Eine von allen kleinen Datenbanken"),
    "A small database that answers about as the real one does is drawn from all of them.": (
        "Unter allen kleinen Datenbanken wird eine gezogen, die etwa so antwortet wie die wirkliche."
    ),
    "Quantiles drawn one by one": ("Quantile einzeln gezogen"),
    "Each quantile is drawn by itself, values close to it in rank more likely than others.": (
        "Jedes Quantil wird für sich gezogen; Werte, die ihm im Rang nahe sind, sind wahrscheinlicher."
    ),
    "Quantiles drawn from the middle outwards": ("Quantile von der Mitte aus gezogen"),
    "The middle quantile is drawn first, then the others from the side of it they lie on.": (
        "Zuerst wird das mittlere Quantil gezogen, dann die übrigen aus der Seite, auf der sie liegen."
    ),
    # Others
    "exponential-quantile": "Exponentialquantil",
    "approximate-quantiles": "genäherte Quantile",
    "adaptive-detail": "angepasste Gliederung",
    "How finely each of {areas} areas ({variable}) is shown depends on its number of records, measured first with "
    "{share} of the group's part and a noise margin of {margin}; the rest pays for what is shown, whatever the levels "
    "turn out to be.": (
        "Wie fein jedes von {areas} Gebieten ({variable}) gezeigt wird, hängt von seiner Zahl von Datensätzen ab, die "
        "zuerst gemessen wird, mit {share} des Teils der Gruppe und einer Rauschspanne von {margin}; der Rest bezahlt, "
        "was gezeigt wird, welche Stufen sich auch ergeben."
    ),
    "areas from {start}: {cells}": "Gebiete ab {start}: {cells}",
    "areas from {start} (very likely from {likely}): {cells}": (
        "Gebiete ab {start} (sehr wahrscheinlich ab {likely}): {cells}"
    ),
    "{first} by {second}": "{first} nach {second}",
    "totals only": "nur Summen",
    "{shown}, met": "{shown}, erreicht",
    "{shown}, not met": "{shown}, nicht erreicht",
    "no target": "kein Ziel",
    "noise margin ({level} %) at most {limit}": "Rauschspanne ({level} %) höchstens {limit}",
    "CV at most {limit} %": "Variationskoeffizient höchstens {limit} %",
    "all counts": "alle Häufigkeiten",
    "{what} on {counts}": "{what} für {counts}",
    "{what} on {counts} that the planning figures put above {above}": (
        "{what} für {counts}, die nach den Planungszahlen größer sind als {above}"
    ),
    "This target could not be judged.": "Dieses Ziel ließ sich nicht beurteilen.",
    "dpdesk {version} ({kind}), SHA-256 of its list of files {build}": (
        "dpdesk {version} ({kind}), SHA-256 seiner Dateiliste {build}"
    ),
    "frozen": "fertiges Programm",
    "wheel": "Paket",
    "checkout": "Quellen",
    "no list of files": "keine Dateiliste",
}
