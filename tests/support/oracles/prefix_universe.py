"""The universe a set of prefix questions needs: the listed prefixes, each text standing for its longest one.

Bun, Steinke and Ullman ("Make Up Your Mind", 3.1 and Fig. 4): questions "does the code begin with one of these?" that
are known beforehand (offline) are questions about finitely many codes, however many codes there are. X_S is the set of
all listed prefixes and the empty text; a code x is replaced by r_S(x), the longest member of X_S it begins with. Two
prefixes of one text are prefixes of each other, so a code begins with a listed prefix exactly when r_S of it does
(Claim 3.4), and every answer on the replaced records is the answer on the records themselves. The replacement looks at
one record at a time: neighbours stay neighbours, and any private mechanism on X_S is as private on the codes.

So a code list need not be known to its leaves, branches may be of any length (31, 311, 3112 beside 4), and what is
measured is no larger than what is asked: at most one cell for each listed prefix and one for all other codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dpdesk.queries.groups import Groups

EMPTY = ""
Beginning = str | Iterable[str]


def beginnings_of(question: Beginning) -> tuple[str, ...]:
    """The prefixes of one question: one text, or several of which a code must begin with any."""
    return (question,) if isinstance(question, str) else tuple(question)


def begins(code: str, question: Sequence[str]) -> bool:
    """Whether a code begins with any of some prefixes."""
    return any(code.startswith(prefix) for prefix in question)


@dataclass(frozen=True, slots=True, init=False)
class PrefixUniverse:
    """X_S of some questions, each a prefix or several: `texts` in ascending order, the empty one first."""

    questions: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]

    def __init__(self, questions: Iterable[Beginning]) -> None:
        found = tuple(beginnings_of(one) for one in questions)
        object.__setattr__(self, "questions", found)
        object.__setattr__(self, "texts", tuple(sorted({EMPTY, *(text for own in found for text in own)})))

    @property
    def size(self) -> int:
        """How many texts the universe has: at most one for each listed prefix, and the empty one."""
        return len(self.texts)

    def longest(self, code: str) -> str:
        """r_S: the longest listed prefix a code begins with; the empty text if there is none."""
        listed = set(self.texts)
        return next(code[:length] for length in range(len(code), -1, -1) if code[:length] in listed)

    def positions(self, codes: Iterable[str]) -> tuple[int, ...]:
        """For each code the position of its longest prefix in `texts`."""
        place = {text: at for at, text in enumerate(self.texts)}
        return tuple(place[self.longest(code)] for code in codes)

    def workload(self) -> Groups:
        """The questions over the universe, in their order: any mechanism for workloads answers them."""
        rows = [[at for at, text in enumerate(self.texts) if begins(text, own)] for own in self.questions]
        return Groups(self.size, rows)
