"""A table of a database file as a source: what is read, what is refused and how, and that no trace is left."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest
from five_forms import in_duckdb, in_sqlite
from microdata import KEY, category, dictionary, rows_by_engine, rows_by_stream

from dpdesk import limits
from dpdesk.data.counting.checking import check
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import VIEW, sniff, table_remarks
from dpdesk.data.sources import sqlite_numbers
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.plain_texts import plain_number
from dpdesk.data.sources.preview import preview
from dpdesk.data.sources.sqlite_table import SqliteSource
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

CANARY = "Canary7919"
PEOPLE = [("1", "f", 20), ("2", "m", 70), ("3", CANARY, None)]
COLUMNS: dict[str, type] = {"id": str, "sex": str, "age": int}
TABLE_NAMES = ['say "x"', "line\nbreak", "Ünïcode ☃", "semi; DROP TABLE persons --", "a.b", "select", " ", "%s{}$1"]


def opened(path: Path, table: str = "persons") -> Source:
    return open_source(path, SourceFormat(path.suffix[1:], table=table))


def lite(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(script)
        database.commit()
    return path


def duck(path: Path, *statements: str) -> Path:
    with duckdb.connect(str(path)) as engine:
        for one in statements:
            engine.execute(one)
    return path


def refused(path: Path, table: str = "persons", columns: tuple[str, ...] | None = None) -> str:
    """The one sentence with which a table is refused when it is opened, counted or read."""
    with pytest.raises(BadInput) as caught:
        source = opened(path, table)
        source.count()
        for _ in source.batches(columns or source.columns):
            pass
    said = str(caught.value)
    assert CANARY not in said and "\n" not in said and said.endswith("."), said
    assert caught.value.__cause__ is None and (caught.value.__context__ is None or caught.value.__suppress_context__)
    return said


@pytest.fixture(params=["duckdb", "sqlite"])
def people(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"people.{request.param}"
    (in_duckdb if request.param == "duckdb" else in_sqlite)(path, COLUMNS, PEOPLE)
    return path


@contextmanager
def no_trace(folder: Path) -> Iterator[None]:
    """Nothing in the folder is changed, added or taken away by what is done within."""
    before = _state(folder)
    yield
    assert _state(folder) == before


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    return {one.name: (one.stat().st_mtime_ns, one.stat().st_size) for one in folder.iterdir()}


def test_everything_that_reads_a_database_leaves_no_trace(people: Path) -> None:
    with no_trace(people.parent):
        _everything(people)


def _everything(people: Path) -> None:
    proposal = sniff(people)
    assert proposal.format == SourceFormat(people.suffix[1:], table="persons") and proposal.tables == ("persons",)
    source = open_source(people, proposal.format)
    rows = [("1", "f", "20"), ("2", "m", "70"), ("3", CANARY, "")]
    assert rows_by_stream(source) == rows and list(preview(source, 2)) == rows[:2]
    assert source.count() == 3 and source.fingerprint(KEY) == source.fingerprint(KEY) != source.fingerprint(KEY[::-1])
    described = dictionary([category("sex", ["f", "m"])])
    assert tabulate(source, described, [GroupDomain(("sex",))], KEY)[0].counts.tolist() == [1, 1]
    assert check(source, described).rows == 3


def test_a_write_ahead_log_would_leave_a_trace(tmp_path: Path) -> None:
    """Opened in the usual way, a file of this kind gets others beside it: what the test above would see."""
    path = lite(
        tmp_path / "people.sqlite", "PRAGMA journal_mode = WAL; CREATE TABLE persons(a); INSERT INTO persons VALUES (1)"
    )
    with no_trace(tmp_path):
        assert rows_by_stream(opened(path)) == [("1",)]
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as usual:
        usual.execute("SELECT * FROM persons").fetchall()
        assert len(_state(tmp_path)) > 1


def test_changes_that_are_not_in_the_file_yet(tmp_path: Path) -> None:
    path = lite(tmp_path / "people.sqlite", "PRAGMA journal_mode = WAL; CREATE TABLE persons(a)")
    with closing(sqlite3.connect(path)) as writer:
        writer.execute(f"INSERT INTO persons VALUES ('{CANARY}')")
        writer.commit()
        assert "changes that are not in the file yet" in refused(path)
    assert rows_by_stream(opened(path)) == [(CANARY,)]  # the writer has closed it
    (tmp_path / "people.sqlite-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(504))
    assert "people.sqlite-journal" in refused(path)
    (tmp_path / "people.sqlite-journal").write_bytes(bytes(512))  # as a writer leaves one it has done with
    assert rows_by_stream(opened(path)) == [(CANARY,)]


def test_a_database_that_is_being_written_to(people: Path) -> None:
    kind = people.suffix[1:]
    begin = {
        "duckdb": "import duckdb; c = duckdb.connect({0!r})",
        "sqlite": "import sqlite3; c = sqlite3.connect({0!r}); c.execute('BEGIN EXCLUSIVE')",
    }[kind].format(str(people))
    command = [sys.executable, "-c", f"{begin}\nprint(1, flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None and writer.stdout.readline()
        said = refused(people)
        writer.communicate(b"\n")
    assert "another program" in said
    assert opened(people).count() == 3


def test_what_a_crashed_writer_left_in_the_log_is_read_and_recognised(tmp_path: Path) -> None:
    path = duck(tmp_path / "people.duckdb", "CREATE TABLE persons AS SELECT 1 AS a")
    key_before = opened(path).fingerprint(KEY)
    insert = "c.execute('INSERT INTO persons VALUES (2)')"
    crash = f"import duckdb, os; c = duckdb.connect({str(path)!r}); {insert}; os._exit(0)"
    subprocess.run([sys.executable, "-c", crash], check=True)
    assert (tmp_path / "people.duckdb.wal").stat().st_size
    with no_trace(tmp_path):
        source = opened(path)
        assert source.count() == 2 and rows_by_stream(source) == [("1",), ("2",)]
        assert source.fingerprint(KEY) != key_before


def test_a_log_that_is_no_file_is_not_opened(people: Path) -> None:
    os.mkfifo(people.with_name(people.name + {".duckdb": ".wal", ".sqlite": "-wal"}[people.suffix]))
    assert "is no file" in refused(people)


@pytest.mark.parametrize("name", TABLE_NAMES)
def test_any_name_of_a_table(tmp_path: Path, name: str) -> None:
    in_sqlite(tmp_path / "a.sqlite", COLUMNS, PEOPLE, name)
    assert opened(tmp_path / "a.sqlite", name).count() == 3
    if name in TABLE_NAMES[:2]:
        in_duckdb(tmp_path / "a.duckdb", COLUMNS, PEOPLE, name)
        source = opened(tmp_path / "a.duckdb", name)
        assert len(rows_by_stream(source)) == 3 and sniff(tmp_path / "a.duckdb").tables == (name,)
        refused(tmp_path / "a.duckdb", name + "'")


def test_names_are_looked_up_and_never_taken_apart(tmp_path: Path) -> None:
    path = duck(
        tmp_path / "a.duckdb",
        "CREATE SCHEMA s",
        "CREATE TABLE s.t AS SELECT 1 AS inner_one",
        'CREATE TABLE "s.u" AS SELECT 2 AS a',
        "CREATE TABLE s.u AS SELECT 3 AS a",
        "CREATE TABLE persons AS SELECT 4 AS a",
    )
    assert sniff(path).tables == ("persons", "s.u", "s.t", "s.u")
    assert opened(path, "s.t").columns == ("inner_one",)
    assert "two tables that 's.u' could mean" in refused(path, "s.u")
    for absent in ("S.T", "main.persons", "persons; --", "system.main.persons", "duckdb_tables", "sqlite_master"):
        assert "has no table or view named" in refused(path, absent)
    with pytest.raises(BadInput, match="must name its table"):
        open_source(path, SourceFormat("duckdb"))


def test_views_of_duckdb_reach_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text(f"a\n{CANARY}\n")
    file = tmp_path / "other.csv"
    duck(tmp_path / "other.duckdb", f"CREATE TABLE t AS SELECT '{CANARY}' AS a")
    path = duck(
        tmp_path / "a.duckdb",
        "CREATE TABLE persons AS SELECT range AS a FROM range(4)",
        "CREATE VIEW even AS SELECT a FROM persons WHERE a % 2 = 0",
        f"CREATE VIEW file AS SELECT * FROM read_csv('{file}')",
        f"CREATE VIEW plain AS SELECT * FROM '{file}'",
        f"CREATE MACRO m() AS TABLE SELECT content FROM read_text('{file}')",
        "CREATE VIEW macro AS SELECT * FROM m()",
        f"ATTACH '{tmp_path / 'other.duckdb'}' AS other",
        "CREATE VIEW beside AS SELECT * FROM other.t",
        f"CREATE VIEW wrong AS SELECT CAST('{CANARY}' || a AS INTEGER) AS a FROM persons",
    )
    view = opened(path, "even")
    assert rows_by_stream(view) == rows_by_engine(view) == [("0",), ("2",)]
    assert table_remarks(view) == (VIEW,) and table_remarks(opened(path)) == ()
    for name in ("file", "plain", "macro"):
        assert "reads files outside its database" in refused(path, name), name
    assert "needs something that is not in its database" in refused(path, "beside")
    assert "check the view" in refused(path, "wrong")
    assert sniff(path).format.table == "persons"  # not `beside`, which comes before it


def test_views_of_sqlite_do_nothing_but_read_tables(tmp_path: Path) -> None:
    path = lite(
        tmp_path / "a.sqlite",
        """
        CREATE TABLE persons(a INTEGER, b GENERATED ALWAYS AS (a * 2)); INSERT INTO persons VALUES (1), (2);
        CREATE TRIGGER gone AFTER INSERT ON persons BEGIN DELETE FROM persons; END;
        CREATE VIEW fine AS WITH x AS (SELECT a FROM persons) SELECT upper(x.a) AS c FROM x JOIN persons USING (a);
        CREATE VIEW endless AS WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x) SELECT i FROM x;
        CREATE VIEW dice AS SELECT random() AS r FROM persons;
        CREATE VIEW library AS SELECT load_extension('/tmp/x.so') AS r;
        CREATE VIEW listed AS SELECT value FROM json_each('[1, 2]');
        CREATE VIEW settings AS SELECT * FROM pragma_table_info('persons');
        CREATE VIEW inside AS SELECT sql FROM sqlite_master;
        CREATE VIEW nowhere AS SELECT * FROM absent;
        CREATE VIRTUAL TABLE found USING fts5(a);
        CREATE VIEW through AS SELECT * FROM found;
        """,
    )
    assert rows_by_stream(opened(path)) == [("1", "2"), ("2", "4")]
    assert rows_by_stream(opened(path, "fine")) == [("1",), ("2",)]
    assert table_remarks(opened(path, "fine")) == (VIEW,)
    for view in ("endless", "dice", "library", "listed", "settings", "inside", "nowhere", "through"):
        assert "is not allowed" in refused(path, view), view
    assert "no table or view" in refused(path, "found")
    assert "found" not in sniff(path).tables and "sqlite_master" not in sniff(path).tables


def test_what_has_no_text_is_refused_without_showing_it(tmp_path: Path) -> None:
    path = lite(
        tmp_path / "a.sqlite",
        f"""
        CREATE TABLE blobs(a, ok); INSERT INTO blobs VALUES (CAST('{CANARY}' AS BLOB), 1);
        CREATE TABLE bad(a); INSERT INTO bad VALUES (CAST(x'ff' || '{CANARY}' AS TEXT));
        CREATE TABLE long(a, ok); INSERT INTO long VALUES (hex(zeroblob({limits.LONGEST_VALUE})), 1);
        """,
    )
    assert "binary values" in refused(path, "blobs")
    assert [row for batch in opened(path, "blobs").batches(["ok"]) for row in batch] == [("1",)]
    assert "a text that is not valid" in refused(path, "bad")
    assert f"more than {limits.LONGEST_VALUE:,} bytes" in refused(path, "long")
    nested = duck(
        tmp_path / "a.duckdb", f"CREATE TABLE persons AS SELECT ['{CANARY}'] AS a, '{CANARY}'::BLOB AS b, 1 AS ok"
    )
    assert "nested or binary" in refused(nested, columns=("a",))
    assert "nested or binary" in refused(nested, columns=("b",))
    assert [row for batch in opened(nested).batches(["ok"]) for row in batch] == [("1",)]


def test_texts_that_a_column_takes_to_be_equal_stay_apart(tmp_path: Path) -> None:
    path = duck(
        tmp_path / "a.duckdb",
        "CREATE TABLE persons(sex VARCHAR COLLATE NOCASE)",
        "INSERT INTO persons VALUES ('f'), ('F'), ('F')",
        "CREATE VIEW v AS SELECT concat(sex, '') AS sex FROM persons",
    )
    described = dictionary([category("sex", ["f", "F"])])
    for name in ("persons", "v"):
        source = opened(path, name)
        assert sorted(rows_by_stream(source)) == [("F",), ("F",), ("f",)]
        assert tabulate(source, described, [GroupDomain(("sex",))], KEY)[0].counts.tolist() == [1, 2]
    with duckdb.connect(str(path), read_only=True) as plain:  # what would happen otherwise
        assert plain.execute("SELECT count(*) FROM persons WHERE sex = 'f'").fetchone() == (3,)


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 4000, bytes(8) + b"DUCK" + bytes(9000)]
)
def test_what_is_no_database(tmp_path: Path, content: bytes) -> None:
    for kind in ("duckdb", "sqlite"):
        path = tmp_path / f"a.{kind}"
        path.write_bytes(content)
        refused(path)


@pytest.mark.parametrize("long", ["none", "first", "late"])
def test_rows_counted_as_they_are_stored_are_their_texts(tmp_path: Path, long: str) -> None:
    """Equal numbers can have different texts; NULL and '' are one text; from a long row on all are read."""
    values = [1, "1", None, "", 10**16, 7, 1.0, 0.0, -0.0, 1e16]
    stored = [(values[at % (6 if at < 2500 else 10)], values[at % 5]) for at in range(7000)]
    if long != "none":
        stored[0 if long == "first" else 4321] = ("x" * 3000, 1)
    path = tmp_path / "mixed.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE persons(a, b)")
        database.executemany("INSERT INTO persons VALUES (?, ?)", stored)
        database.commit()
    source = opened(path)

    def text(row: tuple[object, ...]) -> tuple[str, ...]:
        return tuple("" if one is None else plain_number(str(one)) for one in row)

    texts = list(map(text, stored))
    assert [row for batch in source.batches(("a", "b")) for row in batch] == texts
    found: Counter[tuple[str, ...]] = Counter()
    for rows in source.alike(("a", "b")):
        found.update(rows)
    assert found == Counter(texts)
    together: Counter[tuple[str, ...]] = Counter()
    for row, often in Counter(stored).items():
        together[text(row)] += often
    assert together != found  # wrong control: counted without a look at their kind, numbers are thrown together


@pytest.mark.parametrize("kind", ["plain", "gaps", "without", "named", "far", "least", "late"])
def test_rows_of_whole_numbers_are_counted_as_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Not row by row; but for tables without row numbers, numbers that lie too far apart, and from other values on."""
    monkeypatch.setattr(sqlite_numbers, "_AT_ONCE", 300)
    monkeypatch.setattr(sqlite_numbers, "_TOGETHER", 700)
    extra = {"far": 2**63 - 1, "least": -(2**63), "late": "007"}.get(kind, 5)
    stored = [(at, at % 3 or None, None, -(at % 7), extra if at == 1900 else at % 2) for at in range(2000)]
    columns = {"without": "k INTEGER PRIMARY KEY, a, b, c, d", "named": "rowid, oid, _rowid_, c, d"}
    path = tmp_path / "numbers.sqlite"
    with closing(sqlite3.connect(path)) as database:
        made = columns.get(kind, "k, a, b, c, d")
        database.execute(f"CREATE TABLE persons({made})" + " WITHOUT ROWID" * (kind == "without"))
        database.executemany("INSERT INTO persons VALUES (?, ?, ?, ?, ?)", stored)
        if kind == "gaps":
            database.execute("UPDATE persons SET rowid = -rowid * 1000000007")
        database.commit()
    source = opened(path)
    read: list[int] = []
    fetched = SqliteSource._rows

    def counted(*given: Any) -> Iterator[list[tuple[Any, ...]]]:
        for rows in fetched(*given):
            read.append(len(rows))
            yield rows

    monkeypatch.setattr(SqliteSource, "_rows", counted)
    found: Counter[tuple[str, ...]] = Counter()
    for rows in source.alike(source.columns[1:]):
        found.update(rows)
    assert found == Counter(tuple("" if one is None else str(one) for one in row[1:]) for row in stored)
    assert sum(read) == {"without": 2000, "named": 2000, "far": 200, "least": 200, "late": 200}.get(kind, 0)


def test_damaged_and_cut_databases(people: Path) -> None:
    whole = people.read_bytes()
    for content in (whole[: len(whole) // 2], whole[:4096] + bytes(len(whole) - 4096), whole[:100]):
        people.write_bytes(content)
        refused(people)


def test_an_encrypted_database(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with duckdb.connect() as engine:
        engine.execute("SET force_mbedtls_unsafe = 'true'")
        engine.execute(f"ATTACH '{path}' AS secret (ENCRYPTION_KEY 'key')")
        engine.execute("CREATE TABLE secret.persons AS SELECT 1 AS a")
    assert "is encrypted" in refused(path)


def test_a_database_under_another_kind(people: Path) -> None:
    kind = people.suffix[1:]
    for other in ("csv", "xlsx", "parquet"):
        with pytest.raises(BadInput, match=f'must have the kind "{kind}"'):
            open_source(people, SourceFormat(other))
    with pytest.raises(BadInput, match="write it again"):
        open_source(people, SourceFormat("sqlite" if kind == "duckdb" else "duckdb", table="persons"))
    text = people.with_name("birds.csv")
    text.write_text("species,DUCK,GOOSE\n1,2,3\n")  # where such a file has its mark
    assert sniff(text).format.kind == "csv"


def test_counting_can_be_stopped(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(stage: str, share: float | None = None) -> None:
        calls.append(stage)
        if len(calls) > 1:
            raise Stopped

    calls: list[str] = []
    path = lite(
        tmp_path / "a.sqlite",
        "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (0);"
        "CREATE VIEW many AS SELECT 1 FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l",
    )
    with pytest.raises(Stopped):
        opened(path, "many").count(stop)


def test_very_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_TABLES", 3)
    path = lite(tmp_path / "a.sqlite", "".join(f"CREATE TABLE t{at}(a);" for at in range(9)))
    found = sniff(path)
    assert found.tables == ("t0", "t1", "t2") and "more than 3 tables" in render(found.remarks[0])
    assert opened(path, "t8").count() == 0


DRAWN = [
    "SELECT sex, random() < 0.5 AS age FROM people", "SELECT * FROM people ORDER BY \"random\"() LIMIT 1",
    "SELECT sex, coin() AS age FROM people", "SELECT * FROM through", "SELECT * FROM people USING SAMPLE 50%",
    "SELECT sex, uuid() AS age FROM people", "SELECT * FROM people TABLESAMPLE reservoir(1)",
]  # fmt: skip


@pytest.mark.parametrize("view", DRAWN)
def test_views_of_duckdb_are_the_same_table_whenever_they_are_read(tmp_path: Path, view: str) -> None:
    """What is counted twice, or part by part, must be the same rows; only what a view uses is looked at."""
    path = duck(
        tmp_path / "d.duckdb",
        "CREATE TABLE people AS SELECT 'm' AS sex, 7 AS age",
        "CREATE MACRO coin() AS CASE WHEN random() < 0.5 THEN 1 ELSE 2 END",
        "CREATE VIEW through AS SELECT sex, coin() AS age FROM people",
        "CREATE VIEW \"plain one\" AS SELECT sex, age AS randomly FROM people WHERE sex <> 'uuid'",
        f"CREATE VIEW drawn AS {view}",
    )
    assert "is another table whenever it is read" in refused(path, "drawn")
    assert opened(path, "plain one").columns == ("sex", "randomly")
