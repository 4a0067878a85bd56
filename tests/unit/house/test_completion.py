"""The scripts that complete what is typed: every word there is, tried in bash; and the comments on every key."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from small import dictionary_json

from dpdesk.cli.commands import _parser, run
from dpdesk.cli.documents.completion import words
from dpdesk.cli.documents.explaining import explained

SHELLS = ("bash", "zsh", "fish", "powershell")


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (["rel"], ["release"]),
        (["plan", "n"], ["new"]),
        (["dictionary", "import", "codes.xlsx", "--in"], ["--into"]),
        (["plan", "new", "p.json", "--ep"], ["--epsilon"]),
        (["completion", "f"], ["fish"]),
        (["release", "plan"], []),  # a file, which bash completes
    ],
)
def test_bash_completes_what_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: list[str], wanted: list[str]
) -> None:
    path = tmp_path / "completion.bash"
    path.write_text(script("bash", capsys), encoding="utf-8")
    line = " ".join(["dpdesk", *typed])
    call = f'source {path}; COMP_WORDS=({line}); COMP_CWORD={len(typed)}; _dpdesk; echo "${{COMPREPLY[@]}}"'
    ran = subprocess.run(["bash", "--norc", "-c", call], capture_output=True, text=True, check=True)
    assert (ran.stdout.split(), ran.stderr) == (wanted, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_has_every_word(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    said = script(shell, capsys)
    for way, (actions, options) in words(_parser()).items():
        for word in (*way.split(), *actions, *options):
            shown = f"-l {word.removeprefix('--')}" if shell == "fish" and word.startswith("--") else word
            assert re.search(rf"(?<![\w-]){re.escape(shown)}(?![\w-])", said), (shell, word)


def test_a_shell_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "fisch"]) == 2
    assert "did you mean 'fish'?" in capsys.readouterr().err


def without_comments(lines: str) -> object:
    return json.loads("\n".join(line for line in lines.splitlines() if not line.strip().startswith("//")))


@pytest.mark.parametrize("name", ["sample.dictionary.json", "plan.json"])
def test_a_document_is_printed_with_comments_and_unchanged(
    checkout: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = checkout / "resources" / "sample" / name
    assert run(["explain", str(path)]) == 0
    said = capsys.readouterr().out
    assert without_comments(said) == json.loads(path.read_text(encoding="utf-8"))
    assert said.count("// ") > 20 and ("// Who is protected" in said or name == "plan.json")


@pytest.mark.parametrize("kind", ["dictionary", "plan"])
def test_every_key_of_the_format_has_a_comment(checkout: Path, kind: str) -> None:
    schema = json.loads((checkout / "resources" / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    words = json.loads((checkout / "resources" / "help" / "keys.json").read_text(encoding="utf-8"))[kind]
    keys = {key for record in (schema, *schema["$defs"].values()) for key in record.get("properties", {})}
    assert keys == {name for name in words if "." not in name}
    tree = {"format": f"dpdesk-{kind}", **dict.fromkeys(sorted(keys - {"format"}), 1)}
    assert sum(line.strip().startswith("// ") for line in explained(tree)) == len(keys)


def test_the_comment_on_a_weight_names_each_answer(checkout: Path) -> None:
    schema = json.loads((checkout / "resources" / "schemas" / "dictionary.schema.json").read_text(encoding="utf-8"))
    words = json.loads((checkout / "resources" / "help" / "keys.json").read_text(encoding="utf-8"))["dictionary"][
        "answer"
    ]
    for answer in schema["$defs"]["WeightColumn"]["properties"]["answer"]["enum"]:
        assert re.search(rf"\b{answer}[;( ,]", words), answer


def test_a_plan_that_is_written_is_explained_if_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.dictionary.json"
    path.write_text(json.dumps(dictionary_json()), encoding="utf-8")
    words = ["plan", "new", str(path), "--table", "area by sex", "--epsilon", "1", "-o", str(tmp_path / "p.json")]
    assert run([*words, "--explain"]) == 0
    name, _, shown = capsys.readouterr().out.partition("\n")
    assert without_comments(shown) == json.loads(Path(name).read_text(encoding="utf-8"))


def test_what_has_no_comments_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"a": 1}', encoding="utf-8")
    assert run(["explain", str(path)]) == 2
    assert "neither a dictionary nor a plan" in capsys.readouterr().err
