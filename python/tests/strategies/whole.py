"""Editions with chapters, minor choices, clues, conditional text and more."""

from itertools import islice

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.report import Edition
from tests.strategies.deeds import chapters
from tests.strategies.structures import Told
from tests.support.editions import told as telling
from tests.support.mended import mended
from tests.support.naive_player import is_soon_walked, playthroughs

MOST_WAYS = 120
"""The maximum number of playthroughs of an edition, because an engine plays each of them."""


@st.composite
def whole_editions(draw: DrawFn) -> Edition:
    told = draw(chapters(whole=True, most=1).map(mended).filter(_is_soon_played))
    structure, story = told.structure, told.story
    edition = telling(
        structure,
        flags={
            flag: f"{slug_of(flag)} is so." for each in structure.choices for flag in each.grants
        },
    )
    opening = {chapter.setup[0]: chapter.title for chapter in story.chapters}
    return evolve(
        edition,
        prose={
            each.id: "\n\n".join(
                [
                    edition.prose[each.id],
                    *(
                        f"[{slug_of(flag)}]\nYou *know* {slug_of(flag)}."
                        for flag in sorted(each.conditional_flags)
                    ),
                    "* * *",
                    "Then it goes on.",
                ]
            )
            for each in structure.passages
        },
        chapters={
            each.id: opening[beat]
            for each in structure.passages
            for beat in each.beats[:1]
            if beat in opening
        },
        clues=story.clues,
    )


def _is_soon_played(told: Told) -> bool:
    return is_soon_walked(told.structure, told.story) and (
        len(list(islice(playthroughs(told.structure), MOST_WAYS + 1))) <= MOST_WAYS
    )
