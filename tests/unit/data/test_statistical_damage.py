"""Damaged statistical files end at most the process that reads them, and nothing they hold is told."""

from __future__ import annotations

import json
import sys
import traceback
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from damaged import damaged
from statistical import CANARY, opened, people, written

from dpdesk import isolation
from dpdesk.data.sources.statistical import library
from dpdesk.errors import BadInput

LAYOUTS = {"sav": "sav/zsav", "zsav": "sav/zsav", "por": "por", "dta": "dta", "xpt": "xport", "sas7bdat": "sas7bdat"}
WRONG = {"damaged", "characters", "unsupported", "memory"}
COPIES = 40


def answers(path: Path, layout: str, copies: Iterator[bytes]) -> Iterator[dict[str, Any] | None]:
    """What one child after the other says of each copy, described and read; None where the child ended."""
    waiting = list(copies)
    while waiting:
        with library._child(path.name) as (requests, stream, _):
            while waiting:
                path.write_bytes(waiting.pop())
                request = {"path": str(path), "layout": layout, "characters": ""}
                said = asked(requests, stream, request)
                yield said
                if said is None:
                    break
                if "wrong" in said or not said["variables"]:
                    continue
                names = [one["name"] for one in said["variables"]][:3]
                said = asked(requests, stream, {**request, "names": names, "start": 0, "many": 1000})
                yield said
                if said is None:
                    break
                if "wrong" not in said:
                    stream.read(4 * sum(said["rows"]))


def asked(requests: Any, stream: Any, request: dict[str, Any]) -> dict[str, Any] | None:
    with suppress(BrokenPipeError):
        requests.write(json.dumps(request).encode() + b"\n")
        requests.flush()
    line = stream.readline()
    return json.loads(line) if line else None


def outcomes(whole: bytes, path: Path, copies: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for said in answers(path, LAYOUTS[path.suffix[1:]], (damaged(whole, seed) for seed in range(copies))):
        if said is None:
            found["ended"] += 1
        elif "wrong" in said:
            assert set(said) == {"wrong"} and said["wrong"] in WRONG
            found["refused"] += 1
        else:
            found["read"] += 1
    return found


@pytest.mark.parametrize("ending", ["sav", "zsav", "por", "dta", "xpt"])
def test_a_damaged_file_is_read_or_refused_in_one_of_a_few_words(tmp_path: Path, ending: str) -> None:
    whole = written(tmp_path / f"whole.{ending}", people("Koeln", 30)).read_bytes()
    found = outcomes(whole, tmp_path / f"copy.{ending}", COPIES)
    assert found["refused"] > 5 and found["ended"] < 5


def test_a_damaged_file_of_sas(real_data: Path, tmp_path: Path) -> None:
    path = real_data / "statfiles" / "sample.sas7bdat"
    if not path.is_file():
        pytest.skip("the samples of statistical files are not on this machine")
    found = outcomes(path.read_bytes(), tmp_path / "copy.sas7bdat", COPIES)
    assert found["refused"] > 5 and found["ended"] < 5


def test_a_file_that_makes_the_library_overrun_its_memory_is_a_damaged_one(real_data: Path, tmp_path: Path) -> None:
    """The bytes that are changed make pyreadstat 1.3.7 end its process; a later version may refuse them."""
    path = real_data / "statfiles" / "labelled-num-na.sav"
    if not path.is_file():
        pytest.skip("the samples of statistical files are not on this machine")
    copy = bytearray(path.read_bytes())
    for at, byte in CRASH:
        copy[at] = byte
    ended = tmp_path / "people.sav"
    ended.write_bytes(copy)
    with pytest.raises(BadInput, match=r"people\.sav is damaged, cut short or encrypted"):
        opened(ended).count()


CRASH = ((276, 0), (278, 128))


@pytest.mark.parametrize("ending", ["sav", "zsav", "por", "dta", "xpt"])
def test_a_file_that_is_cut_short_is_refused(tmp_path: Path, ending: str) -> None:
    whole = written(tmp_path / f"people.{ending}", people("Koeln", 30)).read_bytes()
    (tmp_path / f"people.{ending}").write_bytes(whole[:-81])
    with pytest.raises(BadInput, match=r"people.* is (cut short|damaged)"):
        source = opened(tmp_path / f"people.{ending}")
        list(source.batches(source.columns))


@pytest.mark.parametrize(
    "ends",
    [
        "import os; os.abort()",
        "import sys; sys.stdin.readline(); print('{\"variables\": [')",
        "import sys; sys.stdin.readline(); print('not JSON " + CANARY + "')",
        "import sys; sys.stdin.readline(); raise SystemExit('" + CANARY + "')",
    ],
)
def test_whatever_ends_the_child_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], ends: str
) -> None:
    path = written(tmp_path / "people.sav", people(units=3))
    monkeypatch.setattr(isolation, "itself", lambda *words: [sys.executable, "-c", ends])
    with pytest.raises(BadInput) as caught:
        opened(path)
    assert str(caught.value) == (
        "people.sav is damaged, cut short or encrypted: save it again in the program that made it."
    )
    told = capfd.readouterr()
    assert not told.out and not told.err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("missing", "is read only with the package pyreadstat installed; it is missing."),
        ("memory", "needs more memory than there is"), ("unsupported", "is written in a way that is not read"),
        ("characters", "has texts that are not valid in its encoding"), ("unreadable", "cannot be read (input error)."),
        (CANARY, "is damaged, cut short or encrypted"),
    ],
)  # fmt: skip
def test_each_word_of_the_child_has_its_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str, said: str
) -> None:
    path = written(tmp_path / "people.sav", people(units=3))
    answer = f"import sys; sys.stdin.readline(); print('{json.dumps({'wrong': wrong})}')"
    monkeypatch.setattr(isolation, "itself", lambda *words: [sys.executable, "-c", answer])
    with pytest.raises(BadInput) as caught:
        opened(path)
    assert said in str(caught.value) and CANARY not in str(caught.value) and str(caught.value).startswith("people.sav ")


def test_a_child_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "people.sav", people(units=3))
    monkeypatch.setattr(isolation, "itself", lambda *words: [sys.executable, "-c", "import sys; sys.stdin.read()"])
    monkeypatch.setattr(library, "_PATIENCE", 0.2)
    with pytest.raises(BadInput, match="is damaged, cut short or encrypted"):
        opened(path)


def test_a_number_of_a_value_that_there_is_not_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = opened(written(tmp_path / "people.sav", people(units=3)))
    monkeypatch.setattr(
        library.StatisticalFile,
        "pieces",
        lambda *_: iter([[library.Column([1.0], library.array("I", [0, 7]))]]),
    )
    with pytest.raises(BadInput, match="is damaged"):
        list(source.batches(("SEX",)))


def test_no_traceback_holds_a_label_or_a_cell(tmp_path: Path) -> None:
    """The library quotes what it cannot convert; here every text of the file is of another encoding."""
    rows = [(f"{CANARY}ö{at}", 1.0, 2.0, f"{CANARY}ü", 3.0) for at in range(5)]
    path = written(tmp_path / "people.sav", rows, file_label=f"{CANARY} ß")
    for characters in ("ascii", "utf-16-le"):
        with pytest.raises(BadInput) as caught:
            source = opened(path, characters=characters)
            list(source.batches(source.columns))
        told = "".join(traceback.format_exception(caught.value))
        assert CANARY not in told and "eadstat" not in str(caught.value) and "During handling" not in told
        assert "encoding" in str(caught.value) or "damaged" in str(caught.value)


def test_nothing_stands_beside_the_file_and_no_child_is_left(tmp_path: Path) -> None:
    source = opened(written(tmp_path / "people.sav", people()))
    rows = source.batches(source.columns, 5)
    assert len(next(rows)) == 5
    assert isinstance(rows, Generator)
    rows.close()
    assert [one.name for one in tmp_path.iterdir()] == ["people.sav"]


def test_the_library_is_loaded_by_the_child_alone() -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", "import dpdesk.data.proposing.sniffing, sys; print('pyreadstat' in sys.modules)"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.strip() == "False"
