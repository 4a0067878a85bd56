"""`dpdesk ask`: a session of questions on the command line, one at a time.

Without a data file it says what a session would cost, how wrong its answers may be, and whether it is the wrong tool;
no data are read. With one it opens the session, which spends its whole cost, and reads questions, a line each, until
the session is finished, `quit`, or the end of the input. Answers of earlier sessions are printed from the ledger.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.limits import MOST_QUESTIONS
from dpdesk.printing import print_json, print_lines, quoted

if TYPE_CHECKING:
    from dpdesk.ledger.sessions import StoredSession
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.release.session_asking import Exchange, Session

ENDS = ("quit", "close", "exit", "q")
HELP = ("help", "?")
BY_ITSELF = ("median", "randomized-response")
"""Methods that ask by themselves: the session is opened, answers, and is finished."""


def add_options(ask: argparse.ArgumentParser) -> None:
    """What may be written after `dpdesk ask`."""
    ask.add_argument("session", type=Path, nargs="?", metavar="SESSION", help="a *.session.json file")
    add_data_options(ask, required=False, help_text="opens the session on these data; default: forecast only")
    ask.add_argument("--ledger", type=Path, metavar="FILE")
    ask.add_argument("--questions", type=Path, metavar="FILE", help="a question a line; default: standard input")
    ask.add_argument("--each", nargs="+", metavar="VARIABLE", help="ask for every combination of their codes, in order")
    ask.add_argument("--rehearse", action="store_true", help="on made-up records: nothing is spent or kept")
    ask.add_argument("--models", action="store_true", help="forecast the same questions asked at once, too")
    ask.add_argument("--transcript", metavar="ID", help="print a session of the ledger; `last` is the newest")
    ask.add_argument("--demonstration", action="store_true", help="what chosen questions can do, on made-up data")
    ask.add_argument("--out", type=Path, metavar="DIR", help="writes the answers as CSV and JSON files")
    ask.add_argument(
        "--notes", type=Path, metavar="PLAN", help="adds the answers to this plan's notes, for its workbook"
    )
    ask.add_argument("--language", default="en", metavar="TAG", help="of labels and notes; default: en")
    ask.add_argument("--accept-changed-data", metavar="REASON", help="the file changed since it was last used")
    ask.add_argument("--confirm-known-data", metavar="REASON", help="the file is known under another dataset_id")
    ask.add_argument("--office", default="", metavar="TEXT", help="office that asks, for the ledger")
    ask.add_argument("--role", default="", metavar="TEXT", help="role of who asks, for the ledger; no name")
    ask.add_argument("--json", action="store_true")


def add_data_options(parser: argparse.ArgumentParser, *, required: bool, help_text: str = "") -> None:
    """What says which data are counted, and where."""
    cluster = "for spark also an address such as s3a://… or table:catalog.schema.name"
    parser.add_argument(
        "--data",
        required=required,
        metavar="WHERE",
        help=f"{help_text}; {cluster}" if help_text else f"a file, or a folder of Parquet files; {cluster}",
    )
    parser.add_argument(
        "--engine",
        choices=("duckdb", "spark", "dask"),
        default="duckdb",
        help="where it is counted: on this computer (duckdb), or in the session of Spark or Dask that the environment "
        "gives, to which only counts are asked back, but whose temporary files can hold records in clear",
    )


def named(data: str, engine: str) -> Path | str:
    """The data a user named: a path, or for a cluster what stands for itself."""
    if engine == "duckdb":
        return Path(data)
    from dpdesk.data.engines.elsewhere import is_address

    return data if is_address(data) else Path(data)


def tell_where(engine: str) -> None:
    """Say where the counting happens, before it begins, unless it is here."""
    from dpdesk.data.engines.open import where

    sentence = where(engine)
    if sentence is not None:
        print(sentence, file=sys.stderr)


def ask(options: argparse.Namespace) -> int:
    """Carry out `dpdesk ask`."""
    if options.demonstration:
        return _demonstration(options)
    if options.transcript is not None:
        return _transcript(options)
    if options.session is None:
        raise BadInput("Name a session file, or --transcript last; `dpdesk ask --help` shows what is expected.")
    from dpdesk.planning.sessions.plan import SessionPlan

    plan = SessionPlan.load(options.session)
    if options.data is None and not options.rehearse:
        return _forecast(plan, options)
    return _session(plan, options)


# Before it is opened ---------------------------------------------------------------------------------------------


def _forecast(plan: SessionPlan, options: argparse.Namespace) -> int:
    from dpdesk.planning.sessions.forecast import forecast_session

    found = forecast_session(plan)
    models = _models(plan) if options.models else None
    if options.json:
        print_json(found.to_json() | ({} if models is None else {"models": models.to_json()}))
    else:
        print_lines(forecast_lines(plan, found, options.language))
        if models is not None:
            print_lines(["", *models.lines()])
        if found.refused is None:
            print_lines(["", f"To open it: dpdesk ask {quoted(options.session)} --data FILE"])
    if found.refused is not None:
        raise BadInput(found.refused)
    return 0


def forecast_lines(plan: SessionPlan, found: Any, language: str = "en") -> Iterator[str]:
    """A session's forecast in words."""
    cost = ", ".join(f"{unit} {value}" for unit, value in found.charge.items() if value)
    yield f"{plan.title.show(language)} ({plan.method.name} on {', '.join(plan.variables)})"
    yield from (note.show(language) for note in plan.notes)
    yield f"Cost: {cost}, spent when the session is opened, whatever is asked. Nothing has been read from the data."
    yield f"Promise: {promise_words(plan, language)}"
    if found.error is not None:
        yield f"Accuracy: {accuracy_words(plan, found)}."
    if found.needed is not None:
        yield f"The file must have at least {found.needed:,} records."
    if found.wrong_tool is not None:
        yield ""
        yield found.wrong_tool.sentence
    if plan.method.name not in BY_ITSELF:
        yield ""
        yield from names_lines(plan)


def promise_words(plan: SessionPlan, language: str = "en") -> str:
    """What a session promises, and to whom."""
    from dpdesk.privacy.neighbours import Neighbours

    what = "added or removed" if plan.neighbours is Neighbours.ADD_REMOVE else "replaced by another"
    unit = plan.dictionary.unit
    rows = f" with at most {unit.max_rows:,} records" if unit.max_rows > 1 else ""
    return f"{plan.loss} for the whole session, when {unit.label.show(language)}{rows} is {what}, whatever is asked."


def accuracy_words(plan: SessionPlan, found: Any) -> str:
    """The error of a session as the end of a sentence."""
    sure = f"with {float(100 * (1 - found.failure)):.4g} % certainty"
    name = plan.method.name
    if name == "median":
        return f"{sure} at most {found.error:,} records too many lie on either side of the median found"
    if name == "randomized-response":
        return f"{sure} no count estimated from a column of {found.size:,} is off by more than ± {found.error:,}"
    many = f"among {found.questions:,} questions" if found.questions > 1 else "to one question"
    if name in ("noisy-counts", "adaptive-thresholds"):
        return f"{sure} no answer {many} is off by more than ± {found.error:,}"
    return f"{sure} no answer {many} is wrong about a count more than {found.error:,} away from the threshold"


def names_lines(plan: SessionPlan) -> Iterator[str]:
    """What a question may name, with an example of each kind."""
    if plan.along is not None:
        first, last = plan.along.codes[0], plan.along.codes[plan.along.ordered - 1]
        yield f"Ask for a code of {plan.along.name}, {first} to {last}: how many are there or below?"
        return
    yield "Ask by name and codes, joined by semicolons; `everyone` asks for all:"
    width = max(map(len, plan.space.asked))
    for asked in plan.space.asked.values():
        first, last = asked.codes[0], asked.codes[-1]
        ranges = (
            f", or a range: {asked.name}={asked.codes[0]}..{asked.codes[asked.ordered - 1]}"
            if asked.ordered > 1
            else ""
        )
        many = f"{len(asked.codes):,} codes" if len(asked.codes) > 1 else "one code"
        yield f"  {asked.name:<{width}}  {many}, {asked.name}={first} to {asked.name}={last}{ranges}"


def _models(plan: SessionPlan) -> Any:
    """The same questions known beforehand, asked one by one, and each chosen after the answers before it."""
    from dpdesk.planning.aids.three_models import compare_thresholds
    from dpdesk.planning.sessions.forecast import asked_for
    from dpdesk.privacy.exact import parse_exact

    first = next(iter(plan.space.asked.values()))
    along = plan.along or (first if len(plan.variables) == 1 else None)
    if along is None or along.ordered < 2:
        raise BadInput("--models compares questions along the order of one variable; this session has none.")
    accuracy = parse_exact(getattr(plan.method, "accuracy", "1/20"))
    questions = min(asked_for(plan), along.ordered)
    return compare_thresholds(
        along.ordered,
        questions,
        plan.loss,
        plan.neighbours,
        accuracy,
        plan.failure,
        rows_per_unit=plan.rows_per_unit,
        exact_row=plan.one_row_each,
        beyond=len(along.codes) > along.ordered,
    )


def _demonstration(options: argparse.Namespace) -> int:
    from dpdesk.sequential.demonstration import demonstrate

    found = demonstrate()
    if options.json:
        print_json(found.to_json())
    else:
        print_lines(found.lines())
    return 0


# Open ------------------------------------------------------------------------------------------------------------


def _session(plan: SessionPlan, options: argparse.Namespace) -> int:
    """Open a session, ask, close it, and pass the answers on. All that can be refused is, before it is opened."""
    from contextlib import nullcontext

    from dpdesk.publish.outbox import check_writable

    if options.rehearse and options.notes is not None:
        raise BadInput("The answers of a rehearsal mean nothing and go into no plan's notes; leave out --notes.")
    listed = _listed(plan, options)
    target = None if options.notes is None else _plan_for(plan, options.notes)
    if options.out is not None:
        check_writable(options.out)
    ledger = nullcontext() if options.rehearse else _ledger(options, create=True)
    with ledger as account, _opened(plan, options, account) as session:
        if not options.json:
            print_lines(_opening_lines(plan, session, options.rehearse))
        mistakes = _ask_all(session, plan, options, listed)
        session.close()
        transcript, left = session.transcript, None
        if account is not None:
            left = account.remaining(plan.dictionary.dataset_id)
    files = [] if options.out is None else _write(plan, transcript, options, session.id)
    if target is not None:
        files.append(_note(plan, transcript, options, target))
    if options.json:
        print_json(_tree(plan, session, transcript, left, files, rehearsal=options.rehearse))
    else:
        print_lines([f"The session is closed after {_counted(len(transcript), 'answer')}.", *map(str, files)])
    return 2 if mistakes else 0


def _opened(plan: SessionPlan, options: argparse.Namespace, account: Any) -> Session:
    if options.rehearse:
        from dpdesk.release.rehearsal import rehearse_session

        return rehearse_session(plan)
    from dpdesk.release.session import open_session

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
            raise BadInput(f"A session of {plan.method.name} asks by itself; leave out --each and --questions.")
        return []
    if options.each:
        if options.questions:
            raise BadInput("Give either --each or --questions.")
        next(iter(plan.each(options.each)))
        return []
    if options.questions is None:
        return None
    from dpdesk.schema.file.canonical import read_whole

    try:
        content = read_whole(options.questions)
        lines = [] if content is None else content.decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"The questions {options.questions} cannot be read as UTF-8 text; check the path.") from None
    if content is None or len(lines) > MOST_QUESTIONS:
        raise BadInput(f"There are more than {MOST_QUESTIONS} lines in {options.questions}; ask fewer questions.")
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(plan.question(line.strip()))
        except BadInput as problem:
            raise BadInput(f"In {options.questions}, line {number}: {problem}") from None
    if not found:
        raise BadInput(f"There is no question in {options.questions}; write one a line.")
    return found


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
        except BadInput as problem:
            mistakes += 1
            _say(str(problem))
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


# From the ledger -------------------------------------------------------------------------------------------------


def _transcript(options: argparse.Namespace) -> int:
    """Print a session of the ledger, and pass its answers on again."""
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.dictionary import Dictionary
    from dpdesk.schema.file.canonical import parse_json

    with _ledger(options) as ledger:
        stored = _stored(ledger, options.transcript)
    dictionary = Dictionary.from_bytes(stored.dictionary_json, "the dictionary in the ledger")
    plan = SessionPlan.from_json(parse_json(stored.plan_json, "the session in the ledger"), dictionary)
    target = None if options.notes is None else _plan_for(plan, options.notes)
    files = [] if options.out is None else _write(plan, stored.transcript, options, stored.id)
    if target is not None:
        files.append(_note(plan, stored.transcript, options, target))
    if options.json:
        print_json(
            {
                "session": stored.id,
                "dataset": stored.dataset_id,
                "date": stored.date,
                "state": stored.state,
                "reason": stored.reason,
                "loss": stored.loss.to_json(),
                "charge": {unit: str(value) for unit, value in stored.charge.items()},
                "entry": stored.entry,
                "head": stored.head,
                "approval": stored.approval or None,
                "transcript": [
                    {"number": one.number, "question": one.question, **one.answer} for one in stored.transcript
                ],
                "files": [str(path) for path in files],
            }
        )
        return 0
    cost = ", ".join(f"{unit} {value}" for unit, value in stored.charge.items() if value)
    told = {"open": "still open", "closed": stored.reason, "ended": "closed when its program ended"}
    print_lines(
        [
            f"{stored.title.show(options.language)} (session {stored.id}, {stored.date}, entry {stored.entry})",
            f"Cost: {cost}. {_counted(len(stored.transcript), 'answer')}; {told.get(stored.state, stored.state)}.",
            *(str(one.answer.get("sentence", "")) for one in stored.transcript),
            *map(str, files),
        ]
    )
    return 0


def _stored(ledger: Any, name: str) -> StoredSession:
    found: list[StoredSession] = ledger.sessions()
    if not found:
        raise BadInput("The ledger holds no session yet; `dpdesk ask SESSION --data FILE` opens one.")
    if name == "last":
        return max(found, key=lambda one: one.entry)
    for one in found:
        if one.id == name or (len(name) >= 4 and one.id.startswith(name)):
            return one
    raise BadInput(f"The ledger holds no session '{name[:60]}'; `dpdesk ledger show` lists them.")


def _ledger(options: argparse.Namespace, *, create: bool = False) -> Any:
    from dpdesk.ledger.ledger import Ledger, default_path

    return Ledger.open(options.ledger or default_path(), create=create)


# What becomes of the answers -------------------------------------------------------------------------------------


def _plan_for(plan: SessionPlan, path: Path) -> Plan:
    """The plan whose notes take the answers: of the same data."""
    from dpdesk.planning.document.plan import Plan

    target = Plan.load(path)
    if target.dictionary.dataset_id != plan.dictionary.dataset_id:
        raise BadInput(
            f"The plan {path} is about {target.dictionary.dataset_id}, and the session about "
            f"{plan.dictionary.dataset_id}; answers go into the notes of a plan about the same data."
        )
    return target


def _note(plan: SessionPlan, transcript: Any, options: argparse.Namespace, target: Plan) -> Path:
    """Add the answers to the notes of a plan file; those that stand there already are left as they are."""
    import os
    import secrets

    from dpdesk.publish.tables.session_answers import session_notes

    path: Path = options.notes
    tree = target.to_json()
    notes = list(tree.get("notes", []))
    for text in session_notes(plan, transcript, options.language):
        one = {"text": {options.language: text}}
        if one not in notes:
            notes.append(one)
    content = json.dumps(tree | {"notes": notes}, ensure_ascii=False, indent=2) + "\n"
    waiting = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with waiting.open("xb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())   # before it takes the place of the plan that is there
        os.replace(waiting, path)
    except OSError as error:
        waiting.unlink(missing_ok=True)
        raise DpdeskError(f"The plan {path} cannot be written ({error.strerror}); check the folder.") from None
    return path


def _write(plan: SessionPlan, transcript: Any, options: argparse.Namespace, session_id: str) -> list[Path]:
    """Write the answers into a folder: answers.csv, session.json, and a randomised column."""
    from dpdesk.publish.outbox import Outbox
    from dpdesk.publish.tables.session_answers import answers, column_lines, transcript_csv

    told = next((one.told for one in answers(plan, transcript) if one.told), ())
    pieces: dict[str, Iterable[bytes]] = {
        "answers.csv": [transcript_csv(plan, transcript, options.language).encode()],
        "session.json": [
            _json_bytes({"session": session_id, "plan": plan.to_json(), **_answers_tree(plan, transcript)})
        ],
    }
    if told:
        pieces[f"{'-'.join(plan.variables)}.csv"] = column_lines(plan, told)
    files: list[Path] = []
    with Outbox(options.out) as outbox:
        for name, content in pieces.items():
            files.append(outbox.add(name, partial(_pour, content)))
        outbox.publish()
    return files


def _pour(content: Iterable[bytes], stream: BinaryIO) -> None:
    stream.writelines(content)


def _answers_tree(plan: SessionPlan, transcript: Any) -> dict[str, Any]:
    from dpdesk.publish.tables.session_answers import answers
    from dpdesk.release.session_words import answer_json

    return {
        "transcript": [
            {
                "number": one.number,
                "question": {} if one.question is None else one.question.to_json(),
                "text": "" if one.question is None else one.question.text,
                **answer_json(one.reply, one.told),
            }
            for one in answers(plan, transcript)
        ]
    }


def _tree(
    plan: SessionPlan, session: Session, transcript: Any, left: Any, files: list[Path], *, rehearsal: bool
) -> dict[str, Any]:
    """The JSON object of a session that was opened, asked and closed."""
    sentences = [one.sentence for one in transcript]
    told = _answers_tree(plan, transcript)["transcript"]
    return {
        "session": session.id,
        "rehearsal": rehearsal,
        "entry": session.entry,
        "charge": {unit: str(value) for unit, value in session.charge.items()},
        "remaining": left,
        "transcript": [one | {"sentence": said} for one, said in zip(told, sentences, strict=True)],
        "median": session.median,
        "files": [str(path) for path in files],
    }


# Printing --------------------------------------------------------------------------------------------------------


def _counted(count: int, what: str) -> str:
    return f"one {what}" if count == 1 else f"{count:,} {what}s"


def _json_bytes(tree: Any) -> bytes:
    return (json.dumps(tree, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
