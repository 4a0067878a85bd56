"""Where planning figures tell how amounts are distributed, the best public bound is taken with one click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from small import block, plan_json, table, with_classes_of_pay

from dpdesk.gui.dictionary.editor.number import BoundsPart


def test_the_best_bound_is_said_where_it_is_typed_and_taken_with_a_click(
    page: Any, desk: Any, settled: Callable[[], None]
) -> None:
    dictionary = with_classes_of_pay()
    given = table(stub=[block("sex")], measures=[{"kind": "sum", "variable": "pay"}])
    marginals = [
        {"variables": ["sex"], "counts": [500, 500]},
        {"variables": ["class"], "counts": [600, 300, 80, 20]},
    ]
    reference = {"source": {"en": "Last wave"}, "total": 1000, "marginals": marginals}
    plan = plan_json(dictionary, given, loss={"rho": "1"})
    desk.show_documents(dictionary.to_json(), plan)
    settled()
    page.choose([one["name"] for one in desk.dictionary["variables"]].index("pay"))
    part = page.editor.part(BoundsPart)
    assert part.cost.isHidden() and part.take_best.isHidden(), "nobody has said how amounts are distributed"
    desk.show_documents(dictionary.to_json(), {**plan, "reference": reference})
    settled()
    page.choose([one["name"] for one in desk.dictionary["variables"]].index("pay"))
    part = page.editor.part(BoundsPart)
    (found,) = desk.snapshot.forecast["bounds"]
    best = found["cells"][-1]["best"]
    assert part.cost.text().startswith("Pay, upper bound 1000: by the planning figures it cuts off 31 % of a sum")
    assert part.take_best.text() == f"Take {best} as the upper bound" and int(best) > 1000
    part.take_best.click()
    assert page.record["upper"] == best
    assert part.cost.isHidden(), "the forecast is of the bound before"
    settled()
    assert not part.cost.isHidden() and part.take_best.isHidden()
