"""Releases made by hand for the tests of publishing: real plans and shells, invented numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dpdesk.planning.compiler.measures.build import build_shell
from dpdesk.planning.compiler.measures.figures import resolved
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.loss import ZCDP
from dpdesk.problems.problem import PLAN
from dpdesk.release.canonical import result_hash
from dpdesk.release.reliability import marked
from dpdesk.release.result import GroupResult, Release, TableResult
from dpdesk.schema.dictionary import Dictionary


def dictionary(variables: list[dict[str, Any]] | None = None, **changes: Any) -> Dictionary:
    """A small dictionary; `changes` replaces its top-level fields."""
    tree: dict[str, Any] = {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "test-2025",
        "title": {"en": "Test persons"},
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
        "neighbours": "add_remove",
        "budget_cap": {"rho": "2"},
        "variables": variables
        or [category("sex", "Sex", ["M", "F"]), category("school", "Schooling", ["1", "2", "3"])],
    }
    return Dictionary.from_json(tree | changes)


def category(name: str, label: str, codes: list[str], labels: Mapping[str, str] | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "category",
        "label": {"en": label},
        "column": name,
        "describes": "unit",
        "codes": [{"code": code, "label": {"en": (labels or {}).get(code, f"{label} {code}")}} for code in codes],
        "otherwise": "nowhere",
    }


def block(*names: str) -> dict[str, Any]:
    return {"variables": [{"variable": name} for name in names]}


def table(name: str = "people", **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "title": {"en": "Persons by sex and schooling"},
        "stub": [block("sex")],
        "boxhead": [block("school")],
        "measures": [{"kind": "count"}],
    } | changes


def plan(one: Dictionary | None = None, tables: list[dict[str, Any]] | None = None, **changes: Any) -> Plan:
    one = one or dictionary()
    tree: dict[str, Any] = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Persons, 1 January 2025"},
        "dictionary": {"path": "test.dictionary.json", "meaning": one.meaning_hash},
        "loss": {"rho": "1/2"},
        "tables": tables or [table()],
        "contact": {"en": "Census Office, Dissemination, office@example.org"},
        "reference_period": {"en": "1 January 2025"},
    }
    return Plan.from_json(tree | changes, one)


def invented(codes: tuple[str, ...], measure: str, sizes: Mapping[int, tuple[str, ...]]) -> float:
    """A whole number for each inner cell, from its codes alone; a total is the sum over its parts."""
    for place, code in enumerate(codes):
        if code in ("_T", ""):
            return sum(invented((*codes[:place], part, *codes[place + 1 :]), measure, sizes) for part in sizes[place])
    return float(sum(ord(c) * (i + 3) for i, c in enumerate("|".join(codes) + measure)) % 977)


def release(
    one: Plan | None = None, *, value: Callable[[tuple[str, ...], str], float] | None = None, **changes: Any
) -> Release:
    """A release of a plan with invented numbers; without `value` they are whole and add up."""
    one = one or plan()
    tables = tuple(_table(one, record, value) for record in one.tables)
    domain = tuple(v for v in one.dictionary.variables if v.kind == "category")[:2]
    shape = tuple(v.size for v in domain)
    noisy = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape) - 3
    fields: dict[str, Any] = {
        "plan": one,
        "dictionary": one.dictionary,
        "tables": tables,
        "groups": (
            GroupResult(
                "main",
                tuple(v.name for v in domain),
                tuple(v.codes for v in domain),
                {"name": "histogram", "noise": "gaussian", "scale": {"sigma_squared": "1", "grid": 1}},
                {"count": noisy.ravel()},
                {"count": noisy.ravel() + 0.1},
            ),
        ),
        "loss": ZCDP("1/2"),
        "remaining": {"rho": "3/2"},
        "entry": 7,
        "head": "ab" * 32,
        "previous_head": "cd" * 32,
        "release_id": "test-2025-7",
        "date": "2026-02-03",
        "rehearsal": False,
        "level": 90,
        "result_hash": "",
        "forecast": forecast(one, tables),
    }
    made = Release(**(fields | changes))
    made = replace(made, tables=marked(made.tables, made.plan.record.house.reliability, made.level))
    return replace(made, result_hash=result_hash(made)) if not made.result_hash else made


def forecast(one: Plan, tables: tuple[TableResult, ...]) -> dict[str, Any]:
    row = {
        "mechanism": "histogram",
        "noise": "gaussian",
        "available": True,
        "why_not": None,
        "rmse": 1.23456,
        "objective": 1.2,
        "max_std": 2.0,
        "margin_max": 3.3,
        "expected_max_error": 6.78,
        "ratio_to_bound": 1.0,
        "bound_is": "certified",
    }
    return {
        "tables": [
            {"table": t.shell.name, "cells": t.shell.cells, "chosen": "histogram", "level": 90, "mechanisms": [row]}
            for t in tables
        ],
        "loss": one.loss.to_json(),
    }


def _table(one: Plan, record: Any, value: Callable[[tuple[str, ...], str], float] | None) -> TableResult:
    figures = resolved(one.record.public_figures, one.dictionary, PLAN.whole)
    shell, _ = build_shell(one.dictionary, record, PLAN.whole, figures)
    sizes: dict[int, tuple[str, ...]] = {}
    for place, variable in enumerate(shell.variables):
        sizes[place] = one.dictionary.variable(variable.name).codes
    make = value or (lambda codes, measure: invented(codes, measure, sizes))
    estimate = np.array([make(codes, item.code) for codes, _, item in shell.cells_in_order()], np.float64)
    estimate = estimate.reshape(shell.shape)
    unbiased = estimate + np.resize([0.25, -0.5, 1 / 3], shell.shape)
    lower, upper = np.maximum(np.floor(unbiased - 2.5), 0.0), np.ceil(unbiased + 2.5)
    flag = np.full(shell.shape, "", dtype=object)
    return TableResult(shell, estimate, lower, upper, np.full(shell.shape, 2.4375), unbiased, flag)


def full() -> Release:
    """Several tables, pages, symbols, long numbers, a code like a number and one like a formula."""
    one = dictionary(
        [
            category("sex", "Sex", ["-1", "=x"], {"-1": "Not stated", "=x": "=1+1"}),
            category("table", "Table", ["a;=b", "007", "x"]),
        ]
    )
    tables = [
        table("first", stub=[block("sex")], boxhead=[block("table")]),
        table("Second", pages=[block("sex")], stub=[block("table")], boxhead=[]),
        table("third", stub=[block("sex"), block("table")], boxhead=[]),
    ]
    made = release(plan(one, tables, display={"symbols": {"impossible": "(X)"}}))
    first = made.tables[0]
    first.flag[0, 0, 1, 0], first.flag[0, 1, 1, 0] = "z", "ar"
    for array in (first.estimate, first.lower, first.upper, first.margin, first.unbiased):
        array[0, 0, 2, 0] = np.nan
    first.flag[0, 0, 2, 0] = "n"
    first.estimate[0, 2, 2, 0] = 2.0**60
    return replace(made, result_hash=result_hash(made))
