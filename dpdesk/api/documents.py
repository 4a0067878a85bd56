"""Dictionaries and plans: as the program has them, with what a caller does to them added."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Literal, Self

from dpdesk.api.discreet import discreet, handed
from dpdesk.errors import BadInput
from dpdesk.planning.document import plan as plans
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.problems.problem import problem
from dpdesk.problems.render import render
from dpdesk.schema import dictionary as dictionaries


class Dictionary(dictionaries.Dictionary):
    """What is public of some data; made by `propose`, or by `load` and `from_json`. It is never changed.

    `remarks` are what a proposal has to say of single columns: for whoever may see the data.
    """

    remarks: tuple[str, ...] = ()

    def confirm(self, by: str, variables: Collection[str], *, on: str | None = None) -> Self:
        """Return the dictionary with who confirms that domains read from the data are public knowledge.

        Args:
            by: an office or a role.
            variables: their names, or one name; `unconfirmed()` gives all that wait. Nothing is confirmed unnamed.
            on: the day (YYYY-MM-DD); today where none is given.

        Raises:
            BadInput: no such variable, nobody, or no day.
        """
        from dpdesk.ledger.board import clock
        from dpdesk.schema.editing.starting import confirmed

        chosen = [variables] if isinstance(variables, str) else variables
        names = [self.variable(name).name for name in chosen]
        made = self.from_json(confirmed(self.to_json(), names, by, on or clock()))
        made.remarks = self.remarks
        return made

    def save(self, path: str | Path) -> Path:
        """Write the dictionary to a file, over what is there.

        Args:
            path: the file; only its owner can read it while something in it waits to be confirmed.

        Returns:
            Its path.
        """
        return _saved(Path(path), self.to_json())


class Plan(plans.Plan):
    """Which tables of some data are released, and for how much; made by `of`, `load` or `from_json`. Never changed."""

    @classmethod
    def of(
        cls,
        dictionary: dictionaries.Dictionary,
        *tables: Table,
        epsilon: str | None = None,
        delta: str | None = None,
        rho: str | None = None,
        title: str | None = None,
        language: str = "en",
    ) -> Self:
        """Return a plan of some tables.

        Args:
            dictionary: that of the data.
            tables: the tables.
            epsilon: what the release may spend, as an exact number such as "1/2"; or
            delta: with epsilon; or
            rho: alone.
            title: of the release; the dictionary's where none is given.
            language: of the title.

        Raises:
            BadInput: a table names what is not there, or the loss is none.
        """
        loss = {"epsilon": epsilon, "delta": delta, "rho": rho}
        path = f"{dictionary.dataset_id}.dictionary.json"
        given = {name: value for name, value in loss.items() if value is not None}
        return cls.from_json(new_plan(dictionary, tables, given, path=path, title=title, language=language), dictionary)

    def save(self, path: str | Path) -> Path:
        """Write the plan to a file, over what is there, and its dictionary beside it, under its name.

        Where the plan says that its dictionary lies is not written to: somebody else may have said it.

        Args:
            path: the file of the plan.

        Returns:
            Its path.
        """
        path, tree = Path(path), self.to_json()
        name = f"{self.dictionary.dataset_id}.dictionary.json"
        _saved(path.parent / name, self.dictionary.to_json())
        return _saved(path, {**tree, "dictionary": {**tree["dictionary"], "path": name}})


@discreet
def propose(
    data: Any,
    *,
    unit: str,
    neighbours: Literal["add_remove", "replace_one"],
    data_kind: Literal["complete_count", "sample"],
    epsilon: str | None = None,
    delta: str | None = None,
    rho: str | None = None,
    rule: Literal["sum", "rho"] | None = None,
    id_column: str | None = None,
    household_column: str | None = None,
    max_rows: int | None = None,
    rows_without_id: Literal["refuse", "drop", "own_unit"] | None = None,
    dataset_id: str | None = None,
    title: str | None = None,
    quantities: Sequence[str] = (),
    weights: Sequence[str] = (),
    ignore_weights: bool = False,
    language: str = "en",
) -> Dictionary:
    """Propose a dictionary from data, as the window does. What decides about privacy is never guessed.

    Args:
        data: a path or a data frame.
        unit: who is protected: "person", "household", or another in own words.
        neighbours: whether the number of units is protected too ("add_remove"), or public ("replace_one").
        data_kind: whether the data are everybody or a sample.
        epsilon: what may be spent on the data in all, an exact number such as "2"; or
        delta: with epsilon and `rule`; or
        rho: alone.
        rule: how releases add up under epsilon and delta.
        id_column: whose equal texts are one unit; where none is named every row is one.
        household_column: where each row is a person who is protected: whose equal texts are one household.
        max_rows: rows of a unit, or of a household, that are counted at most.
        rows_without_id: what becomes of rows without an id.
        dataset_id: a short public name of the data and of their account; that of the file where none is given.
        title: of the data.
        quantities: variables to be summed, each with its public bounds and step: "income 0 100000 100".
        weights: columns by which tables can be weighted, each with its public bounds and step: "weight 0 500 0.1".
        ignore_weights: (other) columns named like survey weights are not read.
        language: of title and labels.

    Returns:
        The dictionary. What was read from the records waits for `Dictionary.confirm`.

    Raises:
        BadInput: the data cannot be read, or what is said does not suit them.
    """
    from dpdesk.data.proposing.whole import propose_dictionary, propose_file
    from dpdesk.data.sources.frames.source import FORM
    from dpdesk.schema.editing.deciding import Decisions

    decisions = Decisions(
        unit=unit, id_column=id_column, household_column=household_column, max_rows=max_rows,
        rows_without_id=rows_without_id, neighbours=neighbours, data_kind=data_kind, epsilon=epsilon, delta=delta,
        rho=rho, rule=rule,
    )  # fmt: skip
    texts: dict[str, Any] = {
        "dataset_id": dataset_id, "title": title, "quantities": quantities, "weights": weights,
        "ignore_weights": ignore_weights, "language": language,
    }  # fmt: skip
    source = handed(data)
    if isinstance(source, Path):
        proposed = propose_file(source, decisions, **texts)
    elif dataset_id is None:
        raise BadInput(problem("api.frame_without_name"))
    else:
        proposed = propose_dictionary(source, FORM, decisions, named=dataset_id, **texts)
    made = Dictionary.from_json(proposed.tree)
    made.remarks = (
        *map(render, proposed.remarks),
        *(f"{variable.column}: {variable.remark}" for variable in proposed.variables if variable.remark),
    )
    return made


def plan_of(plan: plans.Plan | str | Path) -> plans.Plan:
    """The plan, or that of a file.

    Args:
        plan: a plan, or the path of its file, whose dictionary is found from there.

    Raises:
        BadInput: there is no such file, or it is no valid plan; the sentence names the place in it.
    """
    return plan if isinstance(plan, plans.Plan) else Plan.load(plan)


def _saved(path: Path, tree: dict[str, Any]) -> Path:
    from dpdesk.schema.editing.saving import write_json

    write_json(path, tree)
    return path
