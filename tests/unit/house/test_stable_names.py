"""Names that auditors and benchmarks call, whatever the program itself makes of them: none of them goes."""

from __future__ import annotations

from importlib import import_module

import pytest

STABLE = {
    "dpdesk.privacy": "PureDP ZCDP ApproxDP Neighbours",
    "dpdesk.privacy.noise": "discrete_laplace discrete_gaussian",
    "dpdesk.queries": "Identity Total Prefix AllRange Intervals CodePrefix Kronecker Stack",
    "dpdesk.mechanisms": "build catalogue",
    "dpdesk": "propose Dictionary Plan Table forecast rehearse release open_release",
}


@pytest.mark.parametrize("module", STABLE)
def test_names_that_others_call_are_there(module: str) -> None:
    offered = import_module(module)
    assert [name for name in STABLE[module].split() if not hasattr(offered, name)] == []
