"""A folder of Parquet parts as one table: which files are parts, which folders are refused, and how."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pytest
from microdata import KEY, category, dictionary, rows_by_engine, rows_by_stream

from dpdesk import limits
from dpdesk.data.counting.checking import check
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput, Refused
from dpdesk.problems.render import render
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

CANARY = "Canary7919"
PARQUET = SourceFormat("parquet")
SEXES = "SELECT unnest(['f', 'm', 'f']) AS sex, unnest([1, 2, NULL]) AS age"


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Parquet files by name: written once, put wherever a test wants them."""
    folder = tmp_path_factory.mktemp("pieces")
    queries = {
        "people": SEXES,
        "none": f"{SEXES} LIMIT 0",
        "wider": f"SELECT sex, age::BIGINT AS age FROM ({SEXES})",
        "other": f"SELECT sex, age AS years FROM ({SEXES})",
        "turned": f"SELECT age, sex FROM ({SEXES})",
        "more": f"SELECT *, '{CANARY}' AS note FROM ({SEXES})",
    }
    with duckdb.connect() as engine:
        for name, query in queries.items():
            engine.execute(f"COPY ({query}) TO '{folder / name}' (FORMAT parquet)")
    return {name: (folder / name).read_bytes() for name in queries}


def put(folder: Path, relative: str, content: bytes) -> Path:
    path = folder / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def opened(folder: Path) -> Source:
    return open_source(folder, PARQUET)


def refused(folder: Path) -> str:
    with pytest.raises(BadInput) as caught:
        opened(folder)
    said = str(caught.value)
    assert CANARY not in said and "\n" not in said and said.endswith((".", "?")), said
    return said


def test_parts_are_one_table_and_notes_are_none(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    for name in ("part-1.parquet", "more/part-0.PARQUET", "more/deep/part-[2]*?.parquet"):
        put(tmp_path, name, pieces["people"])
    put(tmp_path, "part-3.parquet", pieces["none"])
    for note in ("_SUCCESS", ".part-1.parquet.crc", "_metadata", ".hidden/part-9.parquet", "_old/part-9.parquet"):
        put(tmp_path, note, pieces["people"])
    put(tmp_path, "readme.txt", b"a note")
    os.mkfifo(tmp_path / "pipe")
    source = opened(tmp_path)
    assert source.columns == ("sex", "age") and source.count() == 9 and source.name == tmp_path.name
    assert rows_by_stream(source) == rows_by_engine(source) == [("f", "1"), ("m", "2"), ("f", "")] * 3
    described = dictionary([category("sex", ["f", "m"])])
    assert tabulate(source, described, [GroupDomain(("sex",))], KEY)[0].counts.tolist() == [6, 3]
    assert check(source, described).rows == 9
    proposal = sniff(tmp_path)
    assert proposal.format == PARQUET and proposal.columns == source.columns
    said = " ".join(map(render, proposal.remarks))
    assert "4." in said and "left out: 2." in said


def test_the_folders_own_name_may_be_relative(
    tmp_path: Path, pieces: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "a.parquet", pieces["people"])
    monkeypatch.chdir(tmp_path)
    assert open_source(".", PARQUET).name == tmp_path.name and open_source(".", PARQUET).count() == 3
    with pytest.raises(BadInput, match="is a folder"):
        open_source(".", SourceFormat("csv"))


@pytest.mark.parametrize("other", ["wider", "other", "turned", "more"])
def test_parts_of_other_columns_are_refused_by_name(tmp_path: Path, pieces: dict[str, bytes], other: str) -> None:
    put(tmp_path, "a.parquet", pieces["people"])
    put(tmp_path, "b.parquet", pieces["none"])
    put(tmp_path, "sub/c.parquet", pieces[other])
    assert refused(tmp_path).startswith(f"sub/c.parquet of {tmp_path.name} has other columns")


def test_damaged_parts_are_refused_by_name(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    put(tmp_path, "a.parquet", pieces["people"])
    part = put(tmp_path, "b.parquet", pieces["people"])
    for content in (b"", b"PAR1", pieces["people"][:-1], CANARY.encode() * 100):
        part.write_bytes(content)
        assert refused(tmp_path).startswith(f"b.parquet of {tmp_path.name}")


def test_folders_that_are_no_plain_table(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    assert "holds no file that ends in .parquet" in refused(tmp_path)
    put(tmp_path, "a.parquet", pieces["people"])
    for note, said in {
        "_delta_log/0.json": "Delta Lake",
        ".hoodie/x": "Hudi",
        "metadata/v1.metadata.json": "Iceberg",
        "_temporary/0/part.parquet": "still being written",
        "000000_0": "does not end in .parquet",
    }.items():
        added = put(tmp_path, note, pieces["people"])
        assert said in refused(tmp_path), note
        added.unlink()
        for above in added.relative_to(tmp_path).parents[:-1]:
            (tmp_path / above).rmdir()
    assert opened(tmp_path).count() == 3


def test_links_and_pipes(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    folder = tmp_path / "table"
    put(folder, "a.parquet", pieces["people"])
    (folder / "b.parquet").symlink_to(put(tmp_path, "elsewhere.parquet", pieces["people"]))
    assert opened(folder).count() == 6  # a link to a file is that file
    for name, target in {"round": folder, "c.parquet": folder / "c.parquet", "d.parquet": Path("/dev/zero")}.items():
        (folder / name).symlink_to(target)
        assert f"{name} of table is no file" in refused(folder)
        (folder / name).unlink()
    os.mkfifo(folder / "e.parquet")
    assert "e.parquet of table is no file" in refused(folder)


def test_keys_in_the_names_of_folders_are_columns(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    folder = tmp_path / "run=7" / "table"
    put(folder, "year=2001/region=a%20b/p.parquet", pieces["people"])
    put(folder, "year=__HIVE_DEFAULT_PARTITION__/region=007/p.parquet", pieces["people"])
    source = opened(folder)
    assert sorted(source.columns) == ["age", "region", "sex", "year"]  # `run` is above the folder
    rows = {row for batch in source.batches(["year", "region"]) for row in batch}
    assert rows == {("2001", "a b"), ("", "007")} and source.count() == 6
    put(folder, "p.parquet", pieces["people"])
    assert refused(folder).startswith("year=…/region=…/p.parquet of table lies in folders of other keys than p.parquet")
    for name in ("sex=f", "run=8"):
        clash = tmp_path / "run=7" / name[:3]
        put(clash, f"{name}/p.parquet", pieces["people"])
        assert "is a key of the folders" in refused(clash)
    # Without keys of its own a folder's place gives no columns, and nor does a file's.
    plain = put(tmp_path, "run=7/plain/p.parquet", pieces["people"])
    assert opened(plain.parent).columns == open_source(plain, PARQUET).columns == ("sex", "age")


def test_the_fingerprint_sees_every_part(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    put(tmp_path, "a.parquet", pieces["people"])
    put(tmp_path, "b.parquet", pieces["none"])
    source = opened(tmp_path)
    seen = [source.fingerprint(KEY)]
    put(tmp_path, "_SUCCESS", b"")
    assert source.fingerprint(KEY) == seen[0] != source.fingerprint(KEY[::-1])
    put(tmp_path, "b.parquet", pieces["people"])
    seen.append(source.fingerprint(KEY))
    put(tmp_path, "c.parquet", pieces["none"])
    with pytest.raises(Refused, match="other parts than when it was opened"):  # it would be seen, and never counted
        source.fingerprint(KEY)
    seen.append(opened(tmp_path).fingerprint(KEY))
    (tmp_path / "c.parquet").rename(tmp_path / "d.parquet")
    source = opened(tmp_path)
    seen.append(source.fingerprint(KEY))
    a, b = (tmp_path / name for name in ("a.parquet", "d.parquet"))
    contents = a.read_bytes(), b.read_bytes()
    a.write_bytes(contents[1])
    b.write_bytes(contents[0])
    seen.append(source.fingerprint(KEY))
    assert len(set(seen)) == len(seen)


def test_a_part_that_goes_away_while_it_is_read(tmp_path: Path, pieces: dict[str, bytes]) -> None:
    put(tmp_path, "a.parquet", pieces["people"])
    part = put(tmp_path, "b.parquet", pieces["people"])
    source = opened(tmp_path)
    part.unlink()
    with pytest.raises(BadInput, match="cannot be read"):
        rows_by_stream(source)


def test_too_much_in_a_folder(tmp_path: Path, pieces: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        put(tmp_path, f"{name}.parquet", pieces["people"])
    with monkeypatch.context() as patch:
        patch.setattr(limits, "MOST_FILES", 2)
        assert "more than 2 parts" in refused(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(limits, "MOST_ENTRIES", 2)
        assert "more than 2 files and folders" in refused(tmp_path)
    put(tmp_path, "/".join("x" * 30) + "/d.parquet", pieces["people"])
    assert "deep" in refused(tmp_path)
