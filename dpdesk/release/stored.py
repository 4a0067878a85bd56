"""A finished release as the ledger keeps it: published cells and unbiased answers as bytes, and the way back.

Cells are stored with the commit, so that a release prints the same bytes on every machine at any time, whatever a later
version computes; the sealed integers beside them let anybody with the ledger recompute everything.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.shells import TOTAL
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import Document, problem
from dpdesk.release.canonical import release_hashes
from dpdesk.release.controls import agreements
from dpdesk.release.finish import Finished
from dpdesk.release.reliability import marked
from dpdesk.release.result import EXACT, IMPOSSIBLE, Correction, GroupResult, Release, TableResult
from dpdesk.release.sampling import sampled
from dpdesk.release.sealed import opened
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import parse_json
from dpdesk.translation import translatable

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.compiler.shells import Shell
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.variables.variable import Variable

_FIELDS = ("estimate", "lower", "upper", "margin", "unbiased")
_BY = translatable("Released by")
_READ: Recent[Plan] = Recent(2)  # one release reads its plan to be sure of it, to be printed, and to be compared


def plan_bytes(plan: Plan | SessionPlan) -> bytes:
    """The plan, or session, as JSON, the same bytes for the same plan and texts."""
    return _json_bytes(plan.to_json())


def dictionary_bytes(dictionary: Dictionary) -> bytes:
    """The dictionary as JSON, with the code lists it reads from files."""
    return _json_bytes(dictionary.to_json())


def _json_bytes(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def stored_plan(plan_json: bytes, dictionary_json: bytes) -> Plan:
    """The plan and dictionary a release was made with."""

    def read() -> Plan:
        dictionary = Dictionary.from_bytes(dictionary_json, Document("stored_dictionary"))
        file = Document("stored_plan")
        return Plan.from_json(parse_json(plan_json, file), dictionary, file)

    return _READ.get((plan_json, dictionary_json), read)


def require_readable(plan: Plan) -> None:
    """Refuse a plan that a release could be made with and not be read back with, for want of modesty.

    A dictionary is kept with the code lists that it reads from files, and each file may be as long as the whole may be.

    Raises:
        BadInput: plan or dictionary exceed what is read of one file.
    """
    try:
        stored_plan(plan_bytes(plan), dictionary_bytes(plan.dictionary))
    except BadInput:
        raise BadInput(problem("release.plan_too_long", plan.file.whole)) from None


def former_plans(stored: StoredRelease) -> tuple[Plan, ...]:
    """The plans of a release with the texts that were corrected, the oldest first."""
    versions = range(len(stored.text_versions))
    return tuple(current_plan(replace(stored, text_versions=stored.text_versions[:number])) for number in versions)


def current_plan(stored: StoredRelease) -> Plan:
    """The plan of a release with its newest texts."""
    if not stored.text_versions:
        return stored_plan(stored.plan_json, stored.dictionary_json)
    try:
        texts = json.loads(stored.text_versions[-1].texts)
        return stored_plan(texts["plan"].encode(), texts["dictionary"].encode())
    except (ValueError, KeyError, TypeError, AttributeError):
        raise LedgerDamaged(problem("release.texts_unreadable", release=stored.release_id)) from None


def text_bytes(plan: Plan) -> bytes:
    """The texts of a plan and its dictionary, as a correction keeps them."""
    return _json_bytes({"plan": plan_bytes(plan).decode(), "dictionary": dictionary_bytes(plan.dictionary).decode()})


def texts_differ(stored: StoredRelease, plan: Plan) -> bool:
    """Whether a plan of the same meaning has other titles, labels or notes than a release prints."""
    return text_bytes(current_plan(stored)) != text_bytes(plan)


def other_texts(stored: StoredRelease, plan: Plan) -> bool:
    """Whether a plan of the same meaning has other texts than a release prints.

    Neither the level of the margins and decimals, to which numbers were rounded, nor where the dictionary lies is one,
    nor the house style, since a release is printed in any.
    """
    before = current_plan(stored)
    old, new = (_without(text.text_json, {"level", "dictionary", "decimals", "style"}) for text in (before, plan))
    return old != new or before.dictionary.text_hash != plan.dictionary.text_hash


def _without(tree: Any, names: set[str]) -> Any:
    """A tree of JSON without some keys, and without what is empty then."""
    if isinstance(tree, dict):
        kept = {key: _without(value, names) for key, value in tree.items() if key not in names}
        return {key: value for key, value in kept.items() if value not in ({}, [], None)}
    if isinstance(tree, list):
        parts = [_without(branch, names) for branch in tree]
        return parts if any(part not in ({}, [], None) for part in parts) else []
    return tree


def require_text_only(stored: StoredRelease, plan: Plan) -> None:
    """Refuse a correction that would change numbers: the level of the margins, or decimals, which are rounded to.

    Raises:
        BadInput: naming what differs.
    """
    before = current_plan(stored)
    if before.level != plan.level:
        raise BadInput(problem("release.level_kept", plan.file.whole, level=before.level))
    for old, new in zip(compile_plan(before).shells, compile_plan(plan).shells, strict=True):
        if [item.decimals for item in old.items] != [item.decimals for item in new.items]:
            raise BadInput(problem("release.decimals_kept", plan.file.whole, table=new.label))


def forecast_bytes(promised: Mapping[str, Any]) -> bytes:
    """The forecast as a release keeps it."""
    return json.dumps(promised).encode()


def pack_summary(finished: Finished, forecast: bytes) -> bytes:
    """The published cells, the unbiased answers and the forecast as bytes, without pickles and without times."""
    arrays: dict[str, NDArray[Any]] = {}
    for number, table in enumerate(finished.tables):
        for name in _FIELDS:
            arrays[f"t{number}.{name}"] = getattr(table, name)
        flags = "\n".join(str(flag) for flag in table.flag.ravel().tolist())
        arrays[f"t{number}.flag"] = np.frombuffer(flags.encode(), dtype=np.uint8)
    names = [[group, list(statistics)] for group, statistics in finished.unbiased.items()]
    for g, statistics in enumerate(finished.unbiased.values()):
        for s, values in enumerate(statistics.values()):
            arrays[f"g{g}.{s}"] = values
    arrays["groups"] = np.frombuffer(json.dumps(names).encode(), dtype=np.uint8)
    arrays["forecast"] = np.frombuffer(forecast, dtype=np.uint8)
    if finished.failed:
        arrays["failed"] = np.frombuffer(finished.failed.encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]  # the stub takes the names for its own options
    return buffer.getvalue()


def as_release(
    stored: StoredRelease, *, rehearsal: bool = False, compiler: Callable[[Plan], CompiledPlan] = compile_plan
) -> Release:
    """The release as it can be published, from what the ledger keeps; LedgerDamaged if it does not hold together.

    Args:
        stored: what the ledger keeps.
        rehearsal: whether it is one.
        compiler: compiles its plan, which whoever has just compiled it does faster.
    """
    plan = current_plan(stored)
    compiled = compiler(plan)  # and no mechanism: a later version may choose another one for the same plan
    try:
        with np.load(io.BytesIO(stored.summary), allow_pickle=False) as arrays:
            tables = tuple(_table(arrays, number, table.shell) for number, table in enumerate(compiled.tables))
            unbiased = _unbiased(arrays)
            promised = json.loads(arrays["forecast"].tobytes())
            failed = arrays["failed"].tobytes().decode() if "failed" in arrays else ""
    except (ValueError, KeyError, OSError, EOFError):
        raise LedgerDamaged(problem("release.result_unreadable", release=stored.release_id)) from None
    if release_hashes(tables).result != stored.result_hash:
        raise LedgerDamaged(problem("release.other_result", release=stored.release_id))
    measured, decoders = opened(stored.sealed)
    tables = sampled(plan, compiled, tables, unbiased, promised)
    rule = plan.record.house.reliability
    return Release(
        plan=plan,
        dictionary=plan.dictionary,
        tables=marked(tables, rule, plan.level) if rule else tables,
        groups=tuple(
            _group(plan, group, decoders[group.name], measured[group.name], unbiased[group.name])
            for group in compiled.groups
        ),
        loss=stored.loss,
        remaining=stored.remaining,
        entry=stored.entry,
        head=stored.head,
        previous_head=stored.previous_head,
        release_id=stored.release_id,
        date=stored.date,
        rehearsal=rehearsal,
        level=plan.level,
        result_hash=stored.result_hash,
        text_version=stored.text_version,
        corrections=tuple(
            Correction(version.version, version.date, version.reason) for version in stored.text_versions
        ),
        former=former_plans(stored),
        offices={translatable("Released by"): who}
        if (who := ", ".join(filter(None, (stored.office, stored.role))))
        else {},
        forecast=promised,
        unprotected=_unprotected(compiled, tables),
        approval=stored.approval,
        embargo=stored.embargo,
        withdrawn=stored.withdrawn,
        program=stored.program,
        strategy=stored.strategy,
        wave=stored.wave,
        controls=agreements(compiled, unbiased, promised),
        failed=failed,
        other_file=stored.other_file,
        replaced_by=stored.replaced_by,
    )


def _table(arrays: Mapping[str, NDArray[Any]], number: int, shell: Shell) -> TableResult:
    values = [np.asarray(arrays[f"t{number}.{name}"], dtype=np.float64) for name in _FIELDS]
    flags = arrays[f"t{number}.flag"].tobytes().decode().split("\n")
    flag = np.array(flags, dtype=object).reshape(shell.shape)
    if any(array.shape != shell.shape for array in values):
        raise ValueError("a stored table has another shape")
    estimate, lower, upper, margin, unbiased = values
    return TableResult(shell, estimate, lower, upper, margin, unbiased, flag)


def _unbiased(arrays: Mapping[str, NDArray[Any]]) -> dict[str, dict[str, NDArray[np.float64]]]:
    names = json.loads(arrays["groups"].tobytes())
    return {
        group: {statistic: np.asarray(arrays[f"g{g}.{s}"]) for s, statistic in enumerate(statistics)}
        for g, (group, statistics) in enumerate(names)
    }


def _group(
    plan: Plan,
    group: CompiledGroup,
    mechanism: Mapping[str, Any],
    measured: Mapping[str, NDArray[np.int64]],
    unbiased: Mapping[str, NDArray[np.float64]],
) -> GroupResult:
    domain = group.domain
    variables = [plan.dictionary.variable(name) for name in domain.variables]
    return GroupResult(
        name=group.name,
        variables=domain.variables,
        codes=tuple(variable.codes for variable in variables),
        mechanism=mechanism,
        measured=measured,
        unbiased=unbiased,
        cells=_row_codes(plan, group),
    )


def _row_codes(plan: Plan, group: CompiledGroup) -> tuple[tuple[str, ...], ...]:
    """For each row of the workload the codes it counts, variable by variable.

    "_T" for all codes, a code for itself, "first..last" for neighbours in the code list, else codes joined by "+".
    """
    variables = [plan.dictionary.variable(name) for name in group.domain.variables]
    rows: list[tuple[str, ...]] = []
    for part in group.parts:
        named = [
            [_set_text(sets.codes(number), variable) for number in numbers.tolist()]
            for sets, variable, numbers in zip(group.space.sets, variables, part.box.lists, strict=True)
        ]
        rows += product(*named)
    return tuple(rows)


def _set_text(positions: tuple[int, ...], variable: Variable) -> str:
    codes = [variable.codes[position] for position in positions]
    if len(codes) == variable.size:
        return TOTAL
    if len(codes) > 1 and positions[-1] - positions[0] + 1 == len(codes):
        return f"{codes[0]}..{codes[-1]}"
    return "+".join(codes)


def _unprotected(compiled: CompiledPlan, tables: tuple[TableResult, ...]) -> tuple[str, ...]:
    """What is exact and why, in words."""
    unprotected: list[str] = []
    exact = {table.shell.name for table in tables if any(EXACT in str(flag) for flag in table.flag.ravel().tolist())}
    if exact:
        names = ", ".join(sorted(exact))
        unprotected.append(
            "Exact, because one unit is replaced by another and the number of units is public: the counts marked x in "
            f"{names}."
        )
    if any(group.ruled for group in compiled.groups):
        unprotected.append(f"A cell marked {IMPOSSIBLE} can hold nobody, by a rule that is public.")
    return tuple(unprotected)
