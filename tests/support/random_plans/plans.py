"""Random plans: tables in groups, what they may spend, and by which mechanism."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from dpdesk.mechanisms import catalogue, noises
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.privacy.loss import loss_from_json
from random_plans.dictionaries import Json, words
from random_plans.tables import MOMENTS, Drawer

SLOW = ("factorization", "p-identity")
"""Found by optimisation: seldom named."""


def plan(chance: Random, dictionary: Json, meaning: str, loss: Json) -> Json:
    """One to four groups, one to three tables in each."""
    drawer = Drawer(chance, dictionary)
    if chance.random() < 0.06 and (by_area := _by_area(chance, drawer)):
        return _written(chance, meaning, loss, *by_area)
    wide = len(drawer.coded) > 8
    names = [f"g{at}" for at in range(chance.choice([1, 1, 2] if wide else [1, 2, 2, 2, 3, 3, 4]))]
    tables = []
    for group in names:
        for _ in range(chance.choice([4, 5, 6] if wide else [1, 1, 1, 2, 3])):
            tables.append({**drawer.table(f"t{len(tables)}"), "group": group})
    tables = chance.sample(tables, len(tables))
    groups = _groups(chance, drawer, names, tables, loss)
    if len(names) > 1 and chance.random() < 0.15:  # the tables of the last group name none
        tables = [{k: v for k, v in one.items() if k != "group" or v != names[-1]} for one in tables]
        groups = groups[:-1]
    return _written(chance, meaning, loss, groups, tables)


def _written(chance: Random, meaning: str, loss: Json, groups: list[Json], tables: list[Json]) -> Json:
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": words("Drawn"),
        "dictionary": {"path": "drawn.dictionary.json", "meaning": meaning},
        "loss": loss,
        "level": chance.choice([80, 90, 95, 99]),
        "groups": groups,
        "tables": tables,
    }


def loss(chance: Random) -> tuple[Json, Json]:
    """What a release spends, and the cap of an account that can pay for it."""
    size = chance.choice(["1/10", "1", "1", "4", "20", "200"])
    kind = chance.randrange(3)
    if kind == 0:
        caps: list[Json] = [{"epsilon": "1000"}, {"rho": "100000"}]
        return {"epsilon": size}, chance.choice(caps)
    if kind == 1:
        return {"rho": size}, {"rho": "1000"}
    both = {"epsilon": "1000", "delta": "1/10"}
    return {"epsilon": size, "delta": chance.choice(["1/1000000", "1/1000"])}, {**both, "rule": "sum"}


def _groups(chance: Random, drawer: Drawer, names: list[str], tables: list[Json], loss: Json) -> list[Json]:
    weights = [chance.choice([1, 1, 2, 5, 20]) for _ in names]
    whole = sum(weights) + chance.choice([0, 1])
    found = []
    for name, weight in zip(names, weights, strict=True):
        own = [table for table in tables if table["group"] == name]
        group: Json = {"name": name, "part": str(Fraction(weight, whole))}
        group |= _method(chance, own, loss)
        if chance.random() < 0.3:
            group["objective"] = chance.choice(["rmse", "max"])
        quantities = {one["variable"] for table in own for one in table["measures"] if one["kind"] in MOMENTS}
        if quantities and chance.random() < 0.4:
            group["split"] = {"counts": chance.choice(["1", "3"]), "sums": {min(quantities): "2"}}
        found.append(group)
    return found


def _method(chance: Random, tables: list[Json], loss: Json) -> Json:
    only = all(one["kind"] in ("median", "quantiles") for table in tables for one in table["measures"])
    tree: dict[str, Any] = {}
    if only and chance.random() < 0.5:
        return {"mechanism": chance.choice(sorted(SENTENCES))}
    serving = {name: laws for name in catalogue() if (laws := noises(name, loss_from_json(loss)))}
    name = chance.choice(sorted(serving))
    if chance.random() < (0.03 if name in SLOW else 0.3):
        tree["mechanism"] = name
    if chance.random() < 0.15:
        tree["noise"] = chance.choice(serving[name])
    return tree


def name_in_turn(plan: Json, first: int) -> None:
    """Give each group one of the methods, with one of its laws of noise, that serve the loss; drawn quantiles stay."""
    loss = loss_from_json(plan["loss"])
    every = [(name, law) for name in catalogue() for law in noises(name, loss)]
    for number, group in enumerate(plan["groups"], start=first):
        if group.get("mechanism") not in SENTENCES:
            group["mechanism"], group["noise"] = every[number % len(every)]


def _by_area(chance: Random, drawer: Drawer) -> tuple[list[Json], list[Json]] | None:
    """One group with adaptive detail: each cell of its tables belongs to one area."""
    roots = {drawer.root(one["name"]) for one in drawer.coded}
    if len(roots) < 2:
        return None
    area = chance.choice(sorted(roots))
    others = [one["name"] for one in drawer.coded if drawer.root(one["name"]) != area]
    tables = [{**drawer.by_area(f"t{at}", area, others), "group": "g0"} for at in range(chance.choice([1, 1, 2]))]
    blocks = [block for table in tables for block in table["stub"]]
    named = sorted({one["variable"] for block in blocks for one in block["variables"]} - {area})
    some = chance.sample(named, chance.randint(0, len(named)))
    levels = [{"from": "0", "cells": some}, {"from": chance.choice(["5", "40"]), "cells": named}]
    detail = {"variable": area, "first_share": chance.choice(["1/5", "1/2"]), "levels": levels}
    return [{"name": "g0", "part": "1", "detail": detail}], tables
