"""How much each kind of figures of a group weighs in the error that is made small."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.privacy.exact import parse_exact

_MOST = 40
"""So many kinds of figures have a field; a plan may weigh more of them."""
_HIGH = UNIT * 10


class WeightsField(QScrollArea):
    """A number for each kind of figures of a group; hidden where weights do not decide."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._group = ""
        self._fields: dict[str, NumberField] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Weights of the kinds of figures"))
        self._build(())
        self.hide()

    def show_group(self, group: str | None) -> None:
        """Show the weights of a group, None for none."""
        kinds = self._kinds(group) if group is not None else ()
        show_if(self, bool(kinds))
        if group is None or not kinds:
            return
        self._group = group
        if [name for name, _ in kinds] != list(self._fields):
            self._build(kinds)
        weights = edits.weights_of(self._desk.plan, group)
        for name, field in self._fields.items():
            field.set_value(weights.get(name, "1"))

    def _kinds(self, group: str) -> tuple[tuple[str, str], ...]:
        """The statistics of a group by name and label."""
        snapshot = self._desk.snapshot
        compiled = snapshot.compiled
        own = next((one for one in compiled.groups if one.name == group), None) if compiled is not None else None
        if own is None or snapshot.dictionary is None:
            return ()
        from dpdesk.planning.document.names import statistic_words

        names = list(dict.fromkeys(own.statistics))[:_MOST]
        return tuple((name, statistic_words(snapshot.dictionary, name).show(self._desk.language)) for name in names)

    def _build(self, kinds: tuple[tuple[str, str], ...]) -> None:
        inner = QWidget()
        layout = FlowLayout(inner, spacing=UNIT)
        self._fields = {}
        for name, text in kinds:
            pair = QWidget()
            line = row(pair, spacing=UNIT // 2)
            shown = label(text, "caption", wrap=False)
            field = NumberField()
            field.setFixedWidth(UNIT * 7)
            shown.setBuddy(field)
            named(
                field,
                self.tr("Weight of {kind}").format(kind=text),
                self.tr("1 is usual; more makes their error smaller, at the cost of the others."),
            )
            field.edited.connect(lambda value, n=name: self._on_weight(n, value))
            line.addWidget(shown)
            line.addWidget(field)
            layout.addWidget(pair)
            self._fields[name] = field
        self.setWidget(inner)
        self.setFixedHeight(min(_HIGH, UNIT * 5 * max(1, (len(kinds) + 1) // 2)))

    def _on_weight(self, name: str, value: str) -> None:
        if parse_exact(value) > 0:
            weights = {**edits.weights_of(self._desk.plan, self._group), name: value}
            plan = edits.set_weights(self._desk.plan, self._group, weights)
            self._desk.edit_plan(self.tr("weight of a kind of figures"), plan, merge=f"weight-{self._group}-{name}")
