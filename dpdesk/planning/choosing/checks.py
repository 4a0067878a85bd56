"""Everything that must be refused before a source is opened or a budget touched.

A plan that passes can be carried out: its tables can be tabulated, fit the formats they are published in and the
integers they are counted in, its loss can be paid from the kind of account the dictionary opens, and its mechanisms
serve that loss. Whether the budget that is left suffices is the ledger's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.mechanisms import catalogue, why_not
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.planning.choosing.quantile_methods import asks_quantiles_only
from dpdesk.planning.compiler.compile import Compiler
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.shells import Axis, Shell
from dpdesk.planning.compiler.space import names_in
from dpdesk.planning.document.formats import (
    OWN_SHEETS,
    PUBLIC_TEXT,
    USUAL_SYMBOLS,
    WORKBOOK_SHEETS,
    sheets_of,
    too_large,
    utf16_length,
)
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.reference import check_reference
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.problems.readers import json_path
from dpdesk.schema.file.spelling import meant_text
from dpdesk.schema.text import Text

LARGEST_INTEGER = 2**62
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = "x005F_"  # readers of worksheets undo it, some of them everywhere
_NOT_A_SYMBOL = re.compile(rf"\s|\[note|^[-+]?[0-9.,]+$|{_ESCAPE}")


def check_plan(plan: Plan, compiler: Compiler | None = None) -> CompiledPlan:
    """Compile a plan and refuse whatever cannot be carried out; `compiler` may hold parts of earlier plans.

    Raises:
        BadInput: one sentence with the place of the first thing that is wrong, and what to do about it.
    """
    _check_payable(plan)
    compiled = (compiler or Compiler()).compile(plan)
    for number, group in enumerate(compiled.groups):
        own = [table for table in compiled.tables if table.group == number]
        _check_mechanism(plan, group, quantiles=asks_quantiles_only(own))
        _check_integers(plan, group)
    _check_display(plan)
    _check_symbols(plan)
    _check_formats(plan, compiled.shells)
    _check_texts(plan, compiled.shells)
    _check_notes(plan, compiled.shells)
    check_reference(plan)
    return compiled


def require_confirmed(plan: Plan) -> None:
    """Refuse a release on a domain that was read from the data and not confirmed to be public.

    Raises:
        BadInput: names the first such variable.
    """
    plan.dictionary.require_confirmed(names_relied_on(plan))


def require_titles(plan: Plan) -> None:
    """Refuse a release whose readers could not tell what it is: a title that is empty in some language.

    Raises:
        BadInput: names the first such title.
    """
    tables = ((f"tables[{at}].title", f"table '{one.name}'", one.title) for at, one in enumerate(plan.tables))
    for path, what, title in (("title", "release", plan.record.title), *tables):
        for language, text in title.items():
            if not text.strip():
                raise BadInput(
                    f"In {plan.where}: {path}.{language} is empty; give the {what} a title, or remove that language."
                )


def names_relied_on(plan: Plan) -> tuple[str, ...]:
    """Names of the variables that decide what a plan counts: those of its tables, and of rules about their codes.

    A rule about impossible combinations decides which cells are empty, where the tables have all that it speaks of.
    """
    dictionary = plan.dictionary
    names = [name for table in plan.tables for name in names_in(table)]
    roots = {dictionary.variable(name).root for name in names if dictionary.has(name)}
    for rule in dictionary.impossible:
        ruled = [name for name, _ in rule.when]
        if all(dictionary.variable(name).root in roots for name in ruled):
            names += ruled
    return tuple(dict.fromkeys(names))


def _check_payable(plan: Plan) -> None:
    """A cap in pure ε takes pure losses only, one in ρ pure or zero-concentrated ones; (ε, δ) by its rule."""
    rule = plan.dictionary.cap.rule
    takes, what = {
        "epsilon": ((PureDP,), '{"epsilon"}'),
        "rho": ((ZCDP, PureDP), '{"rho"} or {"epsilon"}'),
        "sum": ((PureDP, ApproxDP), '{"epsilon"} or {"epsilon", "delta"}'),
        "rho-of-delta": ((ZCDP, PureDP, ApproxDP), "a loss"),
    }[rule]
    if not isinstance(plan.loss, takes):
        raise BadInput(
            f"In {plan.where}: loss cannot be paid from the budget of the dictionary {plan.record.dictionary.path}, "
            f"whose cap adds up {'epsilon and delta' if rule == 'sum' else rule}; give the plan {what}."
        )


def _check_mechanism(plan: Plan, group: CompiledGroup, *, quantiles: bool) -> None:
    where = f"In {plan.where}: the group '{group.name}'"
    asked, noise = group.plan.mechanism, group.plan.noise
    names = list(catalogue())
    if asked in SENTENCES:
        if not quantiles:
            raise BadInput(f"{where} asks for '{asked}', which draws quantiles only; give these a group of their own.")
        if noise is not None:
            raise BadInput(f"{where} asks for '{asked}', which adds no noise; leave out its noise.")
        asked = "best"  # what is not drawn is compared with it
    if asked != "best" and asked not in names:
        raise BadInput(
            f"{where} asks for the mechanism '{asked}'{meant_text(asked, names, '')}; choose \"best\" or one of "
            f"{', '.join(names)}."
        )
    reasons = [
        why_not(name, group.workload, group.loss, plan.dictionary.neighbours, noise=noise)
        for name in (names if asked == "best" else [asked])
    ]
    if all(reasons):
        raise BadInput(f"{where} cannot be answered as it asks: {reasons[-1]}")


def _check_integers(plan: Plan, group: CompiledGroup) -> None:
    """Every sum of a vector must fit the integers it is held in, whatever the data."""
    rows = plan.dictionary.unit.max_rows * plan.dictionary.max_rows
    for vector in group.sums:
        if max(abs(vector.lower), abs(vector.upper)) * rows > LARGEST_INTEGER:
            raise BadInput(
                f"In {plan.where}: the sum of '{vector.quantity}' in the group '{group.name}' could exceed 62 bits for "
                f"{plan.dictionary.max_rows:,} rows; give the quantity a greater step or narrower bounds, or lower "
                "max_rows in the dictionary."
            )
    if rows > LARGEST_INTEGER:
        raise BadInput(f"In {plan.dictionary.where}: max_rows times the rows of a unit exceed 62 bits; lower max_rows.")


def _check_display(plan: Plan) -> None:
    """Refuse what cannot be printed as it is asked for."""
    record = plan.record
    for at, table in enumerate(record.tables):
        if table.display and table.display.symbols:
            raise BadInput(
                f"In {plan.where}: tables[{at}].display.symbols: signs are the same in all tables of a release; give "
                "them in the plan's own display."
            )
        shown = record.display_of(table.name)
        base, scale = shown.rounding_base, shown.scale
        if base > 1 and shown.decimals is not None and base * 10**shown.decimals % scale:
            raise BadInput(
                f"In {plan.where}: multiples of {base:,} in units of {scale:,} have more decimals than the "
                f"{shown.decimals} of tables[{at}]; raise display.decimals or display.rounding_base."
            )


def _check_symbols(plan: Plan) -> None:
    """Each symbol must be told from numbers, notes and all others, by people and when the workbook is read back."""
    symbols = USUAL_SYMBOLS | {str(name): symbol for name, symbol in plan.record.display.symbols.items()}
    for name, symbol in symbols.items():
        if _NOT_A_SYMBOL.search(symbol):
            raise BadInput(
                f"In {plan.where}: display.symbols.{name} has a space, or reads like a number or a note; choose signs "
                'such as "(X)".'
            )
        if list(symbols.values()).count(symbol) > 1:
            raise BadInput(
                f"In {plan.where}: display.symbols.{name} is also the symbol of something else; choose another, so "
                "that a reader can tell them apart."
            )


def _check_formats(plan: Plan, shells: tuple[Shell, ...]) -> None:
    sheets = len(OWN_SHEETS)
    for at, shell in enumerate(shells):
        reason = too_large(*shell.shape, len(shell.variables))
        if reason is not None:
            raise BadInput(f"In {plan.where}: tables[{at}] {reason}; divide the table or leave out a variable.")
        sheets += len(sheets_of(*shell.shape))
    if sheets > WORKBOOK_SHEETS:
        raise BadInput(
            f"In {plan.where}: the workbook would have {sheets:,} sheets, more than {WORKBOOK_SHEETS:,}; "
            "make several plans of it."
        )


def _check_texts(plan: Plan, shells: tuple[Shell, ...]) -> None:
    for path, text in _texts(plan.text_json, []):
        problem = _text_problem(text)
        if problem:
            raise BadInput(f"In {plan.where}: {json_path(path)} {problem}.")
    _check_labels(plan, "unit", (plan.dictionary.unit.label,))
    for at, shell in enumerate(shells):
        pages = (sum(max(map(_longest, one.labels)) for one in block.choices) for block in shell.pages.blocks)
        longest = max(pages, default=0)
        if _longest(shell.title) + longest > PUBLIC_TEXT:
            raise BadInput(
                f"In {plan.where}: tables[{at}].title and the labels of its pages are together longer than the "
                f"{PUBLIC_TEXT:,} characters that fit into a cell of a worksheet; shorten them."
            )
        for axis in (shell.pages, shell.stub, shell.boxhead):
            for block in axis.blocks:
                for choice in block.choices:
                    _check_labels(plan, choice.variable.name, (choice.variable.label, *choice.labels))
                    if any(_ESCAPE in code for code in choice.codes):
                        raise BadInput(
                            f"In {plan.dictionary.where}: a code of '{choice.variable.name}' contains '{_ESCAPE}', "
                            "with which worksheets write other signs; choose another code."
                        )


def _check_labels(plan: Plan, name: str, labels: tuple[Text, ...]) -> None:
    for label in labels:
        for text in label.values():
            problem = _text_problem(text)
            if problem:
                raise BadInput(f"In {plan.dictionary.where}: a label of '{name}' {problem}.")


def _longest(text: Text) -> int:
    return max(map(utf16_length, text.values()), default=0)


def _text_problem(text: str) -> str | None:
    if len(text) * 2 > PUBLIC_TEXT and utf16_length(text) > PUBLIC_TEXT:
        return f"is longer than the {PUBLIC_TEXT:,} characters that fit into a cell of a worksheet; shorten it"
    if _NOT_IN_XML.search(text):
        return "has a control character, which a worksheet cannot hold; remove it"
    return None


def _texts(node: Any, path: list[str | int]) -> Iterator[tuple[list[str | int], str]]:
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _texts(value, [*path, key])
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from _texts(value, [*path, at])


def _check_notes(plan: Plan, shells: tuple[Shell, ...]) -> None:
    named = {shell.name: shell for shell in shells}
    for at, note in enumerate(plan.notes):
        where = f"In {plan.where}: notes[{at}]"
        if note.table is None:
            continue
        shell = named.get(note.table)
        if shell is None:
            near = meant_text(note.table, named)
            raise BadInput(f"{where}.table names '{note.table}', which is no table of the plan{near}.")
        for field, axis, given in (
            ("page", shell.pages, note.page),
            ("row", shell.stub, note.row),
            ("column", shell.boxhead, note.column),
        ):
            if given is not None and not lines_named(axis, given):
                raise BadInput(f"{where}.{field} names no line of the table '{note.table}'; give its codes as printed.")
        if note.measure is not None and all(item.code != note.measure for item in shell.items):
            near = meant_text(note.measure, (item.code for item in shell.items), "; write it like 'mean:income'")
            raise BadInput(f"{where}.measure names no item of the table '{note.table}'{near}.")


def lines_named(axis: Axis, codes: Mapping[str, str]) -> tuple[int, ...]:
    """Return the positions of the lines of an axis that have the given codes.

    A variable that is not named may have any code; a variable that is not on the axis leaves no line.
    """
    places = {variable.name: at for at, variable in enumerate(axis.variables)}
    if not set(codes) <= set(places):
        return ()
    wanted = [(places[name], code) for name, code in codes.items()]
    return tuple(at for at, line in enumerate(axis.lines) if all(line.codes[place] == code for place, code in wanted))
