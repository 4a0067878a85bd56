"""The first steps towards a dictionary, as pure functions on JSON trees: a skeleton, names, confirmations, recodes.

Nothing here looks at data and nothing is made up that matters for privacy: the skeleton has no unit of
protection, no neighbour relation and no budget, which a person must give. No function changes its arguments.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

_LETTERS = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "Oe",
        "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "ð": "d", "þ": "th", "Þ": "Th",
    }
)  # fmt: skip


def _plain(text: str) -> str:
    """Return letters without their marks, and an underscore for every run of other signs."""
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return re.sub(r"[^A-Za-z0-9]+", "_", "".join(c for c in letters if not unicodedata.combining(c))).strip("_")


def free_name(name: str, taken: Collection[str], longest: int = 64) -> str:
    """Return `name`, or `name_2`, `name_3`, …: the first that is not taken, letter case ignored."""
    folded = {other.casefold() for other in taken}
    candidate, number = name[:longest], 1
    while candidate.casefold() in folded:
        number += 1
        ending = f"_{number}"
        candidate = name[: longest - len(ending)] + ending
    return candidate


def friendly_id(text: str, taken: Collection[str] = (), longest: int = 64) -> str:
    """Return a valid name of a variable made from any text: "Marital status" gives "Marital_status".

    Args:
        text: a heading, a label.
        taken: names it must differ from, letter case ignored.
        longest: the greatest length, at most 64.
    """
    plain = _plain(text)
    if not plain[:1].isalpha():
        plain = f"v_{plain}" if plain else "variable"
    return free_name(plain[:longest].rstrip("_"), taken, longest)


def friendly_dataset_id(text: str) -> str:
    """Return a valid `dataset_id` made from any text: "Census 2020 (persons)" gives "census-2020-persons"."""
    return _plain(text).replace("_", "-").lower()[:100].strip("-") or "dataset"


def new_dictionary(
    dataset_id: str, title: str, source_json: Mapping[str, Any], language: str = "en", data_kind: str | None = None
) -> dict[str, Any]:
    """Return the beginning of a dictionary; unit, neighbours, budget and variables are the user's to give.

    Args:
        dataset_id: a short public name of the data.
        title: their title, in `language`.
        source_json: how the file is written (`SourceFormat.to_json()`).
        language: of the title.
        data_kind: "complete_count" or "sample", if already known.
    """
    from dpdesk.schema.file import model  # only here: it takes long to load, and the window's start does not need it

    tree: dict[str, Any] = {
        "format": model.FORMAT,
        "version": model.VERSION,
        "dataset_id": dataset_id,
        "title": {language: title},
        "source": dict(source_json),
    }
    if data_kind is not None:
        tree["data_kind"] = data_kind
    return {**tree, "variables": []}


def confirm(record: Mapping[str, Any], by: str, on: str) -> dict[str, Any]:
    """Return a variable's record with who confirmed, and when, that its domain is public knowledge.

    Args:
        record: the record, of any kind; how its domain is known stays as it is ("typed" if not said).
        by: the office or role that confirms.
        on: the date as year-month-day.

    Raises:
        BadInput: nobody is named, or the date is none.
    """
    who = " ".join(by.split())
    if not 1 <= len(who) <= 200:
        raise BadInput(problem("schema.who_confirms"))
    try:
        valid = date.fromisoformat(on).isoformat() == on
    except ValueError:
        valid = False
    if not valid:
        raise BadInput(problem("schema.day_confirmed"))
    result: dict[str, Any] = copy.deepcopy(dict(record))
    result["public"] = {**(result.get("public") or {"how": "typed"}), "confirmed_by": who, "confirmed_on": on}
    return result


def confirmed(dictionary: Mapping[str, Any], names: Collection[str], by: str, on: str) -> dict[str, Any]:
    """Return a dictionary in which the domains of some variables are confirmed. Raises BadInput as `confirm` does."""
    records = [
        confirm(variable, by, on) if variable["name"] in names else variable for variable in dictionary["variables"]
    ]
    return {**dictionary, "variables": records}


def is_unconfirmed(record: Mapping[str, Any]) -> bool:
    """Whether a variable's domain was read from the data and nobody has confirmed that it is public."""
    public = record.get("public")
    if not isinstance(public, Mapping) or public.get("how") != "read_from_data":
        return False
    return not (public.get("confirmed_by") and public.get("confirmed_on"))


def pass_missing(record: Mapping[str, Any], grouped: Collection[str]) -> list[dict[str, Any]]:
    """Return the missing codes of a recode that keep those of its variable that are in no group."""
    kept = []
    for code in record.get("missing") or ():
        if code["code"] not in grouped:
            label = {"label": dict(code["label"])} if code.get("label") else {}
            kept.append({"code": code["code"], "kind": code["kind"], **label, "members": [code["code"]]})
    return kept


def group_codes(
    record: Mapping[str, Any],
    groups: Sequence[tuple[str, str, Sequence[str]]],
    *,
    name: str,
    label: str,
    otherwise: str | dict[str, str] | None = None,
    language: str = "en",
) -> dict[str, Any]:
    """Return a recode of a variable's codes in groups; its missing codes stay themselves unless grouped.

    Args:
        record: the variable that is grouped: a category, a number, a combination or another recode.
        groups: code, label (may be "") and the codes that belong to it, for each group.
        name: the name of the recode.
        label: its label, in `language`.
        otherwise: where codes in no group go, "nowhere" or {"code": one of the groups}; required if there are any.
        language: of the labels.

    Raises:
        BadInput: no groups, a quantity, or a code in two groups.
    """
    if record["kind"] == "quantity":
        raise BadInput(problem("schema.quantity_grouped", name=record["name"]))
    if not groups:
        raise BadInput(problem("schema.no_group"))
    seen: set[str] = set()
    for _, _, members in groups:
        for code in members:
            if code in seen:
                raise BadInput(problem("schema.code_in_two", code=code))
            seen.add(code)
    codes = [
        {"code": code, **({"label": {language: text}} if text else {}), "members": list(members)}
        for code, text, members in groups
    ]
    return recode(record, name, {language: label}, codes, seen, otherwise)


def recode(
    record: Mapping[str, Any],
    name: str,
    label: dict[str, str],
    codes: list[dict[str, Any]],
    grouped: Collection[str],
    otherwise: str | dict[str, str] | None = None,
) -> dict[str, Any]:
    """Put the parts of a recode together."""
    result: dict[str, Any] = {"name": name, "kind": "recode", "label": label, "of": record["name"], "codes": codes}
    missing = pass_missing(record, grouped)
    if missing:
        result["missing"] = missing
    if otherwise is not None:
        result["otherwise"] = copy.deepcopy(otherwise)
    return result
