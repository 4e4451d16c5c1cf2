"""A real book of a few hundred pages, for tests of the library: Moby-Dick (public domain)."""

from __future__ import annotations

from pathlib import Path

REAL_BOOK = Path(__file__).parents[1] / "data" / "moby_dick" / "moby-dick.txt"
TITLE = "Moby-Dick; or, The Whale"
