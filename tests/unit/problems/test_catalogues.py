"""The sentences and the floors that raise their codes: nothing is missing, nothing is left over, nothing is bare."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from catalogues_told import sentences_for

from dpdesk.problems.problem import PLAN, Label, Problem, Value
from dpdesk.problems.readers import COMMAND_LINE, JSON, Reader, Window
from dpdesk.problems.render import MODULES, render, sentences
from dpdesk.problems.sentences import WHERE
from dpdesk.translation import languages, marked

FLOORS = (
    "errors", "resources", "privacy", "schema", "queries", "data", "mechanisms", "sequential", "planning", "ledger",
    "release", "publish", "selftest", "cli", "gui", "api",
)  # fmt: skip
"""The floors whose errors are data."""
CODE = re.compile(rf"({'|'.join(FLOORS)})\.[a-z0-9_]+")
FILES = {"ledger.sqlite"}
"""Names of files, which look like codes."""
MAKERS = {"problem", "phrase", "_wrong"}
ERRORS = {"BadInput", "Refused", "DpdeskError", "LedgerDamaged"}
READERS = (COMMAND_LINE, JSON, Window())
LANGUAGES = languages()


def fields(sentence: str) -> set[str]:
    """The named fields of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All of a tree, walked once."""
    return tuple(ast.walk(tree))


def modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]:
        yield path, parsed(path)


def called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def codes_in(tree: ast.AST) -> set[str]:
    """The codes that a module writes down."""
    texts = (node.value for node in nodes(tree) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and CODE.fullmatch(text) and text not in FILES}


def makings(tree: ast.AST) -> Iterator[tuple[str, int, set[str]]]:
    """Each place that makes a problem with a code it writes down: the code, how many more arguments, their names."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and called(node.func) in MAKERS and node.args:
            first, names = node.args[0], {one.arg for one in node.keywords if one.arg is not None}
            own = called(node.func) != "_wrong" or codes_in(first)
            if isinstance(first, ast.Constant) and own:
                yield (
                    str(first.value),
                    len(node.args) - 1,
                    names | ({"lead"} if called(node.func) == "_wrong" else set()),
                )


@cache
def makers_of_problems(package: Path) -> set[str]:
    """The names of functions that return a problem, wherever they are, and of none that returns something else."""
    made: set[str] = set()
    others: set[str] = set()
    for _, tree in modules(package):
        for node in nodes(tree):
            if isinstance(node, ast.FunctionDef):
                returned = "" if node.returns is None else ast.unparse(node.returns)
                (made if returned in ("Problem", "Problem | None") else others).add(node.name)
    return (made - others) | {"problem", "Problem"}


def calls(tree: ast.AST | None) -> set[str]:
    """The names of what is called somewhere in an expression."""
    return set() if tree is None else {called(node.func) for node in nodes(tree) if isinstance(node, ast.Call)}


def names_of_problems(tree: ast.AST, problems: Collection[str]) -> Iterator[str]:
    """The variables of a module that hold a problem, or several: declared so, or made by such a function."""
    for node in nodes(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if re.search(r"\bProblem\b", ast.unparse(node.annotation)):
                yield node.target.id
        elif isinstance(node, ast.Assign) and calls(node.value) and calls(node.value) <= set(problems):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def bare(tree: ast.AST, problems: Collection[str]) -> list[int]:
    """Lines on which an error is made of a sentence, not of a problem."""
    found, known = [], set(names_of_problems(tree, problems))
    for node in nodes(tree):
        if isinstance(node, ast.Call) and called(node.func) in ERRORS:
            made = node.args[0] if node.args else None
            of_problem = isinstance(made, ast.Call) and called(made.func) in problems
            held = made.value if isinstance(made, ast.Subscript) else made
            of_variable = isinstance(held, ast.Name) and held.id in known
            if not of_problem and not of_variable and not (isinstance(made, ast.Attribute) and made.attr == "problem"):
                found.append(node.lineno)
    return found


def test_every_module_of_sentences_is_read(checkout: Path) -> None:
    found = {path.stem for path in (checkout / "dpdesk" / "problems" / "english").glob("*.py")} - {"__init__"}
    assert found == set(MODULES) and len(MODULES) == len(found)


@pytest.mark.parametrize("reader", READERS)
def test_a_sentence_says_where_in_every_language_or_in_none(reader: Reader) -> None:
    english = sentences_for(reader, "en")
    for language in LANGUAGES:
        for code, sentence in sentences_for(reader, language).items():
            assert fields(sentence) - WHERE == fields(english[code]) - WHERE, code
            assert bool(fields(sentence) & WHERE) == bool(fields(english[code]) & WHERE), code


def test_german_is_not_english() -> None:
    english = sentences_for(COMMAND_LINE, "en")
    same = {code for code, sentence in sentences_for(COMMAND_LINE, "de").items() if sentence == english[code]}
    assert same == {"schema.hint", "ledger.amount"}


@pytest.mark.parametrize("floor", FLOORS)
def test_every_code_is_raised_and_every_raised_code_is_told(checkout: Path, floor: str) -> None:
    raised = {code for _, tree in modules(checkout / "dpdesk" / floor) for code in codes_in(tree)}
    own = {code for code in sentences() if code.startswith(f"{floor}.")}
    assert {code for code in raised if code.startswith(f"{floor}.")} == own
    assert raised <= sentences().keys()


def test_codes_that_the_window_asks_for_are_told(checkout: Path) -> None:
    for path, tree in modules(checkout / "dpdesk" / "gui"):
        assert codes_in(tree) <= sentences().keys(), path


@pytest.mark.parametrize("floor", FLOORS)
def test_a_sentence_gets_what_it_names(checkout: Path, floor: str) -> None:
    for path, tree in modules(checkout / "dpdesk" / floor):
        for code, more, given in makings(tree):
            wanted = fields(COMMAND_LINE.sentence(sentences()[code]))
            assert given == wanted - WHERE, f"{path}: {code}"
            assert more or not wanted & WHERE, f"{path}: {code} has no place"


@pytest.mark.parametrize("floor", FLOORS)
def test_no_floor_raises_a_bare_sentence(checkout: Path, floor: str) -> None:
    problems = makers_of_problems(checkout / "dpdesk")
    found = [f"{path}:{line}" for path, tree in modules(checkout / "dpdesk" / floor) for line in bare(tree, problems)]
    assert found == []


@pytest.mark.parametrize(
    "made", ['BadInput("x.")', 'BadInput(f"In {where}: x.")', "BadInput(sentence)", "Refused(str(error))", "BadInput()"]
)
def test_a_bare_sentence_is_found(made: str) -> None:
    assert bare(ast.parse(f"raise {made}"), {"problem"}) == [1]
    assert bare(ast.parse("raise BadInput(problem('schema.empty', place))"), {"problem"}) == []
    assert bare(ast.parse("why = reason(loss)\nraise BadInput(why)"), {"reason"}) == []
    assert bare(ast.parse("why = words(loss)\nraise BadInput(why)"), {"reason"}) == [2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_names_no_option(language: str) -> None:
    for code, sentence in sentences_for(Window(), language).items():
        if not code.startswith("cli."):
            assert "--" not in sentence and "`" not in sentence, code


LABELLED = {"table", "other", "group", "groups", "statistic", "quantity", "item", "measure"}
"""Fields that say a table, a group, a statistic or what it is of: by words in the window, by names that are typed."""
NAMES_ONLY = {
    "planning.note_table",
    "planning.group_unlisted",
    "planning.group_unknown",
    "planning.controls_contradict",
}
"""Sentences about a name that nothing in the plan has, or that has no other words, such as that of public figures."""


def keys_given(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Code and field of each problem to which a name or a code is handed where its words belong."""
    for node in nodes(tree):
        if not isinstance(node, ast.Call) or called(node.func) not in MAKERS or not node.args:
            continue
        code = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
        for keyword in node.keywords:
            handed = keyword.value.attr if isinstance(keyword.value, ast.Attribute) else ""
            if keyword.arg in LABELLED and handed in {"name", "code", "statistic", "quantity", "table"}:
                yield str(code), str(keyword.arg)


def test_tables_groups_and_statistics_are_told_in_words(checkout: Path) -> None:
    found = [
        given
        for folder in ("planning", "release")
        for _, tree in modules(checkout / "dpdesk" / folder)
        for given in keys_given(tree)
        if given[0] not in NAMES_ONLY
    ]
    assert found == []
    planted = "problem('planning.once_detail', place, group=group.name)"
    assert list(keys_given(ast.parse(planted))) == [("planning.once_detail", "group")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_says_words_and_the_command_line_what_is_typed(language: str) -> None:
    words = Label((("de", "Erwerb nach Alter"), ("en", "Work by age")), "work by age@five")
    shown, typed = words.show(language), words.name
    for code in sentences():
        for reader, wanted, other in ((Window(), shown, typed), (COMMAND_LINE, typed, shown)):
            sentence = sentences_for(reader, language)[code]
            parts = [(name, form or "") for _, name, form, _ in Formatter().parse(sentence) if name is not None]
            if not (named := LABELLED & {name for name, _ in parts}) or code.startswith(("data.", "publish.")):
                continue
            values = {name: sample(name, form) for name, form in parts if name not in WHERE}
            values |= {name: (words, words) if type(values[name]) is tuple else words for name in named}
            said = render(Problem(code, PLAN.whole.to("tables", 0), values), reader, language)
            assert wanted in said and other not in said, code


def test_a_place_in_the_window_names_tables_and_groups_by_their_titles() -> None:
    tree = {
        "groups": [{"name": "g1"}],
        "tables": [{"name": "t1", "group": "g1", "title": {"en": "Work by age", "de": "Erwerb nach Alter"}}],
    }
    for place in (PLAN.whole.to("tables", 0, "stub"), PLAN.whole.to("groups", 0, "part")):
        found = Problem("planning.above_zero", place, {})
        assert render(found, Window(tree)).startswith("‘Work by age’: ")
        assert render(found, Window(tree), "de").startswith("‚Erwerb nach Alter‘: ")
        assert "Work by age" not in render(found, COMMAND_LINE)


def sample(name: str, form: str) -> Value:
    """A value for a field, by how the sentence writes it."""
    if form in ("or", "all", "and", ";"):
        return ("a", "b")
    return 12345 if form == "," else name


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: str, reader: Reader) -> None:
    place = PLAN.whole.to("tables", 0, "stub", 1, "codes")
    mark = marked(language, "12,345")
    for code, sentence in sentences_for(reader, language).items():
        parts = [(name, form or "") for _, name, form, _ in Formatter().parse(sentence) if name is not None]
        values = {name: sample(name, form) for name, form in parts if name not in WHERE}
        said = render(Problem(code, place, values), reader, language)
        assert all(value in said.casefold() for value in values.values() if isinstance(value, str)), code
        assert (mark in said) == any(form == "," for _, form in parts), code


def test_codes_raised_through_a_name_need_what_is_given_there(checkout: Path) -> None:
    """Codes that stand in a table, such as those of a validating library's findings."""
    literal: set[str] = set()
    given = [set(), *({name} for name in ("least", "most", "key", "choices", "pattern")), {"key", "choices"}]
    for floor in FLOORS:
        for _, tree in modules(checkout / "dpdesk" / floor):
            literal |= {code for code, _, _ in makings(tree)}
            calls = [node for node in nodes(tree) if isinstance(node, ast.Call) and node.args]
            for call in calls:
                if called(call.func) in MAKERS and not isinstance(call.args[0], ast.Constant):
                    given.append({keyword.arg for keyword in call.keywords if keyword.arg is not None})
    for code, sentence in sentences_for(COMMAND_LINE, "en").items():
        assert code in literal or fields(sentence) - WHERE in given, code
