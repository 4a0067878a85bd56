"""Recompute what a release of dpdesk cost, without dpdesk: `python3 check_strategy.py [FOLDER] ...`

Needs Python 3.8 or newer and nothing else; reads only; ends with 0 if everything holds, else with 1. Of each group of
tables strategy.json says which integers M x were counted and what noise they bear. From the rules and integers there
this program makes the columns of M itself, finds the two neighbouring data sets whose M x differ most, in whole
numbers, and from the noise scales the privacy loss, which must be the one that metadata.json, the workbook and the
ledger's entries in audit.jsonl state. The ledger sealed the SHA-256 of strategy.json together with the noisy integers,
before anything was computed from them. Run verify.py as well: it checks the chain of entries and the tables.

Why it need not multiply anything out. M is a stack of terms k(M_1 x M_2 x ...), Kronecker products over the variables.
The inner product of two columns is the sum over terms of k^2 times the product of the factors' inner products <u, v>,
so a pair of cells matters through the triples (<u,u>, <v,v>, <u,v>) of its codes alone. For values v, w that two rows
carry, the squared distance v^2 A + w^2 B - 2vwG is linear in each variable's triple, never falls as norms grow, and G
is at most the largest norm: of one matrix only triples that no other beats (larger norms, smaller product), and a code
of the largest norm with itself, can be greatest. In L1 the same holds of sums of minima for M >= 0: exactly where
shared entries are equal, else as an upper bound, since a product of minima is at most the minimum of products.
Discrete Laplace noise of scale b costs epsilon = sum |difference| / b, discrete Gaussian noise rho = half the sum of
difference^2 / sigma^2 (Canonne, Kamath, Steinke 2020). Stages whose loss has a "part" share an (epsilon, delta): their
rho add up, and the profile of Gaussian noise of that sum must keep it, whatever the parts are said to be. Drawn
quantiles and answers to questions one at a time are no linear mechanisms: their loss is added as stated and not checked
here.
"""

import array, base64, bisect, csv, functools, hashlib, itertools, json, math, re, sys, zipfile
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

ONE, MOST = 1 << 128, 20_000_000  # fixed point; combinations that are gone through one by one
LOSS = ("epsilon", "delta", "rho", "part")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Wrong(Exception):
    """Something does not hold; the text says what."""


def claim(holds, why):
    if not holds:
        raise Wrong(why)


def encoded(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def once(pairs):
    """An object of a JSON text; of a name that stands twice readers take this value or that."""
    claim(len(dict(pairs)) == len(pairs), "a name stands twice in one object of a JSON text")
    return dict(pairs)


def natural(value):
    """Whether all numbers in lists are whole and not below 0, as labels, weights and places of codes are."""
    return all(map(natural, value)) if isinstance(value, list) else isinstance(value, str) or value >= 0


# Matrices from their parameters, in whole numbers: sines of 128 binary places, factors cut to 31 bits ----------------


@functools.lru_cache(4)
def circle(parts):
    """sin(k pi/parts) for k = 0 ... 2 parts, in 128 places, by turning a vector with 96 more."""
    one = ONE << 96

    def arctangent(n):
        steps = range(3 + 256 // n.bit_length())
        return sum((-1) ** k * (one << 32) // ((2 * k + 1) * n ** (2 * k + 1)) for k in steps)

    angle = (4 * (4 * arctangent(5) - arctangent(239)) >> 32) // parts
    terms = [one]
    while terms[-1]:
        terms.append((terms[-1] * angle >> 224) // len(terms))
    cos, sin = (sum((-1) ** at * term for at, term in enumerate(terms[first::2])) for first in (0, 1))
    found, x, y = [], one, 0
    for _ in range(parts // 2 + 1):
        found.append(y + (1 << 95) >> 96)
        x, y = x * cos - y * sin >> 224, x * sin + y * cos >> 224
    found += found[(parts - 1) // 2 :: -1]
    return found + [-value for value in found[1:]]


def rounded(value):
    """30 of the 128 places."""
    return (1 if value >= 0 else -1) * (abs(value) + (1 << 97) >> 98)


def cut(values):
    """Values in 128 places as integers of at most 31 bits, and their places."""
    places = max(values, default=ONE).bit_length() - 31
    return [value >> places for value in values], 128 - places


def roots(squares):
    return cut([math.isqrt(ONE**3 // value) for value in squares])


def waves(table, codes, rows, index, shift):
    """Rows of round(table[index(j, i)] * code factor * row factor)."""
    half = 1 << shift - 1
    return [
        [((table[index(j, i)] * code >> 30) * row + half) >> shift for i, code in enumerate(codes)]
        for j, row in enumerate(rows)
    ]


def sine_waves(m, prefixes):
    """sin(p_j m_i 2 pi/period) / sqrt(s_j d_i): every column has length 1 before it is rounded."""
    size = m["codes"]
    period = 2 * (2 * size + 1) if prefixes else 2 * (size + 1)
    places = [2 * j + 1 if prefixes else j + 1 for j in range(size)]
    codes = [size - i if prefixes else i + 1 for i in range(size)]
    sines = circle(period)  # sin(k pi/period)
    halves = [sines[p] for p in places]
    squares = [(sines[2 * k] ** 2 >> 64) for k in range(period)]
    inverse = [(1 << 224) // half for half in halves]
    norms = [sum(squares[p * c % period] * own for p, own in zip(places, inverse)) >> 160 for c in codes]
    (row, first), (code, second) = roots(halves), roots(norms)
    table = [rounded(sines[2 * k]) for k in range(period)]
    return waves(table, code, row, lambda j, i: places[j] * codes[i] % period, first + second - m["places"])


def cosine_waves(m):
    """cos(pi j(2i-1)/2D) / sqrt(s_j d_i), j = 1 ... D-1."""
    size = m["codes"]
    sines, table = circle(4 * size), cosines(4 * size)
    halves = [sines[2 * j] for j in range(1, size)]
    index = [[j * (2 * i + 1) % (4 * size) for j in range(1, size)] for i in range(size)]
    norms = [sum(table[k] ** 2 // half for k, half in zip(own, halves)) for own in index]
    (row, first), (code, second) = roots(halves), roots(norms)
    table = [rounded(value) for value in table]
    return waves(table, code, row, lambda j, i: index[i][j], first + second - m["places"])


def cosines(turn):
    """cos(2 pi k/turn), k = 0 ... turn - 1."""
    fine = circle(2 * turn)
    return [fine[(turn + 4 * k) % (4 * turn)] for k in range(turn)]


def cosine_sums(weights, multiples, places):
    """Sums of w_l cos(2 pi kl/turn) for some k, rounded to so many places."""
    table, turn = cosines(len(weights)), len(weights)
    used = [(at, weight) for at, weight in enumerate(weights) if weight]
    return [
        ((sum(weight * table[k * at % turn] for at, weight in used) << places) + (ONE >> 1)) >> 128 for k in multiples
    ]


def bridge_waves(m, circular):
    """Waves for replacement on m points, codes and nowhere; nowhere's column is taken off the others."""
    nowhere, size = m["nowhere"], m["codes"]
    points = size + 1 if nowhere or circular else size
    turn = points if circular else 2 * points
    sines = circle(turn)
    weights = [0] * turn
    for lag in range(1, turn):
        inside = [(e - 2 * turn) * (6 * turn - e) for e in range(8 * lag - 3, 8 * lag + 4, 2)]
        weights[lag] = sum(math.isqrt(one << 40) // (8 * turn) for one in inside if one > 0)
    around = cosine_sums(weights, range(points), 0)
    total = sum(weights)
    squares = [
        math.isqrt((ONE**3 << 64) // (sines[min(j, turn - j)] ** 2 * max(total - around[j], 1)))
        for j in range(1, points)
    ]
    total = sum(squares) if circular else max(1, sum(squares) // 2)
    row, row_places = cut([math.isqrt((value << 128) * ONE // total) for value in squares])
    shift = row_places - m["places"]
    if circular:
        sine = circle(2 * turn)[::4]
        table = [rounded(one) + rounded(other) for one, other in zip(cosines(turn), sine)]
        found = [
            [(table[j * u % turn] * own + (1 << shift + 29)) >> shift + 30 for u in range(points)]
            for j, own in enumerate(row, 1)
        ]
    else:
        shares = [(value << 21) // (2 * total) for value in squares]
        around = cosine_sums([0, *shares, *[0] * points], range(1, turn, 2), 12)
        code = []
        for u in range(points):
            root = power = ((sum(shares) << 11) + around[u] // 2) << 96
            for _ in range(6):
                root = math.isqrt(root << 128)
            power = ONE
            for digit in bin(29)[2:]:
                power = (power * power) >> 128
                power = (power * root) >> 128 if digit == "1" else power
            code.append((ONE << 128) // power)
        code, code_places = cut(code)
        table = [rounded(value) for value in cosines(4 * points)]
        found = waves(table, code, row, lambda j, u: (j + 1) * (2 * u + 1) % (4 * points), shift + code_places)
    if nowhere:
        found = [[value - own[-1] for value in own[:-1]] for own in found]
    elif circular:
        found = [own[:-1] for own in found]
    return found if nowhere or circular else [*found, [1 << m["places"]] * size]


def toeplitz(m):
    """round(2^q C(2k, k)/4^k)."""
    found, term = [], 1
    for k in range(m["codes"]):
        term = term * 2 * (2 * k - 1) // k if k else 1
        found.append((term << m["places"] + 1 >> 2 * k) + 1 >> 1)
    return found


def listed(m):
    """A matrix by its integers; codes of one class have the same column."""
    if "entries" in m:
        rows = m["entries"]
    else:
        flat = array.array("q" if m["bytes"] == 8 else "i", base64.b64decode(m["base64"]))
        flat.byteswap() if sys.byteorder == "big" else None
        width = max(m["classes"]) + 1 if "classes" in m else m["codes"]
        rows = [flat[at : at + width].tolist() for at in range(0, len(flat), width)]
    return [[row[at] for at in m["classes"]] for row in rows] if "classes" in m else rows


def weighted_tree(m):
    """Of each level the node of every code, and the nodes' weights: a budget that every code takes down."""
    size, levels = m["codes"], [[u // block for u in range(m["codes"])] for block in m.get("blocks", ())]
    levels = levels or [list(range(size)), *m["groupings"]]
    order = sorted(range(size), key=lambda u: [level[u] for level in levels[:0:-1]] if "groupings" in m else u)
    nodes = []
    for at in range(len(levels)):
        known, own = {}, [0] * size
        for u in order:
            own[u] = known.setdefault(tuple(level[u] for level in levels[at:]), len(known))
        nodes.append(own)
    root = math.isqrt if m["power"] == 2 else lambda budget: budget
    shared, weights = [weight ** m["power"] for weight in m["weights"]], []
    left = [sum(shared)] * (max(nodes[-1]) + 1)
    for at in range(len(nodes) - 1, 0, -1):
        steps = sorted(set(zip(nodes[at - 1], nodes[at])))
        children = [sum(parent == own for _, parent in steps) for own in range(len(left))]
        parts = [budget * shared[at] // sum(shared[: at + 1]) for budget in left]
        weights.append([root(part) if number > 1 else 0 for part, number in zip(parts, children)])
        left = [left[parent] - weights[-1][parent] ** m["power"] for _, parent in steps]
    return nodes, [[root(budget) for budget in left], *weights[::-1]]


# Columns of one factor, and how any two of them meet -----------------------------------------------------------------


def packed(values):
    """Integers below 2^62 in size as one long integer of 64 bits each."""
    data = array.array("Q", [value + (1 << 62) for value in values])
    data.byteswap() if sys.byteorder == "big" else None
    return int.from_bytes(data.tobytes(), "little")


def unpacked(whole, size):
    data = array.array("Q", whole.to_bytes(8 * size, "little"))
    data.byteswap() if sys.byteorder == "big" else None
    return [value - (1 << 62) for value in data]


class Matrix:
    """One factor; `meet` is the sum over rows of products (power 2) or of minima (power 1) of two codes' entries."""

    def __init__(self, tree, power):
        self.kind, self.size, self.tree, self.power, made = tree["kind"], tree["codes"], tree, power, ()
        claim(all(natural(own) for name, own in tree.items() if name != "entries"), "a label or weight is below 0")
        claim(
            self.kind not in ("bumps", "toeplitz") or power == 1 + (self.kind == "toeplitz"),
            "this noise is not known here on " + self.kind,
        )
        dense = {
            "prefixes waves": lambda: sine_waves(tree, True),
            "intervals waves": lambda: sine_waves(tree, False),
            "bridge waves": lambda: bridge_waves(tree, False),
            "circle waves": lambda: bridge_waves(tree, True),
            "cosine waves": lambda: cosine_waves(tree),
            "matrix": lambda: listed(tree),
        }
        self.rows = dense[self.kind]() if self.kind in dense else None
        self.nonnegative = self.kind not in ("rest", "siblings") and min(map(min, self.rows or [[0]]), default=0) >= 0
        if self.rows is not None:
            claim(all(len(row) == self.size for row in self.rows), "a matrix has rows of another length than its codes")
            made = itertools.chain(*self.rows)
        elif self.kind == "toeplitz":
            made = self.series = toeplitz(tree)
        elif self.kind == "weighted tree":
            self.nodes, self.weights = weighted_tree(tree)
            made = itertools.chain(*self.weights)
        elif self.kind == "bumps":
            claim(tree["total"] in (0, 1), "bumps have one total or none")
            self.top, self.bumps = 1 << tree["places"], [{} for _ in range(self.size)]
            for at, (first, *row) in enumerate(tree["rows"]):
                claim(min(row) >= 0 and first >= 0, "a bump is below 0")
                for u, value in enumerate(row, first):
                    self.bumps[u][at] = value
            claim(all(sum(own.values()) < self.top for own in self.bumps), "bumps leave nothing for a code")
        elif self.kind == "sets":
            self.masks = [0] * self.size
            for at, row in enumerate(tree["runs"]):
                for u in itertools.chain(*map(range, row[::2], row[1::2])):
                    self.masks[u] |= 1 << at
        elif self.kind == "siblings":
            self.above = dict(zip(tree["groups"], tree["parents"]))
            claim(len({*zip(tree["groups"], tree["parents"])}) == len(self.above), "a group lies in two others")
            parents = list(self.above.values())
            self.fans = [parents.count(own) for own in range(len(tree["times"]))]
            measured = (own for own in sorted(self.above) if self.fans[self.above[own]] > 1)
            self.places = {own: at for at, own in enumerate(measured)}
        else:
            claim(
                self.kind in ("total", "identity", "prefixes", "intervals", "blocks", "rest"),
                "a matrix is of a kind that is not known here: " + self.kind,
            )
        if "sha256" in tree:
            data = array.array("q", made)
            data.byteswap() if sys.byteorder == "big" else None
            claim(
                hashlib.sha256(data.tobytes()).hexdigest() == tree["sha256"],
                "the integers of " + self.kind + " are not those that were measured",
            )
        claim(power == 2 or self.nonnegative, "Laplace noise on rows that subtract is not known here")

    def column(self, u):
        """Entries of a code by row; zeros may be left out."""
        m, size = self.tree, self.size
        if self.rows is not None:
            return {at: row[u] for at, row in enumerate(self.rows)}
        if self.kind == "intervals":
            return {s * size - s * (s - 1) // 2 + t - s: 1 for s in range(u + 1) for t in range(u, size)}
        if self.kind == "sets":
            return {at: 1 for at in range(len(m["runs"])) if self.masks[u] >> at & 1}
        if self.kind == "blocks":
            starts = itertools.accumulate([0] + [-(-size // block) for block in m["blocks"]])
            return {start + u // block: 1 for start, block in zip(starts, m["blocks"])}
        if self.kind == "bumps":
            own = {size + at: value for at, value in self.bumps[u].items()}
            return {u: self.top - sum(own.values()), **own, **({size + len(m["rows"]): self.top} if m["total"] else {})}
        if self.kind == "weighted tree":
            rows = [(at, node) for at, own in enumerate(self.weights) for node, weight in enumerate(own) if weight]
            return {row: self.weights[at][node] for row, (at, node) in enumerate(rows) if self.nodes[at][u] == node}
        if self.kind == "siblings":  # times(fans . own group - all)
            parent = m["parents"][u]
            return {
                at: m["times"][parent] * (self.fans[parent] * (own == m["groups"][u]) - 1)
                for own, at in self.places.items()
                if self.above[own] == parent
            }
        if self.kind == "toeplitz":
            return {t: self.series[t - u] for t in range(u, size)}
        return {
            "total": {0: 1},
            "identity": {u: 1},
            "prefixes": dict.fromkeys(range(u, size), 1),
            "rest": {v: size * (u == v) - 1 for v in range(size)},
        }[self.kind]

    def row(self, at):
        """The entries of one row at all codes."""
        if self.kind == "intervals":
            s = next(s for s in range(self.size) if at < (s + 1) * self.size - s * (s + 1) // 2)
            return [int(s <= u <= s + at - s * self.size + s * (s - 1) // 2) for u in range(self.size)]
        if self.kind in ("prefixes", "sets"):
            return [int(u <= at if self.kind == "prefixes" else self.masks[u] >> at & 1) for u in range(self.size)]
        return self.rows[at] if self.rows is not None else [self.column(u).get(at, 0) for u in range(self.size)]

    @functools.lru_cache(None)
    def gram(self):
        """Of rows that are listed how each code u meets those from u on: all of them in one sum of long integers."""
        found = []
        for u, column in enumerate(zip(*self.rows)):
            if u % 128 == 0:
                zero, first = packed([0] * (self.size - u)), u
                long = [packed(row[u:]) - zero for row in self.rows]
            found.append(unpacked(sum(map(int.__mul__, column, long)) + zero, self.size - first)[u - first :])
        return found

    def height(self):
        """The number of rows."""
        m, size = self.tree, self.size
        if self.rows is not None:
            return len(self.rows)
        several = {
            "total": lambda: 1,
            "intervals": lambda: size * (size + 1) // 2,
            "sets": lambda: len(m["runs"]),
            "blocks": lambda: sum(-(-size // block) for block in m["blocks"]),
            "bumps": lambda: size + len(m["rows"]) + m["total"],
            "siblings": lambda: len(self.places),
            "weighted tree": lambda: sum(weight > 0 for own in self.weights for weight in own),
        }
        return several.get(self.kind, lambda: size)()

    def meet(self, u, v):
        m, low, high = self.tree, min(u, v), max(u, v)
        if self.rows is not None:
            return self.gram()[low][high - low] if self.power == 2 else sum(min(row[u], row[v]) for row in self.rows)
        if self.kind == "sets":
            return bin(self.masks[u] & self.masks[v]).count("1")
        if self.kind == "blocks":
            return sum(u // block == v // block for block in m["blocks"])
        if self.kind == "bumps":
            one, other = self.bumps[u], self.bumps[v]
            shared = self.top if u == v else sum(min(one[at], other[at]) for at in one.keys() & other)
            return self.top * m["total"] + shared
        if self.kind == "weighted tree":
            return sum(own[node[u]] ** self.power for node, own in zip(self.nodes, self.weights) if node[u] == node[v])
        if self.kind == "siblings":
            parent, n = m["parents"][u], self.fans[m["parents"][u]]
            if m["parents"][v] != parent or n == 1:
                return 0
            return m["times"][parent] ** 2 * (n * (n - 1) if m["groups"][u] == m["groups"][v] else -n)
        if self.kind == "toeplitz":
            return self.sums(high - low)[self.size - high]
        return {
            "total": 1,
            "identity": int(u == v),
            "prefixes": self.size - high,
            "intervals": (low + 1) * (self.size - high),
            "rest": self.size * (self.size - 1) if u == v else -self.size,
        }[self.kind]

    def sums(self, h):
        """Of a Toeplitz series: sums of F_k F_(k+h) over the first k."""
        return [0, *itertools.accumulate(a * b for a, b in zip(self.series, self.series[h:]))]

    @functools.lru_cache(None)
    def norms(self):
        if self.rows is not None:
            norms = [sum(row[u] ** self.power for row in self.rows) for u in range(self.size)]
            claim(max(norms) < 1 << 62, "the integers of a matrix are too large")
            return norms
        return self.sums(0)[:0:-1] if self.kind == "toeplitz" else [self.meet(u, u) for u in range(self.size)]

    def triples(self, alone):
        """All (<u,u>, <v,v>, <u,v>) that can be greatest, and a code of the largest norm with itself. `alone`: nothing
        but <u,u> + <v,v> - 2<u,v> counts, so that one pair is."""
        norms, size = self.norms(), self.size
        top = max(norms)
        if self.kind == "total" or size == 1:
            found = []
        elif self.kind in ("identity", "blocks", "rest"):  # the first and the last code share least
            found = [(top, top, self.meet(0, size - 1))]
        elif self.kind == "prefixes":  # linear between its corners
            found = [(1, size, 1), (size, 1, 1), (1, 1, 1)]
        elif self.kind == "weighted tree":  # codes that part at a node: the largest norms below two of its children
            best = {}
            for above, below in zip([[0] * size, *self.nodes[:0:-1]], self.nodes[::-1]):
                for u in range(size):
                    own = best.setdefault((id(above), above[u]), {})
                    own[below[u]] = max(own.get(below[u], (0, 0)), (norms[u], u))
            pairs = [sorted(own.values())[-2:] for own in best.values() if len(own) > 1]
            found = [(a, b, self.meet(u, v)) for (a, u), (b, v) in pairs]
        elif self.kind == "siblings":
            found = [own for (own,) in partings([self])]
        elif self.kind == "toeplitz":
            found = (
                (norms[size - n - h], norms[size - n], sums[n])
                for h in range(1, size)
                for sums in [self.sums(h)]
                for n in range(1, size - h + 1)
            )
        elif self.kind == "bumps":
            least = self.top * (1 + self.tree["total"])
            for u, v in itertools.combinations(range(size), 2):
                least = min(least, self.meet(u, v))
                if least == self.top * self.tree["total"]:
                    break  # nothing is shared: no two codes can share less
            found = [(top, top, least)]
        elif self.rows is not None and self.power == 2:
            found = ((norms[u], b, g) for u, own in enumerate(self.gram()) for b, g in zip(norms[u + 1 :], own[1:]))
            if not alone and size > 256:  # a bound: all norms as large as the largest
                found = [(top, top, min(g for _, _, g in found))]
        else:
            found = ((norms[u], norms[v], self.meet(u, v)) for u, v in itertools.combinations(range(size), 2))
        if alone:
            return [
                max(
                    [*found, (top, top, top)] if isinstance(found, list) else found,
                    key=lambda own: own[0] + own[1] - 2 * own[2],
                ),
                (top, top, top),
            ]
        found = frontier(found)
        return [*frontier({*found, *((b, a, g) for a, b, g in found)}), (top, top, top)]


def frontier(triples):
    """Those that no other equals or exceeds in both norms with no larger product."""
    firsts, seconds, kept = [], [], []
    for g, a, b in sorted((g, -a, -b) for a, b, g in triples):
        at = bisect.bisect_left(firsts, -a)
        if at < len(firsts) and seconds[at] >= -b:
            continue
        at = bisect.bisect_right(firsts, -a)
        first = at
        while first and seconds[first - 1] <= -b:
            first -= 1
        firsts[first:at], seconds[first:at] = [-a], [-b]
        kept.append((-a, -b, g))
    return kept


def partings(mats):
    """Of nested levels of siblings all different vectors of triples, by the level at which two codes part."""
    order = sorted(range(len(mats)), key=lambda at: len(mats[at].above))
    levels = [mats[at] for at in order]
    keys = [own.tree[name] for own in levels for name in ("parents", "groups")]
    claim(all(len({*zip(one, other)}) == len({*other}) for one, other in zip(keys, keys[1:])), "levels are not nested")
    norms = list(zip(*(own.norms() for own in levels)))
    found, nodes = {tuple((n, n, n) for n in own) for own in norms}, [range(len(norms))]
    for depth, key in enumerate(keys):
        below = []
        for codes in nodes:
            children, kinds = {}, {}
            for u in codes:
                children.setdefault(key[u], []).append(u)
            for own in children.values():
                kinds.setdefault(frozenset(norms[u] for u in own), []).append(own[0])
            for one, other in itertools.product(kinds, repeat=2):
                if one != other or len(kinds[one]) > 1:
                    shared = [own.meet(kinds[one][0], kinds[other][one == other]) for own in levels]
                    for a, b in itertools.product(one, other):  # above the parting both lie in one group
                        g = [n if 2 * at + 1 < depth else s for at, (n, s) in enumerate(zip(a, shared))]
                        found.add(tuple(zip(a, b, g)))
            below += children.values()
        nodes = below
    return {tuple(own[order.index(at)] for at in range(len(mats))) for own in found}


def told_apart(mats):
    """Codes of which the pairs that differ most are found, where all matrices are lists of queries.

    For u < v the numbers of queries that contain u, v and both are linear between the ends of intervals, and what is
    compared is a maximum of linear functions of them; every code by itself jumps at u = v, so next codes count too.
    """
    size, sets = mats[0].size, [own for own in mats if own.kind == "sets"]
    runs = [row for own in sets for row in own.tree["runs"]]
    if any(own.kind == "intervals" for own in mats):
        return range(size)
    if len(runs) > 100 or any(len(row) != 2 for row in runs):
        if len(sets) < len(mats):
            return range(size)
        return sorted({tuple(own.masks[u] for own in sets): u for u in range(size)}.values())
    corners = {0, size - 1, *(edge - step for row in runs for edge in row for step in (0, 1))}
    if any(own.kind == "identity" for own in mats):
        corners |= {u + step for u in corners for step in (-1, 1)}
    return sorted(u for u in corners if 0 <= u < size)


# The pair of neighbours that differs most ----------------------------------------------------------------------------


class Columns:
    """All terms of a stage: the largest norm, and triples of pairs of cells among which the worst neighbours are."""

    def __init__(self, stage):
        power = self.power = 1 if stage["noise"] == "laplace" else 2
        self.sizes, self.mats = stage["sizes"], [Matrix(tree, power) for tree in stage["matrices"]]
        self.all = [(term["times"] ** power, [self.mats[at] for at in term["factors"]]) for term in stage["terms"]]
        # A total that is public is counted once more without noise, and no sum has it: no pair of cells differs there.
        self.terms = [own for own, term in zip(self.all, stage["terms"]) if not term.get("counts_only")]
        open_ = sum(bool(self.used(i)) for i in range(len(self.sizes)))
        self.alone = len(stage["vectors"]) == len(self.terms) == open_ == 1
        claim(
            self.terms and all([own.size for own in each] == self.sizes and times > 0 for times, each in self.all),
            "a term does not belong to the variables of its group",
        )

    def used(self, i):
        """The different matrices of a variable that are more than its total."""
        return list({id(own[i]): own[i] for _, own in self.terms if own[i].kind != "total"}.values())

    def pairs(self, i):
        """For one variable all kinds of pairs of codes: for every matrix a triple."""
        mats, whole = self.used(i), (1, 1, 1)
        if len(mats) == 0:
            found = [()]
        elif len(mats) == 1 and mats[0].kind != "sets":
            found = [(own,) for own in mats[0].triples(self.alone)]
        elif all(own.kind == "siblings" for own in mats):
            found = partings(mats)
        else:
            listed = all(own.kind in ("identity", "prefixes", "intervals", "sets") for own in mats)
            codes = told_apart(mats) if listed else range(self.sizes[i])
            norms = [own.norms() for own in mats]
            found = (
                {tuple((n[u], n[v], own.meet(u, v)) for n, own in zip(norms, mats)) for u in codes for v in codes}
                if len(codes) ** 2 <= MOST
                else None
            )
            if found is None:
                ends = [(0 if own.nonnegative else -max(n), max(n)) for n, own in zip(norms, mats)]
                # Where other variables' products can be below 0, one matrix's least and another's largest may be worst.
                every = zip(*ends) if all(own.nonnegative for own in self.mats) else itertools.product(*ends)
                found = [tuple((max(n), max(n), g) for n, g in zip(norms, one)) for one in every]
        return [{**{id(own): t for own, t in zip(mats, kind)}, None: whole} for kind in found]

    def stacked(self, choose, kinds, merge):
        """For all combinations of kinds of the variables the sum over terms of k times the product of what they say."""
        length = len(choose((1, 1, 1)))
        states = {((1,) * length,) * len(self.terms)}
        for i, own in enumerate(kinds):
            told = {tuple(choose(kind.get(id(factors[i]), kind[None])) for _, factors in self.terms) for kind in own}
            states = {
                tuple(tuple(map(int.__mul__, x, y)) for x, y in zip(state, one)) for state in states for one in told
            }
            states = merge(states) if merge else states
        return [
            tuple(sum(k * own[at] for (k, _), own in zip(self.terms, state)) for at in range(length))
            for state in states
        ]

    def largest(self):
        """The largest norm of a cell's column."""
        norms = [
            [{**{id(own): (n,) for own, n in zip(mats, kind)}, None: (1,)} for kind in kinds]
            for mats, kinds in (
                (mats, {*zip(*(own.norms() for own in mats))} if len(mats) != 1 else {(max(mats[0].norms()),)})
                for mats in map(self.used, range(len(self.sizes)))
            )
        ]
        norms = [own or [{None: (1,)}] for own in norms]
        if math.prod(map(len, norms)) * len(self.terms) > MOST:
            norms = [[{name: (max(kind[name][0] for kind in own),) for name in own[0]}] for own in norms]
        return max((own[0] for own in self.stacked(lambda one: one[:1], norms, None)), default=0)

    def differences(self):
        """Triples of pairs of cells, and whether they are pairs that occur (else they bound all that do)."""
        top, nonnegative = self.largest(), all(own.nonnegative for own in self.mats)
        every = [self.pairs(i) for i in range(len(self.sizes))]
        single = len(self.terms) == 1 and nonnegative
        prune = (lambda states: {(own,) for own in frontier(own for (own,) in states)}) if single else None
        if math.prod(map(len, every)) * len(self.terms) <= MOST or single:
            return {*self.stacked(lambda one: one, every, prune), (top, top, top)}, True
        least = 0
        for k, factors in self.terms:
            low = high = 1
            for i, own in enumerate(factors):
                found = [kind.get(id(own), kind[None])[2] for kind in every[i]]
                ends = [side * end for side in (low, high) for end in (min(found), max(found))]
                low, high = min(ends), max(ends)
            least += k * low
        return {(top, top, least), (top, top, top)}, False

    def row(self, terms, at):
        """The entries of one row at all codes, one list a variable."""
        claim(at >= 0, "a row without noise has a number below 0")
        for _, factors in terms:
            rows = math.prod(own.height() for own in factors)
            if at < rows:
                found = []
                for own in factors:
                    rows //= own.height()
                    found.append(own.row(at // rows))
                    at %= rows
                return found
            at -= rows
        raise Wrong("a row without noise is not among those that are measured")


# From columns and noise to the loss ----------------------------------------------------------------------------------


def tail(x):
    """The upper tail of the normal law, to some 30 digits."""
    if x < 0:
        return 1 - tail(-x)
    density = (-x * x / 2).exp() / (2 * Decimal("3.14159265358979323846264338327950288419716939937510582")).sqrt()
    if x > 6:
        fraction = x
        for k in range(400, 0, -1):
            fraction = x + k / fraction
        return density / fraction
    term = total = x
    for k in range(3, 400, 2):
        term = term * x * x / k
        total += term
    return Decimal("0.5") - density * total


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def gaussian_profile(epsilon, delta, rho, blocks, among=0):
    """Whether discrete Gaussian noise of this rho keeps (epsilon, delta): but for factors that are allowed for it is an
    image of continuous noise of 499/500 of its variance, whose profile is exact (Balle, Wang 2018). `blocks`: of each
    vector sigma^2 of the integers drawn and a bound on the number of rows in which neighbours differ; `among`: of how
    many these are some, where neighbours may differ in others too. All factors together must be within the slack."""
    with localcontext() as context:
        context.prec = 60
        slack = 1 - Decimal(10) ** -9
        e, t, lost = decimal(epsilon) * slack, (Decimal(499) / 500 / (2 * decimal(rho))).sqrt(), Decimal(0)
        for variance, rows in blocks:
            eta = 2 * (-2 * Decimal("9.8696") * decimal(variance) / 500).exp()
            lost += 2 * rows * ((1 + 2 * eta) / (1 - 2 * eta)).ln() if 4 * eta < 1 else 1
        lost *= Decimal(max(len(blocks), among)) / max(len(blocks), 1)
        claim(lost <= (1 - slack) * min(e, Decimal(1)), "the grid of the noise is too coarse for its epsilon and delta")
        return tail(e * t - 1 / (2 * t)) - e.exp() * tail(e * t + 1 / (2 * t)) <= decimal(delta) * slack


def converted(rho, delta):
    """The least epsilon that rho is at delta: ar + (ln(1/d) - ln a)/(a-1) + ln(1 - 1/a) for the best order a."""
    with localcontext() as context:
        context.prec = 40
        r, d = decimal(rho), -decimal(delta).ln()

        def at(x):
            a = 1 + x.exp()
            return a * r + (d - a.ln()) / (a - 1) + (1 - 1 / a).ln()

        low, high = Decimal(-60), Decimal(60)
        for _ in range(120):
            one, other = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, other) if at(one) < at(other) else (one, high)
        return Fraction(at(low))


def loss_of(stage, among=0):
    """What a stage costs, recomputed: ({name: amount}, rho, greatest norm of each vector, whether it is attained).
    `among`: the vectors of all stages of which only one is measured of an area."""
    c, laplace, replaced = stage["rows_per_unit"], stage["noise"] == "laplace", stage["neighbours"] == "replace_one"
    claim(
        stage["noise"] in ("laplace", "gaussian")
        and stage["neighbours"] in ("replace_one", "add_remove")
        and c >= 1
        and (not stage["exact_row"] or (replaced and c == 1)),
        "noise or neighbours are not known here",
    )
    columns, vectors, exact = Columns(stage), stage["vectors"], True
    top = columns.largest()
    pairs = set() if replaced and stage["exact_row"] else {(top, 0, 0)}
    claim(not (stage.get("one_of_many_areas") and stage["exact_row"]), "of many areas none has a known number of rows")
    if replaced and stage.get("one_of_many_areas"):
        pairs.add((top, top, 0))  # in two areas: each is at most half of the loss, whatever the other one's level
    if replaced:
        more, exact = columns.differences()
        pairs |= more
    for number, vector in enumerate(vectors):
        terms, start = columns.terms if number else columns.all, 0
        for own, term in zip(terms, stage["terms"] if terms is columns.all else itertools.repeat({})):
            alone = start in vector["exact"] and all(factor.kind == "total" for factor in own[1])
            claim(alone or not term.get("counts_only"), "a row of counts alone is not their total without noise")
            start += math.prod(factor.height() for factor in own[1])
        claim(start == vector["rows"], "the number of rows is another one")
        claim(len({*vector["exact"]}) == len(vector["exact"]), "a row without noise is listed twice")
        for at in vector["exact"]:
            entries = columns.row(terms, at)
            alike = all(len({*own}) == 1 for own in entries) and stage["exact_row"] and number == 0
            claim(alike or not all(any(own) for own in entries), "a row without noise can change")

    def norm(triple, values):
        a, b, g = triple
        if laplace:
            return max(abs(v) * (a - g) + abs(w) * (b - g) + abs(v - w) * g for v in values for w in values)
        return max(v * v * a + w * w * b - 2 * v * w * g for v in values for w in values)

    claim(vectors[0]["values"] == [1], "the values of counts are not 1")
    norms = {tuple(norm(triple, vector["values"]) for vector in vectors) for triple in pairs}
    greatest = [max(own) for own in zip(*norms)]
    weights = [
        vector["scale"]
        and (Fraction(vector["grid"]) if laplace else Fraction(vector["grid"]) ** 2) / Fraction(vector["scale"])
        for vector in vectors
    ]
    claim(
        all((weight and weight > 0) or not most for weight, most in zip(weights, greatest)),
        "what can change bears no noise",
    )
    total = max(sum(n * weight for n, weight in zip(own, weights) if n) for own in norms) * c
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    if not total:
        return {}, Fraction(0), greatest, exact
    rho = None if laplace else total * c / 2
    found = {"epsilon": total} if laplace else {"rho": rho}
    if "delta" in stated and laplace:
        found["delta"] = stated["delta"]
    elif "delta" in stated:
        own = blocks(stage, greatest)
        claim(
            "part" in stated or gaussian_profile(stated["epsilon"], stated["delta"], rho, own, among),
            "the noise does not keep its delta",
        )
        found = stated
    return found, rho, greatest, exact


def blocks(stage, greatest):
    """Of each vector of a stage with Gaussian noise what `gaussian_profile` asks."""
    return [
        (Fraction(vector["scale"]), min(vector["rows"], stage["rows_per_unit"] ** 2 * most))
        for vector, most in zip(stage["vectors"], greatest)
        if most
    ]


def close(own, stated, exact):
    """Whether an amount that was recomputed is the stated one; below it where that is said to be an upper bound."""
    return own <= stated if not exact else own <= stated <= own * (1 + Fraction(1, 10**12))


def check_stage(stage, told, among=0):
    """A stage against its description in metadata.json; the loss stated, with the rho and the blocks it has."""
    found, rho, greatest, pairs = loss_of(stage, among)
    same = ("neighbours", "rows_per_unit", "exact_row", "noise")
    claim([stage[name] for name in same] == [told[name] for name in same], "metadata.json names other neighbours")
    stated = told["loss"] and {name: told["loss"][name] for name in LOSS if told["loss"].get(name)}
    claim(stage["loss"] == stated, "metadata.json states another loss than strategy.json")
    exact, vectors = pairs and told["sensitivity"]["is"] == "exact", [told, *told["sums"]]
    claim(len(vectors) == len(stage["vectors"]), "metadata.json has other sums than strategy.json")
    for own, one, norm in zip(stage["vectors"], vectors, greatest):
        names = ("l1", "scale") if stage["noise"] == "laplace" else ("l2_squared", "sigma_squared")
        claim(
            [one[names[1]], one["grid"], one["measurements"], one["exact_measurements"]]
            == [own["scale"], own["grid"], own["rows"], len(own["exact"])],
            "metadata.json has other noise",
        )
        size = Fraction(one["sensitivity"][names[0]]) / stage["rows_per_unit"] ** (1 if names[0] == "l1" else 2)
        # Half a squared distance may have been rounded up to a whole number.
        claim(
            norm <= size and (not exact or size - norm <= norm % 2 * (names[0] != "l1")),
            f"columns differ by {norm} a row, and {size} is stated",
        )
    claim((stage["loss"] is None) == (not found), "a loss is stated where there is none, or none where there is one")
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    claim(
        found.keys() == stated.keys() and all(close(found[name], stated[name], exact) for name in found),
        "the loss recomputed is " + ", ".join(f"{name} {float(value):.12g}" for name, value in found.items()),
    )
    if rho is None or not found:
        return stated, stated.get("epsilon", Fraction(0)) ** 2 / 2, []
    claim(close(rho, Fraction(stage["rho"]), exact), f"the rho recomputed is {float(rho):.12g}")
    return stated, Fraction(stage["rho"]), blocks(stage, greatest)


def shared(stages):
    """What stages with a part of one (epsilon, delta) cost together: {} for none, else the two amounts."""
    stages = [one for one in stages if "part" in one[0]]
    if not stages:
        return {}
    pots = [{name: loss[name] for name in ("epsilon", "delta")} for loss, _, _ in stages]
    claim(all(pot == pots[0] for pot in pots), "parts are parts of different losses")
    claim(sum(loss["part"] for loss, _, _ in stages) <= 1, "parts are more than the whole")
    every = [block for _, _, own in stages for block in own]
    claim(
        gaussian_profile(pots[0]["epsilon"], pots[0]["delta"], sum(rho for _, rho, _ in stages), every),
        "the noise of all groups together does not keep its delta",
    )
    return pots[0]


def check_detail(own, told, noisy):
    """Adaptive detail: the loss of the sizes and that of the levels, each with its rho and blocks.

    A row of the file is in one area, and pays for one size and for one level. So no area may be counted twice: the
    numbers that were drawn are one for each area, then for each area those of the level that its noisy size gives it.
    """
    (first,), levels = own["stages"]
    areas, starts, sizes = told["areas"], list(map(Fraction, told["from"])), noisy.get("sizes", [])
    claim(len({*areas}) == len(areas) and told["variable"] in own["variables"], "an area is named twice")
    claim(
        len(levels) == len(told["levels"]) == len(starts)
        and starts[0] == 0
        and all(low < high for low, high in zip(starts, starts[1:])),
        "levels do not begin one above the other",
    )
    codes = {"kind": "identity", "codes": len(areas)}
    claim(
        [first["sizes"], first["matrices"], first["terms"]] == [[len(areas)], [codes], [{"factors": [0], "times": 1}]]
        and len(first["vectors"]) == 1
        and first["vectors"][0]["exact"] == []
        and list(noisy)[:1] == ["sizes"]
        and len(sizes) == len(areas),
        "the sizes are not one noisy number for each area",
    )
    claim(
        all(one["one_of_many_areas"] for one in levels)
        and len({encoded([one["loss"], one["noise"], len(one["vectors"])]) for one in levels}) == 1,
        "levels of detail are not alike",
    )
    steps = [start * first["vectors"][0]["grid"] for start in starts]
    chosen = [levels[max(0, sum(size >= step for step in steps) - 1)]["vectors"] for size in sizes]
    drawn = [sum(vectors[at]["rows"] for vectors in chosen) for at in range(len(levels[0]["vectors"]))]
    claim(list(map(len, noisy.values()))[1:] == drawn, "areas were not measured once each, at the level of their size")
    among = sum(len(one["vectors"]) for one in levels)
    every = [check_stage(stage, one, among) for stage, one in zip(levels, told["levels"])]
    stated, rho, _ = max(every, key=lambda one: one[1])
    return [check_stage(first, told["sizes"]), (stated, rho, [block for one in every for block in one[2]])]


# What the release states ---------------------------------------------------------------------------------------------


def log_of(data):
    """The bodies of the entries that an audit log shows, and their heads; each must follow on from the one before."""
    heads, bodies = ["0" * 64], {}
    for at, row in enumerate(data.decode("utf-8-sig").splitlines()[:-1], 1):
        found = json.loads(row, parse_float=str, object_pairs_hook=once)
        own = hashlib.sha256(encoded(found["body"])).hexdigest() if "body" in found else found["body_hash"]
        link = encoded({"body_hash": own, "entry": at, "previous_head": heads[-1]})
        heads.append(hashlib.sha256(link).hexdigest())
        claim(heads[-1] == found["head"], f"line {at} of the audit log was changed, or lines before it are missing")
        bodies.update({at: found["body"]} if "body" in found else {})
    return bodies, heads


def ledger_line(path):
    """The values on the last sheet of the workbook, Ledger line, in their order."""

    def text(part):
        whole = "".join(piece.text or "" for piece in part.iter(MAIN + "t"))
        return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found.group(1), 16)), whole)

    with zipfile.ZipFile(str(path)) as package:
        claim(sum(part.file_size for part in package.infolist()) < 1 << 30, "the workbook is too large")
        tree = {
            name: package.read(name)
            for name in package.namelist()
            if re.fullmatch(r"xl/(workbook.xml|sharedStrings.xml|_rels/workbook.xml.rels)", name)
        }
        claim(not any(b"<!" in data for data in tree.values()), "the workbook holds XML that none of dpdesk has")
        shared = [text(one) for one in ElementTree.fromstring(tree.get("xl/sharedStrings.xml", b"<sst/>"))]
        ids = {one.get("Id"): one.get("Target") for one in ElementTree.fromstring(tree["xl/_rels/workbook.xml.rels"])}
        *_, sheet = ElementTree.fromstring(tree["xl/workbook.xml"]).iter(MAIN + "sheet")
        target = next(value for name, value in sheet.items() if name.endswith("}id"))
        found = []
        for row in ElementTree.fromstring(package.read(re.sub("^/?(xl/)?", "xl/", ids[target]))).iter(MAIN + "row"):
            cells = [
                shared[int(cell.findtext(MAIN + "v"))]
                if cell.get("t") == "s"
                else text(cell) or cell.findtext(MAIN + "v", "")
                for cell in row
            ]
            found += [cells[1]] if len(cells) > 1 else []
        return found[1:]  # below its headings


def whole(text):
    raise Wrong("strategy.json holds a number that is not whole")


def whole_folder(place):
    """The folder with `publish` and `proof` of which one was named."""
    above = place.resolve().parent
    inside = place.resolve().name in ("publish", "proof") and not (place / "proof" / "metadata.json").is_file()
    return above if inside and (above / "proof" / "metadata.json").is_file() else place


def check(whole_release):
    """Everything about one release; a line for each group."""
    folder = whole_release / "proof"
    books = [path for path in (whole_release / "publish").glob("*.xlsx") if path.name[:2] != "~$"]
    claim(len(books) == 1, "its folder publish does not hold the one workbook of a release")
    raw = (folder / "strategy.json").read_bytes()
    strategy = json.loads(raw.decode(), parse_float=whole, parse_constant=whole, object_pairs_hook=once)
    said = json.loads((folder / "metadata.json").read_bytes().decode(), object_pairs_hook=once)
    claim(
        said["files"].get("proof/strategy.json") == hashlib.sha256(raw).hexdigest(),
        "strategy.json is not the file listed",
    )
    claim([strategy["format"], strategy["version"]] == ["dpdesk-strategy", 1], "strategy.json is of an unknown format")
    named = [[(own["group"], own["variables"]) for own in tree["groups"]] for tree in (strategy, said)]
    claim(named[0] == named[1], "metadata.json has other groups than strategy.json")
    claim(len({group for group, _ in named[0]}) == len(named[0]), "two groups have one name")
    for own, listed in zip(strategy["groups"], said["groups"]):
        digest = hashlib.sha256(encoded(listed["strategy"])).hexdigest()
        claim(
            [digest, listed["strategy"]["mechanism"]] == [own["description"], own["mechanism"]],
            f"group {own['group']}: metadata.json describes another mechanism",
        )
    quoted, lines, total, unprotected, every_stage = ledger_line(books[0]), [], {}, False, []
    with (folder / "measurements.csv").open(encoding="utf-8", newline="") as stream:
        counted = {}
        for row in csv.DictReader(stream):
            claim(row["kind"] in ("noisy", "unbiased"), "measurements.csv has numbers of another kind")
            if row["kind"] == "noisy":
                own = counted.setdefault(re.sub("^REHEARSAL ", "", row["group"]), {}).setdefault(row["statistic"], [])
                claim(row["index"] == str(len(own)), "measurements.csv has a number twice, or lacks one")
                own.append(int(row["value"]))
    claim(counted.keys() <= {group for group, _ in named[0]}, "a group has no strategy")
    for own, listed in zip(strategy["groups"], said["groups"]):
        told, noisy = listed["strategy"], counted.get(own["group"], {})
        try:
            claim(
                listed["measurements"] == {name: len(drawn) for name, drawn in noisy.items()},
                "measurements.csv has other measurements",
            )
            if "outside" in own:
                claim({*listed["measurements"]} <= {"quantile"}, "what was counted with noise is no drawn quantile")
                claim(all(told["loss"][name] == value for name, value in own["loss"].items()), "its loss is another")
                stated = {name: Fraction(value) for name, value in own["loss"].items()}
                losses = [(stated, Fraction(told["spent"]["rho"]), [])]
            elif len(own["stages"]) == 1:
                ((stage,),) = own["stages"]
                claim(
                    list(listed["measurements"].values()) == [one["rows"] for one in stage["vectors"]],
                    "other numbers of rows were measured",
                )
                losses = [check_stage(stage, told)]
            else:
                losses = check_detail(own, told, noisy)
        except Wrong as wrong:
            raise Wrong(f"group {own['group']}: {wrong}")
        unprotected |= not any(loss for loss, _, _ in losses)
        every_stage += losses
        for loss, rho, _ in losses:
            for name, amount in [*loss.items(), ("as rho", rho)]:
                claim(amount >= 0, f"group {own['group']}: a loss is below 0")
                if name == "as rho" or "part" not in loss:
                    total[name] = total.get(name, 0) + amount
        pot = losses[0][0] if "part" in losses[0][0] else {}
        amounts = {
            name: pot.get(name, sum(loss.get(name, 0) for loss, _, _ in losses))
            for name in LOSS
            if name in losses[0][0]
        }
        words = ", ".join(f"{name} {amount}" for name, amount in amounts.items() if name != "part") or "nothing"
        if pot:
            words = f"{sum(loss['part'] for loss, _, _ in losses)} of {words}"
        ending = " AS STATED: " + own["outside"] if "outside" in own else " recomputed"
        lines.append(f"group {own['group']}, {own['mechanism']}: {words}{ending}")
    for name, amount in shared(every_stage).items():
        total[name] = total.get(name, 0) + amount
    loss = {name: Fraction(said["loss"][name]) for name in ("epsilon", "delta", "rho") if said["loss"][name]}
    words = ", ".join(f"{name} = {said['loss'][name]}" for name in loss)
    claim(
        quoted[8:10] == [words, said["neighbours"]],
        "the workbook states another loss or other neighbours",
    )
    stages = [stage for own in strategy["groups"] for several in own.get("stages", []) for stage in several]
    claim(
        {(one["neighbours"], one["rows_per_unit"]) for one in stages}
        <= {(said["neighbours"], said["unit"]["rows_of_a_unit"])},
        "metadata.json names other neighbours",
    )
    charged = None
    if not said["rehearsal"]:
        bodies, heads = log_of((folder / "audit.jsonl").read_bytes())
        entry = said["ledger"]["entry"]
        steps = {body["kind"]: body for body in bodies.values() if body.get("release") == said["release"]}
        opened = next(
            body
            for body in bodies.values()
            if body["kind"] == "account opened" and body["dataset"] == said["dataset_id"]
        )
        caps = [body for body in bodies.values() if body.get("dataset") == said["dataset_id"] and "cap" in body]
        claim(
            heads[entry - 1 : entry + 1] == [said["ledger"]["previous_head"], said["ledger"]["head"]]
            and bodies[entry] == steps["committed"],
            "the audit log has another entry than metadata.json names",
        )
        claim(
            steps["draw marked"].get("strategy") == hashlib.sha256(raw).hexdigest(),
            "strategy.json is not what the ledger was told before the noise was drawn",
        )
        claim(
            [opened["neighbours"], opened["rows_per_unit"], opened["unit"]]
            == [
                said["neighbours"],
                str(said["unit"]["rows_of_a_unit"])
                if isinstance(opened["rows_per_unit"], str)
                else said["unit"]["rows_of_a_unit"],
                said["unit"]["identity"],
            ],
            "the account protects another unit",
        )
        claim(
            {name: Fraction(value) for name, value in steps["committed"]["loss"].items()} == loss,
            "the ledger has another loss",
        )
        charged = {name: Fraction(value) for name, value in steps["committed"]["charge"].items()}
        for body in caps:
            cap = body["cap"]
            if cap.get("rule") == "rho":
                rho, delta = Fraction(body["total"]["rho"]), Fraction(cap["delta"])
                reached = converted(rho, delta) / Fraction(cap["epsilon"])
                claim(
                    1 - Fraction(1, 10**9) <= reached <= 1 + Fraction(1, 10**30),
                    "a cap's rho is not its epsilon and delta",
                )
    as_rho = total.pop("as rho", Fraction(0))
    if set(loss) == {"rho"} and (charged is None or set(charged) == {"rho"}) and as_rho:
        claim(close(as_rho, loss["rho"], not unprotected), f"the groups together cost rho {float(as_rho):.12g}")
    else:
        pure = any(own and "delta" not in own for own, _, _ in every_stage)  # such a stage leaves its delta to others
        claim(
            set(total) <= set(loss)
            and all(
                close(total.get(name, 0), loss[name], total and not unprotected and not (pure and name == "delta"))
                for name in loss
            ),
            "the groups together do not cost what is stated",
        )
    in_rho = loss.keys() == {"epsilon"} and charged is not None and charged.keys() == {"rho"}
    claim(charged is None or in_rho or charged.keys() >= loss.keys(), "the ledger does not charge the whole loss")
    for name, amount in (charged or {}).items():
        own = loss.get(name, loss["epsilon"] ** 2 / 2 if name == "rho" and set(loss) == {"epsilon"} else Fraction(0))
        claim(close(own, amount, True), f"the ledger charges {name} {float(amount):.12g}")
    return [*lines, f"together: {words}" + (", as the ledger says" if charged else ", a rehearsal in no ledger")]


def main(arguments):
    """Check every folder and say what was found."""
    status = 0
    for folder in map(whole_folder, map(Path, arguments or [Path(__file__).resolve().parent])):
        try:
            print(*(f"{folder}: {line}" for line in check(folder)), sep="\n")
        except Exception as error:  # whatever a changed file does to a reader, it does not hold
            print(f"WRONG: {folder}: {error if isinstance(error, Wrong) else 'it is not whole'}")
            status = 1
    print("Do not rely on these files." if status else "Everything holds. Run verify.py as well.")
    return status


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
