"""A small dictionary and plans on it, for tests of planning."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

COUNT = {"kind": "count"}


def dictionary_json(**more: Any) -> dict[str, Any]:
    def category(name: str, codes: list[str], **extra: Any) -> dict[str, Any]:
        return {
            "name": name,
            "kind": "category",
            "column": name,
            "label": {"en": name.title()},
            "describes": "unit",
            "codes": [{"code": code, "label": {"en": code.upper()}} for code in codes],
            "otherwise": {"code": codes[-1]},
            **extra,
        }

    tree = {
        "north": "",
        "south": "",
        "n1": "north",
        "n2": "north",
        "s1": "south",
        "n1a": "n1",
        "n1b": "n1",
        "n2a": "n2",
        "s1a": "s1",
        "s1b": "s1",
    }
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "small",
        "title": {"en": "Small"},
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
        "neighbours": "replace_one",
        "budget_cap": {"epsilon": "10"},
        "max_rows": 10**6,
        "variables": [
            category("sex", ["f", "m"]),
            category("colour", ["red", "green", "blue"]),
            category("state", ["on", "off"], otherwise="nowhere"),
            category(
                "area",
                ["n1a", "n1b", "n2a", "s1a", "s1b"],
                missing=[{"code": "ns", "kind": "not_stated"}],
                otherwise={"code": "ns"},
                hierarchies=[
                    {
                        "name": "map",
                        "levels": [{"name": "region"}, {"name": "county"}],
                        "rows": [{"code": code, "parent": parent} for code, parent in tree.items()],
                    }
                ],
            ),
            {
                "name": "age",
                "kind": "number",
                "column": "age",
                "label": {"en": "Age"},
                "describes": "unit",
                "bins": {"first": 0, "last": 9},
                "below": "clamp",
                "above": "clamp",
                "unreadable": {"code": "ns"},
                "missing": [{"code": "ns", "kind": "not_stated"}],
            },
            {
                "name": "ages",
                "kind": "recode",
                "of": "age",
                "label": {"en": "Age groups"},
                "codes": [
                    {"code": "0-4", "members": {"first": "0", "last": "4"}},
                    {"code": "5-9", "members": {"first": "5", "last": "9"}},
                    {"code": "ns", "members": ["ns"]},
                ],
            },
            {
                "name": "parity",
                "kind": "recode",
                "of": "age",
                "label": {"en": "Parity"},
                "codes": [
                    {"code": "even", "members": ["0", "2", "4", "6", "8"]},
                    {"code": "odd", "members": ["1", "3", "5", "7", "9"]},
                ],
                "otherwise": "nowhere",
            },
            {
                "name": "third",
                "kind": "recode",
                "of": "age",
                "label": {"en": "Thirds"},
                "codes": [
                    {"code": "0-2", "members": {"first": "0", "last": "2"}},
                    {"code": "3-6", "members": {"first": "3", "last": "6"}},
                    {"code": "7-9", "members": ["7", "8", "9", "ns"]},
                ],
            },
            {
                "name": "weight",
                "kind": "number",
                "column": "kilos",
                "label": {"en": "Weight"},
                "describes": "unit",
                "bins": {"lower": "0", "upper": "200", "width": "50"},
                "below": "clamp",
                "above": "clamp",
                "unreadable": "nowhere",
            },
            {
                "name": "pay",
                "kind": "quantity",
                "column": "pay",
                "label": {"en": "Pay"},
                "describes": "unit",
                "lower": "10",
                "upper": "1000",
                "step": "1/100",
                "below": "clamp",
                "above": "clamp",
                "unreadable": "not_stated",
            },
            {
                "name": "years",
                "kind": "quantity",
                "column": "age",
                "label": {"en": "Years"},
                "describes": "unit",
                "lower": "0",
                "upper": "9",
                "step": "1",
                "below": "clamp",
                "above": "clamp",
                "unreadable": {"value": "0"},
            },
        ],
        **more,
    }


def small(**more: Any) -> Dictionary:
    return Dictionary.from_json(dictionary_json(**more))


def with_classes_of_pay() -> Dictionary:
    """The dictionary, and classes of 1,000 of the quantity `pay`, so that planning figures can say how it is spread."""
    tree = dictionary_json(neighbours="add_remove", budget_cap={"rho": "10"})
    pay = next(variable for variable in tree["variables"] if variable["name"] == "pay")
    bins = {"lower": "0", "upper": "4000", "width": "1000"}
    tree["variables"].append(
        {"name": "class", "kind": "number", "column": pay["column"], "label": {"en": "Class of pay"}, "bins": bins}
        | {name: pay[name] for name in ("describes", "below", "above")}
        | {"unreadable": "nowhere"}
    )
    return Dictionary.from_json(tree)


def block(*variables: Any) -> dict[str, Any]:
    """A block of nested variables, each a name or a full record."""
    return {"variables": [{"variable": one} if isinstance(one, str) else one for one in variables]}


def table(name: str = "t", *, stub: Any = (), measures: Any = (COUNT,), **more: Any) -> dict[str, Any]:
    """A table; `stub` is a list of blocks or one variable's name."""
    blocks = [block(stub)] if isinstance(stub, str) else list(stub)
    return deepcopy({"name": name, "title": {"en": name}, "stub": blocks, "measures": list(measures), **more})


def plan_json(d: Dictionary, /, *tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Plan"},
        "dictionary": {"path": "small.dictionary.json", "meaning": d.meaning_hash},
        "loss": {"epsilon": "1"},
        "tables": list(tables),
        **more,
    }


def plan(*tables: dict[str, Any], dictionary: Dictionary | None = None, **more: Any) -> Plan:
    d = dictionary or small()
    return Plan.from_json(plan_json(d, *tables, **more), d)
