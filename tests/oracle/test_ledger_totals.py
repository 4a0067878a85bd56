"""What the ledger says was spent beside what dp-accounting makes of the same releases: never less is stated.

A ledger is filled with releases, and its totals are read from it. They are compared with exact sums by hand, and with
the losses that Google's dp-accounting 0.6.0 computes for the same noise: privacy loss distributions (step 10^-4,
pessimistic) and Rényi accounting. dp-accounting pins an old attrs, which would hold other tools back, so it is not
installed beside the tests: what it said stands in `RECOMPUTED`, and is computed again where it is at hand.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.ledger.terms import AccountTerms, Amount, Request
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.calibration import gaussian_scale
from dpdesk.privacy.conversion import zcdp_epsilon
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours

pytestmark = pytest.mark.oracle

MIXED: list[Loss] = [*[ZCDP("1/10")] * 5, PureDP("1/2"), ZCDP("1/4")]
TENTHS: list[Loss] = [PureDP("1/10")] * 10
BOTH: list[Loss] = [*[ApproxDP("1/2", "1e-7")] * 4, ApproxDP("1", "1e-6")]
RECOMPUTED = {
    ("mixed", "pld", 1e-4): 5.168403378,
    ("mixed", "pld", 1e-6): 6.514948355,
    ("mixed", "pld", 1e-9): 8.110327849,
    ("mixed", "rdp", 1e-4): 5.635842421,
    ("mixed", "rdp", 1e-6): 6.933343290,
    ("mixed", "rdp", 1e-9): 8.483157147,
    ("tenths", "pld", 1e-12): 0.999999999,
    ("both", "pld", 1.4e-6): 1.382251730,
}
LISTS = {"mixed": MIXED, "tenths": TENTHS, "both": BOTH}


def spent(folder: Path, cap: dict[str, str], losses: Sequence[Loss]) -> Amount:
    """What a ledger says was spent by releases of these losses."""
    with Ledger.open(folder / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        ledger.ensure_account(AccountTerms("d", Cap.from_json(cap), "row", 1, Neighbours.ADD_REMOVE))
        for number, loss in enumerate(losses):
            held = ledger.reserve(Request("d", f"plan {number}", "f" * 64, loss, b"{}", b"{}"))
            assert isinstance(held, Reservation)
            with held:
                held.mark_draw()
                held.seal(b"integers")
                held.commit("result", loss)
        return ledger.spent("d")


def recomputed(name: str, method: str, delta: float) -> float:
    """By dp-accounting, from the noise that serves these losses for a count."""
    if importlib.util.find_spec("dp_accounting") is None:
        return RECOMPUTED[name, method, delta]
    import dp_accounting
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.rdp import rdp_privacy_accountant as rdp

    parts, account = [], rdp.RdpAccountant([1 + i / 20 for i in range(1, 200)] + list(range(11, 200)))
    step = {"value_discretization_interval": 1e-4}
    for loss in LISTS[name]:
        if isinstance(loss, PureDP):
            parts.append(pld.from_laplace_mechanism(1 / float(loss.epsilon), **step))
            account.compose(dp_accounting.LaplaceDpEvent(1 / float(loss.epsilon)))
        elif isinstance(loss, ZCDP):
            parts.append(pld.from_gaussian_mechanism(1 / math.sqrt(2 * float(loss.rho)), **step))
            account.compose(dp_accounting.GaussianDpEvent(1 / math.sqrt(2 * float(loss.rho))))
        else:
            scale = gaussian_scale(loss, 1)
            width = math.sqrt(float(scale.on_grid))
            parts.append(pld.from_discrete_gaussian_mechanism(width, sensitivity=scale.grid, **step))
    if method == "rdp":
        return float(account.get_epsilon(delta))
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.compose(part)
    return float(whole.get_epsilon_for_delta(delta))


def test_sums_by_hand(tmp_path: Path) -> None:
    """Exactly: Laplace noise costs ε²/2 where ρ is added, δ adds as ε does."""
    for name, cap, wanted in (
        ("mixed", {"rho": "2"}, {"rho": Fraction(1, 2) + Fraction(1, 8) + Fraction(1, 4)}),
        ("tenths", {"epsilon": "1"}, {"epsilon": Fraction(1)}),
        (
            "both",
            {"epsilon": "3", "delta": "1e-5", "rule": "sum"},
            {"epsilon": Fraction(3), "delta": Fraction(14, 10**7)},
        ),
    ):
        folder = tmp_path / name
        folder.mkdir()
        assert spent(folder, cap, LISTS[name]) == wanted


@pytest.mark.parametrize("delta", [1e-4, 1e-6, 1e-9])
def test_rho_in_the_ledger_states_no_less_than_dp_accounting(tmp_path: Path, delta: float) -> None:
    rho = spent(tmp_path, {"rho": "2"}, MIXED)["rho"]
    stated = float(zcdp_epsilon(rho, Fraction(delta)))
    for method in ("pld", "rdp"):
        theirs = recomputed("mixed", method, delta)
        assert theirs <= stated < 1.2 * theirs
    # Wrong control: a ledger that forgot the last release would say less than it cost.
    assert float(zcdp_epsilon(rho - Fraction(1, 4), Fraction(delta))) < recomputed("mixed", "pld", delta)


def test_epsilon_and_delta_in_the_ledger_are_no_less_than_dp_accounting(tmp_path: Path) -> None:
    for name, cap, delta in (
        ("tenths", {"epsilon": "1"}, 1e-12),
        ("both", {"epsilon": "3", "delta": "1e-5", "rule": "sum"}, 1.4e-6),
    ):
        folder = tmp_path / name
        folder.mkdir()
        found = spent(folder, cap, LISTS[name])
        assert float(found.get("delta", Fraction(0))) <= delta
        assert recomputed(name, "pld", delta) <= float(found["epsilon"])
    # Wrong control: one release less is below what ten cost.
    assert recomputed("tenths", "pld", 1e-12) > 0.9 + 1e-6
