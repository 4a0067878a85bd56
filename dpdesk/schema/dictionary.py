"""The data dictionary: everything that is public about a file of confidential microdata.

It says what a row is, who is protected, which columns are read and to which public codes each cell leads,
and what budget the account starts with. Nothing in it is derived from the data by the program; where a
person took a domain from the data, the dictionary carries their confirmation that it is public. *Meaning*
(what decides the numbers) and *text* (titles, labels, confirmations) are hashed apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from dpdesk.errors import BadInput
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import DICTIONARY, Document, Phrase, Problem, phrase, problem
from dpdesk.schema import checks
from dpdesk.schema.file import model
from dpdesk.schema.file.canonical import canonical_bytes, load_json, meaning_hash, parse_json, refuse_null, text_hash
from dpdesk.schema.file.codefiles import read_code_file
from dpdesk.schema.file.formats import other_kind
from dpdesk.schema.file.problems import validated
from dpdesk.schema.file.spelling import alike, meant
from dpdesk.schema.impossible import impossible_cells, impossible_products
from dpdesk.schema.meaning import dictionary_text, variable_meaning
from dpdesk.schema.source import SourceFormat, Unit
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import STATED, TIMES, Builder, declared, product_of
from dpdesk.schema.variables.variable import Variable
from dpdesk.schema.weights import looks_like_weight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpdesk.privacy.accounting import Cap

__all__ = ["Dictionary", "SourceFormat", "Unit"]


class Dictionary:
    """A validated data dictionary; equal if meaning and text are equal."""

    def __init__(self, record: model.DictionaryRecord, file: Document = DICTIONARY) -> None:
        self.record = record
        self.file = file
        self.dataset_id: str = record.dataset_id
        self.title = Text(record.title)
        self.data_kind: str = record.data_kind
        self.source = SourceFormat.of(record.source)
        self.unit = Unit.of(record.unit)
        self.counted = Unit.counted(record)
        self.neighbours = Neighbours(record.neighbours)
        self.max_rows: int = record.max_rows
        checks.check_source(record, file)
        checks.check_unit(record, file)
        checks.check_cap(self.budget_cap, file)
        checks.check_confirmations(record, file)
        self._variables = Builder(record, file).all()
        checks.check_describes(record, self._variables, file)
        checks.check_weights(record, self._variables, file)
        self.impossible = checks.impossible_rules(record, self._variables, file)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a dictionary file; code lists and hierarchies in CSV files are looked for beside it.

        Raises:
            BadInput: one sentence with the file and the JSON path of what is wrong.
        """
        path = Path(path)
        return cls.from_json(load_json(path, "dictionary"), path.parent, Document("dictionary", path.name))

    @classmethod
    def from_bytes(cls, content: bytes, file: Document = DICTIONARY) -> Self:
        """Read a dictionary from bytes, such as those a ledger stored."""
        return cls.from_json(parse_json(content, file), file=file)

    @classmethod
    def from_json(cls, obj: Any, folder: Path | None = None, file: Document = DICTIONARY) -> Self:
        """Make a dictionary from a JSON tree.

        Args:
            obj: the tree.
            folder: where CSV files it names are looked for; None if it names none.
            file: what the dictionary is called in errors.

        Raises:
            BadInput: one sentence with the JSON path of what is wrong.
        """
        if not isinstance(obj, Mapping) or obj.get("format") != model.FORMAT:
            other = other_kind(obj, model.FORMAT)
            if other is not None:
                raise BadInput(problem("schema.other_format", file.whole, other=other))
            raise BadInput(problem("schema.not_a_dictionary", file.whole))
        if obj.get("version") != model.VERSION or isinstance(obj.get("version"), bool):
            raise BadInput(problem("schema.version", file.whole, version=model.VERSION))
        refuse_null(obj, file)
        record = validated(model.DictionaryRecord, obj, file)
        tree = model.dump(record)
        if inlined(tree, folder, file):
            record = validated(model.DictionaryRecord, tree, file)
        return cls(record, file)

    def to_json(self) -> dict[str, Any]:
        """Return the whole dictionary as a JSON tree that needs no other file; `from_json` reads it back."""
        return model.dump(self.record)

    @property
    def budget_cap(self) -> dict[str, str]:
        """The cap as written: {"epsilon"}, {"rho"}, or {"epsilon", "delta", "rule"}, exact strings."""
        return {name: str(value) for name, value in model.dump(self.record.budget_cap).items() if value is not None}

    @cached_property
    def cap(self) -> Cap:
        """The budget the account is opened with."""
        from dpdesk.privacy.accounting import Cap

        return Cap.from_json(self.budget_cap)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All declared variables in the file's order (the derived "stated" quantities not among them)."""
        return tuple(self._variables[record.name] for record in self.record.variables)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all declared variables."""
        return tuple(record.name for record in self.record.variables)

    def has(self, name: str) -> bool:
        """Say whether there is a variable of that name."""
        return name in self._variables or (TIMES in name and self._product(name) is not None)

    def variable(self, name: str) -> Variable:
        """Return the variable of that name.

        For a quantity that may be not stated, `NAME:stated` is the 0/1 quantity that counts stated values. For any
        quantity, `NAME:squares` has the squared distances from the middle of its bounds, and `NAME*WEIGHT` its value
        times that of another.

        Raises:
            BadInput: there is none.
        """
        variable = self._product(name) if TIMES in name else self._variables.get(name)
        if variable is None:
            if name.endswith(STATED) and self.has(name.removesuffix(STATED)):
                raise BadInput(problem("schema.variable_stated", name=name.removesuffix(STATED)))
            raise BadInput(problem("schema.variable_unknown", self.file.whole, name=name, near=meant(name, self.names)))
        return variable

    def _product(self, name: str) -> Variable | None:
        """A quantity times another, made when it is asked for; None where there is no such pair."""
        quantity, _, weight = name.partition(TIMES)
        if quantity not in self._variables or weight not in self._variables:
            return None
        return product_of(self._variables[quantity], self._variables[weight])

    @property
    def counts_households(self) -> bool:
        """Whether tables of whole units count households while each row, a person, is protected."""
        return self.record.households is not None

    def changed(self, *, of_units: bool) -> tuple[Neighbours, int]:
        """What neighbours differ in, of rows or of whole units: the relation, and of how many at most.

        A protected unit is one of those counted. A protected person who comes or goes puts one household in the place
        of another, and one who is replaced does so with two (docs/proofs/households.md, claim 3).
        """
        if not of_units:
            return self.neighbours, self.unit.max_rows
        if not self.counts_households:
            return self.neighbours, 1
        return Neighbours.REPLACE_ONE, 1 if self.neighbours is Neighbours.ADD_REMOVE else 2

    def impossible_cells(self, variables: Sequence[str]) -> NDArray[np.bool_] | None:
        """Return which cells of the product of variables are impossible by public rule, None if none.

        Returns:
            bool array of shape (sizes of the variables in turn); a row that falls on a True cell goes to
            nowhere.
        """
        return impossible_cells(self.impossible, self._variables, variables)

    def impossible_products(self, variables: Sequence[str]) -> list[list[NDArray[np.bool_]]]:
        """Return the same cells as products of sets of codes, one mask a variable, without writing down the cells.

        What rules exclude together is a product, too, as far as there are few.
        """
        return impossible_products(self.impossible, self._variables, variables)

    def sends_to_nowhere(self, variables: Sequence[str]) -> bool:
        """Say whether some row could land outside the product of these variables."""
        if any(self.variable(name).sends_to_nowhere for name in variables):
            return True
        return bool(self.impossible_products(variables))

    def columns_for(self, variables: Iterable[str]) -> tuple[str, ...]:
        """Return the source columns these variables are computed from, each once, in order; no id."""
        columns = [column for name in variables for column in self.variable(name).columns]
        return tuple(dict.fromkeys(columns))

    def unconfirmed(self) -> tuple[str, ...]:
        """Names of variables whose domain was read from the data and not yet confirmed to be public."""
        return tuple(
            variable.name
            for variable in self.record.variables
            if variable.public is not None
            and variable.public.how == "read_from_data"
            and not (variable.public.confirmed_by and variable.public.confirmed_on)
        )

    def require_confirmed(self, variables: Iterable[str]) -> None:
        """Refuse variables (or roots and inputs of them) whose domain is an unconfirmed proposal.

        Raises:
            BadInput: names all of them.
        """
        waiting = self.relied_on(variables).intersection(self.unconfirmed())
        if waiting:
            raise BadInput(problem("schema.unconfirmed", self.file.whole, names=tuple(sorted(waiting))))

    def relied_on(self, variables: Iterable[str]) -> set[str]:
        """Names of the declared variables that these are, or are made of."""
        pending, names = [factor for name in variables for factor in declared(name)], set[str]()
        records = {variable.name: variable for variable in self.record.variables}
        while pending:
            name = pending.pop()
            if name in names or name not in records:
                continue
            names.add(name)
            record = records[name]
            if isinstance(record, model.RecodeRecord):
                pending.append(record.of)
            elif isinstance(record, model.CombinationRecord):
                pending += record.variables
            elif isinstance(record, model.MembersRecord):
                pending += [*record.where, *([record.of] if record.of else [])]
        return names

    def only(self, variables: Iterable[str]) -> Self:
        """The dictionary of some variables and what they are made of, with the rules among them and nothing else.

        What else the file holds, or was proposed from it and never confirmed to be public, is not in it.
        """
        names = self.relied_on(variables)
        columns = set(self.columns_for(names))
        kept = {
            "variables": [record for record in self.record.variables if record.name in names],
            "impossible": [rule for rule in self.record.impossible if names.issuperset(rule.when)],
            "weight_columns": [answer for answer in self.record.weight_columns if answer.column in columns],
        }
        record = self.record.model_copy(update=kept)
        if self.counts_households and not any(isinstance(one, model.MembersRecord) for one in record.variables):
            tree = {key: value for key, value in model.dump(record).items() if key != "households"}
            record = validated(model.DictionaryRecord, tree, self.file)
        return type(self)(record, self.file)

    def columns_needed(self, variables: Iterable[str] | None = None) -> tuple[str, ...]:
        """Return the source columns that a release of these variables reads (all by default), an id first."""
        names = [variable.name for variable in self.variables] if variables is None else tuple(variables)
        of_units = variables is None or any(self.variable(name).of_unit for name in names)
        unit = self.counted if of_units else self.unit
        identifier = () if unit is None or unit.column is None else (unit.column,)
        return tuple(dict.fromkeys((*identifier, *self.columns_for(names))))

    def check_columns(
        self,
        columns: Sequence[str],
        variables: Iterable[str] | None = None,
        file: str | None = None,
        hint: Phrase | None = None,
    ) -> None:
        """Check a file's columns against the dictionary before anything is read.

        Args:
            columns: the columns of the file.
            variables: the variables that will be read; all by default.
            file: the file's name, for the sentence.
            hint: what the file's heading suggests is wrong (`Source.hint`), for the sentence.

        Raises:
            BadInput: a needed column is missing or there twice, or a column is named like a survey weight
                and the dictionary does not say what it is.
        """
        for column in self.columns_needed(variables):
            if columns.count(column) != 1:
                raise BadInput(self._unfit(column, columns, file, hint))
        answered = {answer.column for answer in self.record.weight_columns}
        for column in columns:
            if column not in answered and looks_like_weight(column):
                raise BadInput(checks.weight_question(column, self.file))

    def _unfit(self, column: str, columns: Sequence[str], file: str | None, hint: Phrase | None) -> Problem:
        """The problem of a column that a file lacks, or has twice.

        Of columns of a file none is proposed but the same name in other capitals: names of a file without a heading
        are its first record.
        """
        of = file or phrase("schema.the_file")
        twice = next((other for other in columns if other.startswith(f"{column} (column ")), None)
        if twice is not None or columns.count(column) > 1:
            write = phrase("schema.write_name", name=twice) if twice else ""
            return problem("schema.column_twice", self.file.whole, column=column, file=of, advice=write)
        advice = alike(column, columns) if hint is None else phrase("schema.hint", hint=hint)
        return problem("schema.column_missing", self.file.whole, column=column, file=of, advice=advice)

    @cached_property
    def meaning(self) -> dict[str, Any]:
        """What decides the numbers, as plain JSON: independent of key order, text, and files' names."""
        rules = [{name: sorted(codes) for name, codes in rule.when} for rule in self.impossible]
        return {
            "format": model.FORMAT,
            "version": model.VERSION,
            "dataset_id": self.dataset_id,
            "data_kind": self.data_kind,
            "source": self.source.to_json(),
            "unit": self.unit.meaning(),
            **({"households": self.counted.meaning()} if self.counted and self.counts_households else {}),
            "neighbours": self.neighbours.value,
            "max_rows": self.max_rows,
            "variables": {variable.name: variable_meaning(variable) for variable in self.variables},
            "impossible": sorted(rules, key=canonical_bytes),
        }

    @cached_property
    def meaning_hash(self) -> str:
        """SHA-256 of the meaning, lower-case hexadecimal. The cap is not part of it: the account keeps it."""
        return meaning_hash(self.meaning)

    @cached_property
    def text_hash(self) -> str:
        """SHA-256 of all texts: titles, labels, notes, confirmations."""
        return text_hash(dictionary_text(self.record))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dictionary):
            return NotImplemented
        same = (self.meaning_hash, self.text_hash, self.budget_cap)
        return same == (other.meaning_hash, other.text_hash, other.budget_cap)

    def __hash__(self) -> int:
        return hash(self.meaning_hash)

    def __repr__(self) -> str:
        return f"Dictionary({self.dataset_id!r}, {len(self.record.variables)} variables)"


def inlined(tree: dict[str, Any], folder: Path | None, file: Document) -> bool:
    """Put the content of CSV files in the place of their names; say whether there were any."""
    changed = False
    for number_of_variable, variable in enumerate(tree["variables"]):
        place = file.whole.to("variables", number_of_variable)
        codes = variable.get("codes")
        if isinstance(codes, Mapping):
            variable["codes"] = read_code_file(folder, codes["file"], False, place.to("codes"))
            changed = True
        for number, hierarchy in enumerate(variable.get("hierarchies", ())):
            if hierarchy.get("file") is None:
                continue
            here = place.to("hierarchies", number)
            if hierarchy.get("rows") is not None:
                raise BadInput(problem("schema.rows_and_file", here))
            hierarchy["rows"] = read_code_file(folder, hierarchy.pop("file"), True, here)
            changed = True
    return changed
