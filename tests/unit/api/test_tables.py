"""Released tables as data frames and in notebooks: the published lines, in the shape of the table."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pytest
from small import dictionary_json

import dpdesk
from dpdesk.schema.text import Text

PLAN = dpdesk.Plan.of(
    dpdesk.Dictionary.from_json(dictionary_json()),
    dpdesk.Table("area, colour").by("sex + state").count().mean("pay"),
    dpdesk.Table("colour").titled("<Colours & more>"),
    epsilon="4",
)


@pytest.fixture(scope="module")
def rehearsed() -> dpdesk.Release:
    return dpdesk.rehearse(PLAN)


def test_tidy_has_the_columns_and_numbers_of_the_csv_file(rehearsed: dpdesk.Release, tmp_path: Path) -> None:
    files = rehearsed.write(tmp_path / "out")
    for name, released in rehearsed.tables.items():
        path = next(one for one in files if one.name == f"{name}.csv")
        texts = pandas.read_csv(path, dtype=str, keep_default_na=False)
        frame = released.to_frame()
        assert list(frame.columns) == list(texts.columns) and len(frame) == len(texts)
        for column in frame.columns:
            if frame[column].dtype == float:
                assert frame[column].equals(pandas.to_numeric(texts[column]).astype(float))
            else:
                assert frame[column].tolist() == texts[column].tolist()
    back = dpdesk.open_release(tmp_path / "out")
    assert {name: one.rows for name, one in back.tables.items()} == {n: o.rows for n, o in rehearsed.tables.items()}
    assert (back.release_id, back.title, back.rehearsal) == (rehearsed.release_id, rehearsed.title, True)


@pytest.mark.parametrize(("backend", "made"), [("polars", polars.DataFrame), ("pyarrow", pyarrow.Table)])
def test_polars_and_arrow_have_the_cells_of_pandas(rehearsed: dpdesk.Release, backend: Any, made: type) -> None:
    for shown in (rehearsed.tables["area_colour"], dpdesk.forecast(PLAN)):
        frame, wanted = shown.to_frame(backend=backend), shown.to_frame()
        assert type(frame) is made and wanted.equals(frame.to_pandas()[list(wanted.columns)].astype(wanted.dtypes))
        changed = frame.to_pandas().iloc[::-1].reset_index(drop=True)
        assert not wanted.equals(changed.astype(wanted.dtypes))  # the comparison can fail


def test_wide_has_the_shape_of_the_table_with_blocks_beside_each_other(rehearsed: dpdesk.Release) -> None:
    released = rehearsed.tables["area_colour"]
    wide = released.to_frame(layout="wide")
    pages, stub, boxhead, figures = released.shape
    assert wide.shape == (pages * stub, boxhead * figures)
    assert wide.index.names == ["area", "colour"] and wide.columns.names == ["sex", "state", "measure"]
    for row in released.rows[:: len(released.rows) // 37]:
        at = (row["area_label"], row["colour_label"]), (row["sex_label"], row["state_label"], row["measure_label"])
        assert wide.loc[at] == float(row["estimate"]) if row["estimate"] else pandas.isna(wide.loc[at])
    margins = released.to_frame(layout="wide", value="margin")
    assert margins.iloc[0, 0] == float(released.rows[0]["margin"])
    one = rehearsed.tables["colour"].to_frame(layout="wide")
    assert list(one.index) == ["Total", "RED", "GREEN", "BLUE"] and list(one.columns) == ["Count"]


def test_a_notebook_shows_numbers_with_their_margins_and_text_as_text(rehearsed: dpdesk.Release) -> None:
    html = rehearsed.tables["colour"]._repr_html_()
    assert "&lt;Colours &amp; more&gt;" in html and "<Colours" not in html and " ± " in html
    assert html.count("<tr>") == 5 and rehearsed._repr_html_().count("<table>") == 2
    assert rehearsed.tables["colour"].title == "<Colours & more>"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"backend": "polars"}, "needs the package polars, which is not installed"),
        ({"backend": "excel"}, "name pandas, polars or pyarrow"),
        ({"layout": "wide", "backend": "pyarrow"}, "for pandas the layout 'wide'"),
        ({"layout": "long"}, "for pandas the layout 'wide'"),
        ({"layout": "wide", "value": "count"}, "not 'count'"),
    ],
)
def test_what_there_is_not_is_told(
    rehearsed: dpdesk.Release, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any], said: str
) -> None:
    real = builtins.__import__
    monkeypatch.setattr(
        "dpdesk.api.frames.import_module", lambda name: real("no_such_library" if name == "polars" else name)
    )
    with pytest.raises(dpdesk.BadInput) as caught:
        rehearsed.tables["colour"].to_frame(**asked)
    assert said in str(caught.value)


def test_a_changed_table_and_another_plan_are_refused(rehearsed: dpdesk.Release, tmp_path: Path) -> None:
    rehearsed.write(tmp_path / "out")
    back = dpdesk.open_release(tmp_path / "out")
    described = dpdesk.Dictionary.from_json(dictionary_json())
    other = dpdesk.Plan.of(described, dpdesk.Table("sex"), epsilon="4")
    with pytest.raises(dpdesk.BadInput, match="another plan"):
        back.derive("sex#1", plan=other)
    dearer = dpdesk.Plan.from_json(PLAN.to_json() | {"loss": {"epsilon": "5"}}, PLAN.dictionary)
    for release in (back, rehearsed):
        with pytest.raises(dpdesk.BadInput, match="another plan"):
            release.derive("colour#2", plan=dearer)
    asked = "colour#2 + colour#3"
    assert rehearsed.derive(asked) == back.derive(asked, plan=PLAN) == back.derive(asked)
    metadata = tmp_path / "out" / "proof" / "metadata.json"
    told = json.loads(metadata.read_bytes())
    del told["documents"]  # as releases were before they held their plans
    metadata.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(dpdesk.BadInput, match="or name the plan"):
        dpdesk.open_release(tmp_path / "out").derive(asked)
    path = tmp_path / "out" / "publish" / "tables" / "colour.csv"
    path.write_bytes(path.read_bytes().replace(b",red,", b",rot,", 1))
    with pytest.raises(dpdesk.BadInput, match="is not the file that was released"):
        dpdesk.open_release(tmp_path / "out")
    with pytest.raises(dpdesk.BadInput, match="name the folder a release was written to"):
        dpdesk.open_release(tmp_path)


def test_plans_and_dictionaries_are_saved_and_loaded(tmp_path: Path) -> None:
    described = dpdesk.Dictionary.from_json(dictionary_json())
    plan = dpdesk.Plan.of(described, dpdesk.Table("sex"), epsilon="1/2", title="Town")
    path = plan.save(tmp_path / "town.plan.json")
    assert (
        dpdesk.Plan.load(path).to_json() == plan.to_json() and dpdesk.forecast(path).tree == dpdesk.forecast(plan).tree
    )
    again = dpdesk.Plan.of(described, dpdesk.Table("sex"), epsilon="1", title="Town")
    assert dpdesk.Plan.load(again.save(path)).loss == again.loss
    assert plan.title == Text.plain("Town")
    with pytest.raises(dpdesk.BadInput, match="did you mean 'sex'"):
        dpdesk.Plan.of(described, dpdesk.Table("sxe"), epsilon="1")
