"""What holds for every test: nothing of the person who runs it, and no race against a clock."""

from __future__ import annotations

import os

from hypothesis import settings

from tests.support.ecosystem import REQUIRED

_SETTINGS = ("QF_", "OPENAI_", "ANTHROPIC_", "OLLAMA_", "SEARXNG_", "LANGSMITH_")

for _name in [name for name in os.environ if name.startswith(_SETTINGS) and name != REQUIRED]:
    del os.environ[_name]

settings.register_profile("unhurried", deadline=None)
if "CI" not in os.environ:  # there hypothesis brings a profile of its own
    settings.load_profile("unhurried")
