"""What a declared sampling error must be: about a table and measure there are, and in numbers that make sense."""

from __future__ import annotations

from itertools import pairwise

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.compiler.sampling import MEASURE, cells_named, serves
from dpdesk.planning.document.names import item_label
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.sampling import CellErrors, DesignEffect, Sampling, SizeClasses, VarianceFunction
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Place, phrase, problem
from dpdesk.schema.file.spelling import meant


def check_sampling(plan: Plan, compiled: CompiledPlan) -> None:
    """Refuse a declaration about a table, measure or cell there is not, twice about one, or in numbers that are none.

    Raises:
        BadInput: one sentence with the place of the first thing that is wrong, and what to do about it.
    """
    tables = {table.shell.name: table for table in compiled.tables}
    seen: set[tuple[str | None, str | None]] = set()
    for number, declaration in enumerate(plan.sampling):
        place = plan.file.whole.to("sampling", number)
        if declaration.table is not None and declaration.table not in tables:
            near = meant(declaration.table, tables)
            raise BadInput(problem("planning.note_table", place.to("table"), table=declaration.table, near=near))
        if (declaration.table, declaration.measure) in seen:
            raise BadInput(problem("planning.sampling_twice", place))
        seen.add((declaration.table, declaration.measure))
        table = None if declaration.table is None else tables[declaration.table]
        if table is not None and declaration.measure is not None:
            _check_measure(declaration, declaration.measure, table, place)
        if isinstance(declaration, CellErrors):
            _check_cells(declaration, table, place)
        else:
            _check_numbers(declaration, place)


def _check_measure(declaration: Sampling, measure: str, table: TableMap, place: Place) -> None:
    codes = [item.code for item in table.shell.items]
    if measure not in codes:
        near = meant(measure, codes, phrase("planning.like_an_item"))
        raise BadInput(problem("planning.note_measure", place.to("measure"), table=table.shell.label, near=near))
    place_of_item = codes.index(measure)
    recipe = next(recipe for recipe in table.recipes if recipe.start <= place_of_item < recipe.stop)
    item = recipe.measured.item(place_of_item - recipe.start)
    if not serves(declaration, recipe.measured):
        raise BadInput(
            problem(
                "planning.sampling_unserved", place, kind=declaration.kind, measure=item_label(item.code, item.label)
            )
        )


def _check_numbers(declaration: Sampling, place: Place) -> None:
    if isinstance(declaration, DesignEffect):
        for key, text in (("effect", declaration.effect), ("deviation", declaration.deviation)):
            if text is not None and parse_exact(text) <= 0:
                raise BadInput(problem("planning.above_zero", place.to(key)))
    elif isinstance(declaration, VarianceFunction):
        if parse_exact(declaration.b) <= 0:
            raise BadInput(problem("planning.above_zero", place.to("b")))
        parse_exact(declaration.a)
    elif isinstance(declaration, SizeClasses):
        starts = [parse_exact(each_class.start) for each_class in declaration.classes]
        if starts[0] != 0 or any(first >= then for first, then in pairwise(starts)):
            raise BadInput(problem("planning.classes_in_order", place.to("classes")))
        for size_class in declaration.classes:
            parse_exact(size_class.cv or size_class.error or "0")


def _check_cells(declaration: CellErrors, table: TableMap | None, place: Place) -> None:
    """Each row must have a code for each column and an error, and be about cells that no other is about."""
    if table is None:
        raise BadInput(problem("planning.cell_errors_without_table", place))
    names = [*(variable.name for variable in table.shell.variables), MEASURE]
    for column in declaration.columns:
        if column not in names or declaration.columns.count(column) > 1:
            near, about = meant(column, names, ""), table.shell.label
            where = place.to("columns")
            raise BadInput(problem("planning.cell_errors_column", where, name=column, table=about, near=near))
    known = set(cells_named(declaration.columns, table.shell))
    for number, row in enumerate(declaration.rows):
        where = place.to("rows", number)
        if len(row) != len(declaration.columns) + 1:
            raise BadInput(problem("planning.cell_errors_row", where, number=len(declaration.columns) + 1))
        if tuple(row[:-1]) not in known:  # taken out when it was met
            raise BadInput(problem("planning.cell_errors_cell", where, table=table.shell.label))
        known.remove(tuple(row[:-1]))
        try:
            below = parse_exact(row[-1]) < 0
        except BadInput as wrong:
            raise BadInput(problem("planning.cell_errors_number", where, why=wrong.problem)) from None
        if below:
            raise BadInput(problem("planning.cell_errors_negative", where))
