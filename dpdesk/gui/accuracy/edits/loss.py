"""What the page Accuracy changes in a plan: its loss, the level of its margins, a group's method. Pure and Qt-free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.account import USUAL_DELTA
from dpdesk.gui.desk.trees import Tree, get, put, shown
from dpdesk.gui.kit.local import spoken
from dpdesk.gui.kit.words import few
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.publish.documents.words import said

BEST = "best"
WEIGHTED = "weighted"
"""The objective where a group says nothing: the mean error of each kind of figures, times its weight."""
UNGROUPED = "main"
"""The group of tables that name none."""

Kind = tuple[str, ...]
PURE: Kind = ("epsilon",)
CONCENTRATED: Kind = ("rho",)
APPROXIMATE: Kind = ("epsilon", "delta")


def loss_kinds(cap: Mapping[str, str] | None) -> tuple[Kind, ...]:
    """The kinds of loss an account with this cap takes, its own first."""
    if not cap:
        return ()
    if "delta" in cap:
        return (APPROXIMATE, PURE) if cap.get("rule") == "sum" else (CONCENTRATED, APPROXIMATE, PURE)
    return (CONCENTRATED, PURE) if "rho" in cap else (PURE,)


def kind_of(loss: Mapping[str, str] | None) -> Kind:
    """The kind of a loss as a plan states it; empty where it states none."""
    given = loss or {}
    return tuple(name for name in ("epsilon", "delta", "rho") if given.get(name) is not None)


def set_loss(plan: Tree, loss: Mapping[str, str]) -> Tree:
    """The plan with another loss."""
    return dict(put(plan, ["loss"], dict(loss)))


def set_parameter(plan: Tree, name: str, text: str) -> Tree:
    """The plan with one parameter of its loss replaced."""
    return dict(put(plan, ["loss", name], text))


def of_kind(loss: Mapping[str, str] | None, kind: Kind, cap: Mapping[str, str] | None = None) -> dict[str, str]:
    """A loss of another kind that lies near: ρ = ε²/2, and the cap's δ (or one in a million) where one is needed."""
    given = loss or {}
    if kind_of(given) == kind:
        return dict(given)
    epsilon = _exact(given.get("epsilon"))
    if epsilon is None and (rho := _exact(given.get("rho"))) is not None:
        epsilon = _short((2 * float(rho)) ** 0.5)
    if epsilon is None or epsilon <= 0:
        epsilon = Fraction(1)
    if kind == CONCENTRATED:
        return {"rho": _text(_short(float(epsilon) ** 2 / 2))}
    if kind == PURE:
        return {"epsilon": _text(epsilon)}
    return {"epsilon": _text(epsilon), "delta": given.get("delta") or (cap or {}).get("delta") or USUAL_DELTA}


def set_level(plan: Tree, level: int) -> Tree:
    """The plan with margins at another level."""
    return dict(put(plan, ["level"], level))


def group_of(plan: Tree, table: str) -> str:
    """Name of the group that answers a table."""
    for one in plan.get("tables", []):
        if one.get("name") == table:
            return str(one.get("group") or UNGROUPED)
    return UNGROUPED


def tables_of(plan: Tree, group: str, language: str) -> str:
    """A group as people know it, who may never have named it: by the titles of its tables."""
    tables = [one for one in plan.get("tables", []) if str(one.get("group") or UNGROUPED) == group]
    names = [shown(one.get("title"), language) or one.get("name", "") for one in tables]
    return few([said(spoken(), "“{name}”", name=name) for name in names]) or group


def asked_method(plan: Tree, group: str) -> tuple[str, str | None]:
    """The method a group asks for ("best" where it leaves the choice) and the law of noise it insists on."""
    for one in plan.get("groups", []):
        if one.get("name") == group:
            return str(one.get("mechanism", BEST)), one.get("noise")
    return BEST, None


def set_method(plan: Tree, group: str, method: str, noise: str | None = None) -> Tree:
    """The plan with another method for a group; "best" leaves the choice to the forecast.

    Tables without a group are answered by one that no list mentions: naming its method puts it into the list, with the
    part that it has had, and taking the method back takes it out again.
    """
    law = noise if noise in ("laplace", "gaussian") else None  # what draws quantiles adds no noise to counts
    wanted = {"mechanism": None if method == BEST else method, "noise": law}
    return _with_group(plan, group, wanted)


def objective_of(plan: Tree, group: str) -> str:
    """What a group makes small."""
    for one in plan.get("groups", []):
        if one.get("name") == group:
            return str(one.get("objective", WEIGHTED))
    return WEIGHTED


def set_objective(plan: Tree, group: str, objective: str) -> Tree:
    """The plan with another objective for a group; a group that no list mentions is treated as by `set_method`."""
    return _with_group(plan, group, {"objective": None if objective == WEIGHTED else objective})


def weights_of(plan: Tree, group: str) -> dict[str, str]:
    """The weights a group gives to statistics; 1 is usual and not among them."""
    for one in plan.get("groups", []):
        if one.get("name") == group:
            return dict(one.get("weights", {}))
    return {}


def set_weights(plan: Tree, group: str, weights: Mapping[str, str]) -> Tree:
    """The plan where a group makes small the error of kinds of figures by their weights (exact numbers above 0)."""
    kept = {name: weight for name, weight in weights.items() if _exact(weight) != 1}
    return _with_group(plan, group, {"objective": None, "weights": kept or None})


def _with_group(plan: Tree, group: str, wanted: Mapping[str, Any]) -> Tree:
    """The plan with fields of a group replaced, None for one that is left out."""
    groups = list(plan.get("groups", []))
    at = next((number for number, one in enumerate(groups) if one.get("name") == group), None)
    if at is None:
        if not any(wanted.values()):
            return plan
        groups.append({"name": group, "part": _text(_rest(groups))})
        at = len(groups) - 1
    kept = {key: value for key, value in groups[at].items() if key not in wanted}
    entry = kept | {key: value for key, value in wanted.items() if value is not None}
    others = groups[:at] + groups[at + 1 :]
    if entry.keys() == {"name", "part"} and group == UNGROUPED and _exact(entry["part"]) == _rest(others):
        groups = others  # as it was before a method was named
    else:
        groups[at] = entry
    if groups:
        return dict(put(plan, ["groups"], groups))
    return {key: value for key, value in plan.items() if key != "groups"}


def parameters(plan: Tree) -> dict[str, str]:
    """The loss as the plan states it, nothing left out and nothing added."""
    found = get(plan, ["loss"], {})
    return {name: str(value) for name, value in found.items() if value is not None}


def _rest(groups: Sequence[Mapping[str, str]]) -> Fraction:
    """The part that the groups of a list leave."""
    return 1 - sum((_exact(one.get("part")) or Fraction(0) for one in groups), Fraction(0))


def _exact(text: str | None) -> Fraction | None:
    try:
        return None if text is None else parse_exact(text)
    except DpdeskError:
        return None


def _text(value: Fraction) -> str:
    """A decimal where there is a short one, else a fraction."""
    for digits in range(13):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            text = str(scaled.numerator).rjust(digits + 1, "0")
            return f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return format_exact(value)


def _short(value: float) -> Fraction:
    """Near a value, with two significant digits."""
    return parse_exact(f"{value:.1e}")


def readable(value: float, digits: int = 2) -> str:
    """The exact decimal nearest to a positive value with so many significant digits: "0.36", "1200"."""
    return _text(parse_exact(f"{value:.{digits - 1}e}"))
