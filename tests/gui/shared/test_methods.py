"""What the window calls the mechanisms."""

from __future__ import annotations

from catalogues_told import publications

from dpdesk.gui.shared.methods import DRAWN, PLAIN
from dpdesk.mechanisms.catalogue import catalogue
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.mechanisms.small_database import NAME


def test_every_mechanism_can_be_chosen_and_has_words():
    assert tuple(PLAIN) == tuple(catalogue())
    assert DRAWN.keys() == {*SENTENCES, NAME}


def test_the_words_have_their_german():
    assert {text for words in (*PLAIN.values(), *DRAWN.values()) for text in words} <= publications().keys()
