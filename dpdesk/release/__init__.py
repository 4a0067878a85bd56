"""How does a plan become numbers? One release, once.

`dpdesk.release(plan, data)` is a call of `dpdesk.api` that has the name of this package, so that it can be called.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Called(ModuleType):
    """A module that is the function of its name."""

    @property
    def __call__(self) -> Any:  # not a method, whose variables a traceback would have
        return import_module("dpdesk.api").release

    @property
    def __signature__(self) -> Any:  # what notebooks show of it
        return import_module("inspect").signature(self.__call__)


sys.modules[__name__].__class__ = _Called
