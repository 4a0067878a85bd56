"""Words and columns for a terminal: the same facts the window shows, as lines of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dpdesk.planning.forecast.above import AT_MOST, CERTIFIED, above_words, objective_words, percent_above
from dpdesk.planning.forecast.bounds import bound_words
from dpdesk.planning.forecast.detail_words import detail_words, level_words
from dpdesk.translation import marked, translatable

if TYPE_CHECKING:
    from dpdesk.data.counting.checking import CheckReport
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.derivation import Derived
    from dpdesk.schema.dictionary import Dictionary


def forecast_lines(tree: Mapping[str, Any]) -> Iterator[str]:
    """The expected accuracy of each table, methods compared."""
    yield f"Expected accuracy at {loss_words(tree['loss'])}. Nothing has been read from the data."
    groups = {group["group"]: group for group in tree.get("groups", ())}
    told: dict[str, str] = {}
    for table in tree["tables"]:
        level = table["level"]
        yield ""
        yield f"{table['table']} ({table['cells']:,} cells)"
        yield (
            f"  {'method':<36}{'typical error':>14}{f'noise margin ({level} %)':>22}{'worst cell at most':>20}"
            f"{'above the best possible':>25}"
        )
        for row in table["mechanisms"]:
            name = row["mechanism"] if row["noise"] is None else f"{row['mechanism']}, {row['noise']} noise"
            if not row["available"]:
                continue
            chosen = row["mechanism"] == table["chosen"] and row["noise"] == table["chosen_noise"]
            if row["rmse"] is None and row.get("rank_error") is not None:
                yield f"{'*' if chosen else ' '} {name:<36}{_ranks(row):>14}{_limits(row):>22}"
                if chosen:
                    chosen_row = row
                continue
            margin = _figure(row["margin_max"], "±", up=True)
            yield (
                f"{'*' if chosen else ' '} {name:<36}{_figure(row['rmse']):>14}{margin:>22}"
                f"{_figure(row['expected_max_error']):>20}{_above(row):>25}"
            )
            if row.get("rank_error") is not None:
                yield f"  {'  its quantiles':<36}{_ranks(row):>14}{_limits(row):>22}"
            if chosen:
                chosen_row = row
        yield from _unavailable_lines(table, told)
        yield from _about_table(table, chosen_row, groups)
    yield from target_lines(tree.get("targets", ()))
    for bound in tree.get("bounds", ()):
        yield ""
        yield bound_words(bound, bound["quantity"])
    if silent := [table["table"] for table in tree["tables"] if table.get("sampling", table) is None]:
        yield ""
        yield f"What noise adds to the sampling error needs planning figures, or a rehearsal: {', '.join(silent)}."
    if unknown := [table["table"] for table in tree["tables"] if table.get("marked", table) is None]:
        yield ""
        yield f"How many counts will be marked for their noise needs planning figures: {', '.join(unknown)}."
    for tie in tree.get("tied", ()):
        yield ""
        yield tie["why_not"]
    yield ""
    if "households" in tree:
        yield from _household_lines(tree["households"])
    if "rows_of_a_unit" in tree:
        yield from _cap_lines(tree["rows_of_a_unit"], [table["table"] for table in tree["tables"]])
    yield "* chosen. Typical error: root mean square over the table's counts. Margins are those of the widest cell."


def _unavailable_lines(table: Mapping[str, Any], told: dict[str, str]) -> Iterator[str]:
    """The methods that a table cannot have, with each reason once; `told`: the table below which it stands."""
    said: dict[str, list[str]] = {}
    for row in table["mechanisms"]:
        if not row["available"]:
            first = told.setdefault(row["why_not"], table["table"])
            why = row["why_not"] if first == table["table"] else f"See {first}."
            said.setdefault(why, []).append(row["mechanism"])
    for why, methods in said.items():
        yield f"  Not available: {', '.join(dict.fromkeys(methods))}. {why}"


def _about_table(
    table: Mapping[str, Any], chosen: Mapping[str, Any], groups: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    """What is said below the methods of a table: the chosen one, marks, sampling, rounding, its group's objective."""
    if chosen.get("errors_of"):
        yield f"  The errors are those of {chosen['errors_of']}."
    yield f"  {chosen['mechanism']}: {_sentence(chosen)}."
    if table.get("chosen_because"):
        yield f"  {table['chosen_because']}"
    if table.get("detail") is not None:
        yield from _detail_lines(table["detail"], table["level"])
    if table.get("marked") is not None:
        yield f"  {marked_words(table['marked'])}"
    if table.get("sampling") is not None:
        yield f"  {sampling_words(table['sampling'])}"
    if table.get("rounding", {}).get("at_most") is not None:
        most, typical = table["rounding"]["at_most"], table["rounding"]["typical"]
        yield f"  Rounding to whole numbers moves a count by another {most:g} at most, typically {typical:.2f}."
    if groups:
        group = groups[table["group"]]
        yield f"  Judged by: {objective_words(group)}."
        if group.get("spends"):
            yield f"  {group['spends']}"
        if group.get("gamma") is not None:
            reached, least = group["gamma"], group["gamma_bound"]
            yield f"  Factorization norm: gamma {reached:.4g}, of at least {least:.4g} for any factorization."


def marked_words(marked: Mapping[str, Any]) -> str:
    """How many counts of a table the house style will mark for their noise."""
    words = f"About {marked['unreliable']:,.0f} of {marked['counts']:,} counts will be marked unreliable"
    if marked["caution"] is not None:
        words += f", and {marked['caution']:,.0f} to be used with caution"
    return f"{words}, by the planning figures."


def sampling_words(added: Mapping[str, Any]) -> str:
    """How much noise adds to the sampling errors that the plan declares."""
    words = f"Noise adds {_percent(added['typical'])} to your sampling error (middle of {added['figures']:,} figures"
    by = {
        "planning figures": ", by the planning figures",
        "evenly spread": "; sizes are made up: everybody asked, spread evenly over the cells",
    }.get(str(added["sizes"]), "")
    return f"{words}; {_percent(added['most'])} where it adds most{by})."


def _percent(share: float) -> str:
    percent = math.ceil(round(100 * share, 6))
    return "more than 1,000 %" if percent > 1000 else f"{percent:,} %" if percent >= 1 else "less than 1 %"


def _household_lines(counted: Mapping[str, Any]) -> Iterator[str]:
    """What a protected person changes in tables of households, and what no margin says of these."""
    what = "one person more or less changes one household"
    if counted["changed"] > 1:
        what = f"a person in the place of another changes up to {counted['changed']} households"
    yield f"Households are counted, and persons are protected: {what} ({', '.join(counted['tables'])})."
    yield f"What is said of a household is made of {counted['at_most']:,} of its rows at most; no margin covers others."


def _cap_lines(cap: Mapping[str, Any], tables: Sequence[str]) -> Iterator[str]:
    """What the cap on the rows of a unit costs in noise, and what no margin says of it."""
    most, times, units, once = cap["at_most"], cap["noise_times"], cap.get("units", []), cap.get("once", [])
    if units:
        yield f"Units are counted, each once, whatever the cap on their rows: {', '.join(units)}."
    if {*units} == {*tables}:
        yield f"What is said of a unit is made of {most:,} of its rows at most; no margin covers the others."
        return
    if once:
        yield (
            f"A unit counts once in each of at most {most:,} cells in {', '.join(once)}: noise margins are at most "
            f"{math.sqrt(most):.3g} times those with at most 1 row of a unit, with Laplace noise {most:,} times."
        )
    if {*units, *once} != {*tables}:
        yield (
            "At most 1 row of a unit is counted: with at most 2, noise margins would be about 2 times these."
            if most == 1
            else f"At most {most:,} rows of a unit are counted: noise margins are about {times:,} times those with at "
            f"most 1, and with at most {most + 1:,} they would be about {most + 1:,} times those."
        )
    yield "Rows over the cap are left out, and no margin covers them: weigh the noise against what you know of them."


def _detail_lines(detail: Mapping[str, Any], level: int) -> Iterator[str]:
    """A line for each level of adaptive detail; the comparison above them is that of the last level."""
    yield f"  {detail_words(detail)}"
    yield f"  {'areas by noisy size':<48}{'cells':>6}{'typical error':>15}{f'noise margin ({level} %)':>20}  method"
    for line in detail["levels"]:
        method = f"{line['mechanism']}, {line['noise']} noise"
        margin = _figure(line["margin_max"], "±", up=True)
        yield f"  {level_words(line):<48}{line['shown']:>6,}{_figure(line['rmse']):>15}{margin:>20}  {method}"


def _ranks(row: Mapping[str, Any]) -> str:
    return f"{_figure(row['rank_error'], up=True)} ranks"


def _limits(row: Mapping[str, Any]) -> str:
    return "no limits" if row["limit_ranks"] is None else f"limits {_figure(row['limit_ranks'], up=True)} ranks"


def target_lines(targets: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The plan's targets and what they come to."""
    for number, target in enumerate(targets):
        if not number:
            yield ""
            yield "Targets"
        if target["why_not"]:
            yield f"? {target['words']}: {target['why_not']}"
        else:
            mark, judged = ("✓", "") if target["met"] else ("✗", ", not met")
            yield f"{mark} {target['words']}: {target['shown']}{judged}"


def derived_lines(derived: Iterable[Derived], *, released: bool, language: str = "en") -> Iterator[str]:
    """Derived numbers with their error."""
    from dpdesk.publish.documents.words import said

    def words(text: str, **figures: str) -> str:
        return said(language, text, **{name: marked(language, figure) for name, figure in figures.items()})

    if not released:
        yield words("Nothing has been read from the data; values are the plan's public planning figures.")
    for figure in derived:
        yield ""
        yield figure.expression.strip()
        if figure.margin is None or figure.std is None:
            yield f"  {words('not estimable: what is divided by is not clearly above zero')}"
            continue
        if figure.value is not None:
            found = words("raw value {value}" if released else "expected {value}", value=f"{figure.value:.6g}")
            if figure.lower is not None and figure.upper is not None:
                limits = words("limits {lower} to {upper}", lower=f"{figure.lower:.6g}", upper=f"{figure.upper:.6g}")
                found = f"{found}, {limits}"
            yield f"  {found}"
            if figure.whole is not None:
                first, last = figure.whole
                whole = words("as a whole number between {first} and {last}", first=f"{first:,}", last=f"{last:,}")
                yield f"  {whole}"
        noise = {"level": f"{figure.level} %", "margin": _figure(figure.margin, up=True)}
        margin = words("noise margin ({level}) ±{margin}", **noise)
        yield f"  {margin}, {words('typical error {error}', error=_figure(figure.std))}"
        if figure.chance is not None:
            value, text = _chance(figure.chance)
            yield f"  {words(text, n=value, far=f'{figure.t:g}')}"


def _chance(chance: float) -> tuple[str, str]:
    """A chance as it is spelled, and the sentence that it stands in."""
    if chance >= 0.01:
        return f"{chance * 100:.3g}", translatable("{n} in 100 chance of being more than {far} off")
    if chance <= 0:
        return "", translatable("no chance of being more than {far} off")
    return f"{chance * 1e6:.3g}", translatable("{n} in a million chance of being more than {far} off")


def width_lines(comparison: Mapping[str, Any], variable: str) -> Iterator[str]:
    """Rounding against noise by the width of bins, the best width marked."""
    yield f"Bins of {variable} on the plan's public planning figures. Nothing has been read from the data."
    yield ""
    yield (
        f"  {'width':>10}{'bins':>8}{'rounding':>12}{'noise':>10}{'together':>12}"
        f"{'of quantile ' + comparison['quantile']:>22}  method"
    )
    for width in comparison["widths"]:
        mark = "*" if width["width"] == comparison["best"] else " "
        value = "" if width["quantile_total"] is None else f"± {_figure(width['quantile_total'], up=True)}"
        value += " *" if width["width"] == comparison["best_for_quantile"] else "  "
        yield (
            f"{mark} {width['width']:>10}{width['bins']:>8,}{_figure(width['rounding'], up=True):>12}"
            f"{_figure(width['noise'], up=True):>10}{_figure(width['total'], up=True):>12}{value:>22}  "
            f"{width['mechanism']}, {width['noise_law']} noise"
        )
    yield ""
    yield "* smallest. Rounding, noise: typical errors of counts up to a value, in people; of the quantile in its unit."
    if comparison["best"] == comparison["widths"][0]["width"]:
        yield "The narrowest bins of the dictionary are the best of these; narrower ones may be better still."


def least_budget_lines(budget: Mapping[str, Any], fitted: Mapping[str, Any] | None) -> Iterator[str]:
    """The least budget for a plan's targets, its split, and what each target comes to; then that of fitted weights."""
    yield from _least_budget(budget)
    if fitted is not None:
        yield ""
        yield "With weights fitted to the targets; figures without a target become less accurate:"
        yield from _least_budget(fitted)
        for group, weights in fitted["weights"].items():
            given = ", ".join(f"{name} {weight}" for name, weight in weights.items())
            yield f"  weights of group {group}: {given}"


def _least_budget(budget: Mapping[str, Any]) -> Iterator[str]:
    if not budget["possible"]:
        yield budget["why_not"]
        return
    yield f"All targets are met with {budget['unit']} {budget['text']}, and with no less."
    if len(budget["parts"]) > 1:
        for group, part in budget["parts"].items():
            yield f"  group {group}: part {part} ({budget['amounts'][group]})"
    yield from target_lines(budget["targets"])


def _figure(value: float | None, sign: str = "", *, up: bool = False) -> str:
    """A figure in three digits or in whole numbers; a promise is rounded up."""
    if value is None:
        return "needs a reference"
    if up and value > 0:
        scale = 10.0 ** max(0, 2 - math.floor(math.log10(value)))
        value = math.ceil(value * scale * (1 - 1e-12)) / scale
    return f"{sign}{value:,.0f}" if value >= 100 else f"{sign}{value:.3g}"


def _sentence(row: Mapping[str, Any]) -> str:
    """How far a method is above the best possible, as the end of a sentence."""
    known = above_words(row["ratio_to_bound"], row["bound_is"])
    return known if row["ratio_to_bound"] is not None else "how far above the best possible is not known"


def _above(row: Mapping[str, Any]) -> str:
    if row["ratio_to_bound"] is None:
        return "not known"
    most, known = {CERTIFIED: ("", ""), AT_MOST: ("at most ", "")}.get(row["bound_is"], ("", " (best known)"))
    return f"{most}{percent_above(row['ratio_to_bound'])} %{known}"


def loss_words(loss: Mapping[str, Any]) -> str:
    """A loss in words: epsilon 1, or rho 1/2."""
    return ", ".join(f"{name} {loss[name]}" for name in ("epsilon", "delta", "rho") if loss.get(name) is not None)


def release_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """What was released, what it cost, what is left."""
    if result["again"]:
        yield f"Release {result['release']} existed already; it was written again and cost nothing."
    else:
        yield f"Released {result['release']} at {loss_words(result['loss'])} (entry {result['entry']})."
    if result["approval"] is not None:
        given = result["approval"]
        yield f"Approval {given['number']}{': ' + given['conditions'] if given['conditions'] else ''}"
    left = ", ".join(f"{name} {value}" for name, value in result["remaining"].items() if not name.endswith("_float"))
    yield f"Left of the budget: {left}."
    yield from result["files"]


_LOOK_INTO = {
    "none_tabulated": "all rows left out, so that a table of it would count nobody: is the code list right?",
    "many_lost": "many rows left out: is a code missing or mistyped?",
    "some_lost": "some rows left out: is that meant?",
    "none_coded": "no row has a code: are the missing codes right?",
    "mostly_missing": "most rows are not stated: are the missing codes right?",
    "many_clamped": "many rows outside the bounds: are they right?",
}


def check_tree(report: CheckReport) -> dict[str, Any]:
    """The confidential check as JSON."""
    from dpdesk.data.counting.suspicious import finding

    return {
        "confidential": True,
        "rows": report.rows,
        "over_cap": report.over_cap,
        "units_over_cap": report.units_over_cap,
        "without_id": report.without_id,
        "variables": [
            {
                "name": variable.name,
                "coded": variable.coded,
                "not_stated": variable.not_stated,
                "not_applicable": variable.not_applicable,
                "clamped": variable.clamped,
                "not_tabulated": variable.not_tabulated,
                "look_into": finding(variable, report.rows) or None,
                **({"counts": "units"} if variable.of_units else {}),
            }
            for variable in report.variables
        ],
    }


def check_lines(report: CheckReport, dictionary: Dictionary) -> Iterator[str]:
    """The confidential check for the custodian's eyes."""
    from dpdesk.data.counting.suspicious import finding

    yield "CONFIDENTIAL: exact figures about the file. Do not publish or pass on."
    yield "Changes of dictionary or plan made after looking at them lie outside the guarantee."
    yield ""
    yield f"Rows: {report.rows:,}"
    if dictionary.counted is not None:
        most = dictionary.counted.max_rows
        counted = "Households" if dictionary.counts_households else "Units"
        yield f"{counted} with more rows than the cap of {most:,}: {report.units_over_cap:,}"
        yield f"Rows left out because of it: {report.over_cap:,}; rows without id: {report.without_id:,}"
    yield ""
    named = {column.name: f"{column.name} (units)" if column.of_units else column.name for column in report.variables}
    width = max([*map(len, named.values()), 8])
    heads = ("coded", "not stated", "not applicable", "moved to limit", "left out")
    yield f"{'variable':<{width}}" + "".join(f"{head:>16}" for head in heads)
    for variable in report.variables:
        figures = (
            variable.coded,
            variable.not_stated,
            variable.not_applicable,
            variable.clamped,
            variable.not_tabulated,
        )
        yield f"{named[variable.name]:<{width}}" + "".join(f"{figure:>16,}" for figure in figures)
    yield ""
    findings = [(column.name, finding(column, report.rows)) for column in report.variables]
    if not report.rows:
        yield "▲ The file has no rows: a release would be refused."
    elif not any(what for _, what in findings):
        yield "Nothing to look into in the variables."
    for name, what in findings:
        if what:
            yield f"▲ {name}: {_LOOK_INTO[what]}"


def ledger_tree(ledger: Ledger) -> dict[str, Any]:
    """Entries and what is left, as JSON."""
    return {
        "accounts": [
            {
                "dataset": name,
                "remaining": ledger.remaining(name),
                "cap": _terms(ledger, name),
                "approval_demanded": ledger.standing(name, "").demanded,
            }
            for name in ledger.accounts()
        ],
        "entries": [
            {"entry": entry.number, "date": entry.date, "head": entry.head, **_public(entry.body)}
            for entry in ledger.entries()
        ],
    }


def _terms(ledger: Ledger, name: str) -> dict[str, Any]:
    terms = ledger.terms(name)
    return {} if terms is None else dict(terms.cap.to_json())


def _public(body: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in ("salt", "date")}


def ledger_lines(tree: Mapping[str, Any]) -> Iterator[str]:
    """Entries and what is left; the program that made an entry where it is another than before."""
    from dpdesk import installation

    for account in tree["accounts"]:
        left = ", ".join(f"{key} {value}" for key, value in account["remaining"].items() if not key.endswith("_float"))
        demanded = "; releases nothing without an approval" if account["approval_demanded"] else ""
        yield f"{account['dataset']}: left {left}{demanded}"
    yield ""
    titled = [entry for entry in tree["entries"] if entry.get("meaning") and entry.get("title")]
    titles = {entry["meaning"]: entry["title"] for entry in titled}
    width = max(17, *(len(entry.get("kind", "")) for entry in tree["entries"]), 0)
    program = ""
    for entry in tree["entries"]:
        made = installation.words(entry.get("program", {}))
        if made != program:
            program = made
            yield f"{'':>6}  by {made or 'a program that is not named'}:"
        yield f"{entry['entry']:>6}  {entry['date']}  {entry.get('kind', ''):<{width}}  {_about(entry, titles)}"


_SAID = {
    "session answered": "question {number}",
    "session closed": "{answers} answered, {reason}",
    "refused": "{cause}",
    "approval demanded": "{reason}",
    "approval no longer demanded": "{reason}",
    "plan submitted": "{by}",
    "plan approved": "{number} to the end of {expires}, {by}",
    "approval withdrawn": "{number}, {by}, {reason}",
    "release withdrawn": "{reason}",
    "embargo set": "not for publication before {until}",
    "embargo lifted": "{reason}",
    "signing key named": "{public}",
    "series declared": "{waves} waves",
    "older copy accepted": "entry {seen} had been seen; {reason}",
}


def _about(entry: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """What an entry is about, and what was decided, on one line."""
    named = entry.get("title") or entry.get("release") or entry.get("session") or titles.get(entry.get("meaning", ""))
    by = ", ".join(entry[key] for key in ("role", "office") if entry.get(key))
    words = _SAID.get(entry.get("kind", ""), "").format(**{**entry, "by": by})
    return " ".join(": ".join(filter(None, (str(named or entry.get("dataset") or ""), words))).split())
