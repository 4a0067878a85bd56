"""A house style as it is edited: a JSON tree, changed by pure functions and checked as an export would check it.

Qt-free. What is typed and cannot be used stands in the tree as it was typed, so that the check says what is wrong.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.gui.desk.trees import Path as TreePath
from dpdesk.gui.desk.trees import Tree, drop, get, ordered, put
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import Document
from dpdesk.translation import languages

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord
    from dpdesk.problems.problem import Problem

ORDER = (
    "format", "version", "name", "publisher", "logo", "contact", "region", "licence", "citation", "next_release",
    "languages", "csv", "workbook", "display", "reliability", "font", "paper",
)  # fmt: skip
_TEXTS = ("name", "publisher", "contact", "region", "licence", "citation", "next_release")
_CHANGED = {"en": "{name}, changed", "de": "{name}, geändert"}
_WITHOUT_PLACE = {
    "planning.logo_without_publisher": ("publisher",),
    "planning.too_many_decimals": ("display", "decimals"),
    "planning.shares": ("reliability", "unreliable"),
    "planning.shares_in_order": ("reliability", "caution"),
}
"""The fields of problems whose place is a whole of several."""


def tree_of(style: StyleRecord) -> Tree:
    """A style as it is edited."""
    found: Tree = style.model_dump(mode="json", exclude_unset=True)
    return found


def changed(tree: Tree, path: TreePath, value: Any) -> Tree:
    """The tree with another value at a path; None leaves it out, and what is empty then.

    An empty rule for marks stays: it is the usual rule, and no rule marks nothing.
    """
    if value is not None:
        return ordered(put(tree, path, value), ORDER)
    tree = drop(tree, path)
    for above in (path[:end] for end in range(len(path) - 1, 0, -1)):
        if get(tree, above) == {} and list(above) != ["reliability"]:
            tree = drop(tree, above)
    return tree


def as_own(tree: Tree) -> Tree:
    """A style that no longer is one of the program's, under a name that says so; another one as it is."""
    from dpdesk.planning.document.style_files import bundled, style_of

    theirs = [style_of(bundled_style) for bundled_style in bundled()]
    if any(tree.get("name") == bundled_style.name and tree_of(bundled_style) != tree for bundled_style in theirs):
        names = {tag: _CHANGED.get(tag, _CHANGED["en"]).format(name=name) for tag, name in tree["name"].items()}
        return changed(tree, ["name"], names)
    return tree


def checked(tree: Tree) -> StyleRecord:
    """The style that a tree is.

    Raises:
        BadInput: the first thing that is wrong; signs and texts are checked as they are where something is printed.
    """
    from dpdesk.planning.choosing.checks import check_printing
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.document.style import StyleRecord
    from dpdesk.resources import resource
    from dpdesk.schema.file.problems import validated

    style = validated(StyleRecord, tree, Document("style"))
    printed = Plan.load(resource("seven/plan.json"))  # any plan that says nothing of how it is printed
    check_printing(Plan(printed.record, printed.dictionary).in_style(style))
    return style


def field_of(problem: Problem, edited: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The path of the field that a problem is about, () for none; of two alike it is the one `edited` last."""
    path = tuple(str(step) for step in problem.where.path) if problem.where is not None else ()
    path = path[1:] if path[:1] == ("style",) else path
    if problem.code == "planning.symbol_twice" and edited[:-1] == path[:-1]:
        return edited
    return _WITHOUT_PLACE.get(problem.code, path)


def percent(share: Any) -> str:
    """A share as a percentage, to be typed over; what is no share stays as it is."""
    try:
        return format_exact(parse_exact(share) * 100)
    except (DpdeskError, TypeError, AttributeError):
        return "" if share is None else str(share)


def share(typed: str) -> str:
    """The share of an exact percentage."""
    return format_exact(Fraction(parse_exact(typed)) / 100)


def with_picture(tree: Tree, path: Path) -> Tree:
    """The tree with the picture of a file as its logo.

    Raises:
        BadInput: it cannot be read, is too large, or is no picture.
    """
    from dpdesk.planning.document.style_files import picture_in

    return changed(tree, ["logo"], picture_in(path, Document("style").whole.to("logo")))


def languages_in(tree: Tree) -> list[str]:
    """The languages in which the style has texts, those of the program's publications first."""
    texts = (tree.get(name) for name in _TEXTS)
    tags = {tag for text in texts if isinstance(text, dict) for tag in text}
    return [*languages(), *sorted(tags - set(languages()))]


def place_for(tree: Tree, kept: Path | None) -> Path | None:
    """Where the office keeps a style of this name; None where another one is kept there that is not `own`."""
    from dpdesk.planning.document.formats import file_stems
    from dpdesk.planning.document.style_files import ENDING, bundled, office_folder
    from dpdesk.schema.text import Text

    stem = file_stems(["-".join(Text(tree["name"]).show("en").casefold().split())])[0]
    path = office_folder() / f"{stem}{ENDING}"
    return None if stem in bundled() or (path.exists() and path != kept) else path


def keep(tree: Tree, path: Path) -> None:
    """Write a style to its file, whole or not at all.

    Raises:
        BadInput: it cannot be written.
    """
    from dpdesk.problems.problem import problem
    from dpdesk.schema.editing.saving import write_json

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(problem("schema.unwritable", path=str(path), reason=str(error.strerror))) from None
    write_json(path, tree)
