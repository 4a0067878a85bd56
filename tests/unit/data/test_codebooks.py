"""Codebooks beside a text of fixed width: places, labels and codes from DDI and CSV; a wrong one is refused or left."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from microdata import KEY, category, dictionary, rows_by_engine, rows_by_stream

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.proposal import propose
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.fixed.codebooks import beside, read_codebook
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.preview import preview
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

CANARY = "Canary79"
LINES = [f"{at:03d}{'12129'[at % 5]}{at % 90:02d}  " for at in range(300)]
DDI = """<?xml version="1.0" encoding="UTF-8"?>
<codeBook xmlns="ddi:codebook:2_5" version="2.5"><dataDscr>
<var name="id" intrvl="discrete"><location StartPos="1" EndPos="3"/><labl>Number</labl></var>
<var name="sex"><location StartPos="4" EndPos="4" width="1"/><labl>Sex of
 the person</labl><invalrng><item VALUE="9"/></invalrng>
 <catgry><catValu>1</catValu><labl>Female</labl></catgry><catgry><catValu>2</catValu><labl>Male</labl></catgry>
 <catgry missing="Y"><catValu>9</catValu><labl>Not applicable</labl></catgry></var>
<var name="age" intrvl="contin" dcml="0"><location StartPos="5" width="2"/><invalrng><range min="98" max="99"/>
 </invalrng><varFormat type="numeric"/></var>
<var name="derived"><labl>Without a place</labl></var></dataDscr></codeBook>"""
LAYOUT = [
    {"name": "id", "start": 1, "width": 3},
    {"name": "sex", "start": 4, "width": 1},
    {"name": "age", "start": 5, "width": 2},
]


def people(folder: Path, name: str = "people.dat", codebook: str | None = DDI, beside_it: str = "people.xml") -> Path:
    path = folder / name
    content = "".join(f"{line}\n" for line in LINES).encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    if codebook is not None:
        (folder / beside_it).write_text(codebook, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["people.dat", "people.dat.gz"])
def test_a_ddi_codebook_beside_the_file_gives_layout_labels_and_codes(tmp_path: Path, name: str) -> None:
    path = people(tmp_path, name)
    found = sniff(path)
    assert found.format.to_json() == {
        "kind": "fixed", "columns": LAYOUT, "encoding": "utf-8", "decimal": ".", "thousands": "",
    }  # fmt: skip
    assert found.columns == ("id", "sex", "age")
    assert [render(remark) for remark in found.remarks] == ["The layout is taken from people.xml."]
    source = open_source(path, found.format)
    assert source.count() == 300 and preview(source, 1) == (("000", "1", "00"),)
    ids, sex, age = propose(source)
    assert ids.outcome == "identifier" and sex.record is not None and age.record is not None
    assert sex.record["label"] == {"en": "Sex of the person"}
    assert sex.record["public"] == {"how": "imported", "source": {"en": "the codebook people.xml"}}
    assert [(code["code"], code["label"]["en"]) for code in sex.record["codes"]] == [("1", "Female"), ("2", "Male")]
    assert [(one["code"], one["kind"]) for one in sex.record["missing"]] == [
        ("9", "not_applicable"),
        ("NS", "not_stated"),
    ]
    assert age.record["bins"] == {"first": 0, "last": 90}
    assert age.record["missing"][0]["numbers"] == ["98", "99"]
    dictionary([sex.record, age.record], source=found.format.to_json())


def test_what_is_packed_is_counted_as_what_it_holds(tmp_path: Path) -> None:
    plain, packed = people(tmp_path), people(tmp_path, "people.dat.gz")
    several = tmp_path / "several.dat.gz"  # as programs write that pack in pieces
    content = gzip.decompress(packed.read_bytes())
    several.write_bytes(gzip.compress(content[:999]) + gzip.compress(content[999:]))
    form = SourceFormat.from_json({"kind": "fixed", "columns": LAYOUT})
    described = dictionary([category("sex", ["1", "2", "9"])], source=form.to_json())
    one, *others = (open_source(path, form) for path in (plain, packed, several))
    counts = tabulate(one, described, [GroupDomain(("sex",))], KEY)[0].counts
    assert list(counts) == [120, 120, 60]
    for other in others:
        assert rows_by_stream(other) == rows_by_stream(one) == rows_by_engine(other)
        assert other.records_fingerprint(KEY) == one.records_fingerprint(KEY)
        assert other.fingerprint(KEY) != one.fingerprint(KEY)
        assert np.array_equal(tabulate(other, described, [GroupDomain(("sex",))], KEY)[0].counts, counts)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "people.dat", "people.dat.gz", "people.xml", "several.dat.gz",
    ]  # fmt: skip


def test_a_packed_file_that_is_cut_or_is_no_text_of_fixed_width_is_refused(tmp_path: Path) -> None:
    packed = people(tmp_path, "people.dat.gz")
    form = sniff(packed).format
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(BadInput, match=r"people\.dat\.gz is damaged or cut short: compress it again"):
        rows_by_stream(open_source(packed, form))
    with pytest.raises(BadInput, match="is damaged or cut short"):
        open_source(packed, form).count()
    text = tmp_path / "text.csv.gz"
    text.write_bytes(gzip.compress(b"a,b\n1,2\n"))
    assert sniff(text).format.kind == "csv"
    with pytest.raises(BadInput, match="is a gzip archive: unpack it"):
        open_source(text, SourceFormat("xlsx", header_row=1))


@pytest.mark.parametrize("heading", ["Name,Start,Width,Label", "name;start;end;label", "name\tstart\tend\tlabel"])
def test_a_layout_in_csv(tmp_path: Path, heading: str) -> None:
    mark = next(one for one in ",;\t" if one in heading)
    last = {"id": 3, "sex": 4, "age": 6}
    rows = [
        mark.join((one["name"], str(one["start"]), str(last[one["name"]] if "end" in heading else one["width"]), "A b"))
        for one in LAYOUT
    ]
    path = people(tmp_path, codebook="\n".join([heading, *rows, "", ""]), beside_it="people.layout.csv")
    found = sniff(path)
    assert found.format.own["columns"] == LAYOUT and found.columns == ("id", "sex", "age")
    assert [render(remark) for remark in found.remarks] == ["The layout is taken from people.layout.csv."]
    sex = propose(open_source(path, found.format), ["sex"])[0].record
    assert sex is not None and sex["label"] == {"en": "A b"} and sex["public"] == {"how": "read_from_data"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("<html/>", "is no DDI Codebook"),
        ("<codeBook><dataDscr>", "is no XML that can be read, or is cut short"),
        ("<codeBook/>", "gives no column a place"),
        ('<?xml version="1.0" encoding="UT7-8"?><codeBook/>', "is no XML that can be read"),
        (DDI.replace('name="age"', 'name="sex"'), "describes two columns of one name"),
        (DDI.replace('name="age"', 'name="age" rectype="P"'), "describes several kinds of records"),
        (DDI.replace('name="age"', ""), "has a variable without a name"),
        ('<!DOCTYPE c [<!ENTITY a "b">]><codeBook>&a;</codeBook>', "has declarations of entities"),
        ('<!DOCTYPE c [<!ENTITY a SYSTEM "file:///etc/passwd">]><codeBook>&a;</codeBook>', "declarations of entities"),
        ("name,begin\nx,1\n", "must name the columns name, start, and width or end"),
        (f"name,start,width\n{CANARY},0,1\n", "Line 2 of"),
        (f"name,start,end\nx,1,1\n{CANARY},5,4\n", "Line 3 of"),
        ("", "must name the columns"),
    ],
)
def test_a_codebook_that_is_none_is_refused_in_a_sentence(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "people.xml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_codebook(path)
    assert said in str(caught.value) and str(caught.value).endswith(".") and CANARY not in str(caught.value)
    assert "people.xml" in str(caught.value)


def test_a_codebook_of_another_file_is_left_aside(tmp_path: Path) -> None:
    """One that does not fit gives neither a layout nor labels."""
    path = people(tmp_path, codebook=DDI.replace('StartPos="5" width="2"', 'StartPos="50" width="2"'))
    found = sniff(path)
    assert found.columns == () and "Give its layout" in render(found.remarks[0])
    moved = [{**LAYOUT[1], "start": 1}]
    people(tmp_path)
    source = open_source(path, SourceFormat.from_json({"kind": "fixed", "columns": moved}))
    sex = propose(source, ["sex"])[0].record
    assert sex is not None and sex["label"] == {"en": "sex"} and sex["public"] == {"how": "read_from_data"}
    csv = tmp_path / "people.csv"
    csv.write_text("id,sex,age\n" + "0001,1,20\n" * 5, encoding="utf-8")
    assert beside(csv) == tmp_path / "people.xml" and sniff(csv).format.kind == "csv"


@pytest.mark.parametrize(
    "lines",
    [
        [f"{CANARY}{at:02d}" for at in range(9)],
        [f"{CANARY[:4]}{at}" for at in range(9)],
        ["M34KO", "F20BE", "M21HH"],
        ["M", "F", "M"],
        [f'{CANARY}"{at}' for at in range(9)],
        [f"{CANARY},5 {at:02d}" if at == 4 else f"{CANARY}Str{at:02d}"[:13] for at in range(9)],
        ["1999", "2001", "2001"],
    ],
)
def test_no_record_of_a_text_of_fixed_width_becomes_the_name_of_a_column(tmp_path: Path, lines: list[str]) -> None:
    assert len({len(line) for line in lines}) == 1
    for name, packed in (("people.csv", False), ("people.txt.gz", True)):
        path = tmp_path / name
        content = "".join(f"{line}\n" for line in lines).encode()
        path.write_bytes(gzip.compress(content) if packed else content)
        found = sniff(path)
        assert found.format.kind == "fixed" and found.columns == ()
        assert not any(line in render(remark) for line in lines if len(line) > 1 for remark in found.remarks)


def test_the_extract_of_a_census_bureau(real_data: Path) -> None:
    """IPUMS CPS: 7,668 lines (zcat | wc -l); 4,065 of 1962 and 2,999 of Wisconsin (cut | sort | uniq -c)."""
    path = real_data / "statfiles" / "cps_00157.dat.gz"
    if not path.is_file():
        pytest.skip("the samples of statistical files are not on this machine")
    found = sniff(path)
    assert found.columns == ("YEAR", "SERIAL", "MONTH", "ASECWTH", "STATEFIP", "PERNUM", "ASECWT", "INCTOT")
    assert found.format.own["columns"][-1] == {"name": "INCTOT", "start": 38, "width": 9}
    assert "The layout is taken from cps_00157.xml." in map(render, found.remarks)
    source = open_source(path, found.format)
    assert source.count() == 7668
    first = dict(zip(found.columns, preview(source, 1)[0], strict=True))
    assert first == {
        "YEAR": "1962", "SERIAL": "00080", "MONTH": "03", "ASECWTH": "00014755900", "STATEFIP": "55", "PERNUM": "01",
        "ASECWT": "00014755900", "INCTOT": "000004883",
    }  # fmt: skip
    year, month, state = (propose(source, [name])[0].record for name in ("YEAR", "MONTH", "STATEFIP"))
    assert year is not None and month is not None and state is not None
    assert [code["label"]["en"] for code in month["codes"]][:3] == ["January", "February", "March"]
    assert {code["code"]: code["label"]["en"] for code in state["codes"]}["55"] == "Wisconsin"
    described = dictionary([year, state, month], source=found.format.to_json())
    both = tabulate(source, described, [GroupDomain(("YEAR",)), GroupDomain(("STATEFIP",))], KEY)
    years = dict(zip(described.variable("YEAR").codes, map(int, both[0].counts), strict=True))
    states = dict(zip(described.variable("STATEFIP").codes, map(int, both[1].counts), strict=True))
    assert years == {"1962": 4065, "1963": 3603, "NS": 0} and states["55"] == 2999 and sum(states.values()) == 7668


def test_the_bounds_of_ranges_are_exact() -> None:
    from dpdesk.data.sources.fixed.ddi import _number

    assert _number(" 98.5 ") == Fraction(197, 2) and _number("x") is None and _number(None) is None
