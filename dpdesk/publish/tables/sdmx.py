"""`NAME.csv` in the folder `sdmx`, one file a table: SDMX-CSV 2.0 (for SDMX 3.0) with codes and labels (`labels=both`).

Columns: `STRUCTURE`, `STRUCTURE_ID` and `ACTION`; a dimension for each page, stub and boxhead variable and `MEASURE`;
`OBS_VALUE`; then the attributes of an observation: limits and their level, noise margin, unbiased value, unit,
`OBS_STATUS` with the code of the list that all offices share (CL_OBS_STATUS), and `MARK` with the marks of dpdesk;
where the plan declares sampling errors, also their margin and that of noise and sampling together.
A header is "SEX: Sex", a coded field "F: Female". A variable that a block does not split by counts everyone: `_T`.
Where two blocks of a table meet in a cell it has one line, since an observation has one key.

The numbers are those of the CSV files, in their order. Characters that the standard does not allow in the identifier of
a code are `_`; the label is what it was. The structure is named for dpdesk, which maintains no registry: an office
that has one puts its own agency there.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dpdesk.planning.compiler.blocks import TOTAL_LABEL
from dpdesk.planning.compiler.shells import TOTAL
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import csv_field, one_line
from dpdesk.publish.tables.tidy import NUMBERS, REHEARSAL, numbers, sampling_fields
from dpdesk.publish.tables.units import measure_units
from dpdesk.release.canonical import number_text
from dpdesk.release.result import (
    CAUTION,
    IMPOSSIBLE,
    LESS_DETAIL,
    NOT_ESTIMABLE,
    UNRELIABLE,
    Release,
    TableResult,
)
from dpdesk.schema.text import Text
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, AxisVariable

AGENCY = "DPDESK"
COLUMNS = translatable(
    {
        "MEASURE": "Measure",
        "OBS_VALUE": "Observation value",
        "LOWER_LIMIT": "Lower limit",
        "UPPER_LIMIT": "Upper limit",
        "LEVEL": "Level of limits and margin, in percent",
        "NOISE_MARGIN": "Noise margin",
        "UNBIASED_VALUE": "Unbiased value",
        "UNIT_MEASURE": "Unit of measure",
        "OBS_STATUS": "Observation status",
        "MARK": "Mark",
    }
)
"""The components after the variables of a table, with their names."""
SAMPLED = {"SAMPLING_MARGIN": "Sampling margin", "COMBINED_MARGIN": "Noise and sampling margin together"}
"""The components after these, of a table for which sampling errors are declared."""
STATUS = {
    IMPOSSIBLE: ("M", translatable("Missing value; data cannot exist")),
    LESS_DETAIL: ("K", translatable("Data included in another category")),
    NOT_ESTIMABLE: ("O", translatable("Missing value")),
    UNRELIABLE: ("U", translatable("Low reliability")),
    CAUTION: ("U", translatable("Low reliability")),
}
"""The code of CL_OBS_STATUS for each mark that says something of a value; the first that a cell bears is its status."""
NORMAL = ("A", translatable("Normal value"))
_LINES_AT_ONCE = 2_000


class _Value(NamedTuple):
    """A code, and the codes of its variable's root that it counts; those of a total need not be told."""

    code: str
    members: tuple[int, ...]


class Coded(NamedTuple):
    """A dimension: its identifier and name, the identifiers of its codes with their labels, and which stands where."""

    own: str
    name: Text
    codes: dict[str, Text]
    lines: list[str]


def components(table: TableResult) -> dict[str, str]:
    """The components after the variables of a table, with their names."""
    return COLUMNS if table.sampling is None else COLUMNS | SAMPLED


def structure_id(release: Release, table: TableResult) -> str:
    """The identifier of the structure of a table; its version is 1.0.0."""
    mark = REHEARSAL if release.rehearsal else ""
    return _identifier(f"{mark}{release.dictionary.dataset_id}_{table.shell.name}")


def dimensions(table: TableResult) -> list[list[Coded]]:
    """The dimensions of pages, stub and boxhead."""
    axes = (table.shell.pages, table.shell.stub, table.shell.boxhead)
    ids = iter(_distinct([_identifier(one.name) for axis in axes for one in axis.variables], [*COLUMNS, *SAMPLED]))
    return [[_coded(axis, variable, next(ids)) for variable in axis.variables] for axis in axes]


def measures(table: TableResult) -> dict[str, Text]:
    """The codes of the dimension MEASURE."""
    items = list(table.shell.items)
    ids = _distinct([_code(item.code) for item in items])
    labels = [item.label if item.label.show() else Text.plain(item.code) for item in items]
    return dict(zip(ids, labels, strict=True))


def lines(release: Release, table: TableResult, *, language: str = "en") -> Iterator[bytes]:
    """The file in pieces of some thousand lines; `language` is that of the labels."""
    pieces = _lines(release, table, language)
    while some := list(itertools.islice(pieces, _LINES_AT_ONCE)):
        yield "".join(some).encode()


def _lines(release: Release, table: TableResult, language: str) -> Iterator[str]:
    shell, mark = table.shell, REHEARSAL if release.rehearsal else ""
    identifier, found = structure_id(release, table), dimensions(table)
    structure = csv_field(f"{AGENCY}:{identifier}(1.0.0): {mark}{one_line(shell.title.show(language))}")
    start = f"datastructure,{structure},I"
    yield ",".join(["STRUCTURE", "STRUCTURE_ID", "ACTION", *map(csv_field, _header(table, found, language))]) + "\r\n"
    flags = [str(flag) for flag in table.flag.ravel().tolist()]
    status = {flag: csv_field(_status(flag, language)) for flag in set(flags)}
    level, there = number_text(float(release.level)), set[str]()
    columns = (numbers(getattr(table, name), flags) for name in NUMBERS)
    values = zip(*columns, sampling_fields(table, flags), flags, strict=True)
    shown = [csv_field(f"{code}: {one_line(label.show(language))}") for code, label in measures(table).items()]
    units = [csv_field(unit) for unit in measure_units(release, shell, language)]
    axes = [_fields(coded, language) for coded in found]
    for key in itertools.product(*axes):
        cell = ",".join(filter(None, key))
        again = cell in there
        there.add(cell)
        for measure, unit in zip(shown, units, strict=True):
            estimate, low, high, margin, raw, more, flag = next(values)
            margin = margin if estimate else ""  # the files that the result hash is computed from have it all the same
            if not again:
                where = ",".join(filter(None, (start, cell, measure)))
                yield f"{where},{estimate},{low},{high},{level},{margin},{raw},{unit},{status[flag]},{flag}{more}\r\n"


def _header(table: TableResult, found: list[list[Coded]], language: str) -> list[str]:
    named = [f"{one.own}: {one_line(one.name.show(language))}" for coded in found for one in coded]
    return [*named, *(f"{own}: {said(language, name)}" for own, name in components(table).items())]


def _fields(coded: list[Coded], language: str) -> list[str]:
    """For each line of an axis its fields, with commas between them."""
    if not coded:
        return [""]
    shown = [
        {code: csv_field(f"{code}: {one_line(label.show(language))}") for code, label in one.codes.items()}
        for one in coded
    ]
    columns = ([fields[code] for code in one.lines] for fields, one in zip(shown, coded, strict=True))
    return [",".join(fields) for fields in zip(*columns, strict=True)]


def _coded(axis: Axis, variable: AxisVariable, own: str) -> Coded:
    """One variable of an axis: its codes, and which stands on each line; one that counts others is another code."""
    total = _Value(TOTAL, ())
    lines, labels = list[_Value](), dict[_Value, Text]()
    for block in axis.blocks:
        there = [number for number, choice in enumerate(block.choices) if choice.variable.name == variable.name]
        if not there:
            lines += [total] * block.size
            continue
        choice = block.choices[there[0]]
        values = [
            total if code == TOTAL else _Value(code, members)
            for code, members in zip(choice.codes, choice.members, strict=True)
        ]
        for value, label in zip(values, choice.labels, strict=True):
            labels.setdefault(value, label)
        lines += [values[at] for at in block.index[:, there[0]].tolist()]
    labels.setdefault(total, TOTAL_LABEL)
    ids = dict(zip(labels, _distinct([_code(value.code) for value in labels]), strict=True))
    codes = {ids[value]: label for value, label in labels.items()}
    return Coded(own, variable.label, codes, [ids[value] for value in lines])


def _status(flag: str, language: str) -> str:
    code, name = next((STATUS[one] for one in STATUS if one in flag), NORMAL)
    return f"{code}: {said(language, name)}"


def _identifier(name: str) -> str:
    """The identifier of a component: letters, digits and `_`, a letter first."""
    kept = re.sub("[^A-Z0-9_]", "_", name.upper())
    return kept if re.match("[A-Z]", kept) else f"V{kept}"


def _code(code: str) -> str:
    """The identifier of a code; none begins as a formula does in a spreadsheet."""
    return re.sub("^[-@$]", "_", re.sub(r"[^A-Za-z0-9_@$\-]", "_", code)) or "_"


def _distinct(ids: Sequence[str], taken: Sequence[str] | dict[str, str] = ()) -> list[str]:
    """Identifiers in their order, those that are alike told apart by numbers."""
    found = dict.fromkeys(taken)
    for one in ids:
        own, number = one, 1
        while own in found:
            number += 1
            own = f"{one}_{number}"
        found[own] = None
    return list(found)[len(taken) :]
