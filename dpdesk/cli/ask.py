"""`dpdesk ask`: a session of questions on the command line, one at a time.

Without a data file it says what a session would cost, how wrong its answers may be, and whether it is the wrong tool;
no data are read. With one it opens the session, which spends its whole cost, and reads questions, a line each, until
the session is finished, `quit`, or the end of the input. Answers of earlier sessions are printed from the ledger.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.cli.asking import carry_out
from dpdesk.cli.common import Add, add_office, answer, report
from dpdesk.cli.data_options import add_data_options
from dpdesk.cli.session_lines import forecast_lines
from dpdesk.cli.transcript import print_transcript
from dpdesk.errors import BadInput
from dpdesk.printing import print_json, print_lines, quoted
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan


def add_to(add: Add) -> None:
    """What may be written after `dpdesk ask`."""
    ask = add("ask", _ask, "Questions one at a time; without --data, their cost and how wrong answers may be.")
    ask.add_argument("session", type=Path, nargs="?", metavar="SESSION", help="a *.session.json file")
    add_data_options(ask, required=False, help_text="opens the session on these data; default: forecast only")
    ask.add_argument("--ledger", type=Path, metavar="FILE")
    ask.add_argument("--questions", type=Path, metavar="FILE", help="a question a line; default: standard input")
    ask.add_argument("--each", nargs="+", metavar="VARIABLE", help="ask for every combination of their codes, in order")
    ask.add_argument("--rehearse", action="store_true", help="on made-up records: nothing is spent or kept")
    ask.add_argument("--models", action="store_true", help="forecast the same questions asked at once, too")
    ask.add_argument("--transcript", metavar="ID", help="print a session of the ledger; `last` is the newest")
    ask.add_argument("--demonstration", action="store_true", help="what chosen questions can do, on made-up records")
    ask.add_argument("--out", type=Path, metavar="DIR", help="writes the answers as CSV and JSON files")
    ask.add_argument(
        "--notes", type=Path, metavar="PLAN", help="adds the answers to this plan's notes, for its workbook"
    )
    ask.add_argument("--language", default="en", metavar="TAG", help="of labels and notes; default: en")
    ask.add_argument("--accept-changed-data", metavar="REASON", help="the file changed since it was last used")
    ask.add_argument("--confirm-known-data", metavar="REASON", help="the file is known under another dataset_id")
    add_office(ask, "asks")
    ask.add_argument("--json", action="store_true")


def _ask(options: argparse.Namespace) -> int:
    """Carry out `dpdesk ask`."""
    if options.demonstration:
        return _demonstration(options)
    if options.transcript is not None:
        return print_transcript(options)
    if options.session is None:
        raise BadInput(problem("cli.name_a_session"))
    from dpdesk.planning.sessions.plan import SessionPlan

    plan = SessionPlan.load(options.session)
    if options.data is None and not options.rehearse:
        return _forecast(plan, options)
    return carry_out(plan, options)


def _forecast(plan: SessionPlan, options: argparse.Namespace) -> int:
    from dpdesk.planning.sessions.forecast import forecast_session

    forecast = forecast_session(plan)
    models = _models(plan) if options.models else None
    if options.json:
        print_json(forecast.to_json() | ({} if models is None else {"models": models.to_json()}))
    else:
        print_lines(forecast_lines(plan, forecast, options.language))
        if models is not None:
            print_lines(["", *models.lines()])
        if forecast.refused is None:
            print_lines(["", f"To open it: dpdesk ask {quoted(options.session)} --data FILE"])
    if forecast.refused is not None:
        report(forecast.refused, as_json=False)  # the forecast has it
        return BadInput.exit_status
    return 0


def _models(plan: SessionPlan) -> Any:
    """The same questions known beforehand, asked one by one, and each chosen after the answers before it."""
    from dpdesk.planning.aids.three_models import compare_thresholds
    from dpdesk.planning.sessions.forecast import asked_for
    from dpdesk.privacy.exact import parse_exact

    first = next(iter(plan.space.asked.values()))
    along = plan.along or (first if len(plan.variables) == 1 else None)
    if along is None or along.ordered < 2:
        raise BadInput(problem("cli.models_along"))
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

    demonstration = demonstrate()
    return answer(options, demonstration.to_json(), demonstration.lines())
