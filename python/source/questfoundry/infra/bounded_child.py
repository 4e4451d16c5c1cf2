"""Run one function on one untrusted file; :mod:`questfoundry.infra.bounded` starts this program.

If the function exhausts the memory, never ends or crashes, only this child process is affected.
"""

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from questfoundry.domain.errors import QuestFoundryError


def serve(order: Mapping[str, Any]) -> None:
    """Run the function that ``order`` names, and print its result as JSON."""
    content = sys.stdin.buffer.read()
    _limit(order["memory"], order["seconds"])
    module, _, name = order["work"].partition(":")
    try:
        answer = {"result": getattr(import_module(module), name)(content, **order["arguments"])}
    except QuestFoundryError as problem:
        answer = {"problem": str(problem)}
    json.dump(answer, sys.stdout)


def _limit(memory: int, seconds: int) -> None:
    with suppress(ImportError):  # Windows has no resource limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
