"""The paragraphs on methods: every figure is the release's, and nothing is said that does not apply."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import published
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.privacy.loss import PureDP
from dpdesk.publish import languages, methods
from dpdesk.publish.documents import facts
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import Release

ENGLISH = {"the", "of", "and", "is", "are", "with", "not", "which", "noise", "margin", "table", "counts"}


def text(release: Release) -> str:
    return methods.page(release, languages.published(release.plan)).decode()


def bilingual(*languages: str) -> Release:
    """A release all of whose texts are in these languages."""

    def said(words: str) -> dict[str, str]:
        return {language: f"{words} ({language})" if language != "en" else words for language in languages}

    variables = [{**published.category(name, "", ["1", "2"]), "label": said(name)} for name in ("a", "b")]
    for one in variables:
        one["codes"] = [{"code": code, "label": said(code)} for code in ("1", "2")]
    unit = {"kind": "row", "describes": "person", "label": said("p")}
    one = published.dictionary(variables, title=said("Q"), unit=unit)
    own = published.table("t", title=said("T"), stub=[published.block("a")], boxhead=[published.block("b")])
    words = {"title": said("R"), "contact": said("C"), "reference_period": said("2025")}
    return published.release(published.plan(one, [own], **words))


def test_every_figure_is_that_of_the_release() -> None:
    release = published.release()
    found = text(release)
    assert "is one table with 12 cells. It shows counts." in found
    assert "rho = 0.5 (zero-concentrated differential privacy)" in found and "but 6 measurements with" in found
    assert "Noise margin (90 %): in 90 of 100 releases" in found
    assert "a count by about 1.3; no margin of a count is expected to be wider than 4." in found
    assert "release test-2025-7, entry 7 of the ledger, released on 3 February 2026" in found
    assert f"the check value of its tables is {release.result_hash}." in found
    wide = {"count": release.groups[0].measured["count"].repeat(500)}
    other = replace(release, loss=PureDP("3/4"), level=95, entry=8, groups=(replace(release.groups[0], measured=wide),))
    found = text(other)
    assert "epsilon = 0.75 (pure differential privacy)" in found and "but 3,000 measurements with" in found
    assert "Noise margin (95 %): in 95 of 100 releases" in found and "entry 8 of" in found
    assert "90" not in found.replace(release.result_hash, "") and "rho" not in found


def test_tables_measures_and_universes_are_named() -> None:
    share = {"kind": "percentage", "base": "column"}
    both = plan(
        table("one", stub=[block("sex")], boxhead=[block("state")], title={"en": "Persons by sex"}),
        table("two", stub=[block("sex")], measures=[COUNT, share], title={"en": "Shares"}),
    )
    found = text(rehearse(both).release)
    assert "has 2 tables with" in found and "They show counts and percentages." in found
    assert "Table 1: Persons by sex. Table 2: Shares." in found
    assert "Universe" not in found  # the plan says of none whom it counts


def test_the_sentences_are_those_of_the_notes() -> None:
    release = published.release()
    found = text(release)
    for sentence in (facts.noise_words(release, "en"), facts.margin_words(release, "en"), facts.unit(release, "en")):
        assert sentence in found


def test_what_does_not_apply_is_not_said() -> None:
    release = published.release()
    quiet = text(release)
    for word in (
        "Marks",
        "Published exactly",
        "Besides",
        "sample",
        "REHEARSAL",
        "Withdrawn",
        "Program",
        "bound",
        "most",
    ):
        assert word not in quiet, word
    assert "None" not in quiet and "not stated" not in quiet and "{" not in quiet
    release.tables[0].flag[0, 0, 0, 0] = "x"
    loud = text(
        replace(release, unprotected=("The total is exact: the counts marked x in people.",), embargo="2030-01-01")
    )
    assert "Besides what is exact" in loud and "Published exactly: The total is exact" in loud
    assert "Marks: \\[exact\\] exact" in loud and "unreliable" not in loud
    assert "Not for publication before 1 January 2030" in loud and loud.startswith("# EMBARGO until 1 January 2030")


def test_a_rehearsal_says_so_and_names_no_entry() -> None:
    found = text(rehearse(plan(table("t", stub=[block("sex")]), dictionary=small())).release)
    assert found.split("\n\n")[1].startswith("REHEARSAL") and "ledger" not in found


@pytest.mark.parametrize(
    ("languages", "parts"),
    [(("en",), ["en"]), (("de",), ["de"]), (("de", "en"), ["en", "de"]), (("en", "fr"), ["en"]), (("fr",), ["en"])],
)
def test_a_part_for_each_language_of_the_release(languages: tuple[str, ...], parts: list[str]) -> None:
    found = re.findall("^# .*: (methods|Methoden)$", text(bilingual(*languages)), re.MULTILINE)
    assert [{"methods": "en", "Methoden": "de"}[one] for one in found] == parts


def test_german_paragraphs_have_no_english_sentence() -> None:
    release = bilingual("de")
    release.tables[0].flag[0, 0, 0, 0] = "x"
    found = text(replace(release, unprotected=("A cell marked z can hold nobody, by a rule that is public.",)))
    assert ENGLISH & set(re.findall("[a-z]+", found.lower())) == set()
    assert "Der Privatheitsverlust dieser Freigabe ist rho = 0,5" in found and "1,3" in found


@pytest.mark.parametrize(
    "title", ["*a* _b_ `c`", "[x](http://example.org)", "<script>alert(1)</script>", "a\n# b\n\n- c | d"]
)
def test_a_text_of_the_plan_is_nothing_but_text(title: str) -> None:
    release = published.release(published.plan(title={"en": title}))
    found = text(release)
    assert len(re.findall("^#", found, re.MULTILINE)) == 1
    assert not re.search(r"(?<!\\)[*_`<>|]|(?<!\\)\]\(", found)
    assert " ".join(title.split()) in re.sub(r"\\(.)", r"\1", found)


def test_it_goes_to_the_public_with_the_tables(tmp_path: Path) -> None:
    release = bilingual("en", "de")
    for wanted in (["en"], ["de"], ["en", "de"]):
        write_release(release, tmp_path / "".join(wanted), languages=wanted)
        there = (tmp_path / "".join(wanted) / "publish" / "methods.md").read_bytes()
        assert there == methods.page(release, wanted)
