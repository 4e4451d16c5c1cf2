"""Tests of maps as Mermaid, and of maps as reproducible text."""

import os
import re
import subprocess
import sys

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import Extreme, find_playthrough
from questfoundry.infra.story_map.mermaid import MermaidMapRenderer
from tests.support.checkout import ROOT
from tests.support.maps import in_words, written
from tests.support.shapes import Shape, shaped, soft_and_hard

STORY = in_words(soft_and_hard(2, 1))
MARKED = build_map(STORY, highlighted=find_playthrough(STORY, Extreme.SHORTEST))


def test_the_same_story_gives_the_same_text() -> None:
    """The order of sets differs between processes, and version control would show false changes."""
    elsewhere = subprocess.run(
        [sys.executable, "-c", "from tests.support.maps import written; print(written())"],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        check=True,
    )
    assert elsewhere.stdout.decode() == f"{written()}\n"
    assert written().count("\n") > 100


def test_mermaid_marks_the_trail_and_colours_the_forks() -> None:
    """A wrong count would mark other choices. (MAP-2.1)"""
    text = MermaidMapRenderer().render(MARKED).decode()
    links = re.findall(r" (~~~|===|==>|---|-->) ", text)
    marked = [["===", "==>"] if line.highlighted else ["---", "-->"] for line in MARKED.lines]
    assert links == ["~~~", "~~~", *(link for two in marked for link in two)]
    coloured = {
        int(number) for each in re.findall(r"linkStyle (\S+)", text) for number in each.split(",")
    }
    forks = [2 + 2 * at for at, line in enumerate(MARKED.lines) if line.code]
    assert coloured == {link for fork in forks for link in (fork, fork + 1)}
    (trail,) = re.findall(r"class (\S+) trail", text)
    assert trail.split(",") == [
        f"p{at}" for at, box in enumerate(MARKED.boxes, start=1) if box.highlighted
    ]
    (residue,) = re.findall(r"class (\S+) residue", text)
    assert residue.split(",") == [
        f"p{at}" for at, box in enumerate(MARKED.boxes, start=1) if box.residue
    ]


def test_a_story_with_one_dilemma_has_a_legend_without_links() -> None:
    """A single legend entry must not produce an invalid link between entries. (MAP-1.2)"""
    text = MermaidMapRenderer().render(build_map(in_words(shaped(Shape(hard=True))))).decode()
    assert "~~~" not in text
    assert text.count('q1["') == 1
