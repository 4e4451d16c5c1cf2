"""What readers of the whole are shown, against what each player reads."""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.playthroughs import ReadArc, ReadPassage, arcs_to_read
from tests.strategies.woven import woven_stories
from tests.support.naive_player import playthroughs


@st.composite
def written(draw: st.DrawFn) -> Story:
    """A woven story whose passages have inserts for any flags, granted there or not."""
    told = draw(woven_stories(sizes=[Size.MICRO]))
    flags = st.lists(st.sampled_from(list(told.story.flags)), max_size=2, unique=True)
    reads = {each.id: draw(flags) for each in told.structure.passages}
    prose = {
        passage: "\n\n".join(("All.", *(f"[{slug_of(each)}]\nOf {each}." for each in asked)))
        for passage, asked in reads.items()
    }
    passages = tuple(evolve(each, reads=reads[each.id]) for each in told.structure.passages)
    return evolve(told.story, structure=evolve(told.structure, passages=passages), prose=prose)


def shown(passage: str, text: str) -> set[tuple[str, str]]:
    """The inserts that stand in the text, and the passage itself."""
    return {(passage, each) for each in text.split("\n\n")}


def read_by(structure: Structure, story: Story, choices: tuple[str, ...]) -> list[list[str]]:
    """What a player reads who takes them, passage by passage."""
    flags, here, texts = set[str](), structure.start, list[list[str]]()
    for taken in (*map(structure.choice, choices), None):
        asked = [each for each in story.flags if each in structure.passage(here).reads & flags]
        texts.append(sorted(("All.", *(f"Of {each}." for each in asked))))
        if taken:
            flags |= taken.grants
            here = taken.target
    return texts


@settings(max_examples=25)
@given(written())
def test_readers_are_shown_what_players_read_and_all_of_it(story: Story) -> None:
    """FIL-10.1. Each insert once at least, and its passage once at least without."""
    structure = story.settled_structure
    all_read: set[tuple[str, str]] = set()
    all_unread: set[tuple[str, str]] = set()
    ways = [taken for _, taken in playthroughs(structure)]
    players = [read_by(structure, story, taken) for taken in ways]
    for (met, _), texts in zip(playthroughs(structure), players, strict=True):
        for passage, text in zip(met, texts, strict=True):
            all_read |= {(passage, each) for each in text}
            all_unread |= {
                (passage, flag)
                for flag in structure.passage(passage).reads
                if f"Of {flag}." not in text
            }
    arcs = arcs_to_read(story)
    assert {each for arc in arcs for one in arc.passages for each in shown(one.id, one.text)} == (
        all_read
    )
    assert {
        (one.id, flag)
        for arc in arcs
        for one in arc.passages
        for flag in structure.passage(one.id).reads
        if f"Of {flag}." not in one.text
    } == all_unread
    for arc in arcs:
        assert [sorted(each.text.split("\n\n")) for each in arc.passages] in players
        assert arc.ending


@given(st.lists(st.integers(1, 400), min_size=1, max_size=20), st.integers(1, 400))
def test_parts_are_whole_passages_and_as_few_as_fit(lengths: list[int], tokens: int) -> None:
    """FIL-10.5."""
    passages = tuple(
        ReadPassage(id=str(place), title="", text="x" * length, chosen="", again=False)
        for place, length in enumerate(lengths)
    )
    parts = ReadArc(passages=passages, ending="").parts(tokens)
    assert tuple(each for part in parts for each in part) == passages
    sizes = [[each.tokens for each in part] for part in parts]
    assert all(sum(each) <= tokens or len(each) == 1 for each in sizes)
    assert all(sum(one) + two[0] > tokens for one, two in pairwise(sizes))
