"""House styles as files, and what of them goes before what."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from logos import jpeg, png
from small import block, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document.style import LARGEST_LOGO, PLAIN, Reliability, StyleRecord
from dpdesk.planning.document.style_files import bundled, kept, load_style, office_folder, picture_of, style_of

LEAST: dict[str, Any] = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}}


def write(folder: Path, **changes: Any) -> Path:
    path = folder / "house.style.json"
    shown = {"publisher": {"en": "Us"}} if "logo" in changes else {}
    path.write_text(json.dumps({**LEAST, **shown, **changes}), encoding="utf-8")
    return path


def test_every_style_that_comes_with_the_program_can_be_printed() -> None:
    assert bundled() == ["plain", "uk", "us"]
    for name in bundled():
        one = style_of(name)
        assert {"en", "de"} <= set(one.name)
        check_plan(plan(table(stub=[block("sex")])).in_style(one))
    assert style_of("plain") == PLAIN
    assert all(style_of(name).reliability is not None for name in bundled())
    assert (PLAIN.reliability, style_of("uk").reliability) == (Reliability(), Reliability())


def test_a_style_the_office_keeps_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert kept() == {}
    office_folder().mkdir(parents=True)
    write(office_folder(), publisher={"en": "Us"}).rename(office_folder() / "ours.style.json")
    write(office_folder()).rename(office_folder() / "uk.style.json")  # hides none of the program
    assert list(kept()) == ["ours"]
    assert style_of("ours").publisher == {"en": "Us"} and style_of("uk").name["en"] == "UK Analysis Function"
    with pytest.raises(BadInput, match="name one of plain, uk, us, ours, or"):
        style_of("theirs")


def test_a_style_is_text_and_not_meaning() -> None:
    one = plan(table(stub=[block("sex")]))
    other = one.in_style(style_of("uk"))
    assert one.meaning == other.meaning and one.figures == other.figures and one.text_hash != other.text_hash
    assert one.in_style(None) is one


def test_the_plan_goes_before_the_style_and_the_table_before_both() -> None:
    style = StyleRecord.model_validate(
        {**LEAST, "display": {"layout": "classic", "totals": "last", "margins": "block", "symbols": {"revised": "R"}}}
    )
    one = plan(
        table("own", stub=[block("sex")], display={"margins": "sheet"}),
        table("other", stub=[block("sex")]),
        display={"totals": "first", "symbols": {"caution": "C"}},
    ).in_style(style)
    own, other = one.record.display_of("own"), one.record.display_of("other")
    assert (own.layout, own.totals, own.margins) == ("classic", "first", "sheet")
    assert (other.layout, other.totals, other.margins) == ("classic", "first", "block")
    assert one.record.symbols == {"revised": "R", "caution": "C"}


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"colour": "red"}, "colour is a field this version does not know"),
        ({"name": "Ours"}, "name must be an object"),
        ({"paper": "A3"}, "paper must be"),
        ({"reliability": {"unreliable": "1/0"}}, "reliability must have shares"),
        ({"reliability": {"unreliable": "0"}}, "reliability must have an unreliable above 0"),
        ({"reliability": {"unreliable": "0.2", "caution": "0.3"}}, "a caution between 0 and that"),
        ({"logo": "cut.png", "publisher": {"en": ""}}, "must have a publisher beside the logo"),
        ({"logo": "missing.png"}, "which cannot be read; put it beside the style"),
        ({"logo": "../logo.png"}, "logo must match"),
        ({"logo": "text.png"}, "neither PNG nor JPEG"),
        ({"logo": "large.png"}, "has more than"),
        ({"logo": "cut.png"}, "no whole PNG or JPEG"),
        ({"logo": "cut.jpg"}, "no whole PNG or JPEG"),
        ({"logo": "wide.png"}, "no whole PNG or JPEG"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    (tmp_path / "text.png").write_bytes(b"no picture")
    (tmp_path / "large.png").write_bytes(png() + bytes(LARGEST_LOGO))
    (tmp_path / "cut.png").write_bytes(png()[:-4])
    (tmp_path / "cut.jpg").write_bytes(jpeg(30, 20)[:24])
    (tmp_path / "wide.png").write_bytes(png(5_001, 1))
    with pytest.raises(BadInput, match=said):
        load_style(write(tmp_path, **changes))


def test_a_picture_is_read_with_the_style_and_kept_in_it(tmp_path: Path) -> None:
    for name, data, kind in (("logo.png", png(), "png"), ("logo.jpg", jpeg(30, 20), "jpeg")):
        (tmp_path / name).write_bytes(data)
        style = load_style(write(tmp_path, logo=name))
        (tmp_path / name).unlink()
        found = picture_of(style)
        assert found is not None and (found.kind, found.data, found.width, found.height) == (kind, data, 30, 20)
        again = StyleRecord.model_validate(json.loads(style.model_dump_json(exclude_unset=True)))
        assert picture_of(again) == found
        one = plan(table(stub=[block("sex")])).in_style(style)
        check_plan(one)  # long as it is, it is no text of a cell


def test_a_plan_whose_picture_is_a_file_is_refused() -> None:
    style = {**LEAST, "publisher": {"en": "Us"}, "logo": "logo.png"}
    with pytest.raises(BadInput, match="logo names a file"):
        check_plan(plan(table(stub=[block("sex")]), style=style))
    broken = {**style, "logo": f"data:image/png;base64,{base64.b64encode(png()[:30]).decode()}"}
    with pytest.raises(BadInput, match="no whole PNG"):
        check_plan(plan(table(stub=[block("sex")]), style=broken))


def test_another_file_is_called_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "p.style.json"
    path.write_text('{"format": "dpdesk-plan"}', encoding="utf-8")
    with pytest.raises(BadInput, match="this is a release plan, not a house style"):
        load_style(path)
    with pytest.raises(BadInput, match=r"no house style 'nobody'.*plain, uk, us"):
        style_of("nobody")


def test_signs_of_style_and_plan_must_be_told_apart() -> None:
    style = StyleRecord.model_validate({**LEAST, "display": {"symbols": {"caution": "[z]"}}})
    with pytest.raises(BadInput, match=r"display\.symbols\.\w+ is also the symbol of something else"):
        check_plan(plan(table(stub=[block("sex")])).in_style(style))
