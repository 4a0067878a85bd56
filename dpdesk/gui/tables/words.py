"""How variables, measures, conditions and methods of a plan are called on the page Tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.local import whole
from dpdesk.gui.shared.methods import plain_words
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import measures

if TYPE_CHECKING:
    from dpdesk.schema.variables.variable import Variable


class TableWords(QObject):
    """Texts about the table in view."""

    def __init__(self, bench: TableBench) -> None:
        super().__init__(bench)
        self._bench = bench

    def axis(self, name: str) -> str:
        """An axis of a table."""
        return {"stub": self.tr("Rows (stub)"), "boxhead": self.tr("Columns (boxhead)"), "pages": self.tr("Pages")}[
            name
        ]

    def variable(self, variable: Variable) -> str:
        """What kind of variable it is, and how many codes it has, those for missing values left out."""
        if variable.is_quantity:
            return self.tr("quantity")
        codes = variable.size - len(variable.missing) + variable.missing.count(None)
        if codes == 1:
            return self.tr("1 code")
        if variable.kind == "number":
            shown = self.tr("{n} bins") if variable.closed else self.tr("{n} numbers")
            return shown.format(n=whole(codes))
        return self.tr("{n} codes").format(n=whole(codes))

    def level(self, variable: str, hierarchy: str, level: str) -> str:
        """The label of a level of a hierarchy."""
        known = self._bench.variables.get(variable)
        found = known.level(level, hierarchy) if known is not None else None
        if found is not None:
            return found.label.show(self._bench.language)
        return self._bench.label(variable) if level == variable else level

    def nested(self, record: Tree) -> str:
        """A variable of a block: its label, then its levels or how many codes were picked."""
        name = record["variable"]
        text = self._bench.label(name)
        if record.get("levels"):
            shown = [self.level(name, record["hierarchy"], level) for level in record["levels"]]
            text = self.tr("{variable}: {levels}").format(variable=text, levels=" › ".join(shown))
        if record.get("codes"):
            some = self.tr("{variable} (1 code)") if len(record["codes"]) == 1 else self.tr("{variable} ({n} codes)")
            text = some.format(variable=text, n=len(record["codes"]))
        if record.get("total") == "none":
            text = self.tr("{variable}, no total").format(variable=text)
        return text

    def heads(self) -> dict[str, str]:
        """What stands before the variable in the name of each measure that a variable alone says, by its kind."""
        return {
            "mean": self.tr("Mean of"),
            "sum": self.tr("Sum of"),
            "standard_deviation": self.tr("Standard deviation of"),
            "variance": self.tr("Variance of"),
            "median": self.tr("Median of"),
            "gini": self.tr("Gini coefficient of"),
            "quintile_shares": self.tr("Shares of fifths in"),
            "cdf": self.tr("Cumulative counts of"),
            "all_intervals": self.tr("All intervals of"),
        }

    def quantiles(self) -> dict[tuple[str, ...], str]:
        """What stands before the variable in the name of quantiles that have one of their own, by their points."""
        return {
            measures.QUARTILES: self.tr("Quartiles of"),
            measures.QUINTILES: self.tr("Quintiles of"),
            measures.DECILES: self.tr("Deciles of"),
        }

    def measure(self, record: Tree) -> str:
        """A measure, with the variables it is about and weighted by."""
        if record.get("weight"):
            plain = self.measure({**record, "weight": None})
            return self.tr("{measure}, weighted by {variable}").format(
                measure=plain, variable=self._bench.label(record["weight"])
            )
        if record.get("where"):
            plain = self.measure({**record, "where": None})
            conditions = "; ".join(self.condition(one) for one in record["where"])
            return self.tr("{measure}, of these {conditions}").format(measure=plain, conditions=conditions)
        if record.get("controlled"):
            plain = self.measure({**record, "controlled": None})
            return self.tr("{measure}, controlled to {figures}").format(measure=plain, figures=record["controlled"])
        if record.get("expanded"):
            plain = self.measure({**record, "expanded": None})
            return self.tr("{measure}, expanded by {figures}").format(measure=plain, figures=record["expanded"])
        if record["kind"] == "rate":
            return self.rate(record)
        if record["kind"] == "index":
            base = record["base"]
            return self.tr("Index, 100 is {condition}").format(
                condition=self.condition({"variable": base["variable"], "codes": [base["code"]]})
            )
        if record["kind"] == "ratio":
            sides = self.side(record["top"]), self.side(record["bottom"])
            return self.tr("{measure} over {other}").format(measure=sides[0], other=sides[1])
        if "within" in record:
            return self._share(record)
        if record["kind"] == "percentage":
            return self.percentage(record["base"])
        about = self._bench.label(record["variable"]) if "variable" in record else ""
        if (head := self.heads().get(record["kind"])) is not None:
            return f"{head} {about}"
        points, number = record.get("at", []), len(record.get("intervals", []))
        if (several := self.quantiles().get(tuple(points))) is not None:
            return f"{several} {about}"
        shown = ", ".join(points) if len(points) <= 3 else self.tr("{n} points").format(n=len(points))
        text = {
            "count": self.tr("Count"),
            "quantiles": self.tr("Quantiles of {variable}: {points}"),
            "at_risk": self.tr("Share below a part of the median of {variable}"),
            "intervals": self.tr("Intervals of {variable} ({n})"),
            "code_prefix": self.tr("Beginnings of codes of {variable}"),
        }.get(record["kind"], str(record["kind"]))
        return text.format(variable=about, points=shown, n=number)

    def _share(self, record: Tree) -> str:
        """A share, by the name of its range where it has one."""
        own = shown(record["within"].get("label"), self._bench.language)
        if own:
            return self.tr("Share “{range}”").format(range=own)
        condition = self.condition({**record["within"], "variable": record["variable"]})
        return self.tr("Share with {condition}").format(condition=condition)

    def side(self, part: Tree) -> str:
        """One side of a ratio."""
        if "variable" not in part:
            return self.tr("Count")
        ranges = [self.condition({**one, "variable": part["variable"]}) for one in part.get("within", ())]
        return " + ".join(ranges) or self._bench.label(part["variable"])

    def rate(self, record: Tree) -> str:
        """A rate: of what, by which public figures."""
        per = str(record.get("per", "1000"))
        told = {"per": whole(int(per)) if per.isdecimal() else per, "figures": record["figures"]}
        if "variable" in record:
            text = self.tr("{variable} per {per} of {figures}").format(
                variable=self._bench.label(record["variable"]), **told
            )
        else:
            text = self.tr("Rate per {per} of {figures}").format(**told)
        if record.get("standard"):
            return self.tr("{measure}, standardised to {figures}").format(measure=text, figures=record["standard"])
        return text

    def percentage(self, base: object) -> str:
        """A percentage and what it is of."""
        if isinstance(base, dict):
            kept = ", ".join(self._bench.label(name) for name in base.get("keep", []))
            return self.tr("Percentage within {variables}").format(variables=kept or self.tr("the table"))
        return {
            "table": self.tr("Percentage of the table"),
            "page": self.tr("Percentage of the page"),
            "row": self.tr("Percentage of the row"),
            "column": self.tr("Percentage of the column"),
        }.get(str(base), str(base))

    def condition(self, record: Tree) -> str:
        """A condition on whom a table counts."""
        name = record["variable"]
        variable = self._bench.variables.get(name)

        def code(text: str) -> str:
            at = variable.position(text) if variable is not None else None
            return variable.labels[at].show(self._bench.language) if variable is not None and at is not None else text

        about = self._bench.label(name)
        if "codes" in record:
            shown = [code(text) for text in record["codes"]]
            listed = ", ".join(shown) if len(shown) <= 4 else self.tr("{n} of its codes").format(n=len(shown))
            return self.tr("{variable}: {codes}").format(variable=about, codes=listed)
        if "from" in record or "to" in record:
            first = code(record["from"]) if "from" in record else ""
            last = code(record["to"]) if "to" in record else ""
            if first and last:
                return self.tr("{variable}: {first} up to {last}").format(variable=about, first=first, last=last)
            if first:
                return self.tr("{variable}: from {first}").format(variable=about, first=first)
            return self.tr("{variable}: up to {last}").format(variable=about, last=last)
        low, high = record.get("at_least"), record.get("below")
        if low is not None and high is not None:
            return self.tr("{variable}: {low} to below {high}").format(variable=about, low=low, high=high)
        if low is not None:
            return self.tr("{variable}: {low} and more").format(variable=about, low=low)
        return self.tr("{variable}: below {high}").format(variable=about, high=high)

    def method(self, name: str) -> str:
        """A method's plain name, as the page Accuracy has it."""
        if name == "best":
            return self.tr("Best of the methods with a known error")
        plain, _ = plain_words(name)
        noise = {"laplace": "Laplace", "gaussian": "Gauss"}.get(name)
        return self.tr("{method} ({noise})").format(method=plain, noise=noise) if noise else plain
