"""Tests of names in place of ids."""

import asyncio

from attrs import evolve

from questfoundry.app.structure.names import insert_names, list_names
from questfoundry.domain.story.story import EMPTY_STORY
from tests.support.deeds import with_deeds
from tests.support.small_story import made_until, story_of

STORY = with_deeds(story_of(asyncio.run(made_until("grow"))))


def test_every_part_that_a_finding_can_quote_has_a_name() -> None:
    """Authors who never open a file cannot tell what an id such as mark::setup-1-2 means."""
    names, structure = list_names(STORY), STORY.existing_structure
    parts = (*STORY.entities, *STORY.endings, *STORY.dilemmas, *STORY.paths, *STORY.beats)
    flags = {flag for each in structure.choices for flag in (*each.grants, *each.requires)}
    wanted = {each.id for each in (*parts, *structure.passages, *structure.choices)} | flags
    assert wanted <= names.keys()
    path = STORY.paths[0]
    assert names[path.id] == names[path.answer]
    assert list_names(EMPTY_STORY) == {}


def test_quoted_ids_become_names_and_others_stay() -> None:
    """Labels that are speech must not get two pairs of quotation marks."""
    names = {"choice::a": "“What for?”", "mark::b": "You asked."}
    text = "'choice::a' sets 'mark::b', unlike 'mark::c' and mark::b."
    assert insert_names(text, names) == (
        "“What for?” sets “You asked.”, unlike 'mark::c' and mark::b."
    )


def test_a_part_without_words_keeps_its_id() -> None:
    """An empty pair of quotation marks would name nothing."""
    structure = STORY.existing_structure
    passages = tuple(evolve(each, title="") for each in structure.passages)
    untitled = evolve(STORY, structure=evolve(structure, passages=passages))
    assert structure.start not in list_names(untitled)
