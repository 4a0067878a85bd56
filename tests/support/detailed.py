"""Plans with adaptive detail on the small dictionary, and a file whose areas are of different sizes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from small import block, plan, small, table

from dpdesk.planning.document.plan import Plan

LEVELS: list[dict[str, Any]] = [
    {"from": "0", "cells": []},
    {"from": "100", "cells": ["sex"]},
    {"from": "300", "cells": ["sex", "third"]},
    {"from": "1000", "cells": ["sex", "age"]},
]
AREAS = {"n1a": 30, "n1b": 200, "n2a": 600, "s1a": 3000}
BY_AREA = [block({"variable": "area", "total": "none"})]


def detailed(*tables: dict[str, Any], detail: Any = None, group: Any = None, **more: Any) -> Plan:
    """One group with adaptive detail by area; the table counts sex by thirds and by single years of age."""
    own = tables or (table("t", stub=BY_AREA, boxhead=[block("sex", "third"), block("sex", "age")], group="g"),)
    found = {"variable": "area", "first_share": "1/5", "levels": LEVELS, **(detail or {})}
    options = {"loss": {"rho": "1"}, "dictionary": small(budget_cap={"rho": "10"}, neighbours="add_remove")}
    return plan(*own, groups=[{"name": "g", "part": "1", "detail": found, **(group or {})}], **{**options, **more})


def people() -> list[tuple[str, str, int, int]]:
    """Area, sex, age and pay of everybody."""
    return [
        (area, "fm"[(i * i + i // 3) % 2], (i * i // 7 + i) % 10, 10 + i * 37 % 900)
        for area, size in AREAS.items()
        for i in range(size)
    ]


def written(path: Path) -> Path:
    """The file of these people."""
    lines = [f"{sex},red,{area},{age},{pay},on,70" for area, sex, age, pay in people()]
    path.write_text("\n".join(["sex,colour,area,age,pay,state,kilos", *lines]) + "\n", encoding="utf-8")
    return path
