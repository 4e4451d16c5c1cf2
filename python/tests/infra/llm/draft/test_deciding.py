"""Tests of how the draft writer reads who must decide in an idea, and between what."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from questfoundry.infra.llm.draft.decision import IdeaDecision
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.reading import read_tale
from questfoundry.infra.llm.draft.selection import select_material
from tests.support.stage_runs import shipped_prompts

DECIDED = yaml.safe_load((Path(__file__).parent / "decided.yaml").read_text(encoding="utf-8"))


@cache
def library() -> MaterialLibrary:
    return MaterialLibrary(shipped_prompts())


def describe(found: IdeaDecision | None) -> dict[str, object]:
    """Return what a test states about ``found``, without empty values."""
    if found is None:
        return {}
    facts = [each for each in (found.tie, found.time, *found.facts) if each]
    people = [f"{each.name} ({each.they})" for each in found.people]
    values = {"lead": found.lead, "deed": found.deed, "until": found.until, "facts": facts}
    values |= {"refusal": found.refusal if found.is_own else "", "people": people}
    return {key: each for key, each in values.items() if each}


@pytest.mark.parametrize("entry", DECIDED, ids=lambda each: each["idea"][:40])
def test_the_idea_is_told_to_the_one_who_decides(entry):
    """Other words than the author's, or a wrong pronoun, read as a mistake. (DRF-4.7)"""
    stated = {key: each for key, each in entry.items() if key != "idea"}
    assert describe(read_tale(entry["idea"], library()).decision) == stated


@pytest.mark.parametrize("entry", DECIDED, ids=lambda each: each["idea"][:40])
def test_the_player_decides_if_the_idea_gives_a_deed(entry):
    """In all other ideas, people of the scenes tell the idea. (DRF-4.7, DRF-4.8)"""
    chosen = {select_material(entry["idea"], library(), seed).premise for seed in ("0", "1", "2")}
    needs = {"deed=some" in " ".join(library().load_premise(each).needs) for each in chosen}
    assert needs == {"deed" in entry}


def test_nobody_speaks_after_the_deed_that_kills_them():
    """A knight who has been burned makes no remarks about it. (DRF-4.7)"""
    chosen = select_material("A dragon must decide whether to burn the knight.", library(), "0")
    assert not library().load_premise(chosen.premise).needs


@pytest.mark.parametrize(
    ("idea", "premise"),
    [
        ("A noir mystery in a drowned city", "five-hats"),
        ("A heist in a museum of forgotten smells", "the-open-door"),
    ],
)
def test_an_idea_that_names_only_a_genre_gets_a_story_of_it(idea, premise):
    """Two prisoners who knock on a wall are no noir mystery. (DRF-4.8)"""
    assert {select_material(idea, library(), seed).premise for seed in "012"} == {premise}
