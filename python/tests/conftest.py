"""What holds for every test: nothing of the person who runs it, and no race against a clock."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.ecosystem import REQUIRED

_SETTINGS = ("QF_", "OPENAI_", "ANTHROPIC_", "OLLAMA_", "SEARXNG_", "LANGSMITH_")

for _name in [name for name in os.environ if name.startswith(_SETTINGS) and name != REQUIRED]:
    del os.environ[_name]

# Projects of tests set models and servers; nothing is remembered of them but in a folder of theirs.
os.environ["QF_TRUST"] = "1"
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="qf-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Each process would compile a thousand files and rewrite the asserts of three hundred again,
    # for longer than most tests take. What is compiled is kept, but not beside the sources.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[2] / ".pytest_cache/bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# The same examples each time: a run passes or fails for what was changed. New ones are looked for
# with --hypothesis-profile=explore.
settings.register_profile("explore", deadline=None)
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that the last ones end at about the same time."""
    slow = {
        item.path
        for item in items
        if any(item.get_closest_marker(name) for name in ("slow", "ecosystem"))
    }
    items.sort(key=lambda item: item.path not in slow)
