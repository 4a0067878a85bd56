"""The fixed words on sampling errors, and on whom tables count, in German."""

from __future__ import annotations

SAMPLING: dict[str, str] = {
    # Whom tables count
    "all records of the file": "alle Datensätze der Datei",
    "all units of the file": "alle Einheiten der Datei",
    "Each cell counts once every unit that has a record there.": (
        "Jede Zelle zählt jede Einheit einmal, die dort einen Datensatz hat."
    ),
    "Each cell counts once every unit that has a record there of these: {whom}.": (
        "Jede Zelle zählt jede Einheit einmal, die dort einen Datensatz von diesen hat: {whom}."
    ),
    "{tables}: {variable} by the boundaries valid from {day}.": (
        "{tables}: {variable} nach dem Gebietsstand ab dem {day}."
    ),
    "The total counts {whom}.": "Die Gesamtzahl umfasst {whom}.",
    "The total counts only these: {whom}.": "Die Gesamtzahl umfasst nur: {whom}.",
    "A record without a code for one of these is left out of every table of the release: {variables}.": (
        "Ein Datensatz ohne Code für eines dieser Merkmale fehlt in allen Tabellen der Freigabe: {variables}."
    ),
    "Means of {variables} are of those who state it.": (
        "Mittelwerte für {variables} beziehen sich auf diejenigen, die dazu Angaben machen."
    ),
    # Sampling errors
    "Sampling margin": "Stichprobenspanne",
    "Noise and sampling margin together": "Rausch- und Stichprobenspanne zusammen",
    "Sampling margin ({level})": "Stichprobenspanne ({level})",
    "Noise and sampling margin ({level})": "Rausch- und Stichprobenspanne ({level})",
    "Exact sampling margin ({level})": "Genaue Stichprobenspanne ({level})",
    "Exact noise and sampling margin ({level})": "Genaue Rausch- und Stichprobenspanne ({level})",
    "sampling margin ({level})": "Stichprobenspanne ({level})",
    "noise and sampling margin ({level})": "Rausch- und Stichprobenspanne ({level})",
    "exact sampling margin ({level})": "genaue Stichprobenspanne ({level})",
    "exact noise and sampling margin ({level})": "genaue Rausch- und Stichprobenspanne ({level})",
    "Widest sampling margin ({level})": "Größte Stichprobenspanne ({level})",
    "Noise beside sampling": "Rauschen neben der Stichprobe",
    "Sampling errors": "Stichprobenfehler",
    " After it stand the sampling margin and the margin of both together.": (
        " Danach stehen die Stichprobenspanne und die Spanne beider zusammen."
    ),
    "Sampling margin ({level}): so far an estimate may be off because a sample was asked and not everybody, as "
    "declared by the office from public knowledge of the design and evaluated at the published estimate.": (
        "Stichprobenspanne ({level}): So weit kann ein Schätzwert danebenliegen, weil nur eine Stichprobe befragt "
        "wurde und nicht alle; vom Amt nach öffentlicher Kenntnis des Stichprobenplans angegeben und am "
        "veröffentlichten Schätzwert ausgewertet."
    ),
    "Noise and sampling margin ({level}): both together, the root of the sum of their squares, since the noise is "
    "drawn independently of the sample; for quantiles, variances and the like, their sum.": (
        "Rausch- und Stichprobenspanne ({level}): beide zusammen, die Wurzel aus der Summe ihrer Quadrate, da das "
        "Rauschen unabhängig von der Stichprobe gezogen wird; für Quantile, Varianzen und dergleichen ihre Summe."
    ),
    "Its noise margin was first multiplied by {factor}, because the noise is not normal.": (
        "Die Rauschspanne darin wurde vorher mit {factor} multipliziert, weil das Rauschen nicht normalverteilt ist."
    ),
    "Neither covers errors of reporting, of coverage or of non-response.": (
        "Keine der beiden enthält Fehler bei den Angaben, bei der Erfassung oder durch Antwortausfall."
    ),
    "Noise adds {typical} to the sampling error of the middle figure, and {most} where it adds most.": (
        "Das Rauschen erhöht den Stichprobenfehler der mittleren Zahl um {typical}, und um {most}, wo es am meisten "
        "erhöht."
    ),
    "less than 1 %": "weniger als 1 %",
    "more than {percent} %": "mehr als {percent} %",
    "design effect {effect}, {sample} asked of {population}": (
        "Designeffekt {effect}, {sample} von {population} befragt"
    ),
    "by {classes} classes of size": "nach {classes} Größenklassen",
    "a standard error for each of {cells} cells": "ein Standardfehler für jede von {cells} Zellen",
    "relative variance {a} + {b}/x of an estimate x": "relative Varianz {a} + {b}/x eines Schätzwerts x",
    "unreliable: the noise and sampling margin ({level} %) is above {share} % of the estimate": (
        "unzuverlässig: Die Rausch- und Stichprobenspanne ({level} %) liegt über {share} % des Schätzwerts"
    ),
    "to be used with caution: the noise and sampling margin ({level} %) is above {share} % of the estimate": (
        "mit Vorsicht zu verwenden: Die Rausch- und Stichprobenspanne ({level} %) liegt über {share} % des Schätzwerts"
    ),
    "unreliable: the standard error of noise and sampling is above {share} % of the estimate": (
        "unzuverlässig: Der Standardfehler von Rauschen und Stichprobe liegt über {share} % des Schätzwerts"
    ),
    "to be used with caution: the standard error of noise and sampling is above {share} % of the estimate": (
        "mit Vorsicht zu verwenden: Der Standardfehler von Rauschen und Stichprobe liegt über {share} % des Schätzwerts"
    ),
    "Margins and limits hold at a level of {level}. Noise margins and limits cover the noise alone; sampling margins "
    "are the office's. No margin covers errors of reporting or coding.": (
        "Spannen und Grenzen gelten auf einem Niveau von {level}. Rauschspannen und Grenzen enthalten nur das "
        "Rauschen; Stichprobenspannen sind die des Amtes. Keine Spanne enthält Fehler bei den Angaben oder der "
        "Kodierung."
    ),
}
