"""The inspection of one passage, for designers."""

import asyncio

from attrs import evolve

from questfoundry.app.structure.inspect_passage import inspect_passage
from questfoundry.domain.story.voice import Fact
from tests.support.small_story import BARGE, made_until, story_of


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
