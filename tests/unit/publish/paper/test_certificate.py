"""The certificate of a release: computed from the release and its published entries."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import german_plans
import outsider
import published
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.cli.printed import Files
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger.board import Withdrawal
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.compiler.budgets import short_text
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.odds import odds
from dpdesk.problems.problem import phrase, problem
from dpdesk.publish import folders
from dpdesk.publish.documents import certificate
from dpdesk.publish.documents.words import day, said
from dpdesk.publish.proof.evidence import read_document
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import Release
from dpdesk.release.run import release
from dpdesk.release.stored import as_release
from dpdesk.release.terms import ReleaseRequest


def told(one: Release, account: certificate.Account | None = None, language: str = "en") -> dict[str, str]:
    return dict(certificate.certificate_facts(one, account, language))


def pages(path: Path) -> list[str]:
    """The text of each page of a PDF, with single spaces."""
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    text = subprocess.run([tool, str(path), "-"], capture_output=True, check=True, text=True).stdout
    return [" ".join(one.split()) for one in text.split("\f") if one.strip()]


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Two releases on one account, whose cap is raised after them, with the entries that were published with each."""
    folder = tmp_path_factory.mktemp("account")
    data = outsider.data_file(folder / "data.csv")
    found: dict[str, Any] = {"folder": folder}
    with Ledger.open(folder / "l.sqlite", create=True) as ledger:
        for name, loss in (("first", "1/2"), ("second", "1/3")):
            asked = plan(
                table(name, stub=[block("sex")], measures=[COUNT]),
                dictionary=small(neighbours="add_remove"),
                loss={"epsilon": loss},
            )
            done = release(ReleaseRequest(asked, data, office="Census Office"), ledger).release
            found[name] = done, ledger.release_lines(done.release_id)
        ledger.raise_cap("small", Cap.from_json({"epsilon": "20"}), "more tables")
        again = as_release(ledger.release(found["first"][0].release_id))
        found["again"] = again, ledger.release_lines(again.release_id)
    return found


def test_what_was_spent_is_that_of_the_account_after_the_release(account: dict[str, Any]) -> None:
    """Neither more nor less than the ledger's own figure at that entry, whatever was entered since."""
    for name, spent in (("first", "1/2"), ("second", "5/6"), ("again", "1/2")):
        done, lines = account[name]
        found = certificate.account_of(done, lines)
        assert found is not None and found.spent == {"epsilon": Fraction(spent)}
        assert found.limit == {"epsilon": Fraction(10)} and found.left == {"epsilon": 10 - Fraction(spent)}
        said_of = told(done, found)["Cumulative loss of the account"]
        left = 10 - Fraction(spent)
        shown = [short_text(Fraction(one)) for one in (spent, left)]
        expected = (
            f"epsilon = {shown[0]} of epsilon = 10 after this release; epsilon = {shown[1]} is left. Account small."
        )
        assert said_of == expected


def test_entries_of_another_release_are_refused(account: dict[str, Any]) -> None:
    (first, lines), (second, _) = account["first"], account["second"]
    with pytest.raises(DpdeskError, match="do not tell of this release"):
        certificate.account_of(second, lines)
    with pytest.raises(DpdeskError):
        certificate.account_of(first, [line.replace("1/2", "1/4") for line in lines])
    assert certificate.account_of(first, []) is None


def test_what_is_certified_is_the_release(account: dict[str, Any]) -> None:
    done, lines = account["first"]
    found = told(done, certificate.account_of(done, lines))
    assert found["Release"] == done.plan.title.show("en")
    released = f"released on {day('en', done.date)}"
    assert found["Number and entry"] == f"{done.release_id}, entry {done.entry} of the ledger, {released}"
    assert found["Tables"] == f"1 table with {done.tables[0].shell.cells} cells"
    hashes = [done.result_hash, done.head, done.plan.meaning, done.dictionary.meaning_hash]
    names = ("tables", "ledger", "plan", "dictionary")
    assert [found[f"Check value of the {name}"] for name in names] == hashes
    assert found["Unit of protection"] == "one person (each record of the source file is one)"
    assert "has the records of one unit of protection more" in found["Neighbours"]
    assert found["Privacy loss of this release"] == "epsilon = 0.5 (pure differential privacy)"
    assert found["What it means"].startswith(
        "No published figures are more than 1.65 times as likely"
    )  # e^0.5 = 1.6487
    assert found["What is exact"].startswith("Nothing:")
    assert found["Released by"] == "Census Office" and found["Program"].startswith("dpdesk ")
    assert not {"Approval", "Withdrawn", "Embargo"} & found.keys()


@pytest.mark.parametrize(
    ("loss", "parts"),
    [
        (ApproxDP("1", "1e-6"), ["at most 2.72 times", "plus 0.000001."]),
        (PureDP("2"), ["more than 7.39 times"]),
        (PureDP("100"), ["a factor above 10^15: this loss protects next to nothing."]),
    ],
)
def test_a_loss_is_put_in_probabilities_that_are_rounded_up(loss: Any, parts: list[str]) -> None:
    words = told(replace(published.release(), loss=loss))["What it means"]
    assert all(part in words for part in parts), words


def test_a_loss_in_rho_is_converted_and_says_at_which_delta() -> None:
    one = published.release()
    found = odds(one.loss, one.dictionary.cap.delta)
    words = told(one)["What it means"]
    assert "At delta = 0.000001 this is epsilon = " in words
    shown = float(words.split("epsilon = ")[1].split(" ")[0].rstrip("."))
    assert found.epsilon <= shown <= found.epsilon * 1.01


def test_neighbours_exact_cells_and_standing_are_told() -> None:
    one = published.release(
        published.plan(published.dictionary(neighbours="replace_one")),
        unprotected=("Exact, because one unit is replaced by another and the number of units is public: the counts "
        "marked x in people.",),
        withdrawn=Withdrawal("2026-03-01", "Wrong file.", "Office", "Board", 9),
        approval="a-1",
    )  # fmt: skip
    found = told(one)
    assert "differ in what the records of one unit of protection say" in found["Neighbours"]
    assert "the counts marked [exact] in table 1." in found["What is exact"] and found["Approval"] == "a-1"
    assert "Wrong file." in found["Withdrawn"]


def test_amounts_of_long_fractions_are_rounded_against_the_account() -> None:
    spent, left = Fraction(1, 3) + Fraction(1, 10**40), Fraction(2, 3) - Fraction(1, 10**40)
    one = certificate.Account({"rho": Fraction(1)}, {"rho": spent}, {"rho": left})
    words = told(published.release(), one)["Cumulative loss of the account"]
    assert words.startswith("rho = 0.333334 of rho = 1 ") and "rho = 0.666666 is left" in words
    words = told(published.release(), one, "de")["Gesamtverlust des Kontos"]
    assert words.startswith("rho = 0,333334 von rho = 1 ")


# The page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def written(account: dict[str, Any], tmp_path: Path, qapp: object) -> Path:
    done, lines = account["first"]
    Files().write(done, tmp_path, lines)
    return tmp_path


def test_the_page_says_it_and_has_two_lines_to_sign(written: Path, account: dict[str, Any]) -> None:
    done, lines = account["first"]
    (page,) = pages(written / folders.CERTIFICATE)
    for name, text in told(done, certificate.account_of(done, lines)).items():
        assert name in page and text.replace(" ", "") in page.replace(" ", ""), (name, text, page)
    assert page.startswith(certificate.TITLE)
    assert page.count("Name and signature") == 2 and page.count("Date") >= 2


def test_it_is_listed_checked_and_the_same_bytes_again(written: Path, account: dict[str, Any]) -> None:
    before = (written / folders.CERTIFICATE).read_bytes()
    again, lines = account["again"]
    Files().write(again, written, lines)
    assert (written / folders.CERTIFICATE).read_bytes() == before
    assert outsider.problems(written) == [] and read_document(written).released is not None
    (written / folders.CERTIFICATE).write_bytes(before + b" ")
    assert outsider.problems(written) == ["proof/certificate.pdf was changed or removed"]
    with pytest.raises(BadInput, match="certificate"):
        read_document(written)


def test_each_language_has_its_page(account: dict[str, Any], tmp_path: Path, qapp: object) -> None:
    done, lines = account["first"]
    both = replace(done, plan=german_plans.detail(), dictionary=done.dictionary)
    Files().write(both, tmp_path, lines)
    first, second = pages(tmp_path / folders.CERTIFICATE)
    assert certificate.TITLE in first and said("de", certificate.TITLE) in second
    assert second.count("Name und Unterschrift") == 2


@pytest.mark.parametrize("long", ["title", "exact"])
def test_a_long_text_does_not_make_a_second_page(
    account: dict[str, Any], tmp_path: Path, qapp: object, long: str
) -> None:
    done, lines = account["first"]
    changes: dict[str, Callable[[], dict[str, Any]]] = {
        "title": lambda: {"plan": published.plan(title={"en": "A very long title " * 90})},
        "exact": lambda: {"unprotected": tuple(f"Exact: {'x' * 90} {i}." for i in range(40))},
    }
    Files().write(replace(done, **changes[long]()), tmp_path, lines)
    (page,) = pages(tmp_path / folders.CERTIFICATE)
    assert "…" in page and page.count("Name and signature") == 2 and done.result_hash in page


def test_a_rehearsal_has_none(tmp_path: Path, qapp: object) -> None:
    Files().write(rehearse(outsider.asked()).release, tmp_path, ["{}"])
    assert not (tmp_path / folders.CERTIFICATE).exists()


def test_a_system_that_cannot_print_still_releases(
    account: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence instead of the page; a PDF that was asked for is refused before anything is spent."""
    import dpdesk.cli.printed as printed

    def refuse(what: str) -> None:
        raise BadInput(problem("cli.no_printing", what=phrase(what), library="none"))

    monkeypatch.setattr(printed, "require_printing", refuse)
    done, lines = account["first"]
    Files().write(done, tmp_path, lines)
    assert capsys.readouterr().err.startswith("The certificate cannot be printed")
    assert folders.workbooks(tmp_path) and not (tmp_path / folders.CERTIFICATE).exists()
    with pytest.raises(BadInput, match="The PDF cannot"):
        Files(pdf=True).require(done.plan)
