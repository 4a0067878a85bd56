"""τ-ARGUS, SDMX-ML, DDI, mbi's domain, SmartNoise and statistical files as sources; damaged ones."""

from __future__ import annotations

import json
import random
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from dictionary_examples import category, number, small

from dpdesk.data.importing.dictionary import exported, imported
from dpdesk.data.importing.files import read_metadata
from dpdesk.data.importing.tables import write_csv, write_workbook
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary

HRC = "North\n@N1\n@@N1a\n@@N1b\n@N2\nSouth\n@S1\n"
CDL = 'North,"The North"\nN1,First county\nN2,Second, to the east\nN1a,A\nX,Elsewhere\n'
RDA = """Region 1 5 "X"
  <RECODEABLE>
  <TOTCODE> "Total"
  <CODELIST> "C:\\argus\\Region.cdl"
  <HIERARCHICAL>
  <HIERCODELIST> "region.hrc"
  <HIERLEADSTRING> "@"
Industry 6 2
  <RECODEABLE>
  <CODELIST> "industry.cdl"
  <HIERARCHICAL>
  <HIERLEVELS> 1 1 0 0 0
Age 8 3 99 999
  <RECODEABLE>
Turnover 11 9
  <NUMERIC>
  <DECIMALS> 2
"""
SDMX_21 = """<?xml version="1.0" encoding="UTF-8"?>
<mes:Structure xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message"
 xmlns:str="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/structure"
 xmlns:com="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common"><mes:Structures><str:Codelists>
<str:Codelist id="CL_SEX" agencyID="SDMX" version="2.1"><com:Name xml:lang="en">Sex</com:Name>
 <str:Code id="_T"><com:Name xml:lang="en">Total</com:Name></str:Code>
 <str:Code id="F"><com:Name xml:lang="en">Female</com:Name><com:Name xml:lang="de">Weiblich</com:Name>
  <com:Description xml:lang="en">not this</com:Description><str:Parent><Ref id="_T"/></str:Parent></str:Code>
 <str:Code id="M"><com:Name>Male</com:Name></str:Code>
 <str:Code id="_Z"><com:Name>Not applicable</com:Name></str:Code>
</str:Codelist>
<str:Codelist id="CL_AREA" agencyID="X" version="1.0"><str:Code id="N"><com:Name>North</com:Name></str:Code>
 <str:Code id="N1"><com:Name>Town</com:Name><str:Parent><Ref id="N"/></str:Parent></str:Code></str:Codelist>
</str:Codelists><str:DataStructures><str:DataStructure id="D"><str:DataStructureComponents><str:DimensionList>
 <str:Dimension id="PLACE"><str:LocalRepresentation><str:Enumeration><Ref id="CL_AREA" class="Codelist"/>
 </str:Enumeration></str:LocalRepresentation></str:Dimension></str:DimensionList></str:DataStructureComponents>
</str:DataStructure></str:DataStructures></mes:Structures></mes:Structure>"""
SDMX_30 = (
    SDMX_21.replace('<Ref id="_T"/>', "_T")
    .replace('<Ref id="N"/>', "N")
    .replace("v2_1", "v3_0")
    .replace('<Ref id="CL_AREA" class="Codelist"/>', "urn:sdmx:org.sdmx.infomodel.codelist.Codelist=X:CL_AREA(1.0)")
)
DDI = """<codeBook xmlns="ddi:codebook:2_5"><dataDscr>
<var name="sex"><labl>Sex of the person</labl><catgry><catValu>F</catValu><labl>Woman</labl></catgry>
 <catgry><catValu>M</catValu><labl>Man</labl></catgry>
 <catgry missing="Y"><catValu>8</catValu><labl>Not applicable</labl></catgry></var>
<var name="age" intrvl="contin"><labl>Age last birthday</labl><invalrng><item VALUE="99"/></invalrng>
 <varFormat type="numeric"/></var></dataDscr></codeBook>"""


def into(tree: dict[str, Any] | None, *files: Path) -> dict[str, Any]:
    made, _ = imported(tree, None, files, "Steward", "2025-01-31")
    if tree is not None:
        Dictionary.from_json(made)
    return made


def write(folder: Path, **texts: str) -> list[Path]:
    paths = []
    for name, text in texts.items():
        paths.append(folder / name.replace("__", "."))
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def test_argus_gives_labels_groups_and_missing_codes(tmp_path: Path) -> None:
    industry = "1,Making\n11,Food\n12,Cloth\n2,Services\n21,Shops\n"
    rda, *_ = write(tmp_path, all__rda=RDA, region__hrc=HRC, Region__cdl=CDL, industry__cdl=industry)
    age = number("Age", column="Age")
    made = into(small(variables=[category("region", column="Region"), age]), rda)
    region, years, trade = made["variables"]
    assert [one["code"] for one in region["codes"]] == ["N1a", "N1b", "N2", "S1"]
    assert region["codes"][2]["label"] == {"en": "Second, to the east"}
    assert [(one["code"], one["label"]) for one in region["missing"]] == [("X", {"en": "Elsewhere"})]
    (groups,) = region["hierarchies"]
    assert groups["rows"][0] == {"code": "North", "parent": "", "label": {"en": "The North"}}
    assert (len(groups["levels"]), groups["ragged"]) == (2, "repeat")
    built = Dictionary.from_json(made)
    assert built.variable("region").levels[1].codes == ("N1", "N2", "S1", "X")
    assert years["kind"] == "number" and [one["numbers"] for one in years["missing"]] == [["99"], ["999"]]
    assert (trade["name"], [one["code"] for one in trade["codes"]]) == ("Industry", ["11", "12", "21"])
    assert built.variable("Industry").levels[0].codes == ("1", "2", "NS")
    assert region["public"]["source"] == {"en": "the file all.rda"}


def test_a_code_list_and_a_hierarchy_one_after_the_other(tmp_path: Path) -> None:
    files = write(tmp_path, sex__cdl="A,Everybody\nF,Woman\nM,Man\n", sex__hrc="A\n-F\n-M\n".replace("-", "@"))
    made = into(small(), *files)["variables"][0]
    assert made["codes"][0] == {"code": "F", "label": {"en": "Woman"}, "texts": ["F", "female"]}
    assert made["hierarchies"][0]["rows"][0] == {"code": "A", "parent": "", "label": {"en": "Everybody"}}
    turned = into(small(), *reversed(files))["variables"][0]
    assert turned["codes"] == made["codes"]


@pytest.mark.parametrize("text", [SDMX_21, SDMX_30])
def test_sdmx_gives_codes_in_its_languages_and_no_total(tmp_path: Path, text: str) -> None:
    made = into(small(variables=[category(missing=[])]), *write(tmp_path, lists__xml=text))
    sex, place = made["variables"]
    assert sex["codes"][0] == {"code": "F", "label": {"en": "Female", "de": "Weiblich"}, "texts": ["F", "female"]}
    assert [(one["code"], one["kind"]) for one in sex["missing"]] == [("_Z", "not_applicable")]
    assert "hierarchies" not in sex
    assert (place["name"], [one["code"] for one in place["codes"]]) == ("PLACE", ["N1"])
    assert place["hierarchies"][0]["rows"][0] == {"code": "N", "parent": "", "label": {"en": "North"}}


def test_a_codebook_without_places_labels_and_tells_missing_codes(tmp_path: Path) -> None:
    (path,) = write(tmp_path, codebook__xml=DDI)
    sex, age = into(small(variables=[category(missing=[]), number()]), path)["variables"]
    assert sex["label"] == {"en": "Sex of the person"} and sex["codes"][0]["label"] == {"en": "Woman"}
    assert [one["code"] for one in sex["codes"]] == ["F", "M"]  # "female" is in no codebook, and stays
    assert [(one["code"], one["kind"]) for one in sex["missing"]] == [("8", "not_applicable"), ("NS", "not_stated")]
    assert (age["kind"], age["label"]) == ("number", {"en": "Age last birthday"})
    assert age["missing"][0]["numbers"] == ["99"] and age["bins"] == {"first": 0, "last": 9}


def test_a_codebook_replaces_a_list_of_codes_that_it_covers(tmp_path: Path) -> None:
    (path,) = write(tmp_path, codebook__xml=DDI)
    read = category(codes=[{"code": "F"}, {"code": "M"}], missing=[], public={"how": "read_from_data"})
    sex = into(small(variables=[read]), path)["variables"][0]
    assert [one["label"]["en"] for one in sex["codes"]] == ["Woman", "Man"]
    assert [(one["code"], one["kind"]) for one in sex["missing"]] == [("8", "not_applicable"), ("NS", "not_stated")]
    assert sex["public"]["how"] == "imported"


def test_the_domain_of_mbi_numbers_the_codes(tmp_path: Path) -> None:
    made = into(small(variables=[number()]), *write(tmp_path, domain__json='{"age": 3, "race": 2}'))
    assert [[one["code"] for one in made["variables"][at]["codes"]] for at in (0, 1)] == [["0", "1", "2"], ["0", "1"]]


SMARTNOISE = """# as SmartNoise writes it
"":
  Survey:
    PUMS:
      row_privacy: True
      rows: 1000
      age: {0}
        type: int   # years
        lower: 0
        upper: 100
      "pid":
        type: int
        private_id: True
      income:
        type: float
        lower: 0.0
        upper: 500000
      sex:
        type: string
        cardinality: 2
"""


def test_smartnoise_gives_the_bounds_of_numbers(tmp_path: Path) -> None:
    files = write(tmp_path, pums__yaml=SMARTNOISE.format(""))
    (age, income) = into(small(variables=[]), *files)["variables"]
    assert (age["name"], age["kind"], age["bins"]) == ("age", "number", {"first": 0, "last": 100})
    assert income["bins"] == {"lower": "0", "upper": "500000", "width": "5000"} and income["below"] == "clamp"
    assert age["public"]["source"] == {"en": "the file pums.yaml"} and age["public"]["confirmed_by"] == "Steward"
    Dictionary.from_json(small(variables=[age, income]))
    proposed = number(bins={"first": 0, "last": 85}, public={"how": "read_from_data"})
    made = into(small(variables=[proposed, number("typed", column="income")]), *files)["variables"]
    assert [one["bins"]["last"] for one in made] == [100, 9] and made[0]["public"]["how"] == "imported"


def test_a_statistical_file_gives_its_labels_and_no_record(real_data: Path) -> None:
    made = into(None, real_data / "statfiles" / "sample.sav")
    labelled = {one["name"]: [code["label"]["en"] for code in one["codes"]] for one in made["variables"]}
    assert labelled["mylabl"] == ["Male", "Female"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.rda", "Region x 5\n", "line 1: not understood"),
        ("a.rda", "<RECODEABLE>\n", "line 1: not understood"),
        ("a.rda", 'R 1 1\n<CODELIST> "../../secret.cdl"\n', "names secret.cdl, which is not in its folder"),
        ("sex.cdl", "F Woman\n", "line 1: a code list has a code, a comma"),
        ("sex.cdl", "F,Woman\nF,Man\n", "line 2: the code 'F' of 'sex' stands in a line above"),
        ("sex.hrc", "A\n@@B\n", "line 2: it stands more than one level below"),
        ("sex.hrc", "A\nA\n", "line 2: the code 'A'"),
        ("a.xml", "<a><b></a>", "is no XML that can be read"),
        ("a.xml", "<a/>", "holds no code list"),
        ("a.xml", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "entities"),
        ("a.xml", SDMX_21.replace('id="M"', 'id="F"'), "code list CL_SEX has a code that is none"),
        ("a.json", '{"age": 0}', "must be a domain"),
        ("a.json", '{"age": [1]}', "must be a domain"),
        ("a.json", "[]", "must be a domain"),
        ("a.docx", "x", "is of no kind that is imported"),
        ("a.yaml", SMARTNOISE.format("&age"), "line 7: of YAML only"),
        ("a.yaml", "a:\n\tb: 1\n", "line 2: of YAML only"),
        ("a.yaml", "a: 1\n  b: 2\n", "line 2: of YAML only"),
        ("a.yaml", "a: 1\na: 2\n", "line 2: of YAML only"),
        ("a.yaml", "a:\n  - type: int\n", "line 2: of YAML only"),
        ("a.yaml", "a:\n  type: !!python/object:x\n", "line 2: of YAML only"),
        ("a.yaml", "a: " + "b" * 2000, "line 1: of YAML only"),
        ("a.yaml", "a: 1\n", "describes 0 tables"),
        ("a.yaml", "x:\n  a:\n    type: int\ny:\n  a:\n    type: int\n", "describes 2 tables"),
        ("a.yaml", "a:\n  type: int\n  lower: 9\n  upper: 1\n", "lower and upper of 'a'"),
        ("a.yaml", "a:\n  type: string\n", "says nothing about any variable"),
    ],
)
def test_what_does_not_fit_is_a_sentence(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        into(small(), path)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_packed_bomb_is_refused_unopened(tmp_path: Path) -> None:
    path = tmp_path / "codes.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<a/>" + b" " * 40_000_000)
    with pytest.raises(BadInput, match="unpack"):
        read_metadata(path, "en")


@pytest.mark.parametrize("root", ["codeBook", "Structure"])
def test_xml_of_too_many_elements_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: str) -> None:
    for module in ("dpdesk.data.importing.sdmx", "dpdesk.data.sources.fixed.ddi"):
        monkeypatch.setattr(f"{module}.MOST_ELEMENTS", 1000)
    (path,) = write(tmp_path, a__xml=f"<{root}>" + "<a/>" * 1500 + f"</{root}>")
    with pytest.raises(BadInput, match="more than 1,000 entries"):
        read_metadata(path, "en")


def originals(folder: Path) -> dict[str, bytes]:
    """One file of each kind."""
    rows, book, text = exported(small(), None), BytesIO(), BytesIO()
    write_workbook(book, rows, "codes.xlsx")
    write_csv(text, rows)
    industry = "1,Making\n11,Food\n12,Cloth\n2,Services\n21,Shops\n"
    write(folder, region__hrc=HRC, Region__cdl=CDL, industry__cdl=industry)
    plain = {"all.rda": RDA, "sex.hrc": HRC, "sex.cdl": CDL, "a.xml": SDMX_21, "b.xml": DDI,
             "domain.json": json.dumps({"age": 3, "sex": 2}),
             "a.yaml": SMARTNOISE.format("")}  # fmt: skip
    return {"codes.xlsx": book.getvalue(), "codes.csv": text.getvalue()} | {k: v.encode() for k, v in plain.items()}


@pytest.mark.parametrize(
    "name", ["codes.xlsx", "codes.csv", "all.rda", "sex.hrc", "sex.cdl", "a.xml", "b.xml", "domain.json", "a.yaml"]
)
def test_damaged_files_give_a_dictionary_or_a_sentence(tmp_path: Path, name: str) -> None:
    """Two hundred copies of each, cut and with bytes changed."""
    content, rng = originals(tmp_path)[name], random.Random(name)
    path, outcomes = tmp_path / name, {True: 0, False: 0}
    for _ in range(200):
        damaged = bytearray(content)
        for _ in range(rng.choice((0, 1, 3, 20))):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        if rng.random() < 0.4:
            del damaged[rng.randrange(len(damaged)) :]
        path.write_bytes(bytes(damaged))
        try:
            into(small(), path)
            outcomes[True] += 1
        except BadInput as refused:
            assert "\n" not in str(refused) and len(str(refused)) < 900
            outcomes[False] += 1
    assert all(outcomes.values()), outcomes
