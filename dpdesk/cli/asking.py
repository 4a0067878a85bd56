"""A session of questions opened on the command line: listed or typed, a line each, until it is finished."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.cli.common import open_ledger
from dpdesk.cli.data_options import named, tell_where
from dpdesk.cli.session_lines import BY_ITSELF, names_lines
from dpdesk.cli.transcript import answers_tree, counted, note, plan_for, write
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_QUESTIONS
from dpdesk.printing import print_json, print_lines
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.release.sessions.asking import Exchange, Session


ENDS = ("quit", "close", "exit", "q")
HELP = ("help", "?")


def carry_out(plan: SessionPlan, options: argparse.Namespace) -> int:
    """Open a session, ask, close it, and pass the answers on. All that can be refused is, before it is opened."""
    from dpdesk.publish.outbox import check_writable

    if options.rehearse and options.notes is not None:
        raise BadInput(problem("cli.notes_of_a_rehearsal"))
    listed = _listed(plan, options)
    target = None if options.notes is None else plan_for(plan, options.notes)
    if options.out is not None:
        check_writable(options.out)
    ledger = nullcontext() if options.rehearse else open_ledger(options, create=True)
    with ledger as account, _opened(plan, options, account) as session:
        if not options.json:
            print_lines(_opening_lines(plan, session, options.rehearse))
        mistakes = _ask_all(session, plan, options, listed)
        session.close()
        transcript, left = session.transcript, None
        if account is not None:
            left = account.remaining(plan.dictionary.dataset_id)
    files = [] if options.out is None else write(plan, transcript, options, session.id)
    if target is not None:
        files.append(note(plan, transcript, options, target))
    if options.json:
        print_json(_tree(plan, session, transcript, left, files, rehearsal=options.rehearse))
    else:
        print_lines([f"The session is closed after {counted(len(transcript), 'answer')}.", *map(str, files)])
    return 2 if mistakes else 0


def _opened(plan: SessionPlan, options: argparse.Namespace, account: Any) -> Session:
    if options.rehearse:
        from dpdesk.release.rehearsal import rehearse_session

        return rehearse_session(plan)
    from dpdesk.release.sessions.session import open_session

    tell_where(options.engine)
    return open_session(
        plan,
        named(options.data, options.engine),
        account,
        engine=options.engine,
        accept_changed=options.accept_changed_data,
        confirm_known=options.confirm_known_data,
        office=options.office,
        role=options.role,
    )


def _listed(plan: SessionPlan, options: argparse.Namespace) -> list[Any] | None:
    """The questions that are known now, read and checked; None where they come from standard input."""
    if plan.method.name in BY_ITSELF:
        if options.each or options.questions:
            raise BadInput(problem("cli.asks_by_itself", method=plan.method.name))
        return []
    if options.each:
        if options.questions:
            raise BadInput(problem("cli.each_or_questions"))
        next(iter(plan.each(options.each)))
        return []
    if options.questions is None:
        return None
    from dpdesk.schema.file.canonical import read_whole

    path = str(options.questions)
    try:
        content = read_whole(options.questions)
        lines = [] if content is None else content.decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise BadInput(problem("cli.questions_unreadable", path=path)) from None
    if content is None or len(lines) > MOST_QUESTIONS:
        raise BadInput(problem("cli.too_many_questions", most=MOST_QUESTIONS, path=path))
    questions = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            questions.append(plan.question(line.strip()))
        except BadInput as wrong:
            why = wrong.problem
            raise BadInput(problem("cli.in_line", path=path, line=number, why=why)) from None
    if not questions:
        raise BadInput(problem("cli.no_questions", path=path))
    return questions


def _opening_lines(plan: SessionPlan, session: Session, rehearsal: bool) -> Iterator[str]:
    if rehearsal:
        yield "Rehearsal on made-up records: nothing is spent, and the answers mean nothing."
    else:
        cost = ", ".join(f"{unit} {value}" for unit, value in session.charge.items() if value)
        yield f"Session {session.id} is open (entry {session.entry}): {cost} is spent, whatever is asked."
    yield session.left
    if sys.stdin.isatty() and plan.method.name not in BY_ITSELF:
        yield from names_lines(plan)
        yield "`quit` closes the session."


def _ask_all(session: Session, plan: SessionPlan, options: argparse.Namespace, listed: list[Any] | None) -> int:
    """Ask until the session is finished or the questions are; returns how many could not be read."""
    show = not options.json
    if plan.method.name in BY_ITSELF:
        while not session.finished:
            _show(session.ask(), show)
        if show and session.median is not None:
            print_lines([f"The median is {session.median}."])
        return 0
    if options.each:
        for exchange in session.ask_each(options.each):
            _show(exchange, show)
        return 0
    if listed is None:
        return _converse(session, show)
    for question in listed:
        if session.finished:
            _say(session.left)
            break
        _show(session.ask(question), show)
    return 0


def _converse(session: Session, show: bool) -> int:
    """Read questions from standard input; a mistake uses nothing up. The prompt is for people only."""
    mistakes = 0
    for line in _typed():
        if line.lower() in HELP:
            print_lines([*names_lines(session.plan), session.left, "`quit` closes the session."] if show else [])
            continue
        if line.lower() in ENDS:
            break
        try:
            _show(session.ask(line), show)
        except BadInput as wrong:
            mistakes += 1
            _say(str(wrong))
        if show and (session.finished or sys.stdin.isatty()):
            print_lines([session.left])
        if session.finished:
            break
    return 0 if sys.stdin.isatty() else mistakes


def _typed() -> Iterator[str]:
    """The lines of standard input that say something, with a prompt where a person types them."""
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("? ")
            sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            _say("The question is not UTF-8 text.")
            return
        if not line:
            return
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


def _show(exchange: Exchange, show: bool) -> None:
    if show:
        print_lines([exchange.sentence])


def _tree(
    plan: SessionPlan, session: Session, transcript: Any, left: Any, files: list[Path], *, rehearsal: bool
) -> dict[str, Any]:
    """The JSON object of a session that was opened, asked and closed."""
    sentences = [entry.sentence for entry in transcript]
    entries = answers_tree(plan, transcript)["transcript"]
    return {
        "session": session.id,
        "rehearsal": rehearsal,
        "entry": session.entry,
        "charge": {unit: str(value) for unit, value in session.charge.items()},
        "remaining": left,
        "transcript": [entry | {"sentence": sentence} for entry, sentence in zip(entries, sentences, strict=True)],
        "median": session.median,
        "files": [str(path) for path in files],
    }


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
