"""The two kinds of queries over one ordered variable for which strategies are known in closed form, or stored."""

from __future__ import annotations

PREFIXES, INTERVALS = "prefixes", "intervals"
