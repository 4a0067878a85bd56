"""The fixed words on waves of a series and on changes between two releases, in German."""

from __future__ import annotations

SERIES: dict[str, str] = {
    "Wave": "Welle",
    "{number} of {waves}: {day}": "{number} von {waves}: {day}",
    "by a public rule, which the ledger states, no unit of protection is in more than {most} of them": (
        "nach einer öffentlichen Regel, die im Kontobuch steht, ist keine Schutzeinheit in mehr als {most} von ihnen"
    ),
    "Change": "Veränderung",
    "Change: {title}": "Veränderung: {title}",
    "Change: the estimate now less the one before.": "Veränderung: der jetzige Schätzwert weniger der vorige.",
    "Total": "Insgesamt",
    "Total: {title}": "Insgesamt: {title}",
    "Total: the sum of the estimates of all waves.": "Insgesamt: die Summe der Schätzwerte aller Wellen.",
    "Releases": "Freigaben",
    "Change: the estimate of {now} less that of {before}. The limits are those of the noise of both releases "
    "together, which is independent: in at least {share} of 100 pairs of releases the change without noise lies "
    "between them. A change whose limits lie on both sides of 0 may be noise alone. They cover no sampling error.": (
        "Veränderung: der Schätzwert von {now} weniger der von {before}. Die Grenzen sind die des Rauschens beider "
        "Freigaben zusammen, das unabhängig ist: In mindestens {share} von 100 Paaren von Freigaben liegt die "
        "Veränderung ohne Rauschen zwischen ihnen. Eine Veränderung, deren Grenzen beiderseits von 0 liegen, kann "
        "Rauschen allein sein. Stichprobenfehler enthalten sie nicht."
    ),
    "Total: the sum of the estimates of the releases above. The limits are those of the noise of all of them "
    "together, which is independent: in at least {share} of 100 such series the total without noise lies between them. "
    "They cover no sampling error. Ratios and quantiles have no total.": (
        "Insgesamt: die Summe der Schätzwerte der Freigaben oben. Die Grenzen sind die des Rauschens aller zusammen, "
        "das unabhängig ist: In mindestens {share} von 100 solchen Reihen liegt die Summe ohne Rauschen zwischen "
        "ihnen. Stichprobenfehler enthalten sie nicht. Verhältnisse und Quantile haben keine Summe."
    ),
    "None: it is worked out from what the releases published.": (
        "Keiner: Es wird aus dem berechnet, was die Freigaben veröffentlicht haben."
    ),
    "The other sheets have a row for each cell.": "Die anderen Blätter haben eine Zeile für jede Zelle.",
    "Tables left out": "Ausgelassene Tabellen",
    "Privacy loss": "Privatheitsverlust",
    "Meaning": "Bedeutung",
    "Before": "Vorher",
    "From": "Von",
    "Now": "Jetzt",
    "To": "Zu",
}
