"""Plans whose every text is in English and in German, where the German is made-up words that no sentence has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

ROOT = Path(__file__).resolve().parents[3]
SYLLABLES = "ba be bi bo bu da de di do du ga ge gi go gu la le li lo lu ma me mi mo mu".split()


def word(number: int) -> str:
    """A word of neither language for each number: "Zbabe", "Zbabi"."""
    found = ""
    while number or len(found) < 4:
        number, place = divmod(number, len(SYLLABLES))
        found += SYLLABLES[place]
    return f"Z{found}"


def bilingual(tree: Any) -> Any:
    """A document of JSON with German beside every English text; numbers in a text stay."""
    known: dict[str, str] = {}

    def german(text: str) -> str:
        return known.setdefault(text, " ".join([word(len(known) + 7), *re.findall(r"\d[\d.,/–-]*", text)]))

    def walk(part: Any) -> Any:
        if isinstance(part, dict):
            if set(part) == {"en"} and isinstance(part["en"], str):
                return {"en": part["en"], "de": german(part["en"])}
            return {name: walk(value) for name, value in part.items()}
        return [walk(one) for one in part] if isinstance(part, list) else part

    return walk(tree)


def both(plan: dict[str, Any], dictionary: Dictionary | dict[str, Any]) -> Plan:
    """A plan in two languages, on a dictionary in two."""
    tree = dictionary if isinstance(dictionary, dict) else dictionary.to_json()
    own = Dictionary.from_json(bilingual(tree))
    link = {"path": "test.dictionary.json", "meaning": own.meaning_hash}
    return Plan.from_json(bilingual(plan) | {"dictionary": link}, own)


def sample(**changes: Any) -> Plan:
    """The plan of the bundled sample in two languages."""
    folder = ROOT / "resources" / "sample"
    tree = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    return both(tree | changes, Dictionary.load(folder / "sample.dictionary.json"))
