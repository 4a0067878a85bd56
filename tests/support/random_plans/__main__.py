"""Random plans by the thousand: `PYTHONPATH=tests/support python -m random_plans --seeds 0 1000 --jobs 2`.

Prints a line for each seed with a finding, then how many seeds each kind of finding has and which. `--write FOLDER`
puts the files of the cases there, `--only KIND` looks for findings whose kind begins so.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from random_plans.case import case
from random_plans.checking import check
from random_plans.neighbours import keeps_its_loss
from random_plans.spread import TooMany, is_as_forecast


def one(seed: int, spread: bool = False) -> tuple[int, list[tuple[str, str]], Counter[str], float]:
    """What is wrong with a seed, what was refused before it, and the processor time it took."""
    begun = time.process_time()
    made = case(seed)
    findings = [*check(made), *keeps_its_loss(made, Random(seed))]
    if spread:
        with suppress(TooMany):
            findings += is_as_forecast(made)
    found = [(finding.kind, finding.where) for finding in findings]
    return seed, found, Counter(made.refused), time.process_time() - begun


def main() -> int:
    words = argparse.ArgumentParser(prog="random_plans", description=__doc__)
    words.add_argument("--seeds", nargs=2, type=int, default=(0, 100), metavar=("FIRST", "END"))
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--only", default="", metavar="KIND")
    words.add_argument("--write", type=Path, metavar="FOLDER")
    words.add_argument(
        "--spread", action="store_true", help="compare forecasts with what is printed, too, which takes long"
    )
    words.add_argument("--refused", action="store_true", help="tell why draws were refused")
    given = words.parse_args()
    seeds, kinds, refused, spent = range(*given.seeds), defaultdict(list), Counter[str](), 0.0
    with ProcessPoolExecutor(given.jobs) as pool:
        look = partial(one, spread=given.spread)
        answers = map(look, seeds) if given.jobs == 1 else pool.map(look, seeds, chunksize=8)
        for seed, found, why, seconds in answers:
            refused, spent = refused + why, spent + seconds
            for kind in dict.fromkeys(kind for kind, _ in found if kind.startswith(given.only)):
                kinds[kind].append(seed)
                print(f"{seed} {kind}: {next(where for own, where in found if own == kind)}", flush=True)
            if given.write and any(kind.startswith(given.only) for kind, _ in found):
                case(seed).write(given.write / str(seed))
    for kind, own in sorted(kinds.items()):
        print(f"{kind}: {len(own)} seeds: {' '.join(map(str, own))}")
    if given.refused:
        for sentence, times in refused.most_common():
            print(f"refused {times}: {sentence}")
    wrong = {seed for own in kinds.values() for seed in own}
    print(f"{len(seeds)} seeds, {len(wrong)} with findings, {refused.total()} draws refused, "
          f"{len(seeds) / max(spent, 1e-9):.1f} seeds a second of processor time")  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
