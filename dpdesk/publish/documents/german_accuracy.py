"""The fixed words on targets, adaptive detail and the names of methods, in German."""

from __future__ import annotations

ACCURACY: dict[str, str] = {
    "laplace": "Laplace",
    "gaussian": "Gauß",
    "histogram": "Histogramm",
    "prefix-difference": "Differenzen",
    "binary-tree": "Binärbaum",
    "tree": "Baum",
    "weighted-tree": "gewichteter Baum",
    "toeplitz": "Toeplitz",
    "sine": "Sinuswellen",
    "factorization": "Faktorisierung",
    "p-identity": "p-Identität",
    "marginals": "Randtabellen",
    "exponential-quantile": "Exponentialquantil",
    "approximate-quantiles": "genäherte Quantile",
    "adaptive-detail": "angepasste Gliederung",
    "How finely each of {areas} areas ({variable}) is shown depends on its number of records, measured first with "
    "{share} of the group's part and a noise margin of {margin}; the rest pays for what is shown, whatever the levels "
    "turn out to be.": (
        "Wie fein jedes von {areas} Gebieten ({variable}) gezeigt wird, hängt von seiner Zahl von Sätzen ab, die "
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
