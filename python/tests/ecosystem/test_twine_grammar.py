"""Tests of the tables of markup in the programs of the formats.

npm brings no newer programs than these; for later versions the tables rest on the formats' sources.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.refused_macros import (
    HARLOWE_ACCEPTS,
    HARLOWE_REFUSES,
    SUGARCUBE_ACCEPTS,
    SUGARCUBE_REFUSES,
)
from tests.support.twine_grammar import WITH_PROGRAM
from tests.support.twine_programs import played, published

pytestmark = pytest.mark.ecosystem

_NAMED = re.compile(r"\b([BC])\b")


@pytest.mark.parametrize("program", WITH_PROGRAM)
def test_the_program_leads_where_the_table_says(
    chromium: Browser, tmp_path: Path, program: str
) -> None:
    """Only the program itself can show that a table of its grammar is right. (FMT-4.8)"""
    story_format, _, table = WITH_PROGRAM[program]
    sure = [(text, targets) for text, targets in table if targets != "?"]
    html = published(story_of([text for text, _ in sure]), story_format, program)
    seen = played(chromium, tmp_path, html, most=4 * len(sure))
    exits: dict[str, set[str]] = {}
    for each in seen.met:
        targets = {seen.met[to].passage[0] for _, to in each.exits or ()}
        exits.setdefault(each.passage, set()).update(targets & {"B", "C"})
    found = {text: "".join(sorted(exits[f"P{n}"])) for n, (text, _) in enumerate(sure)}
    assert found == dict(sure)


@pytest.mark.parametrize(
    ("program", "mark", "refuses", "accepts"),
    [
        ("sugarcube-2.31.1", "Error:", SUGARCUBE_REFUSES, SUGARCUBE_ACCEPTS),
        ("harlowe-3.1.0", "►", HARLOWE_REFUSES, HARLOWE_ACCEPTS),
        ("harlowe-2.1.0", "►", HARLOWE_REFUSES, HARLOWE_ACCEPTS),
    ],
)
def test_the_program_shows_an_error_where_the_table_says(
    chromium: Browser,
    tmp_path: Path,
    program: str,
    mark: str,
    refuses: list[str],
    accepts: list[str],
) -> None:
    """Only the program itself can show which macros it refuses. (FMT-4.8)"""
    texts = [*refuses, *accepts]
    html = published(story_of(texts), WITH_PROGRAM[program][0], program)
    seen = played(chromium, tmp_path, html, most=2 * len(texts))
    shown = {each.passage: each.text for each in seen.met}
    assert [text for n, text in enumerate(texts) if mark in shown[f"P{n}"]] == refuses


def story_of(texts: list[str]) -> str:
    """Return a story that begins with a link to each text; each text has its own B and C."""
    twee = ":: Start\n" + "".join(f"[[P{number}]]\n" for number in range(len(texts)))
    for number, text in enumerate(texts):
        own = _NAMED.sub(rf"\g<1>{number}", text)
        twee += f"\n:: P{number}\n{own}\n\n:: B{number}\nOver.\n\n:: C{number}\nOver.\n"
    return twee
