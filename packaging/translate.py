"""Bring the translations up to date: python packaging/translate.py [--check] [--new LANGUAGE]

Every text that a user reads is English in the program. In resources/translations/LANGUAGE stand the translations: of
the sentences of problems (`problems.po`), of the fixed words of publications (`publications.po`) and of the window's
texts (`window.po`). This reads what is new in the program into them, drops what is gone, compiles them (`.mo`, and for
the window `.qm`) and says what is not translated or looks wrong; then the exit status is 1.

With --check nothing is written; the exit status is 1 as well if a compiled file is not that of the program's texts.
--new begins a language such as fr or pt-BR.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages import Catalog
from translations import catalogues, problems, publications, window
from translations.catalogues import Text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
SHOWN = 20
"""So many lines of a catalogue are shown: of a language that was begun today there are thousands."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of text.

    Args:
        name: of its catalogues.
        texts: what reads the texts from a checkout.
        ending: of a compiled catalogue.
        compiled: what compiles one.
    """

    name: str
    texts: Callable[[Path], Iterable[Text]]
    ending: str = ".mo"
    compiled: Callable[[Catalog], bytes] = catalogues.mo

    def path(self, language: str) -> Path:
        """The catalogue in a language, as it is translated."""
        return FOLDER / language / f"{self.name}.po"

    def current(self, language: str) -> Catalog:
        """The catalogue in a language as it should be now."""
        return catalogues.updated(catalogues.read(self.path(language), language), self.texts(ROOT), self.name)


KINDS = (
    Kind("problems", problems.texts),
    Kind("publications", publications.texts),
    Kind("window", window.texts, ".qm", window.qm),
)


def languages() -> list[str]:
    """The languages with a folder of catalogues."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def faults(kind: Kind, catalogue: Catalog) -> Iterator[str]:
    """What is missing in a catalogue or looks wrong, a line each."""
    for context, text, said in catalogues.messages(catalogue):
        for fault in catalogues.faults(text, said) if said else ["no translation"]:
            yield f"{kind.name}, {context}: {fault}: {text!r}" if context else f"{kind.name}: {fault}: {text!r}"


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
        for kind in KINDS:
            catalogue, path = kind.current(language), kind.path(language)
            product, content = path.with_suffix(kind.ending), kind.compiled(catalogue)
            found = list(faults(kind, catalogue))
            if arguments.check and not (product.exists() and product.read_bytes() == content):
                found.append(f"{product.name} is out of date")
            if not arguments.check:
                path.write_bytes(catalogues.po(catalogue))
                product.write_bytes(content)
            for line in found[:SHOWN]:
                print(f"{language}: {line}")
            if len(found) > SHOWN:
                print(f"{language}: … and {len(found) - SHOWN} more")
            missing = sum(not said for _, _, said in catalogues.messages(catalogue))
            print(f"{language}, {kind.name}: {missing} texts without a translation")
            status = max(status, int(bool(found)))
    return status


if __name__ == "__main__":
    sys.exit(main())
