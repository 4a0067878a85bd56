"""What the window does with approvals: the calls the command line makes. Qt-free, and to be called in threads.

Nothing here reads data, draws or spends; each function writes one entry, or one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput, Refused
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.ledger.chain import Entry
    from dpdesk.planning.approval_files import AnyPlan, Submission
    from dpdesk.planning.document.plan import Plan

Answers = Mapping[str, str]


def submit(make: Callable[[], AnyPlan], ledger: Path, answers: Answers) -> None:
    """Enter a plan as submitted; its account is opened if this is its first use, and so is the ledger.

    Raises:
        DpdeskError: the plan is not complete, its dictionary differs from the account, or office or role is missing.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.choosing.checks import check_plan, require_confirmed, require_titles
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.stored import dictionary_bytes, plan_bytes
    from dpdesk.release.terms import terms_of

    plan = make()
    if isinstance(plan, Plan):  # what could not be released as it stands is not decided on
        require_confirmed(plan)
        require_titles(plan)
        check_plan(plan)
    else:
        plan.require_confirmed()
    with Ledger.open(ledger, create=True) as opened:
        opened.ensure_account(terms_of(plan))
        opened.submit(
            plan.dictionary.dataset_id,
            plan.meaning,
            plan_bytes(plan),
            dictionary_bytes(plan.dictionary),
            office=answers["office"],
            role=answers["role"],
            title=plan.title.get("en"),
            text_hash=plan.text_hash,
            figures=plan.figures,
            note=answers.get("note", ""),
        )


def approve(dataset: str, meaning: str, figures: str, ledger: Path, answers: Answers) -> None:
    """Enter the approval of a submitted plan, by its hashes of meaning and figures.

    Raises:
        DpdeskError: it was not submitted, or by the same office and role, or a day or number cannot be.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        opened.approve(
            dataset,
            meaning,
            number=answers["number"],
            expires=date.fromisoformat(answers["expires"]),
            conditions=answers.get("conditions", ""),
            figures=figures,
            office=answers["office"],
            role=answers["role"],
        )


def withdraw_approval(dataset: str, meaning: str, number: str, ledger: Path, answers: Answers) -> None:
    """Enter that an approval holds no longer.

    Raises:
        DpdeskError: there is none of that number that holds.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        opened.withdraw_approval(
            dataset, meaning, number, answers["reason"], office=answers["office"], role=answers["role"]
        )


def demand(dataset: str, ledger: Path, wanted: bool, answers: Answers) -> None:
    """Enter that an account demands approvals from now on, or no longer.

    Raises:
        DpdeskError: it is so already.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        say = opened.demand_approval if wanted else opened.waive_approval
        say(dataset, answers["reason"], office=answers.get("office", ""), role=answers.get("role", ""))


# Files that travel ------------------------------------------------------------------------------------------------


def save_submission(make: Callable[[], AnyPlan], submitted: Entry, target: Path) -> Path:
    """Write plan and dictionary into one file, with who submitted them when; returns its path.

    Raises:
        DpdeskError: the plan is not complete, or the file cannot be written.
    """
    from dpdesk.planning.approval_files import submission_bytes
    from dpdesk.schema.editing.saving import write_file

    content = submission_bytes(
        make(),
        office=submitted.text("office"),
        role=submitted.text("role"),
        day=submitted.date,
        note=submitted.text("note"),
    )
    write_file(target, content)
    return target


def enter_approval(source: Path, plan: AnyPlan, ledger: Path) -> str:
    """Enter the approval in a file, if it is one of this very plan; returns its number.

    Raises:
        DpdeskError: the file is no approval, or of another plan, or the ledger does not take it.
    """
    from dpdesk.planning.approval_files import load_approval

    made = load_approval(source)
    own = (plan.dictionary.dataset_id, plan.meaning, plan.figures)
    if (made.dataset_id, made.meaning, made.figures or plan.figures) != own:
        raise BadInput(problem("gui.approval_of_another", name=source.name))
    approve(made.dataset_id, made.meaning, made.figures or "", ledger, {
        "number": made.number, "expires": made.expires, "conditions": made.conditions, "office": made.office,
        "role": made.role,
    })  # fmt: skip
    return made.number


def write_approval(submission: Submission, answers: Answers, target: Path) -> Path:
    """Write the approval of a submission into a file; no ledger is needed, and none is changed.

    Raises:
        DpdeskError: it is by the office and role that submitted it, or the file cannot be written.
    """
    from dpdesk.ledger.board import clock, folded
    from dpdesk.planning.approval_files import approval_bytes
    from dpdesk.schema.editing.saving import write_file

    office, role = answers["office"], answers["role"]
    if (folded(submission.office), folded(submission.role)) == (folded(office), folded(role)):
        raise Refused(problem("gui.same_person"), "same office and role")
    content = approval_bytes(
        submission.plan.dictionary.dataset_id,
        submission.plan.meaning,
        number=answers["number"],
        expires=date.fromisoformat(answers["expires"]),
        conditions=answers.get("conditions", ""),
        figures=submission.plan.figures,
        office=office,
        role=role,
        day=clock(),
    )
    write_file(target, content)
    return target


def review_pack(
    make: Callable[[], Plan], ledger: Path, submission: Submission | None, language: str, target: Path
) -> Path:
    """Write what those who decide read, as a PDF without data; returns its path.

    Raises:
        DpdeskError: the plan is not complete, the ledger cannot be read, or the file cannot be written.
    """
    from dpdesk.gui.paper.review import print_review
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.approval_files import Submission
    from dpdesk.publish.review.pack import review
    from dpdesk.schema.editing.saving import write_file

    plan = make()
    came = submission or Submission(plan, "", "", "", "")
    if ledger.exists():
        with Ledger.open(ledger) as opened:
            pack = review(plan, opened, submission=came, language=language)
    else:
        pack = review(plan, None, submission=came, language=language)
    write_file(target, print_review(pack))
    return target
