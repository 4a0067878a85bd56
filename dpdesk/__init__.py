"""dpdesk: publishable tables from confidential microdata, under differential privacy.

From Python: what `dpdesk.api` offers has its name here too, and is loaded with the first name that is used; `import
dpdesk` by itself loads nothing.
"""

__version__ = "0.1.0"
_OFFERED = (
    "propose", "Dictionary", "Table", "Plan", "forecast", "Forecast", "rehearse", "release", "open_release", "Release",
    "ReleasedTable", "Derived", "DpdeskError", "BadInput", "Refused", "LedgerDamaged",
)  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _OFFERED:  # a module of the package, perhaps, which is looked for here first
        raise AttributeError(f"module 'dpdesk' has no attribute {name!r}")
    from importlib import import_module

    if name == "release":  # the package of this name, which can be called
        return import_module("dpdesk.release")
    return getattr(import_module("dpdesk.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OFFERED})
