"""Provide tools for testing programs that embed QuestFoundry: fakes, contract suites, scripts.

There are fakes of the ports (interfaces), and a model and an author that follow a script. Contract
suites test what every adapter and every fake of a port must do. To use a suite, subclass it in a
test module, and add the fixtures that its docstring names. The suites need pytest, so each name is
imported when it is first used; the one list of names is ``__init__.pyi``. Helpers that only this
project's own tests need (stories, servers, players of exports) are in ``python/tests/support``.
"""

import re
from importlib import import_module
from pathlib import Path

_STUB = Path(f"{__file__}i").read_text("utf-8")
_MODULES = {name: module for module, name in re.findall(r"from (\S+) import (\w+)", _STUB)}
__all__ = sorted(_MODULES)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name], __name__), name)
