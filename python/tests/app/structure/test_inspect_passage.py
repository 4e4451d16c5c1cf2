"""The inspection of one passage, for designers."""

import asyncio

from attrs import evolve

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.structure.inspect_passage import inspect_passage
from questfoundry.domain.story.voice import Fact
from tests.support.small_story import BARGE, made_until, story_of, with_want


def test_what_its_writer_noted_is_shown() -> None:
    """Designers need this passage's notes only; notes of other passages mislead."""
    story = story_of(asyncio.run(made_until("grow")))
    here, other = (each.id for each in story.existing_structure.passages[:2])
    facts = (
        Fact(entity=BARGE, text="It leaks.", passage=here),
        Fact(entity="Zuzi", text="On deck.", passage=here, now=True),
        Fact(entity="Zuzi", text="Gone.", passage=other, now=True),
    )
    noted = inspect_passage(evolve(story, facts=facts), here).noted
    assert noted == ("Police Barge: It leaks.", "Zuzi now: On deck.")


def test_the_character_who_acts_first_is_shown() -> None:
    """Designers see where people act for what they want, not because of the player. (SED-10.3)"""
    story = story_of(asyncio.run(made_until("grow")))
    acting = with_want(story, "beat::the-last-air-shared-1")
    assert inspect_passage(acting, "passage::setup-1").moments == (
        "The tide bell wakes Mara.",
        "The vault door falls shut behind both of them. (Sergeant Ilk acts first)",
    )
    second = build_map(acting, beats=True).boxes[0].beats[1]
    assert second.text.endswith("both of them. (Sergeant Ilk acts first)")
