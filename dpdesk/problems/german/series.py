"""What is wrong with a series of waves or a change between two releases, in German."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Waves of an account
    "ledger.no_series": "'{account}' hat keine Reihe, seine Freigaben gehören zu keiner Welle; erklären Sie erst eine.",
    "ledger.which_wave": Variants(
        "'{account}' ist eine Reihe mit {waves} Wellen, von denen {begun} begonnen sind, und diese Datei gehört zu "
        "keiner; nennen Sie den Tag ihrer Welle (--wave JJJJ-MM-TT).",
        "'{account}' ist eine Reihe mit {waves} Wellen, von denen {begun} begonnen sind, und diese Datei gehört zu "
        "keiner; beginnen Sie die nächste Welle auf der Seite Kontobuch.",
    ),
    "ledger.no_such_wave": "Das ist keine Welle von '{account}': {why}.",
    "ledger.wave_budget": (
        "Welle {wave} von {waves} von '{account}' nähme mehr als ihren Teil: Davon bleiben {left}, der Plan verlangt "
        "{asked}; verlangen Sie weniger, oder erklären Sie die Reihe mit Begründung neu."
    ),
    "ledger.not_declared": "'{account}' kann keine solche Reihe haben: {why}.",
    "ledger.to_declare": "Die Regel, nach der Einheiten in wenigen Wellen sind, oder die Begründung der Änderung",
    "ledger.why_waves": "Sie hat {fewest:,} bis {most:,} Wellen",
    "ledger.why_most": "Eine Einheit ist in 1 bis {waves:,} ihrer Wellen",
    "ledger.why_most_replaced": (
        "Wo eine Einheit durch eine andere ersetzt wird, können die beiden in verschiedenen Wellen sein"
    ),
    "ledger.why_most_fewer": (
        "Eine Einheit konnte in {most:,} der begonnenen Wellen sein und kann nicht nachträglich in weniger sein"
    ),
    "ledger.why_nothing_each": "Für eine Welle bliebe nichts übrig",
    "ledger.why_waves_beyond": "Ihre Wellen könnten zusammen mehr nehmen, als vom Konto übrig ist",
    "ledger.why_other_wave": "Die Datei ist die der Welle {wave}, {day}",
    "ledger.why_all_waves": "Alle {waves} Wellen sind begonnen",
    "ledger.why_earlier_wave": "Ihr Tag liegt nicht nach {day}, dem der letzten Welle {wave}",
    "ledger.why_first_wave": (
        "Ihre erste Welle muss eine fertige Freigabe des Kontos sein, bevor eine andere begonnen ist"
    ),
    "ledger.why_wave_named": "Er nennt eine Welle, wo es keine gibt, oder keine, wo es Wellen gibt",
    "ledger.why_wave_number": "Seine Welle ist nicht die jenes Tages",
    "ledger.why_beyond_wave": "Er übersteigt den Teil seiner Welle",
    "cli.older_vintage": (
        "Die Tabelle '{table}' zählt nach '{hierarchy}' von '{variable}', gültig ab {since}; '{newer}' gilt ab "
        "{newer_since}. Zahlen nach anderen Grenzen sind nicht Zelle für Zelle vergleichbar: Nennen Sie den "
        "Gebietsstand im Plan."
    ),
    "release.no_last_wave": "'{account}' hat keine fertige Welle, nach der es weiterginge; geben Sie die erste frei.",
    "release.several_last": Variants(
        "Welle {wave} von '{account}' hat mehrere Freigaben, {releases:and}; sagen Sie, welcher Plan weitergeht "
        "(--like FREIGABE).",
        "Welle {wave} von '{account}' hat mehrere Freigaben, {releases:and}; sagen Sie, welcher Plan weitergeht.",
    ),
    "cli.which_series": "Es gibt nicht ein Konto mit einer Reihe, sondern {number}; nennen Sie eines (--dataset ID).",
    "cli.each_wave": "Nennen Sie den Teil einer Welle in den Einheiten des Kontos: {units:and}, durch Komma getrennt.",
    "cli.first_and_day": "Eine Freigabe wird an einem Tag zur ersten Welle: Nennen Sie --first und --day zusammen.",
    "gui.number_of_waves": "Geben Sie die Zahl der Wellen in Ziffern an, etwa 12.",
    # Changes
    "release.change_withdrawn": (
        "Die Freigabe {release} wurde zurückgezogen: Eine Veränderung zu ihr wird nicht veröffentlicht."
    ),
    "release.change_account": (
        "Die Freigaben {release} und {earlier} gehören zu verschiedenen Konten; nennen Sie zwei von einem."
    ),
    "release.change_order": (
        "Die Freigabe {earlier} ist nicht früher als {release}; nennen Sie die beiden andersherum."
    ),
    "release.change_none": "Die Freigaben {release} und {earlier} haben keine gemeinsame Tabelle.",
    "release.change_cells": (
        "Die Tabelle '{table}' hat in {earlier} andere Zellen als in {release}, oder sie bedeuten etwas anderes, so "
        "dass ihr Unterschied keine Veränderung ist."
    ),
    "release.change_detail": (
        "Die Tabelle '{table}' hat angepasste Gliederung, deren Zellen von Freigabe zu Freigabe andere sind."
    ),
    "release.change_level": (
        "Die Rauschspannen von {earlier} gelten auf einem anderen Niveau als die von {release}; eine Veränderung "
        "braucht eines."
    ),
    "release.change_standard": (
        "Die Raten der Tabelle '{table}' sind in {earlier} mit anderen Gewichten von '{name}' standardisiert als in "
        "{release}; ihre Differenz wäre auch eine der Standards. Behalten Sie in allen Wellen einen Standard bei."
    ),
    "release.wave_missing": "Welle {wave} von '{account}' hat keine fertige Freigabe, also gibt es noch keine Summe.",
    "release.no_earlier_wave": Variants(
        "Vor der Freigabe {release} liegt keine Welle; nennen Sie die frühere Freigabe (--from FREIGABE).",
        "Vor der Freigabe {release} liegt keine Welle.",
    ),
}
