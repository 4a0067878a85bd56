"""Bring the translations up to date: python packaging/translate.py [--check] [--new LANGUAGE]

Every text that a user reads is English in the program and is translated in a catalogue: in
resources/translations/LANGUAGE the sentences of problems (`problems.po`) and the fixed words of publications
(`publications.po`), beside it the window's texts (`dpdesk_LANGUAGE.ts`). This reads what is new in the program into
them, drops what is gone, compiles them (`.mo`, `.qm`) and says what is not translated.

With --check nothing is written; the exit status is 1 if a text has no translation, or a file is not the one that this
would write. It is 1 in any case if a translation looks wrong. --new begins a language such as fr or pt-BR.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from translations import catalogues, problems, publications, window
from translations.catalogues import Text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
KINDS: dict[str, Callable[[Path], Iterable[Text]]] = {"problems": problems.texts, "publications": publications.texts}
"""The catalogues of a language, and what reads the texts of each from a checkout."""

Told = tuple[str, str, str]
"""Context, English and translation."""


def languages() -> list[str]:
    """The languages with a folder of catalogues."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def current(language: str) -> tuple[dict[Path, bytes], list[Told]]:
    """What the files of a language should be, by their path, and all their texts."""
    files: dict[Path, bytes] = {}
    told: list[Told] = []
    for kind, texts in KINDS.items():
        path = FOLDER / language / f"{kind}.po"
        catalogue = catalogues.updated(catalogues.read(path, language), texts(ROOT), kind)
        files |= {path: catalogues.po(catalogue), path.with_suffix(".mo"): catalogues.mo(catalogue)}
        told += ((context or kind, text, said) for context, text, said in catalogues.messages(catalogue))
    source = FOLDER / f"dpdesk_{language}.ts"
    with tempfile.TemporaryDirectory() as folder:
        draft, product = Path(folder) / source.name, Path(folder) / f"dpdesk_{language}.qm"
        if source.exists():
            draft.write_bytes(source.read_bytes())
        window.collect(language, draft)
        window.compiled(draft, product)
        files |= {source: draft.read_bytes(), source.with_suffix(".qm"): product.read_bytes()}
        told += window.messages(draft)
    return files, told


def wrong(told: Iterable[Told]) -> Iterator[str]:
    """What looks wrong in the translations that there are, a line each."""
    for context, text, said in told:
        for fault in catalogues.faults(text, said) if said else ():
            yield f"{context}: {fault}: {text!r}"


def main() -> int:
    """Update, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; say what is missing")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a language such as fr or pt-BR")
    arguments = parser.parse_args()
    if arguments.new:
        (FOLDER / arguments.new).mkdir(exist_ok=True)
    status = 0
    for language in languages():
        files, told = current(language)
        missing = sum(not said for _, _, said in told)
        stale = [path.name for path, content in files.items() if not path.exists() or path.read_bytes() != content]
        if not arguments.check:
            for path, content in files.items():
                path.write_bytes(content)
        print(f"{language}: {missing} texts without a translation")
        faults = list(wrong(told))
        lines = faults + ([f"{name} is out of date" for name in stale] if arguments.check else [])
        for line in lines:
            print(f"{language}: {line}")
        if faults or (arguments.check and (missing or stale)):
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
