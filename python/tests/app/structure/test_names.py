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
        "“What for?” sets “You asked”, unlike 'mark::c' and mark::b."
    )


def test_a_name_is_no_sentence_within_a_sentence() -> None:
    """A full stop before a comma, and a text that is said twice, read like a mistake."""
    names = {"clue::a": "The well is dry.", "beat::b": "word " * 40, "level::c-up-1": "C is 1"}
    assert insert_names("Some players lack 'clue::a', so: stop.", names) == (
        "Some players lack “The well is dry”, so: stop."
    )
    assert insert_names("'beat::b' needs 'clue::a', which is new: The well is dry.", names) == (
        f"“{' '.join(['word'] * 19)} …” needs “The well is dry”, which is new."
    )


def test_levels_that_conditions_ask_for_have_names() -> None:
    """Reasons why a choice is closed quote levels, which are not among the flags of the story."""
    structure = STORY.existing_structure
    first, *others = structure.choices
    asked = evolve(structure, choices=(evolve(first, requires=["level::trust-up-2"]), *others))
    assert "level::trust-up-2" in list_names(evolve(STORY, structure=asked))


def test_a_part_without_words_keeps_its_id() -> None:
    """An empty pair of quotation marks would name nothing."""
    structure = STORY.existing_structure
    passages = tuple(evolve(each, title="") for each in structure.passages)
    untitled = evolve(STORY, structure=evolve(structure, passages=passages))
    assert structure.start not in list_names(untitled)
