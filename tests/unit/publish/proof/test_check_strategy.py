"""The program that recomputes what a release cost, against releases and every change of what they say about it."""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import outsider
import pytest
from outsider import repacked
from rechecked import SCRIPT, checker, columns, problem
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.mechanisms.core import scales
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy import calibration
from dpdesk.publish.documents.metadata import metadata_bytes
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.evidence import read_document
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest, release

MEAN = {"kind": "mean", "variable": "pay"}
CDF = {"kind": "cdf", "variable": "age"}
Change = Callable[[Any], Any]


def asked() -> Plan:
    """Three groups: waves of ages, counts with a sum beside them, and two tables that share a variable."""
    tables = [
        table("ages", measures=[CDF], group="waves"),
        table("pay", stub=[block("sex")], measures=[COUNT, MEAN], group="sums"),
        table("one", stub=[block("sex")], boxhead=[block("state")], group="margins"),
        table("two", stub=[block("state")], boxhead=[block("colour")], group="margins"),
    ]
    groups = [
        {"name": "waves", "part": "1/2", "mechanism": "sine"},
        {"name": "sums", "part": "1/4", "mechanism": "histogram"},
        {"name": "margins", "part": "1/4", "mechanism": "marginals"},
    ]
    account = small(neighbours="add_remove", budget_cap={"epsilon": "10", "delta": "1e-6", "rule": "rho"})
    return plan(*tables, groups=groups, dictionary=account, loss={"rho": "1/4"})


def published(folder: Path, one: Plan) -> Path:
    data = outsider.data_file(folder / "data.csv")
    with Ledger.open(folder / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(one, data), ledger).release
        write_release(done, folder / "out", audit=ledger.release_lines(done.release_id))
    return folder / "out"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("release"), asked())


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def agreed_again(folder: Path) -> None:
    """What a forger does who knows how metadata.json is made: its list of files holds again."""
    path = folder / "proof" / "metadata.json"
    tree = json.loads(path.read_bytes())
    tree["files"] = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in tree["files"]}
    path.write_text(json.dumps(tree), encoding="utf-8")


def leaves(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(node, list) and node:
        for number, inner in enumerate(node):
            yield from leaves(inner, (*path, number))
    else:
        yield path


def other(value: Any) -> Any:
    """Something else of the same type."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list):
        return [0]
    try:
        return str(Fraction(value) + Fraction(1, 10**6))
    except ValueError:
        return value[:-1] + ("0" if value[-1:] != "0" else "1")


def changed(tree: Any, path: tuple[Any, ...]) -> Any:
    copy = json.loads(json.dumps(tree))
    node = copy
    for name in path[:-1]:
        node = node[name]
    node[path[-1]] = other(node[path[-1]])
    return copy


def test_it_needs_nothing_but_python() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    named = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in named} <= set(sys.stdlib_module_names)
    assert max(map(len, source.splitlines())) <= 120
    assert newer_than_3_8(tree) == []
    assert newer_than_3_8(ast.parse("A = list[int]\nB = {} | {}\nC = ''.removeprefix('a')")) == [1, 2, 3]


def newer_than_3_8(tree: ast.Module) -> list[int]:
    """Lines that a 3.8 reads and cannot run: types with brackets where they are evaluated, and what came later."""
    hints = {inner for node in ast.walk(tree) for hint in hints_of(node) for inner in ast.walk(hint)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node not in hints:
            found += [node.lineno] if node.value.id in ("dict", "frozenset", "list", "set", "tuple", "type") else []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and node not in hints:
            found += [node.lineno] if ast.Dict in map(type, (node.left, node.right)) else []
        if isinstance(node, ast.Attribute) and node.attr in ("removeprefix", "removesuffix", "bit_count", "cache"):
            found.append(node.lineno)
        if isinstance(node, ast.keyword) and node.arg == "strict":
            found.append(node.value.lineno)
    return sorted(found)


def hints_of(node: ast.AST) -> list[ast.expr]:
    """The types that a part of a program states; they are never evaluated."""
    if isinstance(node, ast.AnnAssign | ast.arg):
        return [node.annotation] if node.annotation is not None else []
    return [node.returns] if isinstance(node, ast.FunctionDef) and node.returns is not None else []


def test_it_lies_beside_the_release_and_accepts_it(made: Path) -> None:
    assert (made / "proof" / "check_strategy.py").read_bytes() == SCRIPT.read_bytes()
    words = [sys.executable, "-I", str(made / "proof" / "check_strategy.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100, cwd=made.parent)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "group waves, sine: rho 1/8 recomputed" in done.stdout
    assert "together: rho = 1/4, as the ledger says" in done.stdout
    assert done.stdout.endswith("Everything holds. Run verify.py as well.\n")


def test_what_is_written_is_what_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without noise the published integers are the grid times the rows of the file times the true counts."""
    monkeypatch.setattr(NoiseScale, "draw", lambda self, size: np.zeros(size, dtype=np.int64))
    one = asked()
    out = published(tmp_path, one)
    header, *rows = [line.split(",") for line in (tmp_path / "data.csv").read_text().splitlines()]
    noisy: dict[tuple[str, str], list[int]] = {}
    for line in (out / "proof" / "measurements.csv").read_text().splitlines()[1:]:
        group, statistic, kind, _, _, value = line.split(",")
        if kind == "noisy":
            noisy.setdefault((group, statistic), []).append(int(value))
    checked = 0
    for group, said in zip(
        choose(one).groups, json.loads((out / "proof" / "strategy.json").read_bytes())["groups"], strict=True
    ):
        ((stage,),) = said["stages"]
        domain = group.compiled.domain
        first, variables = stage["vectors"][0], [one.dictionary.variable(name) for name in domain.variables]
        names = group.joined or ("count",)
        vectors = np.zeros([len(names), *(variable.size for variable in variables)], dtype=np.int64)
        for row in rows:
            places = tuple(
                variable.encode([row[header.index(column)] for column in variable.columns]) for variable in variables
            )
            vectors[(0, *places)] += 1
            for number, name in enumerate(names[1:], start=1):
                own = one.dictionary.variable(name.removeprefix("sum:"))
                vectors[(number, *places)] += own.value([row[header.index(column)] for column in own.columns]) or 0
        merged = np.stack([group.compiled.reduction.merge(vector).reshape(-1) for vector in vectors])
        mixed = np.array(first.get("matrix", [[1]])) @ merged
        exact = (np.array(columns(stage)).reshape(-1, merged.shape[1]) @ mixed.T).T.ravel()
        assert noisy[group.name, "joint" if group.joined else "count"] == (exact * first["grid"]).tolist()
        checked += exact.size
    assert checked > 20 and any(group.joined for group in choose(one).groups)


def test_every_change_of_the_strategy_is_refused(folder: Path) -> None:
    """By the draw mark in the ledger, though the forger makes the list of files agree; most by recomputation alone."""
    path = folder / "proof" / "strategy.json"
    tree = json.loads(path.read_bytes())
    every = list(leaves(tree))
    assert len(every) > 100
    for at in every:
        path.write_text(json.dumps(changed(tree, at)), encoding="utf-8")
        assert "not the file listed" in problem(folder), at
    path.write_text(json.dumps(tree), encoding="utf-8")  # the same, but for white space
    agreed_again(folder)
    assert "before the noise was drawn" in problem(folder)


def test_without_the_ledger_a_cheaper_strategy_is_still_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could change the ledger's mark too would be left with what does not change the loss that is stated."""
    module, tree = checker(), json.loads((folder / "proof" / "strategy.json").read_bytes())
    said = json.loads((folder / "proof" / "metadata.json").read_bytes())
    kept = []
    for number, group in enumerate(tree["groups"]):
        told = said["groups"][number]["strategy"]
        for at in leaves(group["stages"]):
            ((stage,),) = changed(group["stages"], at)
            try:
                module.check_stage(stage, told)
                kept.append(at[2:])
            except Exception:
                continue
    # What vectors and matrices are called, whether exact numbers are listed, and ranges of a sum that matter less.
    allowed = {"vector", "merged", "values"}
    assert {name for at in kept for name in at if isinstance(name, str)} - {"vectors", "matrices"} <= allowed, kept


def test_every_change_of_what_metadata_says_of_it_is_refused(folder: Path) -> None:
    path = folder / "proof" / "metadata.json"
    tree = json.loads(path.read_bytes())
    checked = [("loss",), ("neighbours",), ("unit", "identity"), ("unit", "rows_of_a_unit"), ("ledger",), ("release",)]
    checked += [("groups", at, name) for at in range(3) for name in ("group", "variables", "strategy", "measurements")]
    number = 0
    for part in checked:
        node = tree
        for name in part:
            node = node[name]
        for at in leaves(node):
            if at[-1:] and str(at[-1]).endswith("_float") and part[0] == "loss":
                continue  # a rounding beside the exact text
            path.write_text(json.dumps(changed(tree, (*part, *at))), encoding="utf-8")
            assert problem(folder), (*part, *at)
            number += 1
    assert number > 120
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert problem(folder) == ""


def test_every_change_of_the_ledgers_account_is_refused(folder: Path) -> None:
    path = folder / "proof" / "audit.jsonl"
    rows = path.read_bytes().splitlines(keepends=True)
    for number, row in enumerate(rows[:-1]):
        entry = json.loads(row)
        body = entry.get("body", {})
        every = list(leaves(body))
        for leaf in every if body.get("kind") in ("draw marked", "committed") else every[-1:]:
            text = json.dumps(changed(entry, ("body", *leaf)), sort_keys=True, separators=(",", ":")) + "\n"
            path.write_bytes(b"".join([*rows[:number], text.encode(), *rows[number + 1 :]]))
            assert "was changed" in problem(folder), leaf


@pytest.mark.parametrize("what", ["loss", "neighbours", "nothing"])
def test_a_workbook_that_says_otherwise_is_refused(made: Path, folder: Path, what: str) -> None:
    told = json.loads((made / "proof" / "metadata.json").read_bytes())["groups"][0]["strategy"]
    said = {**told, "loss": "rho = 1/4", "nothing": "no such text"}
    seen = []

    def change(name: str, text: str) -> str:
        seen.append(text.count(said[what]))
        return text.replace(said[what], "1")

    repacked(workbook_in(made), workbook_in(folder), change)
    assert bool(problem(folder)) is (sum(seen) > 0) is (what != "nothing")


def test_a_rehearsal_is_checked_and_is_in_no_ledger(tmp_path: Path) -> None:
    done = rehearse(outsider.asked())
    write_release(done.release, tmp_path / "out")
    assert checker().check(tmp_path / "out")[-1] == "together: epsilon = 1/2, a rehearsal in no ledger"


def test_conversion_and_profile() -> None:
    """Known figures: rho 1/2 is (5.2216, 1e-6); one count at (1, 1e-6) needs a sigma of 4.2247 and more."""
    module = checker()
    assert abs(float(module.converted(Fraction(1, 2), Fraction(1, 10**6))) - 5.2216) < 1e-4

    def keeps(sigma: float) -> bool:
        variance = Fraction(sigma**2)
        return bool(
            module.gaussian_profile(Fraction(1), Fraction(1, 10**6), 1 / (2 * variance), [(variance * 4096, 1)])
        )

    assert keeps(4.2290) and not keeps(4.2280)  # 4.22467889 times the root of 500/499


def sharing() -> Plan:
    """Two groups that share what a third leaves of an (ε, δ)."""
    tables = [
        table("ages", measures=[CDF], group="waves"),
        table("pay", stub=[block("sex")], measures=[COUNT, MEAN], group="sums"),
        table("one", stub=[block("colour")], group="codes"),
    ]
    groups = [
        {"name": "waves", "part": "1/2", "mechanism": "sine"},
        {"name": "sums", "part": "1/4", "noise": "gaussian"},
        {"name": "codes", "part": "1/4", "mechanism": "histogram", "noise": "laplace"},
    ]
    account = small(neighbours="replace_one", budget_cap={"epsilon": "10", "delta": "1e-4", "rule": "sum"})
    return plan(*tables, groups=groups, dictionary=account, loss={"epsilon": "2", "delta": "1e-6"})


def test_groups_that_share_an_epsilon_and_delta_are_checked_together(tmp_path: Path) -> None:
    folder = published(tmp_path, sharing())
    module, said = checker(), json.loads((folder / "proof" / "metadata.json").read_bytes())
    lines = module.check(folder)
    assert "group waves, sine: 2/3 of epsilon 3/2, delta 1/1000000 recomputed" in lines
    assert "group codes, histogram: epsilon 1/2 recomputed" in lines
    stages = [
        module.check_stage(group["stages"][0][0], stated["strategy"])
        for group, stated in zip(
            json.loads((folder / "proof" / "strategy.json").read_bytes())["groups"], said["groups"], strict=True
        )
    ]
    assert module.shared(stages) == {"epsilon": Fraction(3, 2), "delta": Fraction(1, 10**6)}
    assert module.shared(stages[2:]) == {}

    def changed_stages(change: Callable[[Any, Any, Any], Any]) -> list[Any]:
        return [change(*one) if "part" in one[0] else one for one in stages]

    wrong: dict[str, Callable[[Any, Any, Any], Any]] = {
        "does not keep": lambda loss, rho, blocks: (loss, rho / Fraction(95, 100) ** 2, blocks),  # 5 % less noise
        "too coarse": lambda loss, rho, blocks: (loss, rho, [(s / 16, rows) for s, rows in blocks]),
        "more than the whole": lambda loss, rho, blocks: ({**loss, "part": Fraction(2, 3)}, rho, blocks),
        "different losses": lambda loss, rho, blocks: ({**loss, "epsilon": 1 + loss["part"]}, rho, blocks),
    }
    for why, change in wrong.items():
        with pytest.raises(module.Wrong, match=why):
            module.shared(changed_stages(change))
    # Less is stated than is spent, of the groups that share and of all together.
    with pytest.raises(module.Wrong, match="does not keep"):
        module.shared(changed_stages(lambda loss, rho, blocks: ({**loss, "delta": loss["delta"] / 2}, rho, blocks)))
    for what, less in (("epsilon", "199/100"), ("delta", "9/10000000")):
        forged = {**said, "loss": {**said["loss"], what: less}}
        (folder / "proof" / "metadata.json").write_text(json.dumps(forged), encoding="utf-8")
        assert problem(folder)


def test_noise_for_each_group_as_if_it_were_alone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that forgot to divide: each group has the noise of a whole (ε, δ). And one 5 % below."""
    for factor in (Fraction(1, 3), Fraction(95, 100) ** 2):
        folder = tmp_path / str(factor.denominator)
        folder.mkdir()
        honest = calibration.gaussian_scale

        def less(loss: Any, l2: Any, factor: Fraction = factor, honest: Any = honest) -> Any:
            found = honest(loss, l2)
            return replace(found, sigma_squared=found.sigma_squared * factor)

        with monkeypatch.context() as patch:
            patch.setattr(calibration, "gaussian_scale", less)
            with pytest.raises(AssertionError, match="all groups together does not keep its delta"):  # conftest.py
                published(folder, sharing())


def test_of_every_group_whose_loss_is_understated_the_true_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that thinks columns a hundredth nearer to each other than they are: all its groups are named."""
    honest = scales.block_norms

    def nearer(*asked: Any, **squared: bool) -> list[tuple[int, ...]]:
        return [tuple(norm - norm // 100 for norm in norms) for norms in honest(*asked, **squared)]

    monkeypatch.setattr(scales, "block_norms", nearer)
    first, last = "group waves: the loss recomputed is rho 0.12626", "group margins: the loss recomputed is rho 0.06313"
    with pytest.raises(AssertionError, match=f"{first}.*; {last}"):  # conftest.py
        published(tmp_path, asked())


def test_dpdesk_refuses_another_strategy_too_and_verify_py_another_file(folder: Path) -> None:
    """A forger who makes all checksums agree is caught by dpdesk; one who does not, by verify.py."""
    assert read_document(folder).released is not None
    path = folder / "proof" / "strategy.json"
    path.write_bytes(path.read_bytes().replace(b'"times":1', b'"times":2', 1))
    assert "strategy.json was changed or removed" in str(outsider.problems(folder))
    metadata = json.loads((folder / "proof" / "metadata.json").read_bytes())
    metadata.pop("checksum")
    metadata["files"]["proof/strategy.json"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "proof" / "metadata.json").write_bytes(metadata_bytes(metadata))
    with pytest.raises(BadInput, match="not the one the ledger was told before the noise was drawn"):
        read_document(folder)


def test_a_release_from_before_strategies_were_kept_is_exported_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its draw mark names none: the ledger verifies, and no strategy lies beside the export."""
    monkeypatch.setattr("dpdesk.release.run.strategy_bytes", lambda chosen: b"")
    out = published(tmp_path, outsider.asked())
    with Ledger.open(tmp_path / "ledger.sqlite", anchor=MemoryAnchor()) as ledger:
        assert ledger.verify().unfinished == ()
        assert not any("strategy" in entry.body for entry in ledger.entries())
    assert read_document(out).released is not None
    assert not (out / "proof" / "strategy.json").exists() and not (out / "proof" / "check_strategy.py").exists()


def stage(matrix: dict[str, Any], terms: list[dict[str, Any]] | None = None, **vector: Any) -> dict[str, Any]:
    """One vector of two counts under Laplace noise of scale 1, but for what is said otherwise."""
    one = {"vector": "count", "values": [1], "scale": "1", "grid": 1, "rows": 2, "exact": []}
    return {
        "neighbours": "add_remove", "rows_per_unit": 1, "exact_row": False, "noise": vector.pop("noise", "laplace"),
        "loss": {}, "rho": None, "sizes": [matrix["codes"]], "matrices": [matrix],
        "terms": terms or [{"factors": [0], "times": 1}], "vectors": [one | vector],
    }  # fmt: skip


CODES = {"kind": "identity", "codes": 2}
ONCE = {"factors": [0], "times": 1}
BUMPS = {"kind": "bumps", "codes": 2, "places": 10, "rows": [], "total": 0}
TREE = {"kind": "weighted tree", "codes": 2, "blocks": [1, 2], "power": 1}
FORGED = {
    "measured twice, told as a total of counts": stage(CODES, [ONCE, ONCE | {"counts_only": True}], rows=4),
    "a weight that takes from the others": stage({**TREE, "weights": [3, -1]}),
    "a total taken from the codes": stage({**BUMPS, "total": -1}, rows=1),
    "squares told as amounts": stage(BUMPS, noise="gaussian"),
    "a row before the first has no noise": stage({"kind": "prefixes", "codes": 2}, exact=[-1]),
    "an empty row has no noise twice": stage({"kind": "sets", "codes": 2, "runs": [[0, 2], []]}, exact=[1, 1]),
    "siblings of a group before the first": stage(
        {"kind": "siblings", "codes": 5, "parents": [-1, -1, -1, 1, 1], "groups": [0, 1, 2, 3, 4], "times": [1, 1]},
        noise="gaussian",
        rows=5,
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_strategy_that_costs_more_than_it_says_is_refused(name: str) -> None:
    module = checker()
    assert module.loss_of(stage(CODES))[0] == {"epsilon": 1}
    assert module.loss_of(stage({**TREE, "weights": [3, 1]}, rows=3))[0] == {"epsilon": 4}
    assert module.loss_of(stage(BUMPS))[0] == {"epsilon": 1024}
    with pytest.raises(module.Wrong):
        module.loss_of(FORGED[name])


def test_the_worst_of_several_signed_matrices_is_bounded_where_codes_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A product of one variable may be below 0 in one term and above it in another: no one end is worst for both."""
    shift = {"kind": "matrix", "codes": 2, "entries": [[1, -1]]}
    level = {"kind": "matrix", "codes": 2, "entries": [[1, 1]]}
    tens = {"kind": "matrix", "codes": 9, "entries": [[10] * 9]}
    measured = stage(shift, noise="gaussian", rows=10) | {
        "neighbours": "replace_one", "sizes": [2, 9], "matrices": [shift, level, tens, CODES | {"codes": 9}],
        "terms": [{"factors": [0, 2], "times": 1}, {"factors": [1, 3], "times": 1}],
    }  # fmt: skip
    module = checker()
    assert module.loss_of(measured)[2] == [402]  # (10 + 10)^2 and two codes
    monkeypatch.setattr(module, "MOST", 80)
    assert module.loss_of(measured)[2] == [402]


@pytest.mark.parametrize(("noise", "apart"), [("laplace", 6), ("gaussian", 18)])
def test_listed_integers_meet_by_the_law_of_the_noise(noise: str, apart: int) -> None:
    """Codes of four and one: in L1 they share one and one, and not the products."""
    listed = {"kind": "matrix", "codes": 2, "entries": [[4, 1], [1, 4]]}
    measured = stage(listed, noise=noise) | {"neighbours": "replace_one", "exact_row": True}
    assert checker().loss_of(measured)[2] == [apart]


def relinked(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """The audit log with a change in every body, its chain made anew, and metadata.json that agrees."""
    path, head, heads = folder / "proof" / "audit.jsonl", "0" * 64, {"0" * 64: "0" * 64}
    rows = []
    for number, line in enumerate(path.read_bytes().splitlines()[:-1], 1):
        entry = json.loads(line)
        if "body" in entry:
            change(entry["body"])
        own = entry.get("body_hash") or hashlib.sha256(checker().encoded(entry["body"])).hexdigest()
        link = {"body_hash": own, "entry": number, "previous_head": head}
        head = heads[entry["head"]] = hashlib.sha256(checker().encoded(link)).hexdigest()
        rows.append(json.dumps(entry | {"head": head, "previous_head": link["previous_head"]}))
    path.write_text("\n".join([*rows, "{}", ""]), encoding="utf-8")
    tree = json.loads((folder / "proof" / "metadata.json").read_bytes())
    tree["ledger"].update({name: heads[tree["ledger"][name]] for name in ("head", "previous_head")})
    (folder / "proof" / "metadata.json").write_text(json.dumps(tree), encoding="utf-8")


@pytest.mark.parametrize(
    ("charge", "said"), [({"rho": "1/4"}, ""), ({}, "the whole loss"), ({"rho": "1/5"}, "rho 0.2")]
)
def test_a_ledger_that_charges_less_is_refused(folder: Path, charge: dict[str, str], said: str) -> None:
    relinked(folder, lambda body: body.update({"charge": charge} if body["kind"] == "committed" else {}))
    assert said in problem(folder) and bool(said) is bool(problem(folder))


def test_a_body_beside_the_hash_of_another_is_refused(folder: Path) -> None:
    path = folder / "proof" / "audit.jsonl"
    *rows, closing = path.read_bytes().splitlines()
    entry = json.loads(rows[-1])
    entry["body_hash"] = hashlib.sha256(checker().encoded(entry["body"])).hexdigest()
    entry["body"]["charge"] = {"rho": "1/4", "epsilon": "0"}
    path.write_bytes(b"\n".join([*rows[:-1], json.dumps(entry).encode(), closing, b""]))
    assert "was changed" in problem(folder)


def test_a_name_that_stands_twice_is_refused(folder: Path) -> None:
    """One reader would take the first loss, another the last."""
    path = folder / "proof" / "metadata.json"
    path.write_bytes(b'{"loss":{"rho":"1/100"},' + path.read_bytes().lstrip()[1:])
    assert "stands twice" in problem(folder)


def test_what_was_counted_with_noise_is_not_taken_as_stated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn quantiles alone are left out, and no loss below 0 makes up for another."""
    tree, said = (json.loads((folder / "proof" / name).read_bytes()) for name in ("strategy.json", "metadata.json"))
    told = said["groups"][0]["strategy"]
    told["loss"]["rho"], told["spent"] = "-1/8", {"rho": "-1/8"}
    own = tree["groups"][0]
    del own["stages"]
    own |= {"outside": "no linear mechanism", "loss": {"rho": "-1/8"}}
    own["description"] = hashlib.sha256(checker().encoded(told)).hexdigest()
    (folder / "proof" / "strategy.json").write_text(json.dumps(tree), encoding="utf-8")
    (folder / "proof" / "metadata.json").write_text(json.dumps(said), encoding="utf-8")
    agreed_again(folder)
    assert "no drawn quantile" in problem(folder)
    said["groups"][0]["measurements"] = {}
    (folder / "proof" / "metadata.json").write_text(json.dumps(said), encoding="utf-8")
    rows = (folder / "proof" / "measurements.csv").read_bytes().splitlines(keepends=True)
    (folder / "proof" / "measurements.csv").write_bytes(b"".join(row for row in rows if not row.startswith(b"waves,")))
    agreed_again(folder)
    assert "a loss is below 0" in problem(folder)
