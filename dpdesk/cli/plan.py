"""`dpdesk plan`: a plan begun, submitted to a board and approved, and the pack the board reads.

Nothing here reads data, draws or spends. A plan is approved by the hash of its meaning, so that a plan edited
afterwards has no approval. Offices and roles are typed, not authenticated: this is a record, and a brake against
accidents.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.cli.common import Add, Command, Parser, add_office, answer, day_of, open_ledger, subcommand
from dpdesk.cli.documents import decimals, new_plan, sampling
from dpdesk.cli.files import new_file, write, write_all
from dpdesk.errors import BadInput, Refused
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.ledger.board import Standing
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.approval_files import AnyPlan, Submission
    from dpdesk.publish.review.pack import Review


def add_to(add_command: Add) -> None:
    """What may be written after `dpdesk plan`."""
    plan = add_command("plan", _status, "Begin a plan; submit it to a board, approve it; what the board reads.")
    actions = plan.add_subparsers(title="actions", metavar="ACTION", required=True, parser_class=Parser)

    def add(
        name: str, command: Command, help_text: str, what: str = "PLAN", many: str | None = None
    ) -> argparse.ArgumentParser:
        parser = subcommand(actions, name, command, help_text)
        parser.add_argument("plan", type=Path, metavar=what, nargs=many)
        parser.add_argument("--json", action="store_true")
        return parser

    def ledger(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--ledger", type=Path, metavar="FILE")

    ledger(add("status", _status, "How a plan stands before the board."))

    submit = add("submit", _submit, "Submit a plan, a session or a submission made elsewhere.", "PLAN")
    ledger(submit)
    add_office(submit)
    submit.add_argument("--note", default="", metavar="TEXT", help="what the board should know")
    submit.add_argument("--out", type=Path, metavar="FILE", help="also writes the submission, to travel as a file")
    submit.add_argument("--no-ledger", action="store_true", help="writes the file only")

    approve = add("approve", _approve, "Approve a submitted plan in its present meaning.", many="?")
    ledger(approve)
    add_office(approve)
    approve.add_argument("--number", default="", metavar="TEXT", help="number of the approval")
    approve.add_argument("--expires", metavar="YYYY-MM-DD", help="last day on which it may be used")
    approve.add_argument("--conditions", default="", metavar="TEXT")
    approve.add_argument("--out", type=Path, metavar="FILE", help="writes the approval as a file, and into --ledger")
    approve.add_argument("--from", dest="made", type=Path, metavar="FILE", help="enters an approval made elsewhere")

    withdraw = add("withdraw-approval", _withdraw_approval, "Withdraw an approval that was given.")
    ledger(withdraw)
    add_office(withdraw)
    withdraw.add_argument("--number", required=True, metavar="TEXT")
    withdraw.add_argument("--reason", required=True, metavar="TEXT")

    review = add("review", _review, "The review pack: one document without data, for a board to decide on.")
    ledger(review)
    review.add_argument("--out", type=Path, required=True, metavar="FILE.pdf")
    review.add_argument("--language", default="en", metavar="TAG", help="of titles and labels; default: en")

    new_plan.add_to(add("new", new_plan.make, "A plan of tables in words, for a dictionary.", "DICTIONARY"))

    sampling.add_to(add("sampling", sampling.declare, "Declare the sampling errors of a plan's tables."))

    add("decimals", decimals.write_decimals, "Print as many decimals as the noise of each measure wants.")

    unpack = add("unpack", _unpack, "Write plan and dictionary of a submission as files of their own.", "SUBMISSION")
    unpack.add_argument("--out", type=Path, required=True, metavar="DIR")


def _status(options: argparse.Namespace) -> int:
    from dpdesk.planning.approval_files import load_plan

    submission = load_plan(options.plan)
    with open_ledger(options) as ledger:
        standing = _standing(ledger, submission.plan)
    return _say_standing(submission.plan, standing, options)


def _standing(ledger: Ledger, plan: AnyPlan) -> Standing:
    return ledger.standing(plan.dictionary.dataset_id, plan.meaning, plan.figures, plan.text_hash)


def _submit(options: argparse.Namespace) -> int:
    from dpdesk.ledger.board import both, clock
    from dpdesk.planning.approval_files import load_plan, submission_bytes
    from dpdesk.release.stored import dictionary_bytes, plan_bytes
    from dpdesk.release.terms import terms_of

    submission = load_plan(options.plan)
    plan, note = submission.plan, options.note or submission.note
    if submission.office and (options.office or options.role):
        raise BadInput(problem("cli.submission_names_itself"))
    acting = both(submission.office or options.office, submission.role or options.role)
    _require_complete(plan)
    if options.no_ledger and options.out is None:
        raise BadInput(problem("cli.only_the_file"))
    content = submission_bytes(plan, **acting, day=submission.date or clock(), note=note)
    files = [] if options.out is None else [new_file(options.out)]
    if not options.no_ledger:
        with open_ledger(options, create=True) as ledger:
            ledger.ensure_account(terms_of(plan))
            ledger.submit(
                plan.dictionary.dataset_id,
                plan.meaning,
                plan_bytes(plan),
                dictionary_bytes(plan.dictionary),
                **acting,
                title=plan.title.get("en"),
                text_hash=plan.text_hash,
                figures=plan.figures,
                note=note,
            )
            standing = _standing(ledger, plan)
    for path in files:
        write(path, content)
    if options.no_ledger:
        return _say_files(plan, files, options)
    return _say_standing(plan, standing, options, files)


def _require_complete(plan: AnyPlan) -> None:
    """Refuse what could not be released as it stands: a board decides on nothing less."""
    from dpdesk.planning.choosing.checks import check_plan, require_confirmed, require_titles
    from dpdesk.planning.sessions.plan import SessionPlan

    if isinstance(plan, SessionPlan):
        plan.require_confirmed()
        return
    require_confirmed(plan)
    require_titles(plan)
    check_plan(plan)


def _approve(options: argparse.Namespace) -> int:
    from dpdesk.ledger.board import both, clock
    from dpdesk.planning.approval_files import approval_bytes, load_plan

    if options.plan is None:
        raise BadInput(problem("cli.name_the_plan"))
    submission = load_plan(options.plan)
    if options.made is not None:
        return _enter(submission.plan, options)
    if options.expires is None:
        raise BadInput(problem("cli.last_day"))
    expires = day_of(options.expires, "--expires")
    acting = both(options.office, options.role)
    _require_another(submission, **acting)
    plan, dataset = submission.plan, submission.plan.dictionary.dataset_id
    content = approval_bytes(
        dataset,
        plan.meaning,
        number=options.number,
        expires=expires,
        day=clock(),
        conditions=options.conditions,
        figures=plan.figures,
        **acting,
    )
    files = [] if options.out is None else [new_file(options.out)]
    if options.out is not None and options.ledger is None:
        write(files[0], content)
        return _say_files(plan, files, options)
    with open_ledger(options) as ledger:
        ledger.approve(
            dataset,
            plan.meaning,
            number=options.number,
            expires=expires,
            conditions=options.conditions,
            figures=plan.figures,
            **acting,
        )
        standing = _standing(ledger, plan)
    for path in files:
        write(path, content)
    return _say_standing(plan, standing, options, files)


def _require_another(submission: Submission, office: str, role: str) -> None:
    """Refuse the approval of a submission by whoever made it; the ledger asks again."""
    from dpdesk.ledger.board import SAME_PERSON, folded

    if (folded(submission.office), folded(submission.role)) == (folded(office), folded(role)):
        raise Refused(problem("cli.same_person", why=SAME_PERSON), "same office and role")


def _enter(plan: AnyPlan, options: argparse.Namespace) -> int:
    """Enter an approval that was made elsewhere, of this very plan."""
    from dpdesk.planning.approval_files import load_approval

    given = [options.number, options.expires, options.conditions, options.office, options.role, options.out]
    if any(given):
        raise BadInput(problem("cli.approval_says_all"))
    made = load_approval(options.made)
    dataset = plan.dictionary.dataset_id
    if (made.dataset_id, made.meaning, made.figures or plan.figures) != (dataset, plan.meaning, plan.figures):
        raise BadInput(problem("cli.approval_of_another", approval=str(options.made), plan=str(options.plan)))
    with open_ledger(options) as ledger:
        ledger.approve(
            dataset,
            plan.meaning,
            number=made.number,
            expires=date.fromisoformat(made.expires),
            conditions=made.conditions,
            figures=made.figures or "",
            office=made.office,
            role=made.role,
        )
        standing = _standing(ledger, plan)
    return _say_standing(plan, standing, options)


def _withdraw_approval(options: argparse.Namespace) -> int:
    from dpdesk.planning.approval_files import load_plan

    plan = load_plan(options.plan).plan
    dataset = plan.dictionary.dataset_id
    with open_ledger(options) as ledger:
        ledger.withdraw_approval(
            dataset, plan.meaning, options.number, options.reason, office=options.office, role=options.role
        )
        standing = _standing(ledger, plan)
    return _say_standing(plan, standing, options)


def _review(options: argparse.Namespace) -> int:
    from dpdesk.ledger.place import default_path
    from dpdesk.planning.approval_files import load_plan
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.publish.review.pack import review

    submission = load_plan(options.plan)
    if isinstance(submission.plan, SessionPlan):
        raise BadInput(problem("cli.pack_of_tables"))
    path = new_file(options.out)
    place = options.ledger or default_path()
    known: AbstractContextManager[Any] = nullcontext()
    if options.ledger is not None or place.exists():
        known = open_ledger(options)
    with known as ledger:
        pack = review(submission.plan, ledger, submission=submission, language=options.language)
    write(path, _pdf(pack))
    return _say_files(submission.plan, [path], options)


def _pdf(pack: Review) -> bytes:
    """Print a review pack, without a screen."""
    from dpdesk.cli.printed import require_printing

    require_printing("cli.the_review_pack")
    from dpdesk.gui.paper.review import print_review

    return print_review(pack)


def _unpack(options: argparse.Namespace) -> int:
    from dpdesk.planning.approval_files import load_submission, unpacked

    submission = load_submission(options.plan)
    stem = options.plan.name.removesuffix(".json").removesuffix(".submission") or "plan"
    files = write_all(options.out, unpacked(submission.plan, stem))
    return _say_files(submission.plan, files, options)


def _say_standing(plan: AnyPlan, standing: Standing, options: argparse.Namespace, files: Sequence[Path] = ()) -> int:
    names = [str(path) for path in files]
    tree = standing_tree(plan, standing) | {"files": names}
    return answer(options, tree, [plan.title.show("en"), standing.sentence, *names])


def standing_tree(plan: AnyPlan, standing: Standing) -> dict[str, Any]:
    """How a plan stands, as JSON."""
    made, given = standing.submitted, standing.approval
    return {
        "dataset": plan.dictionary.dataset_id,
        "meaning": plan.meaning,
        "state": standing.state,
        "demanded": standing.demanded,
        "submitted": None
        if made is None
        else {"date": made.date, "office": made.text("office"), "role": made.text("role"), "entry": made.number},
        "approval": None
        if given is None
        else {
            "number": given.number,
            "expires": given.expires,
            "conditions": given.conditions,
            "office": given.office,
            "role": given.role,
            "entry": given.entry.number,
        },
        "sentence": standing.sentence,
    }


def _say_files(plan: AnyPlan, files: list[Path], options: argparse.Namespace) -> int:
    names = [str(path) for path in files]
    return answer(options, {"dataset": plan.dictionary.dataset_id, "meaning": plan.meaning, "files": names}, names)
