"""The seal: what goes in comes out, and nothing else does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpdesk.errors import DpdeskError, LedgerDamaged
from dpdesk.release.sealed import pack, unpack

vectors = arrays(np.int64, st.integers(0, 20), elements=st.integers(-(2**63), 2**63 - 1))
measurements = st.dictionaries(
    st.text(max_size=5), st.dictionaries(st.sampled_from(["count", "sum:x", "sum:y"]), vectors, max_size=3), max_size=3
)


@given(measurements)
def test_round_trip(sealed: dict[str, dict[str, np.ndarray]]) -> None:
    back = unpack(pack(sealed, {"a": 1}), {"a": 1})
    assert list(back) == list(sealed)
    for group, found in back.items():
        assert list(found) == list(sealed[group])
        for name, values in found.items():
            np.testing.assert_array_equal(values, sealed[group][name])


def test_a_torn_or_foreign_seal_is_refused() -> None:
    good = pack({"g": {"count": np.arange(5)}}, {})
    for bad in (good[:-3], good[1:], b"", b"x" * 40, good[:20] + b"\x00" + good[21:]):
        with pytest.raises(LedgerDamaged):
            unpack(bad, {})


def test_a_seal_drawn_for_another_method_is_not_decoded() -> None:
    sealed = pack({"g": {"count": np.arange(5)}}, {"g": {"mechanism": "tree"}})
    with pytest.raises(DpdeskError, match="another version"):
        unpack(sealed, {"g": {"mechanism": "histogram"}})
