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
from dpdesk.planning.choosing.sampling import check_sampling
from dpdesk.planning.compiler.compile import Compiler
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.pictures import CURVE, MOST_PLACES, MOST_SERIES, PYRAMID, Misfit, measure_code, plot_of
from dpdesk.planning.compiler.shells import Axis, Shell
from dpdesk.planning.compiler.space import names_in
from dpdesk.planning.document.formats import (
    OWN_SHEETS,
    PAGES_AS_SHEETS,
    PUBLIC_TEXT,
    USUAL_SYMBOLS,
    WORKBOOK_SHEETS,
    require_worksheets,
    sheets_of,
    utf16_length,
)
from dpdesk.planning.document.names import quantity_label, table_of
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.reference import check_reference
from dpdesk.planning.document.style_files import picture_of
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text

LARGEST_INTEGER = 2**62
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = "x005F_"  # readers of worksheets undo it, some of them everywhere
_PICTURE = ["style", "logo"]
_NOT_A_SYMBOL = re.compile(rf"\s|\[note|^[-+]?[0-9.,]+$|{_ESCAPE}")


def check_plan(plan: Plan, compiler: Compiler | None = None) -> CompiledPlan:
    """Compile a plan and refuse whatever cannot be carried out; `compiler` may hold parts of earlier plans.

    Raises:
        BadInput: one sentence with the place of the first thing that is wrong, and what to do about it.
    """
    _check_payable(plan)
    compiled = (compiler or Compiler()).compile(plan)
    for number, group in enumerate(compiled.groups):
        group_tables = [table for table in compiled.tables if table.group == number]
        _check_mechanism(plan, group, quantiles=asks_quantiles_only(group_tables))
        _check_integers(plan, group)
    check_printing(plan)
    _check_pictures(plan, compiled.shells)
    _check_formats(plan, compiled.shells)
    _check_texts(plan, compiled.shells)
    _check_notes(plan, compiled.shells)
    check_sampling(plan, compiled)
    check_reference(plan)
    return compiled


def check_printing(plan: Plan) -> None:
    """Refuse a plan that cannot be printed as it, or its house style, asks.

    Raises:
        BadInput: one sentence with the place of the first thing that is wrong, and what to do about it.
    """
    _check_display(plan)
    _check_symbols(plan)
    picture_of(plan.record.house, plan.file.whole.to("style", "logo"))
    for path, text in _texts(plan.text_json, []):
        place = plan.file.whole.to(*path)
        if path == _PICTURE:
            continue
        if _too_long(text):
            raise BadInput(problem("planning.text_too_long", place, most=PUBLIC_TEXT))
        if _NOT_IN_XML.search(text):
            raise BadInput(problem("planning.text_with_controls", place))


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
    top = plan.file.whole
    for language, text in plan.record.title.items():
        if not text.strip():
            raise BadInput(problem("planning.release_without_title", top.to("title", language)))
    for number, table in enumerate(plan.tables):
        for language, text in table.title.items():
            if not text.strip():
                place = top.to("tables", number, "title", language)
                raise BadInput(problem("planning.table_without_title", place, table=table_of(table)))


def names_relied_on(plan: Plan) -> tuple[str, ...]:
    """Names of the variables that decide what a plan counts: those of its tables, and of rules about their codes.

    A rule about impossible combinations decides which cells are empty, where the tables have all that it speaks of.
    """
    dictionary = plan.dictionary
    names = [name for table in plan.tables for name in names_in(table, plan.record.public_figures)]
    roots = {dictionary.variable(name).root for name in names if dictionary.has(name)}
    for rule in dictionary.impossible:
        ruled = [name for name, _ in rule.when]
        if all(dictionary.variable(name).root in roots for name in ruled):
            names += ruled
    return tuple(dict.fromkeys(names))


def _check_payable(plan: Plan) -> None:
    """A cap in pure ε takes pure losses only, one in ρ pure or zero-concentrated ones; (ε, δ) by its rule."""
    rule = plan.dictionary.cap.rule
    takes, how = {
        "epsilon": ((PureDP,), "planning.pays_epsilon"),
        "rho": ((ZCDP, PureDP), "planning.pays_rho"),
        "sum": ((PureDP, ApproxDP), "planning.pays_sum"),
        "rho-of-delta": ((ZCDP, PureDP, ApproxDP), "planning.pays_rho_of_delta"),
    }[rule]
    if not isinstance(plan.loss, takes):
        place, path = plan.file.whole.to("loss"), plan.record.dictionary.path
        raise BadInput(problem("planning.not_payable", place, dictionary=path, how=phrase(how)))


def _check_mechanism(plan: Plan, group: CompiledGroup, *, quantiles: bool) -> None:
    whole = plan.file.whole
    asked, noise = group.plan.mechanism, group.plan.noise
    names = list(catalogue())
    if asked in SENTENCES:
        if not quantiles:
            raise BadInput(problem("planning.quantiles_only", whole, group=group.label, mechanism=asked))
        if noise is not None:
            raise BadInput(problem("planning.no_noise", whole, group=group.label, mechanism=asked))
        asked = "best"  # what is not drawn is compared with it
    if asked != "best" and asked not in names:
        near, known = meant(asked, names, ""), tuple(names)
        raise BadInput(
            problem("planning.mechanism_unknown", whole, group=group.label, mechanism=asked, near=near, known=known)
        )
    reasons = [
        why_not(name, group.workload, group.loss, group.neighbours, noise=noise)
        for name in (names if asked == "best" else [asked])
    ]
    refused = [reason for reason in reasons if reason is not None]
    if len(refused) == len(reasons):
        raise BadInput(problem("planning.unanswerable", whole, group=group.label, why=refused[-1]))


def _check_integers(plan: Plan, group: CompiledGroup) -> None:
    """Every sum of a vector must fit the integers it is held in, whatever the data."""
    rows = plan.dictionary.unit.max_rows * plan.dictionary.max_rows
    for vector in group.sums:
        if max(abs(vector.lower), abs(vector.upper)) * rows > LARGEST_INTEGER:
            raise BadInput(
                problem(
                    "planning.sum_too_large",
                    plan.file.whole,
                    rows=plan.dictionary.max_rows,
                    quantity=quantity_label(plan.dictionary, vector.quantity),
                    group=group.label,
                )
            )
    if rows > LARGEST_INTEGER:
        raise BadInput(problem("planning.rows_too_many", plan.dictionary.file.whole))


def _check_display(plan: Plan) -> None:
    """Refuse what cannot be printed as it is asked for."""
    record = plan.record
    for number, table in enumerate(record.tables):
        if table.display and table.display.symbols:
            place = plan.file.whole.to("tables", number, "display", "symbols")
            raise BadInput(problem("planning.symbols_of_a_table", place))
        shown = record.display_of(table.name)
        base, scale = shown.rounding_base, shown.scale
        if base > 1 and shown.decimals is not None and base * 10**shown.decimals % scale:
            place = plan.file.whole.to("tables", number)
            raise BadInput(
                problem("planning.too_many_decimals", place, decimals=shown.decimals, base=base, scale=scale, at=number)
            )


def _check_symbols(plan: Plan) -> None:
    """Each symbol must be told from numbers, notes and all others, by people and when the workbook is read back."""
    symbols = USUAL_SYMBOLS | plan.record.symbols
    plan_symbols = {str(name) for name in plan.record.display.symbols}
    for name, symbol in symbols.items():
        usual = name in plan_symbols or plan.record.style is None
        place = plan.file.whole.to(*(() if usual else ("style",)), "display", "symbols", name)
        if _NOT_A_SYMBOL.search(symbol):
            raise BadInput(problem("planning.symbol", place))
        if list(symbols.values()).count(symbol) > 1:
            raise BadInput(problem("planning.symbol_twice", place))


def _check_pictures(plan: Plan, shells: tuple[Shell, ...]) -> None:
    """Refuse a picture that is asked for a table it does not fit."""
    for number, (table, shell) in enumerate(zip(plan.record.tables, shells, strict=True)):
        kind = table.display.picture if table.display else "none"
        measure = (table.display.picture_of if table.display else None) or ""
        if measure and measure not in {measure_code(item) for item in shell.items.firsts()}:
            where = plan.file.whole.to("tables", number, "display", "picture_of")
            raise BadInput(problem("planning.picture_of", where, code=measure))
        if kind == "none" or not isinstance(misfit := plot_of(shell, kind, measure), Misfit):
            continue
        place = plan.file.whole.to("tables", number, "display", "picture")
        if misfit.why == "pages":
            raise BadInput(problem("planning.picture_pages", place, pages=shell.pages.size, most=PAGES_AS_SHEETS))
        if kind == CURVE and misfit.why == "measures":
            raise BadInput(problem("planning.picture_curve", place))
        if kind == PYRAMID:
            raise BadInput(problem("planning.picture_pyramid", place))
        most, each = MOST_PLACES[kind], MOST_SERIES[kind]
        raise BadInput(problem("planning.picture_large", place, places=most, series=each))


def _check_formats(plan: Plan, shells: tuple[Shell, ...]) -> None:
    sheets = len(OWN_SHEETS)
    for number, shell in enumerate(shells):
        require_worksheets(*shell.shape, len(shell.variables), place=plan.file.whole.to("tables", number))
        table_sheets = len(sheets_of(*shell.shape))
        drawn = plan.record.display_of(shell.name).picture != "none"
        sheets += table_sheets + (shell.pages.size if drawn else 0)
    if plan.record.house.workbook == "together":
        sheets *= len([text for text in plan.title.values() if text.strip()])
    if sheets > WORKBOOK_SHEETS:
        raise BadInput(problem("planning.too_many_sheets", plan.file.whole, sheets=sheets, most=WORKBOOK_SHEETS))


def _check_texts(plan: Plan, shells: tuple[Shell, ...]) -> None:
    _check_labels(plan, "unit", (plan.dictionary.unit.label,))
    for number, shell in enumerate(shells):
        pages = (
            sum(max(map(_longest, nested_block.labels)) for nested_block in block.choices)
            for block in shell.pages.blocks
        )
        longest = max(pages, default=0)
        if _longest(shell.title) + longest > PUBLIC_TEXT:
            place = plan.file.whole.to("tables", number, "title")
            raise BadInput(problem("planning.title_too_long", place, most=PUBLIC_TEXT))
        for axis in (shell.pages, shell.stub, shell.boxhead):
            for block in axis.blocks:
                for choice in block.choices:
                    _check_labels(plan, choice.variable.name, (choice.variable.label, *choice.labels))
                    if any(_ESCAPE in code for code in choice.codes):
                        where, name = plan.dictionary.file.whole, choice.variable.name
                        raise BadInput(problem("planning.code_of_worksheets", where, variable=name, sign=_ESCAPE))


def _check_labels(plan: Plan, name: str, labels: tuple[Text, ...]) -> None:
    for label in labels:
        for text in label.values():
            whole = plan.dictionary.file.whole
            if _too_long(text):
                raise BadInput(problem("planning.label_too_long", whole, name=name, most=PUBLIC_TEXT))
            if _NOT_IN_XML.search(text):
                raise BadInput(problem("planning.label_with_controls", whole, name=name))


def _longest(text: Text) -> int:
    return max(map(utf16_length, text.values()), default=0)


def _too_long(text: str) -> bool:
    return len(text) * 2 > PUBLIC_TEXT and utf16_length(text) > PUBLIC_TEXT


def _texts(node: Any, path: list[str | int]) -> Iterator[tuple[list[str | int], str]]:
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _texts(value, [*path, key])
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _texts(value, [*path, number])


def _check_notes(plan: Plan, shells: tuple[Shell, ...]) -> None:
    named = {shell.name: shell for shell in shells}
    for number, note in enumerate(plan.notes):
        place = plan.file.whole.to("notes", number)
        if note.table is None:
            continue
        shell = named.get(note.table)
        if shell is None:
            near = meant(note.table, named)
            raise BadInput(problem("planning.note_table", place.to("table"), table=note.table, near=near))
        for field, axis, given in (
            ("page", shell.pages, note.page),
            ("row", shell.stub, note.row),
            ("column", shell.boxhead, note.column),
        ):
            if given is not None and not lines_named(axis, given):
                raise BadInput(problem("planning.note_line", place.to(field), table=shell.label))
        if note.measure is not None and all(item.code != note.measure for item in shell.items):
            near = meant(note.measure, (item.code for item in shell.items), phrase("planning.like_an_item"))
            raise BadInput(problem("planning.note_measure", place.to("measure"), table=shell.label, near=near))


def lines_named(axis: Axis, codes: Mapping[str, str]) -> tuple[int, ...]:
    """Return the positions of the lines of an axis that have the given codes.

    A variable that is not named may have any code; a variable that is not on the axis leaves no line.
    """
    places = {variable.name: position for position, variable in enumerate(axis.variables)}
    if not set(codes) <= set(places):
        return ()
    wanted = [(places[name], code) for name, code in codes.items()]
    return tuple(
        position for position, line in enumerate(axis.lines) if all(line.codes[place] == code for place, code in wanted)
    )
