"""Putting what files of metadata say into a dictionary, as pure functions on trees.

What stands in the dictionary already is left as it is, to the letter: a dictionary that was exported and comes back
unchanged is the same. Of a variable whose codes, labels or groups are others now, the origin is recorded, with who
confirmed that they are public. What a file says nothing of stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dpdesk.data.importing.bounds import bounded
from dpdesk.data.importing.groups import with_hierarchies
from dpdesk.data.importing.listed import Listed, Tree, inner
from dpdesk.data.importing.numbers import as_numbers, as_texts
from dpdesk.data.proposing.records import not_stated
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import confirm, friendly_id

Outcome = Literal["same", "changed", "new"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something is said, in words, and who confirmed on which day that it is public."""

    words: Mapping[str, str]
    by: str
    on: str


def target(variables: Sequence[Mapping[str, Any]], name: str) -> int | None:
    """Where the variable stands that a file calls so: by its name, else by its column, capitals aside at last."""
    for same in (str, str.casefold):
        for key in ("name", "column"):
            for number, variable in enumerate(variables):
                of_column = key == "column" and variable["kind"] == "quantity"
                if not of_column and same(str(variable.get(key, ""))) == same(name):
                    return number
    return None


def merged(
    variables: Sequence[Tree], listed: Iterable[Listed], origin: Origin, language: str
) -> tuple[list[Tree], dict[str, Outcome]]:
    """Return the variables of a dictionary with what files say of them, and what became of each that was named.

    Args:
        variables: the records; their code lists stand in them, not in files.
        listed: what the files say, one after the other.
        origin: of what they say.
        language: of texts that are made here.

    Raises:
        BadInput: a file lists codes for a variable that is made of others, or nobody is named who confirms.
    """
    records, outcomes = list(variables), dict[str, Outcome]()
    for stated in listed:
        position = target(records, stated.name)
        if position is None:
            if stated.codes or stated.bounds:
                record = _changed(_fresh(stated, records, language), stated, language)
                records.append(_vouched(record, stated, origin, None))
                outcomes[record["name"]] = "new"
            continue
        before = records[position]
        record = _changed(before, stated, language)
        if {**record, "label": None} != {**before, "label": None}:
            record = _vouched(record, stated, origin, (before.get("public") or {"how": "typed"})["how"])
        records[position] = record
        if outcomes.get(before["name"], "same") == "same":
            outcomes[before["name"]] = "same" if record == before else "changed"
    return records, outcomes


def _vouched(record: Tree, stated: Listed, origin: Origin, known: str | None) -> Tree:
    """The record with the origin of its codes; a list that says it was read from the data stays known as that.

    Args:
        record: the variable as it is now.
        stated: what the file says.
        origin: where that is said, and who confirms it.
        known: how the domain was known before, None for a new variable.
    """
    public: Tree = {"how": "imported", "source": dict(origin.words)}
    if stated.how == "read_from_data":
        public = {"how": stated.how}
    elif stated.how is not None and stated.how == known:
        public = record.get("public") or {"how": "typed"}
    return confirm({**record, "public": public}, origin.by, origin.on)


def _fresh(stated: Listed, records: Sequence[Tree], language: str) -> Tree:
    name = friendly_id(stated.name, [str(record["name"]) for record in records])
    return {
        "name": name,
        "kind": "category",
        "label": {language: stated.name},
        "column": stated.name,
        "describes": "unit",
        "codes": [],
        "otherwise": "nowhere",
    }


def _changed(record: Tree, stated: Listed, language: str) -> Tree:
    label = _texts(record["label"], stated.label, stated.languages if stated.label else frozenset())
    record = record if label == record["label"] or not label else {**record, "label": label}
    if stated.bounds is not None:
        return bounded(record, *stated.bounds, whole=stated.whole, language=language)
    if stated.codes is None and stated.missing is None and not stated.hierarchies:
        return record
    match record["kind"]:
        case "category":
            return _category(record, stated, language)
        case "number":
            return _number(record, stated, language)
        case "quantity":
            return record
    return _made(record, stated)


def _category(record: Tree, stated: Listed, language: str) -> Tree:
    before, absent = record["codes"], record.get("missing", [])
    known = {code["code"]: code for code in (*before, *absent)}
    if stated.codes is not None and stated.partial and not _covers(stated.codes, before):
        return _labelled(record, stated)
    result = with_hierarchies(record, stated, known)
    groups = inner(hierarchy.get("rows") or () for hierarchy in result.get("hierarchies", ()))
    codes = before
    if stated.codes is not None:
        codes = [_code(code, known.get(code["code"]), stated) for code in stated.codes if code["code"] not in groups]
    missing = (
        absent
        if stated.missing is None
        else [_missing(code, known.get(code["code"]), stated) for code in stated.missing]
    )
    if stated.missing is None and stated.codes is not None:
        missing = _still_missing(absent, codes)
    if stated.codes is not None and not before:
        missing, result = _with_rest(missing, codes, result, language)
    return _put(result, codes, missing)


def _put(record: Tree, codes: list[Tree], missing: list[Tree]) -> Tree:
    """The record with its codes; where other cells go must be one of them."""
    result = {**record, "codes": codes, "missing": missing}
    if not missing and not record.get("missing"):
        result = {key: value for key, value in result.items() if key != "missing" or "missing" in record}
    otherwise = record["otherwise"]
    if otherwise != "nowhere" and otherwise["code"] not in {entry["code"] for entry in (*codes, *missing)}:
        unstated = [entry["code"] for entry in missing if entry["kind"] == "not_stated"]
        result["otherwise"] = {"code": unstated[0]} if unstated else "nowhere"
    return result


def _with_rest(missing: list[Tree], codes: list[Tree], record: Tree, language: str) -> tuple[list[Tree], Tree]:
    """A new list has a code for blank and unknown cells: nobody leaves a table because of them."""
    rest = next((entry for entry in missing if entry["kind"] == "not_stated"), None)
    if rest is None:
        taken = {entry["code"] for entry in (*codes, *missing)}
        blank = any("" in entry.get("texts", ()) for entry in (*codes, *missing))
        rest = not_stated(taken, [] if blank else [""], language)
        missing = [*missing, rest]
    return missing, {**record, "otherwise": {"code": rest["code"]}}


def _still_missing(absent: list[Tree], codes: list[Tree]) -> list[Tree]:
    """Missing codes a file does not speak of: they stay, but for what it lists among the codes."""
    listed = {code["code"] for code in codes}
    texts = {text for code in codes for text in code.get("texts", [code["code"]])}
    kept = []
    for entry in absent:
        if entry["code"] not in listed:
            rest = [text for text in entry.get("texts", []) if text not in texts]
            kept.append(entry if rest == entry.get("texts", []) else {**entry, "texts": rest})
    return kept


def _code(code: Tree, before: Tree | None, stated: Listed) -> Tree:
    made: Tree = {"code": code["code"]}
    label = _texts((before or {}).get("label", {}), code.get("label", {}), stated.languages)
    if label:
        made["label"] = label
    texts = code["texts"] if stated.cells else (before or {}).get("texts", [code["code"]])
    if texts and texts != [code["code"]]:
        made["texts"] = texts
    same = before is not None and "kind" not in before and _normal(before) == _normal(made)
    return before if same and before is not None else made


def _normal(code: Tree) -> Tree:
    return {"label": {}, "texts": [code["code"]], **code}


def _missing(code: Tree, before: Tree | None, stated: Listed) -> Tree:
    held = before if before is not None and "kind" in before else {}
    texts = code["texts"] if stated.cells else held.get("texts", [code["code"]])
    made: Tree = {"code": code["code"], "kind": code["kind"] or held.get("kind", "not_stated")}
    label = _texts((before or {}).get("label", {}), code.get("label", {}), stated.languages)
    if label:
        made["label"] = label
    made["texts"] = texts
    empty: Tree = {"label": {}, "texts": []}
    return held if empty | held == empty | made else made


def _texts(before: Mapping[str, str], stated: Mapping[str, str], languages: frozenset[str]) -> dict[str, str]:
    """Labels in the languages of a file are as it says, and others stay."""
    return {tag: text for tag, text in before.items() if tag not in languages} | dict(stated)


def _covers(codes: Sequence[Tree], before: Sequence[Tree]) -> bool:
    listed = {text for code in codes for text in code.get("texts", [code["code"]])}
    return all(set(code.get("texts", [code["code"]])) <= listed for code in before)


def _labelled(record: Tree, stated: Listed) -> Tree:
    """The record with the labels and missing codes that the file gives single values."""
    by_text = {text: code for code in stated.codes or () for text in code.get("texts", [code["code"]])}
    codes = []
    for code in record["codes"]:
        match = next((by_text[text] for text in code.get("texts", [code["code"]]) if text in by_text), None)
        label = None if match is None else _texts(code.get("label", {}), match.get("label", {}), stated.languages)
        codes.append(code if not label or label == code.get("label") else {**code, "label": label})
    return _put(record, *_with_missing(codes, record.get("missing", []), stated))


def _with_missing(codes: list[Tree], absent: list[Tree], stated: Listed) -> tuple[list[Tree], list[Tree]]:
    """Codes and missing codes, with what the file says to be missing among the latter."""
    held = {text for code in absent for text in code.get("texts", ())}
    remaining: list[Tree] = [
        {**code, "texts": [text for text in code["texts"] if text not in held]} for code in stated.missing or ()
    ]
    taken = {code["code"] for code in absent}
    more = [_missing(code, None, stated) for code in remaining if code["texts"] and code["code"] not in taken]
    texts = {text for code in more for text in code["texts"]}
    return [code for code in codes if not set(code.get("texts", [code["code"]])) <= texts], [*absent, *more]


def _number(record: Tree, stated: Listed, language: str) -> Tree:
    """A number keeps its bins where a file only knows single values of it; a list of codes makes it a category."""
    if stated.codes is not None and not stated.partial:
        kept: Tree = {
            key: record[key] for key in ("name", "label", "note", "public", "column", "describes") if key in record
        }
        missing = [as_texts(code) for code in record.get("missing", ())]
        made: Tree = {**kept, "kind": "category", "codes": [], "otherwise": "nowhere"}
        return _category({**made, "missing": missing} if missing else made, stated, language)
    if stated.missing is None:
        return record
    before = {code["code"]: as_texts(code) for code in record.get("missing", ())}
    made_missing = [_missing(code, before.get(code["code"]), stated) for code in stated.missing]
    if stated.partial:
        codes = {code["code"] for code in made_missing}
        texts = {text for code in made_missing for text in code["texts"]}
        kept_missing = [
            {**code, "texts": [text for text in code["texts"] if text not in texts]}
            for code in before.values()
            if code["code"] not in codes
        ]
        made_missing += kept_missing
    held = {code["code"]: code for code in record.get("missing", ())}
    missing = [held[code["code"]] if before.get(code["code"]) == code else as_numbers(code) for code in made_missing]
    if missing == record.get("missing", []):
        return record
    result = {**record, "missing": missing}
    left = {code["code"] for code in missing}
    unstated = [code["code"] for code in missing if code["kind"] == "not_stated"]
    for fate in ("below", "above", "unreadable"):
        leads = record[fate]["code"] if isinstance(record[fate], Mapping) else None
        if leads in held and leads not in left:
            result[fate] = {"code": unstated[0]} if unstated else "nowhere"
    return result


def _made(record: Tree, stated: Listed) -> Tree:
    """What is made of other variables keeps its codes; a file may label them."""
    result = dict(record)
    stated_codes = {code["code"]: code for code in (*(stated.codes or ()), *(stated.missing or ()))}
    codes = [code["code"] for key in ("codes", "missing") for code in record.get(key, ())]
    if stated.codes is not None and not set(stated_codes) <= set(codes):
        raise BadInput(problem("data.import_made", name=record["name"]))
    for key in ("codes", "missing"):
        if key in record:
            result[key] = [_relabelled(code, stated_codes.get(code["code"]), stated) for code in record[key]]
    return with_hierarchies(result, stated, stated_codes)


def _relabelled(code: Tree, stated_code: Tree | None, stated: Listed) -> Tree:
    label = {} if stated_code is None else _texts(code.get("label", {}), stated_code.get("label", {}), stated.languages)
    if stated_code is None or label == code.get("label", {}):
        return code
    rest = {key: value for key, value in code.items() if key != "label"}
    return {**rest, "label": label} if label else rest
