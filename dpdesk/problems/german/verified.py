"""What a verification that found no fault says, in German: of a ledger, and of what was published from it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # The ledger
    "ledger.chain_whole": "Die Kette aus {entries} Buchungen ist vollständig; ihr Prüfwert ist {head}.",
    "ledger.accounts_whole": "Konten: {accounts:,}; jede Summe wurde aus den Buchungen neu berechnet.",
    "ledger.account_stands": "Konto '{account}': {spent:and} von {total:and} ausgegeben, {left:and} übrig.",
    "ledger.amount": "{unit} {value:,}",
    "ledger.head_agrees": "Buchung {entry} hat den Prüfwert, der anderswo zitiert wurde.",
    # What is under way or was left
    "ledger.session_is_open": "Die Sitzung {session} (Buchung {entry}, Antworten: {answers:,}) ist offen.",
    "ledger.session_ended": (
        "Die Sitzung {session} (Buchung {entry}, Antworten: {answers:,}) war offen, als das Programm endete; ihr "
        "Budget bleibt ausgegeben, und ihre Antworten bleiben."
    ),
    "ledger.under_way": "Die Freigabe {release} (Buchung {entry}) läuft gerade.",
    "ledger.ended_before_noise": (
        "Die Freigabe {release} (Buchung {entry}) endete, bevor Rauschen gezogen wurde; die nächste gibt ihr Budget "
        "zurück."
    ),
    "ledger.ended_after_mark": (
        "Die Freigabe {release} (Buchung {entry}) endete, nachdem ihr Rauschen als gezogen vermerkt war; ihr Budget "
        "bleibt ausgegeben."
    ),
    "ledger.ended_between_stages": (
        "Die Freigabe {release} (Buchung {entry}) endete zwischen ihren zwei Stufen Rauschen; das Budget beider bleibt "
        "ausgegeben."
    ),
    "ledger.sealed_unfinished": Variants(
        "Die Freigabe {release} (Buchung {entry}) ist versiegelt und nicht abgeschlossen; derselbe Plan schließt sie "
        "ohne Kosten ab, und ohne ihre Datei `dpdesk ledger finish`.",
        "Die Freigabe {release} (Buchung {entry}) ist versiegelt und nicht abgeschlossen; sie abzuschließen kostet "
        "nichts und braucht keine Datei.",
    ),
    # What this machine remembers
    "ledger.remembered": "Dieser Rechner hat sich Buchung {entry} des Kontobuchs gemerkt; sie stimmt überein.",
    "ledger.not_seen_before": (
        "Dieser Rechner kannte dieses Kontobuch noch nicht; von jetzt an merkt er sich dessen Prüfwert."
    ),
    "ledger.memory_unreadable": (
        "Was sich dieser Rechner vom Kontobuch gemerkt hatte, war nicht lesbar; er beginnt neu in '{folder}'."
    ),
    "ledger.cannot_remember": (
        "Dieser Rechner kann sich den Prüfwert nicht merken: In den Ordner '{folder}' lässt sich nicht schreiben."
    ),
    # What was published
    "publish.log_follows": "Die {entries} Buchungen in {name} folgen aufeinander.",
    "publish.tables_released": "Die Tabellen in {name} sind die freigegebenen.",
    "publish.signed_by_entry": "Sie sind mit dem Schlüssel {key}… signiert, den Buchung {entry} nennt.",
    "publish.signed_later": (
        "Sie sind mit dem Schlüssel {key}… signiert, der erst nach diesem Protokoll genannt wurde, wenn überhaupt."
    ),
    "publish.different_ledgers": (
        "{one} und {other} stammen aus verschiedenen Kontobüchern: Sie sagen nichts übereinander aus."
    ),
    "publish.no_common_entry": (
        "{one} und {other} nennen keine gemeinsame Buchung: Nennen Sie ihre Ordner, die die ganze Kette haben."
    ),
    "publish.agree_up_to": "{one} und {other} stimmen bis Buchung {entry} überein.",
}
