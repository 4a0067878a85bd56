"""Check what dpdesk published, without dpdesk: `python3 verify.py [FOLDER | audit.jsonl | WORKBOOK.xlsx] ...`

Needs Python 3.8 or newer and nothing else; reads only; ends with 0 if everything holds, else with 1. A FOLDER holds
`publish` and `proof`; either of the two may be named for it. Without arguments the program checks the folder in whose
`proof` it lies: every file has the bytes that metadata.json lists, the entries of audit.jsonl follow one another byte
for byte, the tables computed again from CSV files and workbook are those the ledger's entry names, and log, workbook
and metadata name the same entry and heads. Of several places it finds those that contradict each other:
then copies of one ledger were spent from separately (FORK). Where the office signed, the signature must be that of the
key beside it, for these files, and an entry of a log must name the key. Where none does (it may have been named after
the log was written) the program says so and ends with 1: compare the key with the one the office states, or name the
ledger's whole log beside the folder. It shows that files belong to one unbroken history, not who wrote it: compare the
head it prints with the one the office states. A FOLDER with `change.json` holds what changed between two releases: its
figures must follow from each other, and from those of the two releases where their folders are named as well.
"""

import base64, csv, hashlib, io, itertools, json, re, sys, zipfile
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")
GUARDED = re.compile("((?:^|[,;|\t\r\n\"])[ \u00a0]*)'(?='*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20])")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LEDGER_LINE = (  # the rows of the last sheet, in whatever language
    "Entry", "Previous head", "Head", "Release number", "Date", "Result hash", "Hash of the official cells",
    "Hash of the unbiased values",
)  # fmt: skip
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

LAST = "measure measure_label unit estimate lower upper level margin unbiased flag".split()  # columns of each CSV file
SAMPLED = ["sampling_margin", "combined_margin"]  # columns after these, where sampling errors are declared
CHANGED = "change lower upper level margin before now flag".split()  # columns of each CSV file of changes
STYLE = str.maketrans("", "", "uw")  # marks of the house style, which follow from estimate and margin
NUMBERS = -7, -6, -5, -3, -2  # estimate, lower, upper, margin, unbiased among them
SIGNED = "statement.json", "statement.sig", "public.pem"
KEY = bytes.fromhex("302a300506032b6570032100")  # what stands before the 32 bytes of an Ed25519 key
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, P - 2, P) % P


AMOUNTS = {"count", "sum", "interval", "cdf", "prefix"}  # measures that have a unit of print


class Wrong(Exception):
    """Something does not hold; the text says what."""


def sha(data):
    return hashlib.sha256(data).hexdigest()


def encoded(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def log_of(data):
    """The heads of an audit log by entry number, and the bodies that it shows; every byte must be as it was written."""
    text = data[3:] if data[:3] == b"\xef\xbb\xbf" else data
    if text.count(b"\r\n") == text.count(b"\n") == text.count(b"\r"):
        text = text.replace(b"\r\n", b"\n")
    *rows, closing, after = [b"", *text.split(b"\n")]
    heads, bodies = {0: "0" * 64}, {}
    for at, row in enumerate(rows[1:], 1):
        try:
            found = json.loads(row.decode("utf-8"), parse_float=str, parse_constant=str)
            shown = {name: found[name] for name in ("body", "body_hash") if name in found}
            link = {"entry": at, "previous_head": heads[at - 1]}
            body_hash = sha(encoded(shown["body"])) if "body" in shown else shown["body_hash"]
            heads[at] = sha(encoded({"body_hash": body_hash, **link}))
            if len(shown) != 1 or encoded({**shown, **link, "head": heads[at]}) != row:
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Wrong(f"line {at} of the audit log was changed, or lines before it are missing")
        bodies.update({at: shown["body"]} if "body" in shown else {})
    last = len(rows) - 1
    ends = [{"end": "extract"}] if last in bodies else []
    ends += [{"end": "all", "spent": spent(bodies)}] if len(bodies) == last > 0 else []
    if after or closing not in [encoded({**end, "entries": last, "head": heads[last]}) for end in ends]:
        raise Wrong("the audit log does not end with the closing line of its entries: lines are missing or changed")
    return heads, bodies


def spent(bodies):
    """What each account has spent, added up from the charges of a whole log.

    Of the waves of a series those count that spent most, as many as the account's rule lets one unit be in.
    """
    units, held, series = {}, {}, {}
    for body in bodies.values():
        name, kind, one = body.get("dataset"), body["kind"], body.get("release") or body.get("session")
        if kind == "account opened":
            units[name] = list(body["total"])
        if kind == "series declared":
            series[name] = body.get("most", body["waves"])
            if one:
                held[one] = (name, body["wave_day"], held[one][2])
        if kind in ("reserved", "session opened", "committed", "aborted"):
            charge = {unit: Fraction(text) for unit, text in body.get("charge", {}).items()}
            held[one] = (name, body.get("wave_day") or held.get(one, ("", ""))[1], charge)
    return {name: spent_of(name, own, held.values(), series.get(name)) for name, own in units.items()}


def spent_of(name, units, held, most):
    """What one account has spent, in its units; `most` waves count, or all."""
    waves, total, fine = {}, dict.fromkeys(units, Fraction(0)), 10**60  # a longer denominator is rounded up
    for _, day, charge in (one for one in held if one[0] == name):
        into = waves.setdefault(day, dict.fromkeys(units, Fraction(0))) if day else total
        for unit in units:
            into[unit] += charge.get(unit, 0)
    for unit in units:
        total[unit] += sum(sorted((wave[unit] for wave in waves.values()), reverse=True)[:most])
    return {
        unit: str(value if value.denominator <= fine else Fraction(-(-value * fine // 1), fine))
        for unit, value in total.items()
    }


class Figure(str):
    """A number in a workbook, as it is spelled."""


def hashes(tables, unbiased=None):
    """The hashes of the official cells, of the unbiased values, and of both: the result hash."""
    cells = hashlib.sha256(encoded(["dpdesk official cells, version 1"]) + b"\n")
    beside = hashlib.sha256(encoded(["dpdesk unbiased values, version 1"]) + b"\n")
    for name, variables, rows, values in sorted(tables):
        kept = ([*row[:-1], row[-1].translate(STYLE)] for row in rows)
        cells.update(b"".join(encoded(row) + b"\n" for row in [["table", name, *variables], *kept]))
        beside.update(b"\n".join([encoded(["table", name]), *(value.encode("utf-8") for value in values), b""]))
    parts = [cells.hexdigest(), unbiased or beside.hexdigest()]
    return [*parts, sha("\n".join(["dpdesk result, version 1", *parts, ""]).encode())]


def csv_table(path):
    """Name, variables, rows (codes, measure, values, flag) and unbiased values of the table in a CSV file."""
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = (
            [field if NUMBER.fullmatch(field) else GUARDED.sub(r"\1", field) for field in row]
            for row in csv.reader(stream, strict=True)
        )
    if head[-2:] == SAMPLED:
        if not all(row[-2:] == ["", ""] or is_together(row[-5], *row[-2:]) for row in rows):
            raise Wrong(f"{path.name} has margins of noise and sampling that do not follow from the two")
        head, rows = head[:-2], [row[:-2] for row in rows]
    names, last = {row[0] for row in rows}, len(LAST)
    if head[:1] + head[-last:] != ["table", *LAST] or len(names) != 1 or len({row[-4] for row in rows}) != 1:
        raise Wrong(f"{path.name} is not a table of a release")
    for row in rows:  # a number, or nothing, of which the flag says what it stands for
        if any(row[at].startswith("[") for at in NUMBERS):
            raise Wrong(f"{path.name} has a symbol where a number or nothing stands")
        nothing = next((f"[{flag}]" for flag in "zd" if flag in row[-1]), "[n]")
        for at in NUMBERS:
            row[at] = row[at] or nothing
    name = re.sub("^REHEARSAL ", "", names.pop())
    variables = [re.sub("^variable:+", "", one) for one in head[1:-last:2]]
    cells = [[*row[1:-last:2], row[-last], *(row[at] for at in NUMBERS[:-1]), row[-1]] for row in rows]
    return name, variables, cells, [row[-2] for row in rows]


def change_table(path):
    """The lines of a CSV file of changes, by table, codes and measure; every change must be now less before."""
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream, strict=True)
    if head[:1] + head[-len(CHANGED) :] != ["table", *CHANGED]:
        raise Wrong(f"{path.name} is not a table of changes")
    found = {}
    for row in rows:
        change, low, high, _, margin, before, now, flag = row[-8:]
        key = tuple(GUARDED.sub(r"\1", field) for field in (row[0], *row[1:-11:2], row[-11]))
        numbers = [Fraction(one) for one in (change, low, high, margin, before, now) if one]
        if key in found or (bool(change) and len(numbers) < 6) or (not change and not flag):
            raise Wrong(f"{path.name} has a line twice, or one without its figures")
        if change and (numbers[5] - numbers[4] != numbers[0] or not numbers[1] <= numbers[0] <= numbers[2]):
            raise Wrong(f"{path.name} has a change that is not now less before, or lies outside its limits")
        found[key] = {"now": now, "before": before, "margin": margin}
    return found


def change(place):
    """What a folder of changes says of its two releases, and its lines; its files must have their bytes."""
    raw = (place / "change.json").read_bytes()
    said, (above, _, below) = json.loads(raw.decode("utf-8")), raw.rpartition(b' "checksum": "')
    if below != sha(above).encode() + b'"\n}\n':
        raise Wrong("change.json was changed")
    for name, digest in said["files"].items():
        if not (place / name).is_file() or sha((place / name).read_bytes()) != digest:
            raise Wrong(name + " was changed or removed")
    lines = {}
    for name in said["files"]:
        lines.update(change_table(place / name) if name.endswith(".csv") else {})
    return said, lines


def check_change(place, releases, claim):
    """Hold a folder of changes against the folders of its releases, which are given by their numbers."""
    said, lines = change(place)
    known = []
    for side in ("now", "before"):
        folder = releases.get(said[side]["release"])
        if folder is None:
            print(f"{place}: the figures {side} were not held against release {said[side]['release']}, not named here.")
            continue
        metadata = json.loads((folder / "proof" / "metadata.json").read_text(encoding="utf-8"))
        claim(metadata["result"]["hash"] == said[side]["result"], f"the figures {side} are of another release")
        tables = [*map(csv_table, sorted((folder / "publish" / "tables").glob("*.csv")))]
        cells = {(name, *row[:-5]): row[-5:] for name, _, rows, _ in tables for row in rows if name in said["tables"]}
        same = all(key in cells and line[side] in (cells[key][0], "") for key, line in lines.items())
        claim(same and len(cells) == len(lines), f"the figures {side} are not those of {folder}")
        known.append(cells)
    for key, line in lines.items() if len(known) == 2 and all(lines.keys() <= cells.keys() for cells in known) else ():
        margins = [cells[key][3] for cells in known]
        if line["margin"] and key[-1] == "count" and not any("[" in one for one in margins):
            least, most = max(map(Fraction, margins)), sum(map(Fraction, margins))
            held = least <= Fraction(line["margin"]) <= most + Fraction(1, 1000)
            claim(held, f"a margin of a change in {key[0]} does not follow from those of both releases")


def workbook(path):
    """For each language of a workbook its tables as above, without unbiased values, and what its Ledger line says."""

    def parsed(name):
        data = package.read(name)
        if b"<!" in data or b"\0" in data[:9]:
            raise Wrong("the workbook holds XML that none of dpdesk has")
        return (element for _, element in ElementTree.iterparse(io.BytesIO(data)))

    def text(part):
        whole = "".join(piece.text or "" for piece in part.iter(MAIN + "t"))
        return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found.group(1), 16)), whole)

    def value(cell):
        kind, inside = cell.get("t", "n"), cell.findtext(MAIN + "v", "")
        if cell.find(MAIN + "f") is not None or kind not in ("n", "s", "inlineStr"):
            return "a formula"
        if kind != "n" or not inside:
            return shared[int(inside)] if inside else text(cell)
        exact = float(inside)  # spelled as its digits, or the shortest decimal that reads back the same
        return Figure(int(exact) if exact == exact // 1 else format(Decimal(repr(exact)), "f"))

    with zipfile.ZipFile(str(path)) as package:
        whole, packed = (sum(getattr(e, of) for e in package.infolist()) for of in ("file_size", "compress_size"))
        if whole > 1 << 30 or whole > 100 * packed + (1 << 20):
            raise Wrong("the workbook unpacks to more than one of dpdesk does")
        common = [parsed(part) for part in package.namelist() if part == "xl/sharedStrings.xml"]
        shared = [text(one) for part in common for one in part if one.tag == MAIN + "si"]
        sheets, targets = {}, {one.get("Id"): one.get("Target") for one in parsed("xl/_rels/workbook.xml.rels")}
        for sheet in (one for one in parsed("xl/workbook.xml") if one.tag == MAIN + "sheet"):
            rows = sheets[sheet.get("name")] = {}
            for row in parsed(re.sub("^/?(xl/)?", "xl/", targets[sheet.get(LINK)])):
                if row.tag == MAIN + "row":
                    rows[int(row.get("r"))] = {cell.get("r").strip("0123456789"): value(cell) for cell in row}
                    row.clear()
    whole = [*sheets]
    told = [row.get("C") for row in sheets[whole[-2]].values() if row.get("B") == "languages"]
    each = len(whole) // int((told or ["1"])[0])
    return [inside({name: sheets[name] for name in whole[at : at + each]}) for at in range(0, len(whole), each)]


def inside(sheets):
    """The tables of a workbook in one language, and what its sheet Ledger line says."""
    *_, codes, line = sheets.values()  # the last two: Codes says where each cell stands
    told = {}
    for row in (row for at, row in codes.items() if at > 3):
        words = [row.get(letter, "") for letter in codes[3]]
        told.setdefault(words[0], {}).setdefault(words[1], []).append((words[2], words[3:]))
    common = told.pop("(all)", {})
    flags, rule = {symbol: found[0] for symbol, found in common.get("mark", ())}, common.get("noise", [("1 1", ())])[0]
    tables = [(name, *cells_on(sheets, own, flags, rule), []) for name, own in told.items()]
    named = (name for own in told.values() for kind in ("sheet", "margins", "picture") for name, _ in own.get(kind, []))
    if sorted(named) != sorted([*sheets][3:-4]):
        raise Wrong("the workbook has other sheets than its sheet Codes names")
    for name, _, cells, _ in tables:
        check_pictures(sheets, told[name], cells)
    return tables, dict(zip(LEDGER_LINE, (row.get("B", "") for at, row in sorted(line.items()) if at > 3)))


def cells_on(sheets, own, flags, rule):
    """Variables and cells of a table that stands where `own`, its lines of the sheet Codes, says."""
    symbols, cells = {symbol: f"[{flag}]" for symbol, flag in flags.items() if flag in "znd"}, []
    variables, letters = ([one for one in own[key][0][1] if one] for key in ("variables", "rows"))
    first, last, step, across = map(int, own["rows"][0][0].split())
    above = len(variables) + 1 - len(letters) - across  # codes of the page, which the sheet has
    after = len(letters) - (step > 1)  # a measure in the rows comes after the codes of the column
    unit = tuple(map(int, own["printed"][0][0].split())) if "printed" in own else (1, 1)
    columns = [(where.split(), codes) for where, codes in own["column"]]
    apart = {main[0]: name for name, main in own.get("margins", [])}  # sheets that have the printed margins of others
    runs = (run.split("-") for where, _ in own.get("order", []) for run in where.split())
    named = (at for run in runs for at in range(int(run[0]), int(run[-1]) + 1, max(step, 1)))
    order = list(itertools.islice(named, 1 << 20))  # the rows of a sheet
    sampled = [where.split() for where, _ in own.get("sampling", [("", ())] * len(columns))]
    printed = {places[4] for places, _ in columns} | {letter for more in sampled for letter in more[2:]}
    read = {letter for places, _ in columns for at, letter in enumerate(places) if at != 4 or not apart}
    read |= {letter for more in sampled for letter in more[: 2 if apart else 4]}
    for name, page in own["sheet"]:
        beside = sheets[apart.get(name, name)]
        once = len({places[0] for places, _ in columns}) == len(columns) and len({*order}) == len(order)
        inside = 0 < first <= last <= max(sheets[name]) and 0 < step <= last and len(order) * step <= last - first + 1
        if not (once and inside):
            raise Wrong("the sheet Codes names rows that are not there, or a column twice")
        lines = {at for start in order for at in range(start, start + step)}
        rest = (row for at, row in sheets[name].items() if order and first <= at <= last and at not in lines)
        if any(row.get(places[0]) for row in rest for places, _ in columns):
            raise Wrong("the workbook has lines that its sheet Codes does not name")
        for rows, known in ((sheets[name], read), (beside, printed if apart else read)):
            below = ((at, letter, text) for at, row in rows.items() if at >= first for letter, text in row.items())
            if any(isinstance(text, Figure) and (at > last or letter not in known) for at, letter, text in below):
                raise Wrong("the workbook has figures where its sheet Codes knows of none")
        for start in order or range(first, last + 1, step):
            for (places, codes), more in zip(columns, sampled):
                for at, row in ((at, sheets[name].get(at, {})) for at in range(start, start + step)):
                    if row.get(places[0]):  # a row without is a heading
                        down = [row.get(letter, "") for letter in letters]
                        values = [row.get(place, "") for place in places]
                        values[4] = beside.get(at, {}).get(places[4], "")
                        cell = page[:above] + down[:after] + codes[:across] + down[after:]
                        own_unit = unit if cell[-1].split(":")[0] in AMOUNTS else (1, 1)
                        both = [row.get(one) for one in more[:2]] + [beside.get(at, {}).get(one) for one in more[2:]]
                        cells.append(cell + cell_of(values, symbols, flags, own_unit, rule, both))
    return variables, cells


def check_pictures(sheets, own, cells):
    """That the pictures of a table draw its figures; behind each stand the codes of its cell."""
    unit = tuple(map(int, own["printed"][0][0].split())) if "printed" in own else (1, 1)
    known = {json.dumps(cell[:-5], ensure_ascii=False): cell[-6:] for cell in cells} if "picture" in own else {}
    for name, (where, *series) in own.get("picture", []):
        first, last, *places = where.split()
        columns = [one.split() for one in series if one]
        named = {letter for letters in [*columns, places] for letter in letters}
        for at, row in sheets[name].items():
            inside = int(first) <= at <= int(last)
            strays = (key for key in row if isinstance(row[key], Figure) and not (inside and key in named))
            drawn = (is_drawn([row.get(letter) for letter in one], known, unit) for one in columns if inside)
            if any(strays) or not all(drawn):
                raise Wrong("a picture draws figures that are not those of its table")


def is_drawn(values, known, unit):
    """Whether a figure of a picture, its limits, and what is drawn of them are those of its cell."""
    value, low, high, codes, left, up, down = values
    figures = [one for one in (value, low, high, left, up, down) if one is not None]
    measure, estimate, lower, upper, _, flag = known.get(codes, ["", "", "", "", "", "n"])
    if value is None or not all(isinstance(one, Figure) for one in figures):
        return not figures and bool(re.search("[znda]", flag))
    scale = unit if measure.split(":")[0] in AMOUNTS else (1, 1)
    pairs = [(estimate, value, nearest)] + [(lower, low, below), (upper, high, above)] * (low is not None)
    right = all(is_printed(exact, shown, scale, rounded) for exact, shown, rounded in pairs)
    ends = [(left, f"-{value}".replace("--", ""), "0"), (up, high, value), (down, value, low)]
    apart = (Fraction(one) - Fraction(far or 0) + Fraction(near or 0) for one, far, near in ends if one is not None)
    return right and all(abs(one) < Fraction(1, 10**9) for one in apart)


def cell_of(values, symbols, flags, unit, rule, both):
    """Estimate, limits, margin and flag of a cell; its flag is `?` where what is printed is not what was released."""
    *numbers, margin, printed = (symbols.get(one, one) for one in values[:5])
    said = re.split(r"\[[^][ ]+ [0-9]+\]", values[5])[0].strip()  # without references to notes
    flag = flags.get(said) or "".join(flags.get(one, "?") for one in said.split())
    missing = numbers[0][1:-1] if numbers[0] in symbols.values() else ""
    pairs = [(margin, printed, above)] * (not (missing and not printed))
    pairs += zip(numbers, (symbols.get(one, one) for one in values[6:]), (nearest, below, above))  # if rounded
    sampled = any(one is not None for one in both)
    judged = both[1] if sampled and rule[0].split()[2:] else margin
    sound = noise_mark(numbers[0], judged, rule) == re.sub("[^uw]", "", flag)
    if sampled:  # the margin of both errors follows from the two, and both are printed as they are
        sound = sound and all(isinstance(one, Figure) for one in (margin, *both)) and is_together(margin, *both[:2])
        pairs += [(both[0], both[2], above), (both[1], both[3], above)]
    flag += "" if sound and all(is_printed(exact, shown, unit, rounded) for exact, shown, rounded in pairs) else "?"
    return [*numbers, margin, flag or missing]


def noise_mark(estimate, margin, rule):
    """The mark that an estimate has for its noise: above the first share of it `u`, above the next `w`."""
    if "[" in estimate + margin:
        return ""
    (width, errors), shares = map(float, rule[0].split()[:2]), (float(Fraction(one)) for one in rule[1] if one)
    above = (float(margin) * width / errors > abs(float(estimate)) * share for share in shares)
    return next((mark for mark, holds in zip("uw", above) if holds), "")


def is_together(noise, sampling, combined):
    """Whether a margin of noise and sampling is the root of the sum of their squares, or their sum, rounded up; the
    margin of noise that is not normal is made wider before (dpdesk/postprocess/limits/combined_margins.py).
    """
    noise, sampling, combined = map(float, (noise, sampling, combined))
    ways = [((noise * factor) ** 2 + sampling**2) ** 0.5 for factor in (1, 1.03, 1.13)] + [noise + sampling]
    return any(0 <= round((combined - way) * 10000, 4) < 1.0001 for way in ways)


def above(steps):
    return -(-round(steps, 6) // 1)


def below(steps):
    return -above(-steps)


def nearest(steps):  # halves away from zero
    return (abs(steps) + Fraction(1, 2)) // 1 * (1 if steps >= 0 else -1)


def is_printed(exact, printed, unit, rounded):
    """Whether a figure is printed in its unit and to its base, or to some decimals; a symbol as it is."""
    if not (isinstance(exact, Figure) and isinstance(printed, Figure)):
        return exact == printed
    scale, base = unit
    steps = [Fraction(base)] if base > 1 else [Fraction(scale, 10**places) for places in range(13)]
    return any(float(rounded(Fraction(exact) / step) * step / scale) == float(printed) for step in steps)


def plus(one, other):
    """The sum of two points of the curve of Ed25519 (RFC 8032), as (X, Y, Z, T)."""
    (x, y, z, t), (u, v, w, s) = one, other
    a, b, c, d = (y - x) * (v - u), (y + x) * (v + u), 2 * t * s * CURVE, 2 * z * w
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def times(number, point):
    found = 0, 1, 1, 0
    for digit in bin(number)[2:]:
        found = plus(found, found)
        found = plus(found, point) if digit == "1" else found
    return found


def point(data):
    """The point that 32 bytes stand for; ValueError if there is none."""
    odd, y = divmod(int.from_bytes(data, "little"), 1 << 255)
    square = (y * y - 1) * pow(CURVE * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if len(data) != 32 or y >= P or x * x % P != square or (odd and not x):
        raise ValueError
    x = x if x % 2 == odd else P - x
    return x, y, 1, x * y % P


def has_signature(public, message, signature):
    """Whether these 64 bytes are the signature of a message by a key."""
    (x, y, _, t), first, factor = point(public), signature[:32], int.from_bytes(signature[32:], "little")
    digest = int.from_bytes(hashlib.sha512(first + public + message).digest(), "little") % ORDER
    base = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    x, y, z, _ = plus(times(factor, base), times(digest, (P - x, y, 1, P - t)))
    x, y = (own * pow(z, P - 2, P) % P for own in (x, y))
    return len(signature) == 64 and factor < ORDER and (y | x % 2 << 255).to_bytes(32, "little") == first


def signer(place, said, digest, claim):
    """The key that signed a folder, in hexadecimal; None where nobody did."""
    found = [(place / "proof" / name).read_bytes() for name in SIGNED if (place / "proof" / name).exists()]
    if not found:
        return None
    if len(found) < len(SIGNED):
        raise Wrong("of statement, signature and public key not all are there")
    statement, signature, pem = found
    data = base64.b64decode(b"".join(pem.splitlines()[1:-1]))
    public, text = data[len(KEY) :], base64.b64encode(data)
    claim(
        data[: len(KEY)] == KEY
        and len(public) == 32
        and pem == b"-----BEGIN PUBLIC KEY-----\n" + text + b"\n-----END PUBLIC KEY-----\n",
        "public.pem is no key of Ed25519",
    )
    own = {
        "dataset_id": said["dataset_id"],
        "format": "dpdesk-statement",
        "metadata": digest,
        "public": public.hex(),
        "release": said["release"],
        "result": said["result"]["hash"],
        "version": 1,
        **said["ledger"],
    }
    signed = json.loads(statement.decode("utf-8"))
    claim(signed.get("public") == public.hex(), "public.pem is not the key that statement.json names")
    claim(encoded({**own, "public": signed.get("public")}) + b"\n" == statement, "statement.json is about other files")
    claim(has_signature(public, statement, signature), "statement.json does not have the signature beside it")
    return public.hex()


def named(bodies):
    """The signing keys that a log names, and the first entry that names each."""
    found = {}
    for at, body in bodies.items():
        found.setdefault(body["public"], at) if body["kind"] == "signing key named" else None
    return found


def whole_folder(place):
    """The folder with `publish` and `proof` of which one was named."""
    above = place.resolve().parent
    inside = place.resolve().name in ("publish", "proof") and not (place / "proof" / "metadata.json").is_file()
    return above if inside and (above / "proof" / "metadata.json").is_file() else place


def check(place, claim):
    """What a place gives evidence of: its ledger, heads by entry number, signing keys that it names, and who signed it.
    `claim` takes what must hold.
    """
    if (place / "change.json").is_file():
        said, _ = change(place)
        heads = {said[side]["entry"]: said[side]["head"] for side in ("now", "before")}
        return said["now"]["release"][:8], heads, {}, None
    if place.suffix == ".jsonl":
        heads, bodies = log_of(place.read_bytes())
        return bodies[1]["ledger"][:8], heads, named(bodies), None
    books = [one for one in (place / "publish").glob("*.xlsx") if one.name[:2] != "~$"] if place.is_dir() else [place]
    if not books:
        raise Wrong("its folder publish holds no workbook of a release")
    lines = []
    for tables, line in (one for book in books for one in workbook(book)):  # one a language
        official = [line["Hash of the official cells"], line["Hash of the unbiased values"], line["Result hash"]]
        claim(hashes(tables, official[1]) == official, "the tables in the workbook are not the ones that were released")
        lines.append(line)
    if not line["Entry"].isdigit():
        raise Wrong("this is a rehearsal and no release: it stands in no ledger")
    quotes = {tuple(one[name] for name in LEDGER_LINE if name != "Date") for one in lines}
    claim(len(quotes) == 1, "its workbooks quote different entries of the ledger")
    entry, quoted = int(line["Entry"]), [line["Previous head"], line["Head"]]
    if not place.is_dir():
        return line["Release number"][:8], {entry - 1: quoted[0], entry: quoted[1]}, {}, None
    raw = (place / "proof" / "metadata.json").read_bytes()
    said, (above, _, below) = json.loads(raw.decode("utf-8")), raw.rpartition(b' "checksum": "')
    claim(below == sha(above).encode() + b'"\n}\n', "metadata.json was changed")
    for name, digest in said["files"].items():
        claim((place / name).is_file() and sha((place / name).read_bytes()) == digest, name + " was changed or removed")
    found = sorted((place / "publish" / "tables").glob("*.csv"))
    public = place / "publish"
    listed = [
        *found,
        *(public / "tables").glob("*.json"),
        *books,
        *public.glob("*.pdf"),
        *public.glob("microdata.csv*"),
        *public.glob("px/*"),
        *public.glob("sdmx/*"),
    ]
    claim(all(path.relative_to(place).as_posix() in said["files"] for path in listed), "a file was added")
    csv_tables = [*map(csv_table, found)]
    same = hashes(csv_tables) == official and [one[:3] for one in sorted(csv_tables)] == [
        one[:3] for one in sorted(tables)
    ]
    claim(same, "the tables in the CSV files are not the ones that were released")
    heads, bodies = log_of((place / "proof" / "audit.jsonl").read_bytes())
    body = bodies.get(entry, {})
    claim(
        [body.get("result"), body.get("release"), heads[entry - 1], heads.get(entry)]
        == [official[2], line["Release number"], *quoted],
        "the log has another entry than the workbook quotes",
    )
    loss = {unit: said["loss"][unit] for unit in ("epsilon", "delta", "rho") if said["loss"][unit]}
    claim(
        [said["ledger"], said["release"], said["result"]["hash"], loss, said["remaining"], said["software"]]
        == [
            {"entry": entry, "previous_head": quoted[0], "head": quoted[1]},
            line["Release number"],
            official[2],
            body.get("loss"),
            body.get("remaining"),
            {**said["software"], **body.get("program", {})},
        ],
        "metadata.json and the log differ in entry, loss, remainder or program",
    )
    return bodies[1]["ledger"][:8], heads, named(bodies), signer(place, said, sha(raw), claim)


def number_of(place):
    """The number of the release in a folder, None where there is none."""
    try:
        return json.loads((place / "proof" / "metadata.json").read_text(encoding="utf-8"))["release"]
    except (OSError, ValueError, KeyError):
        return None


def signatures(whole):
    """What is to be said of the signatures of places that hold: what was found, and what is open."""
    told, left = [], []
    for place, ledger, _, own, key in whole:
        keys = {public: at for _, other, _, theirs, _ in whole if other == ledger for public, at in theirs.items()}
        if key in keys:
            told.append(f"{place} is signed with the key {key}, which entry {keys[key]} names.")
        elif key is not None:
            left.append(
                f"OPEN: {place} is signed with the key {key}, which no entry shown here names: compare it with "
                "the one the office states, or name the ledger's whole log as well."
            )
        elif own and place.is_dir():
            told.append(f"{place} has no signature, though entry {max(own.values())} names a key.")
    return told, left


def main(arguments):
    """Check every place, then each pair of them, and say what was found."""
    problems, seen, whole = [], [], []
    for place in map(whole_folder, map(Path, arguments or [Path(__file__).resolve().parent])):
        before = len(problems)
        try:
            found = check(place, lambda holds, why, at=place: holds or problems.append(f"{at}: {why}"))
            seen.append((place, *found))
        except Exception as error:  # whatever a changed file does to a reader, it is a file that does not hold
            problems.append(f"{place}: {error if isinstance(error, Wrong) else 'it is not whole'}")
        if len(problems) == before:
            whole.append(seen[-1])
            _, ledger, heads, *_ = seen[-1]
            print(f"{place} holds: ledger {ledger}, up to entry {max(heads)}, head {heads[max(heads)]}.")
    for (one, ledger, a, *_), (two, other, b, *_) in itertools.combinations(seen, 2):
        apart = [at for at in sorted(a.keys() & b.keys()) if a[at] != b[at]]
        if ledger == other and apart:
            problems.append(f"FORK: {one} and {two} tell entry {apart[0]} of one ledger differently")
        elif ledger != other or not a.keys() & b.keys():
            print(f"{one} and {two} say nothing about each other.")
    releases = {number: place for place, *_ in whole for number in [number_of(place)] if number}
    for place in (place for place, *_ in whole if (place / "change.json").is_file()):
        try:
            check_change(place, releases, lambda holds, why, at=place: holds or problems.append(f"{at}: {why}"))
        except Exception as error:
            problems.append(f"{place}: {error if isinstance(error, Wrong) else 'it is not whole'}")
    told, left = signatures(whole)
    print(*(f"{line}\n" for line in told + left), *(f"WRONG: {problem}.\n" for problem in problems), sep="", end="")
    print(
        "Do not rely on these files."
        if problems
        else "The rest holds: what is OPEN could not be checked here."
        if left
        else "Everything holds."
    )
    return 1 if problems or left else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
