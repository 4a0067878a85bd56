"""The two files being edited, as JSON trees: how they begin, are read and written, and survive a crash.

Qt-free. A tree may be unfinished; `drafted` fills what the user has not said yet, so that the rest can be checked and
drawn, and says what is missing. Files are written whole or not at all. Data are never part of this.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, drop, ordered, put
from dpdesk.problems.problem import Document, problem
from dpdesk.schema.editing.saving import write_json
from dpdesk.schema.file.canonical import load_json

if TYPE_CHECKING:
    from dpdesk.planning.approval_files import Submission

DICTIONARY_SUFFIX = ".dictionary.json"
PLAN_SUFFIX = ".plan.json"

PLAN_ORDER = (
    "format", "version", "title", "dictionary", "loss", "level", "groups", "tables", "reference", "targets", "sampling",
    "public_figures", "display",
    "notes", "publisher", "contact", "source", "reference_period", "region", "intended_use", "revision", "style",
)  # fmt: skip
_OF_THE_COVER = frozenset(
    ["title", "publisher", "contact", "source", "reference_period", "region", "intended_use", "style"]
)
_PLACEHOLDERS: dict[str, Any] = {
    "dataset_id": "unnamed",
    "title": {"en": "Untitled"},
    "source": {"kind": "csv"},
    "data_kind": "complete_count",
    "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
    "neighbours": "add_remove",
    "budget_cap": {"epsilon": "1"},
}
_UNIT_FIELDS = ("kind", "describes", "label")
_ID_FIELDS = ("column", "max_rows", "rows_without_id")
_SOME_HOUSEHOLDS: Tree = {"max_rows": 1, "rows_without_id": "refuse"}


def empty_dictionary() -> Tree:
    """A dictionary about which nothing has been said: nothing that matters for privacy has a default."""
    return {"format": "dpdesk-dictionary", "version": 1, "variables": []}


def empty_plan() -> Tree:
    """A plan without a table. The reference to its dictionary is added when it is saved or released."""
    return {"format": "dpdesk-plan", "version": 1, "title": {"en": ""}, "tables": []}


def same_but_the_cover(plan: Tree, now: Tree) -> bool:
    """Whether two plans differ at most in what stands on the cover, which changes nothing else that is shown."""
    names = (plan.keys() | now.keys()) - _OF_THE_COVER
    return all(plan.get(name) is now.get(name) for name in names)


def missing_fields(dictionary: Tree) -> tuple[str, ...]:
    """Names of the fields the user must still give, in the order of the form ("unit" while its sentence has a gap)."""
    missing = [name for name in _PLACEHOLDERS if name not in dictionary and name != "unit"]
    unit = dictionary.get("unit", {})
    needed = _UNIT_FIELDS + (_ID_FIELDS if unit.get("kind") == "id" else ())
    if any(name not in unit for name in needed):
        missing.append("unit")
    own = dictionary.get("households")
    unfinished = own is not None and any(name not in own for name in _ID_FIELDS)
    return (*(name for name in _PLACEHOLDERS if name in missing), *(["households"] if unfinished else []))


def drafted(dictionary: Tree) -> Tree:
    """The dictionary with placeholders where the user has said nothing yet; never to be released."""
    given = {"households": {**_SOME_HOUSEHOLDS, **dictionary.get("households", {})}}
    return {**dictionary, **{name: (_PLACEHOLDERS | given)[name] for name in missing_fields(dictionary)}}


def spoken(dictionary: Tree, wanted: str) -> str:
    """The language in which to show and type texts: the one wanted if the title has it or there is none yet."""
    title = dictionary.get("title")
    given = list(title) if isinstance(title, dict) else []
    return wanted if wanted in given or not given else str(given[0])


@dataclass(frozen=True, slots=True)
class Opened:
    """What was read from files: `plan` and its path are None if a dictionary alone was opened.

    `stale` says that the dictionary has changed since the plan was made. What came in a `submission` has no paths.
    """

    dictionary: Tree
    dictionary_path: Path | None
    plan: Tree | None = None
    plan_path: Path | None = None
    stale: bool = False
    submission: Submission | None = None


def open_document(path: Path) -> Opened:
    """Read a plan with its dictionary, a dictionary, or both in a submission.

    Raises:
        BadInput: one sentence with the file and the JSON path of what is wrong.
    """
    tree = load_json(path, "file")
    kind = tree.get("format") if isinstance(tree, dict) else None
    if kind == "dpdesk-dictionary":
        return Opened(_unfinished_or_whole(tree, path)[0], path)
    if kind == "dpdesk-submission":
        return _submitted(path)
    if kind == "dpdesk-session":
        raise BadInput(problem("gui.is_a_session", name=path.name))
    if kind != "dpdesk-plan":
        raise BadInput(problem("gui.not_a_document", name=path.name))
    from dpdesk.planning.document.model import PlanRecord
    from dpdesk.planning.document.plan import without_meaning
    from dpdesk.schema.file.problems import validated

    if without_meaning(tree):  # not known to suit its dictionary, as one that has another's hash
        tree = put(tree, ["dictionary", "meaning"], "0" * 64)
    record = validated(PlanRecord, tree, Document("plan", path.name))
    beside = path.parent / record.dictionary.path
    dictionary, meaning = _unfinished_or_whole(load_json(beside, "dictionary"), beside)
    stale = meaning != record.dictionary.meaning
    return Opened(dictionary, beside, drop(tree, ["dictionary"]), path, stale)


def _submitted(path: Path) -> Opened:
    from dpdesk.planning.approval_files import load_submission
    from dpdesk.planning.document.plan import Plan

    submission = load_submission(path)
    if not isinstance(submission.plan, Plan):
        raise BadInput(problem("gui.session_submitted", name=path.name))
    plan = drop(submission.plan.to_json(), ["dictionary"])
    return Opened(submission.plan.dictionary.to_json(), None, plan, submission=submission)


def _unfinished_or_whole(tree: Any, path: Path) -> tuple[Tree, str]:
    """A dictionary as edited here, code lists in files taken in, and the hash of its meaning ('' without variables)."""
    from dpdesk.schema.dictionary import Dictionary

    missing = missing_fields(tree) if isinstance(tree, dict) else ()
    if missing and not tree.get("variables"):
        return {**empty_dictionary(), **tree}, ""
    made = Dictionary.from_json(drafted(tree) if missing else tree, path.parent, Document("dictionary", path.name))
    whole = made.to_json()
    for name in missing:
        whole = put(whole, [name], tree[name]) if name in tree else drop(whole, [name])
    return whole, made.meaning_hash


def save(dictionary: Tree, dictionary_path: Path, plan: Tree, plan_path: Path | None) -> None:
    """Write both documents, or the dictionary alone where the plan has no path.

    An unfinished dictionary is saved as it is; a plan quotes the hash of what there is of it.

    Raises:
        BadInput: the dictionary is wrong, so that a plan could not quote it, or a file cannot be written.
    """
    if plan_path is None:
        write_json(dictionary_path, dictionary)
        return
    from dpdesk.schema.dictionary import Dictionary

    meaning = Dictionary.from_json(drafted(dictionary)).meaning_hash
    write_json(dictionary_path, dictionary)
    write_json(plan_path, with_reference(plan, relative(dictionary_path, plan_path.parent), meaning))


def relative(path: Path, folder: Path) -> str:
    """The path as a plan in `folder` states it; the bare name where there is no way to it (another drive)."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.name


def with_reference(plan: Tree, dictionary_path: str, meaning: str) -> Tree:
    """The plan as it stands in a file: with where its dictionary lies and the hash of its meaning."""
    head: Tree = {key: plan[key] for key in ("format", "version", "title") if key in plan}
    rest = {key: value for key, value in plan.items() if key not in head and key != "dictionary"}
    return {**head, "dictionary": {"path": dictionary_path, "meaning": meaning}, **rest}


def expect_people(plan: Tree, people: int, source: str, language: str) -> Tree:
    """The plan whose planning figures are about so many people; a source they have already stays."""
    known = {"source": {language: source}, **plan.get("reference", {}), "total": people}
    order = ("source", "total", "marginals", "weights")
    return ordered({**plan, "reference": ordered(known, order)}, PLAN_ORDER)
