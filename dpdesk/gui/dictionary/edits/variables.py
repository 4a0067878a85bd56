"""Edits of the variables of a dictionary: added, renamed, moved, confirmed; and where a variable is used.

Pure functions on the trees of dictionary and plan, without Qt. Trees are never changed in place, and what an edit does
not touch is shared, however long the code lists are. A tree may be unfinished: nothing here presumes that it is valid.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, drop, insert, put, shown
from dpdesk.problems.problem import Problem, problem
from dpdesk.schema.editing.starting import confirm, free_name, friendly_id, is_unconfirmed
from dpdesk.schema.text import LANGUAGE

KINDS = ("category", "number", "quantity", "combination", "recode", "members")
TAKES = ("first", "last")
"""What a variable of a unit takes of the codes of another."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,63}")
_LANGUAGE = re.compile(LANGUAGE)
_MOST_CODES_SEARCHED = 200  # for languages: whoever translates a code list begins at its top


def variables(dictionary: Tree) -> list[Tree]:
    """The records of the variables, in the file's order."""
    found = dictionary.get("variables")
    return found if isinstance(found, list) else []


def names(dictionary: Tree) -> list[str]:
    """The names of the variables, in the file's order; empty texts where there is none."""
    return [str(variable.get("name", "")) for variable in variables(dictionary)]


def find(dictionary: Tree, name: str) -> int | None:
    """The place of a variable, None if there is none of that name."""
    for number, variable in enumerate(variables(dictionary)):
        if variable.get("name") == name:
            return number
    return None


def title_of(record: Tree, language: str) -> str:
    """The label of a variable, its name where it has none."""
    return shown(record.get("label"), language) or str(record.get("name", ""))


# Adding, removing, moving --------------------------------------------------------------------------------------


def add(dictionary: Tree, records: Iterable[Tree], at: int | None = None) -> Tree:
    """The dictionary with variables added, at the end or at a place."""
    present = list(variables(dictionary))
    place = len(present) if at is None else max(0, min(at, len(present)))
    return put(dictionary, ["variables"], [*present[:place], *records, *present[place:]])


def replace(dictionary: Tree, at: int, record: Tree) -> Tree:
    """The dictionary with one variable's record replaced."""
    return put(dictionary, ["variables", at], record)


def delete(dictionary: Tree, places: Collection[int]) -> Tree:
    """The dictionary without some variables."""
    kept = [variable for number, variable in enumerate(variables(dictionary)) if number not in places]
    return put(dictionary, ["variables"], kept)


def move(dictionary: Tree, at: int, by: int) -> tuple[Tree, int]:
    """The dictionary with a variable moved up (-1) or down (1), and the variable's new place."""
    present = list(variables(dictionary))
    new = max(0, min(at + by, len(present) - 1))
    if new == at:
        return dictionary, at
    present.insert(new, present.pop(at))
    return put(dictionary, ["variables"], present), new


def duplicate(dictionary: Tree, at: int) -> tuple[Tree, int]:
    """The dictionary with a copy of a variable below it, under a free name, and the copy's place."""
    record = variables(dictionary)[at]
    name = free_name(str(record.get("name", "variable")) or "variable", names(dictionary))
    return insert(dictionary, ["variables"], at + 1, {**record, "name": name}), at + 1


def new_variable(
    kind: str, label: str, taken: Collection[str], *, of: str = "", name: str = "", language: str = "en"
) -> Tree:
    """The beginning of a variable. What matters for its domain is left to be given: codes, bounds, groups.

    Args:
        kind: one of `KINDS`.
        label: the label, in `language`; the column's (or variable's) name unless given.
        taken: names it must differ from.
        of: the column, or for a recode the variable it groups.
        name: its name; made from the label unless given.
        language: of the label.
    """
    text = " ".join(label.split()) or of or "New variable"
    own = friendly_id(name or (f"{of}_groups" if kind == "recode" and not label.strip() else text), taken)
    record: Tree = {"name": own, "kind": kind, "label": {language: text}}
    if kind in ("category", "number", "quantity"):
        record |= {"column": of, "describes": "unit"}
    if kind == "category":
        record |= {"codes": [], "otherwise": "nowhere"}
    elif kind == "number":
        record |= {"bins": {}, "below": "nowhere", "above": "nowhere", "unreadable": "nowhere"}
    elif kind == "quantity":
        record |= {"step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated"}
    elif kind == "combination":
        record |= {"columns": [of] if of else [], "describes": "unit", "codes": [], "rules": [], "otherwise": "nowhere"}
    elif kind == "members":
        record |= {"take": "count"}
    else:
        record |= {"of": of, "codes": [], "otherwise": "nowhere"}
    return record


def of_rows(dictionary: Tree) -> list[str]:
    """The names of variables with codes that are about a row, and not about a unit as a whole."""
    of_units = {variable.get("name") for variable in variables(dictionary) if variable.get("kind") == "members"}
    for _ in variables(dictionary):  # recodes and combinations of such, however long the chain is
        more = {
            variable.get("name")
            for variable in variables(dictionary)
            if variable.get("of") in of_units or of_units.intersection(variable.get("variables") or ())
        } - of_units
        if not more:
            break
        of_units |= more
    return [
        str(variable["name"])
        for variable in variables(dictionary)
        if variable.get("name") and variable.get("kind") != "quantity" and variable["name"] not in of_units
    ]


# Names and where they are used ---------------------------------------------------------------------------------


def require_name(dictionary: Tree, name: str, own: int | None = None) -> None:
    """Refuse a name for a variable that is none, or that another variable has (BadInput)."""
    if not NAME.fullmatch(name):
        raise BadInput(problem("gui.no_name"))
    for number, other in enumerate(names(dictionary)):
        if number != own and other == name:
            raise BadInput(problem("gui.name_taken", name=name))


def rename(dictionary: Tree, plan: Tree, at: int, new: str) -> tuple[Tree, Tree]:
    """Both documents with a variable renamed everywhere: in other variables, impossible combinations and tables.

    Raises:
        BadInput: the name is none, or another variable has it.
    """
    require_name(dictionary, new, at)
    old = variables(dictionary)[at].get("name")
    renamed: Tree = put(dictionary, ["variables", at, "name"], new)
    if not isinstance(old, str) or not old or old == new:
        return renamed, plan
    if names(dictionary).count(old) > 1:
        return renamed, plan  # the other one keeps the references
    present = variables(renamed)
    followed = [_referring(one, old, new) for one in present]
    if any(after is not before for after, before in zip(followed, present, strict=True)):
        renamed = {**renamed, "variables": followed}
    rules = renamed.get("impossible")
    if isinstance(rules, list):
        renamed = {**renamed, "impossible": [_renamed_key(rule, "when", old, new) for rule in rules]}
    return renamed, _renamed_in_plan(plan, old, new)


def _referring(record: Tree, old: str, new: str) -> Tree:
    if record.get("kind") == "members":
        record = _renamed_key(record, "where", old, new)
    if record.get("kind") in ("recode", "members") and record.get("of") == old:
        return {**record, "of": new}
    inputs = record.get("variables")
    if record.get("kind") != "combination" or not isinstance(inputs, list) or old not in inputs:
        return record
    swapped = [new if one == old else one for one in inputs]
    rules = [_renamed_key(rule, "when", old, new) for rule in record.get("rules", [])]
    return {**record, "variables": swapped, "rules": rules}


def _renamed_key(record: Tree, field: str, old: str, new: str) -> Tree:
    present = record.get(field)
    if not isinstance(present, Mapping) or old not in present:
        return record
    return {**record, field: {new if key == old else key: value for key, value in present.items()}}


def _renamed_in_plan(node: Any, old: str, new: str) -> Any:
    """The plan with a variable renamed wherever a plan names variables; parts without the name are shared."""
    return _walk(node, old, new, ())


_BY_NAME = ("page", "row", "column")  # objects whose keys are names of variables
_NAMING = ("variable", "variables", "weight", "keep")  # fields whose values are names of variables
_IN_KEYS = ("weights", "sums")  # objects whose keys have names of variables in them
_BY_WEIGHT = ":weighted:"  # what parts the code of a weighted item from the name of its weight


def _walk(node: Any, old: str, new: str, path: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        items = [_walk(one, old, new, path) for one in node]
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if isinstance(node, Mapping):
        keyed = bool(path) and path[-1] in _BY_NAME
        made = {
            new if keyed and key == old else key: _renamed_in_keys(value, old, new)
            if key in _IN_KEYS
            else _walk(value, old, new, (*path, key))
            for key, value in node.items()
        }
        same = len(made) == len(node) and all(key in made and made[key] is value for key, value in node.items())
        return node if same else made
    if isinstance(node, str) and path and path[-1] in _NAMING and node == old:
        return new
    if isinstance(node, str) and path and path[-1] == "measure" and ":" in node:
        return _renamed_item(node, old, new)
    return node


def _renamed_item(code: str, old: str, new: str) -> str:
    """The code of an item, "mean:pay", "percentage:keep:sex+age" or "percentage:row:weighted:wt"."""
    plain, weighted, weight = code.rpartition(_BY_WEIGHT)
    if weighted and NAME.fullmatch(weight):
        return f"{_renamed_item(plain, old, new)}{weighted}{new if weight == old else weight}"
    kind, _, rest = code.partition(":")
    if kind == "percentage":
        base, keep, kept = rest.partition("keep:")
        names = [new if one == old else one for one in kept.split("+")]
        return f"{kind}:{keep}{'+'.join(names)}" if keep and not base else code
    return f"{kind}:{new}{rest[len(old) :]}" if rest == old or rest.startswith(f"{old}:") else code


def _renamed_in_keys(node: Any, old: str, new: str) -> Any:
    """What has names within its keys: weights of statistics, as `compile` names them, and parts of sums.

    "sex by age", "sum of income"; "income:stated", "income*weight".
    """
    if not isinstance(node, Mapping):
        return node
    word = re.compile(rf"(?<![A-Za-z0-9_.\-]){re.escape(old)}(?![A-Za-z0-9_.\-])")
    made = {word.sub(new, str(key)): value for key, value in node.items()}
    return node if list(made) == list(node) else made


def uses(dictionary: Tree, plan: Tree, name: str, language: str = "en") -> list[str]:
    """Where a variable is used: the labels of variables made from it, and the titles of tables."""
    found = [
        title_of(variable, language)
        for variable in variables(dictionary)
        if name in (variable.get("of"), *(variable.get("variables") or ()), *(variable.get("where") or ()))
    ]
    for table in plan.get("tables", ()):
        if name in set(_named_variables(table)):
            found.append(shown(table.get("title"), language) or str(table.get("name", "")))
    return found


def _named_variables(node: Any, key: str = "") -> Iterator[str]:
    if isinstance(node, Mapping):
        for inner, value in node.items():
            yield from _named_variables(value, inner)
    elif isinstance(node, list):
        for one in node:
            yield from _named_variables(one, key)
    elif isinstance(node, str) and key in _NAMING:
        yield node


# Public or read from the data ----------------------------------------------------------------------------------


def unconfirmed(dictionary: Tree) -> list[int]:
    """Places of the variables that wait for a confirmation."""
    return [number for number, variable in enumerate(variables(dictionary)) if is_unconfirmed(variable)]


def confirm_variables(dictionary: Tree, places: Iterable[int], by: str, on: str) -> Tree:
    """The dictionary with who confirmed, and when, that the domains of some variables are public knowledge.

    Raises:
        BadInput: nobody is named, or the date is none.
    """
    records = list(variables(dictionary))
    for place in places:
        public = confirm({"public": records[place].get("public") or {"how": "typed"}}, by, on)["public"]
        records[place] = {**records[place], "public": public}
    return put(dictionary, ["variables"], records)


def withdraw(record: Tree) -> Tree:
    """A variable without its confirmation."""
    return drop(drop(record, ["public", "confirmed_by"]), ["public", "confirmed_on"])


def with_origin(record: Tree, origins: Iterable[Tree]) -> Tree:
    """A variable made from others: its domain is as well known to be public as the least of theirs."""
    marks = [origin.get("public") for origin in origins]
    read = [mark for mark in marks if isinstance(mark, Mapping) and mark.get("how") == "read_from_data"]
    if not read:
        return record
    waiting = [mark for mark in read if not (mark.get("confirmed_by") and mark.get("confirmed_on"))]
    return {**record, "public": dict((waiting or read)[0])}


# Languages -----------------------------------------------------------------------------------------------------


def languages(dictionary: Tree, *first: str) -> list[str]:
    """The languages in which titles and labels are given, `first` ones before the others."""
    found: dict[str, None] = dict.fromkeys(first)
    texts: list[Any] = [dictionary.get("title"), dictionary.get("note")]
    for variable in variables(dictionary):
        texts += [variable.get("label"), variable.get("note")]
        for field in ("codes", "missing"):
            rows = variable.get(field)
            if isinstance(rows, list):
                texts += [row.get("label") for row in rows[:_MOST_CODES_SEARCHED] if isinstance(row, Mapping)]
    for text in texts:
        if isinstance(text, Mapping):
            found.update(dict.fromkeys(text))
    return list(found)


def is_language(text: str) -> bool:
    """Whether a text is the tag of a language, such as "de" or "de-AT"."""
    return _LANGUAGE.fullmatch(text) is not None


# Problems ------------------------------------------------------------------------------------------------------


def variable_of(found: Problem | None) -> int | None:
    """The variable that a problem of the dictionary is about, None where it is about none."""
    path = () if found is None or found.where is None else found.where.path
    at = path[1] if len(path) > 1 and path[0] == "variables" else None
    return at if isinstance(at, int) else None
