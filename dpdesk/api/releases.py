"""Releases and rehearsals as objects, made now or read back from the folder they were written to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from dpdesk.api.discreet import discreet, handed
from dpdesk.api.documents import plan_of
from dpdesk.api.one_thread import one_thread
from dpdesk.api.tables import ReleasedTable
from dpdesk.errors import BadInput
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.cli.printed import Files
    from dpdesk.release import result
    from dpdesk.release.derivation import Derived, Values

Layout = Literal["accessible", "classic", "list"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Release:
    """What was released; everything here is published or public.

    `tables` maps names to tables; `loss` is what was spent and `remaining` what is left of the account, as in
    `dpdesk release --json`; `files` were written. `notice` is a sentence to be read, "" for none.
    """

    release_id: str
    title: str
    date: str
    rehearsal: bool
    loss: Mapping[str, Any]
    remaining: Mapping[str, Any]
    tables: Mapping[str, ReleasedTable]
    files: tuple[Path, ...] = ()
    notice: str = ""
    _plan: Plan | None = None
    _folder: Path | None = None
    _drawn: Mapping[str, Mapping[str, Any]] | None = None
    _write: Callable[..., Sequence[Path]] | None = None

    def derive(
        self, expression: str, *, plan: Plan | str | Path | None = None, more_than: float | None = None
    ) -> Derived:
        """Return a sum, difference or ratio of cells with its own error: 'area[n1a] / area[_T]', 'area#3 - area#4'.

        Args:
            expression: cells by their codes, or by their number in the tidy order, as for `dpdesk derive`.
            plan: the plan that was released; needed for a release read back from a folder that does not hold it.
            more_than: asks for the chance of being more than this off.

        Raises:
            BadInput: an expression that is not understood, or another plan.
        """
        from dpdesk.planning.choosing.candidates import Bench
        from dpdesk.planning.choosing.choose import choose
        from dpdesk.publish.proof.released import unbiased_cells
        from dpdesk.publish.proof.reopened import plan_in
        from dpdesk.release.derivation import Derivation

        wanted = plan_of(plan) if plan is not None else self._plan or plan_in(self._folder or Path())
        if self._plan is not None and wanted.meaning != self._plan.meaning:
            raise BadInput(problem("api.another_plan"))
        chosen = choose(wanted, Bench(self._drawn))
        values = self._unbiased() if self._folder is None else unbiased_cells(self._folder, chosen)
        return Derivation(chosen).evaluate(expression, values, more_than=more_than)

    def _unbiased(self) -> dict[str, Values]:
        """The unbiased value of each cell."""
        import numpy as np

        from dpdesk.publish.proof.released import number_of

        return {
            name: np.array([number_of(row["unbiased"], row["flag"]) for row in table.rows])
            for name, table in self.tables.items()
        }

    def write(
        self,
        out: str | Path,
        *,
        pdf: bool = False,
        layout: Layout | None = None,
        languages: Sequence[str] | None = None,
    ) -> tuple[Path, ...]:
        """Write all files of the release into a folder, as `dpdesk release` does; costs nothing.

        Args:
            out: the folder.
            pdf: pages for print and the certificate too, which need the libraries of the window.
            layout: of all tables in the workbook; as the plan says where none is given.
            languages: of the files; all in which the plan has a title where none is given.

        Raises:
            BadInput: files cannot be written so, or the release was itself read from a folder.
        """
        from dpdesk.cli.printed import Files

        if self._write is None:
            raise BadInput(problem("api.written_already"))
        return tuple(self._write(Files(layout, languages, pdf, certificate=pdf), Path(out)))

    def __repr__(self) -> str:
        what = "Rehearsal" if self.rehearsal else "Release"
        return f"{what} {self.release_id}: {', '.join(self.tables)}"

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables.values())


@discreet
@one_thread()
def release(
    plan: Plan | str | Path,
    data: Any,
    *,
    ledger: str | Path | None = None,
    out: str | Path | None = None,
    accept_changed_data: str | None = None,
    confirm_known_data: str | None = None,
    correct_text: str | None = None,
    wave: str = "",
    office: str = "",
    role: str = "",
    pdf: bool = False,
    progress: Progress = silent,
) -> Release:
    """Release a plan once; the same plan on the same data again gives the same release and costs nothing.

    Args:
        plan: the plan, or the path of one.
        data: a path or a data frame.
        ledger: the ledger that is charged; the user's where none is named.
        out: a folder to which all files are written; `Release.write` does it later.
        accept_changed_data: the reason why the data changed since the last release.
        confirm_known_data: the reason why the data are known under another dataset_id.
        correct_text: the reason for other titles, labels or notes of a release.
        wave: the day (YYYY-MM-DD) of the wave the data are of, where their account has a series.
        office: who releases, for the ledger.
        role: their role; no name.
        pdf: pages for print too, which need the libraries of the window.
        progress: told of each stage; may stop the release by raising `dpdesk.errors.Cancelled` until noise is drawn,
            and while the figures are made to add up: the same call then finishes it, and nothing more is spent.

    Raises:
        BadInput: plan or data are not what they must be; nothing is spent.
        Refused: budget, changed data, data known by another name; nothing is spent.
        LedgerDamaged: the ledger does not verify.
    """
    from dpdesk.cli.printed import Files
    from dpdesk.cli.release import release_to
    from dpdesk.release.terms import ReleaseRequest

    asked = ReleaseRequest(
        plan_of(plan),
        handed(data),
        accept_changed=accept_changed_data,
        confirm_known=confirm_known_data,
        correct_text=correct_text,
        wave=wave,
        office=office,
        role=role,
    )
    folder, book = (None if path is None else Path(path) for path in (out, ledger))
    done = release_to(asked, folder, book, Files(pdf=pdf, certificate=pdf), progress)
    return _of(done.release, done.remaining, done.audit, tuple(done.files), done.notice, book)


@discreet
@one_thread()
def rehearse(plan: Plan | str | Path, *, seed: int = 1, progress: Progress = silent) -> Release:
    """Take a plan the whole path on made-up records; nothing is spent, and the numbers mean nothing.

    Args:
        plan: the plan, or the path of one.
        seed: draws the made-up records, not the noise.
        progress: told of each stage.

    Raises:
        BadInput: the plan cannot be carried out.
    """
    from dpdesk.release import rehearsal

    outcome = rehearsal.rehearse(plan_of(plan), seed=seed, progress=progress)
    return _of(outcome.release, {}, None)


def open_release(folder: str | Path) -> Release:
    """Read back what was published in a folder; no ledger is needed.

    Args:
        folder: the folder that `dpdesk release --out` or the window wrote.

    Raises:
        BadInput: it holds no release, or a table that was changed since.
    """
    from dpdesk.planning.document.formats import file_stems
    from dpdesk.publish import folders
    from dpdesk.publish.proof.released import drawn_for, metadata_of

    root = folders.root(Path(folder))
    facts, drawn = metadata_of(root), drawn_for(root)
    tables = {}
    for record, stem in zip(facts["tables"], file_stems([record["table"] for record in facts["tables"]]), strict=True):
        name = f"{folders.TABLES}/{stem}.csv"
        if not folders.has(root / name, facts["files"].get(name, "")):
            raise BadInput(problem("api.changed_file", file=str(root / name)))
        title, content = Text(record["title"]).show(), (root / name).read_bytes()
        tables[record["table"]] = ReleasedTable(record["table"], title, tuple(record["shape"]), content)
    return Release(
        facts["release"],
        Text(facts["title"]).show(),
        facts["date"],
        facts["rehearsal"],
        facts["loss"],
        facts["remaining"],
        tables,
        tuple(root / name for name in facts["files"]),
        _folder=root,
        _drawn=drawn,
    )


def _of(
    done: result.Release,
    remaining: Mapping[str, Any],
    audit: Sequence[str] | None,
    files: tuple[Path, ...] = (),
    notice: str = "",
    book: Path | None = None,
) -> Release:
    from dpdesk.publish.outbox import check_writable
    from dpdesk.publish.tables import tidy

    def write(wanted: Files, out: Path) -> Sequence[Path]:
        """The files, where the ledger says of the release what it said when it was made."""
        if audit is not None:
            _require_as_released(done.release_id, audit, book, out)
        check_writable(out)
        return wanted.write(done, out, audit or ())

    tables = {
        table.shell.name: ReleasedTable(
            table.shell.name, table.shell.title.show(), tuple(table.shell.shape), b"".join(tidy.lines(done, table))
        )
        for table in done.tables
    }
    return Release(
        done.release_id,
        done.plan.title.show(),
        done.date,
        done.rehearsal,
        done.loss.to_json(),
        remaining,
        tables,
        files,
        notice,
        _plan=done.plan,
        _drawn={group.name: group.mechanism for group in done.groups},
        _write=write,
    )


def _require_as_released(release_id: str, audit: Sequence[str], book: Path | None, out: Path) -> None:
    """Refuse a folder that holds the ledger, and a release that something was decided of since."""
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.place import default_path
    from dpdesk.publish.folders import require_apart

    file = book or default_path()
    require_apart(out, [file])
    with Ledger.open(file) as ledger:
        if list(ledger.release_lines(release_id)) != list(audit):
            raise BadInput(problem("api.decided_since"))
