"""What holds for every test: nothing of the person who runs it, and no race against a clock."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import settings

from tests.support.ecosystem import REQUIRED

_SETTINGS = ("QF_", "OPENAI_", "ANTHROPIC_", "OLLAMA_", "SEARXNG_", "LANGSMITH_")

for _name in [name for name in os.environ if name.startswith(_SETTINGS) and name != REQUIRED]:
    del os.environ[_name]

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Each process would compile a thousand files and rewrite the asserts of three hundred again,
    # for longer than most tests take. What is compiled is kept, but not beside the sources.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[2] / ".pytest_cache/bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

settings.register_profile("unhurried", deadline=None)
if "CI" not in os.environ:  # there hypothesis brings a profile of its own
    settings.load_profile("unhurried")
