"""The files of this checkout, for tests that read them."""

import ast
import gc
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "python/source/questfoundry"
TESTS = ROOT / "python/tests"
PROMPTS = ROOT / "prompts"
DOCS = ROOT / "docs"
BAKER = TESTS / "data/baker"
"""A finished micro story, without exports."""

_FENCE = re.compile(
    r"(?P<before>[^\n]*)\n```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@frozen(kw_only=True)
class Block:
    """A fenced block of a Markdown file; ``note`` is the HTML comment on the line before it."""

    language: str
    text: str
    note: str


def modules(*folders: Path) -> Iterator[tuple[Path, ast.Module]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            if "node_modules" not in path.parts:
                yield path, _parsed(path)


@cache
def _parsed(path: Path) -> ast.Module:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    # Trees stay, and are so large that each search for unused objects would take long.
    gc.freeze()
    return tree


def named(path: Path) -> str:
    """Return a file's path as messages show it."""
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path, language: str) -> list[Block]:
    """Return the fenced blocks of a language, in order."""
    found = _FENCE.finditer(path.read_text(encoding="utf-8"))
    return [
        Block(
            language=language,
            text=match["text"],
            note=match["before"].removeprefix("<!--").removesuffix("-->").strip()
            if match["before"].startswith("<!--")
            else "",
        )
        for match in found
        if match["language"] == language
    ]


def sections(path: Path, level: int = 2) -> dict[str, str]:
    marker = "#" * level
    parts = re.split(rf"^{marker} (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
