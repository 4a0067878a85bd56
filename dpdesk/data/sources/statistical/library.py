"""A statistical file, asked for what it holds: pyreadstat, in a process of its own.

The library is C beneath, and files made to do harm overrun its memory. So it runs in a child (`child`), which cannot
take the program with it, and which leaves the window its time. No word of the library's comes back: what went wrong
is one of a few words, each with a problem here, and a child that ends before it has answered is a damaged file.
"""

from __future__ import annotations

import json
import os
import subprocess
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import IO, Any

from dpdesk import isolation
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Problem, phrase, problem

_PATIENCE = 120  # seconds without an answer, and one more for each so many bytes of the file
_BYTES_A_SECOND = 2_000_000
_LONGEST_ANSWER = 1 << 30  # bytes of a line


@dataclass(frozen=True, slots=True)
class Variable:
    """What a file says of one of its variables, and of no record.

    `stored` is "string" or a kind of number, `display` how its program shows it ("F8.2", "%td", "DATE9"); `labels` are
    those of single values, `ranges` pairs of values (or texts) between which all are missing.
    """

    name: str
    label: str
    stored: str
    display: str
    width: int
    label_set: str
    labels: Mapping[Any, str] = field(default_factory=dict)
    ranges: tuple[tuple[Any, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """What a file says of itself; `rows` is None where it does not say how many records it has."""

    variables: tuple[Variable, ...]
    rows: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """The values of a column: the different ones, None for what is missing, and which of them each record has."""

    different: list[Any]
    places: array[int]


@dataclass(frozen=True, slots=True)
class StatisticalFile:
    """A file, the library's name of its format, and the encoding of its texts ("" for what it says itself)."""

    path: Path
    layout: str
    characters: str = ""

    def describe(self) -> Described:
        """Read everything but the records.

        Raises:
            BadInput: the file cannot be read.
        """
        with self._reader() as ask:
            answer, _ = ask({})
        sets = _label_sets(answer)
        variables = tuple(
            Variable(
                **{
                    **variable,
                    "label": " ".join(variable["label"].split()),
                    "labels": sets.get(variable["label_set"], {}),
                    "ranges": tuple(map(tuple, variable["ranges"])),
                }
            )
            for variable in answer["variables"]
        )
        return Described(variables, answer["rows"])

    def label_sets(self) -> Mapping[str, Mapping[Any, str]]:
        """Read the labels of a SAS catalogue, by the names of their formats.

        Raises:
            BadInput: it cannot be read.
        """
        with self._reader() as ask:
            answer, _ = ask({})
        return _label_sets(answer)

    def pieces(self, names: Sequence[str], first: int, most: int) -> Iterator[list[Column]]:
        """Yield the records of some columns, `first` of them, then at most `most` at a time; a piece has one at least.

        Raises:
            BadInput: the file cannot be read.
        """
        done, many = 0, min(first, most)
        with self._reader() as ask:
            while True:
                answer, stream = ask({"names": list(names), "start": done, "many": many})
                rows = answer["rows"][0]
                if len(answer["rows"]) != len(names) or rows > many or any(length != rows for length in answer["rows"]):
                    raise BadInput(damaged(self.path.name))
                columns = [Column(values, _places(stream, rows, self.path.name)) for values in answer["different"]]
                if rows:
                    yield columns
                if rows < many:
                    return
                done, many = done + rows, most

    @contextmanager
    def _reader(self) -> Iterator[Any]:
        """A function that asks a child, which ends with this."""
        request = {"path": str(self.path.absolute()), "layout": self.layout, "characters": self.characters}
        try:
            patience = _PATIENCE + self.path.stat().st_size / _BYTES_A_SECOND
        except OSError as error:
            raise BadInput(unreadable(self.path.name, error)) from None
        with _child(self.path.name) as (requests, answers, end):

            def ask(asked: Mapping[str, Any]) -> tuple[dict[str, Any], IO[bytes]]:
                with suppress(BrokenPipeError):
                    requests.write(json.dumps({**request, **asked}).encode() + b"\n")
                    requests.flush()
                timer = Timer(patience, end)
                timer.daemon = True
                timer.start()
                try:
                    line = answers.readline(_LONGEST_ANSWER)
                finally:
                    timer.cancel()
                try:
                    answer = json.loads(line)
                except ValueError:
                    raise BadInput(damaged(self.path.name)) from None
                if "wrong" in answer:
                    raise BadInput(_problem_of(self.path.name, answer["wrong"], answer.get("why", "")))
                return answer, answers

            yield ask


def _label_sets(answer: Mapping[str, Any]) -> dict[str, dict[Any, str]]:
    """Values with their labels by the name of their set, which many variables may share."""
    return {name: dict(map(tuple, labels)) for name, labels in answer["label_sets"]}


@contextmanager
def _child(file: str) -> Iterator[tuple[IO[bytes], IO[bytes], Any]]:
    """A child that waits for requests: where these go, where answers come from, and what ends it."""
    try:
        child = subprocess.Popen(  # noqa: S603 -- this very program, with no shell
            isolation.itself(isolation.READ_APART),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # on Windows
        )
    except OSError as error:
        reason = error.strerror or phrase("data.process_refused")
        raise BadInput(problem("data.no_process", file=file, reason=reason)) from None
    requests, answers = child.stdin, child.stdout
    if requests is None or answers is None:
        raise BadInput(problem("data.no_way_to_process", file=file))
    try:
        yield requests, answers, child.kill
    finally:
        child.kill()
        for stream in (requests, answers):
            with suppress(OSError):
                stream.close()
        child.wait()


def _places(stream: IO[bytes], rows: int, file: str) -> array[int]:
    places = array("I")
    try:
        places.fromfile(stream, rows)
    except EOFError:
        raise BadInput(damaged(file)) from None
    return places


def _problem_of(file: str, wrong: str, why: str) -> Problem:
    """The problem of a file that cannot be read."""
    if wrong == "unreadable":
        return problem("data.unreadable", file=file, reason=why or phrase("data.input_error"))
    if wrong == "missing":
        return problem("data.statistical_package", file=file)
    if wrong == "memory":
        return problem("data.statistical_memory", file=file)
    if wrong == "characters":
        return problem("data.statistical_characters", file=file)
    if wrong == "unsupported":
        return problem("data.statistical_unsupported", file=file)
    return damaged(file)


def damaged(file: str) -> Problem:
    """The problem of a file that is not whole, whoever finds it out."""
    return problem("data.damaged", file=file)
