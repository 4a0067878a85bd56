"""What the window calls the mechanisms."""

from __future__ import annotations

from dpdesk.gui.shared.methods import METHODS, MethodsModel
from dpdesk.mechanisms.catalogue import catalogue
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES


def test_every_mechanism_can_be_chosen_and_has_words(qapp):
    assert tuple(catalogue()) == METHODS
    assert {*catalogue(), *SENTENCES} <= MethodsModel().plain_names().keys()
