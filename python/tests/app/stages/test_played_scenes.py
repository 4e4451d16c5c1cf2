"""Played scenes in GROW: what is requested, what is refused, and what is woven."""

from functools import cache
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.grow import GrowArtifact, GrowGates, GrowPlayed
from questfoundry.domain.checks.check import check
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.hubs import TURNS, measure_limit
from questfoundry.domain.writing.exits import Exits
from tests.support.grown import GROW, answer_words
from tests.support.planner import planned, planned_with_stats
from tests.support.sections import PLAIN, answer_sections
from tests.support.stage_runs import shipped_prompts
from tests.support.walked_laws import is_sound

PLAYING = StageInputs(acts=True, played_scenes=True)
SMALL_PLAN = evolve(planned_with_stats(Size.SHORT, 0), size=Size.MEDIUM)
"""A plan with the counts of a medium story, but so few beats that weaving it takes a second."""

WEAK = ModelTraits(capabilities=Capabilities(comprehension=False))


def list_names(plan: Story, inputs: StageInputs, traits: ModelTraits = PLAIN) -> list[str]:
    """Return the names of the requested sections, up to the first titles."""
    names: list[str] = []
    flow = GROW.sections(plan, inputs, traits)
    section = next(flow)
    while not section.name.startswith(("acts", "titles")):
        names.append(section.name)
        section = flow.send(answer_words(section))
    return names


@cache
def grow_with_scenes() -> tuple[dict[str, tuple[Section, Artifact]], Story]:
    """Return the sections with their answers by name, and the story."""
    found = dict[str, tuple[Section, Artifact]]()

    def answer(section: Section) -> Artifact:
        part = answer_words(section)
        found[section.name] = section, part
        return part

    artifact = answer_sections(GROW, SMALL_PLAN, PLAYING, answer)
    assert isinstance(artifact, GrowArtifact)
    return found, GROW.apply(SMALL_PLAN, artifact)


def find_faults(section: Section, part: Artifact, **changes: Any) -> list[tuple[str, str]]:
    """Return the rules and fields of the faults of ``part`` with ``changes`` of its first scene."""
    assert isinstance(part, GrowPlayed)
    scene = part.played[0].model_copy(update=changes)
    changed = GrowPlayed(played=(scene, *part.played[1:]))
    return [(each.rule, each.field) for each in section.check(changed)]


def test_a_turn_that_moves_nothing_is_requested_again() -> None:
    """The stat of a scene decides how the scene ends, so every turn counts. (GRW-13.1)"""
    section, part = grow_with_scenes()[0]["played"]
    assert isinstance(part, GrowPlayed)
    scene = part.played[0]
    first, *others = scene.turns
    idle = first.model_copy(update={"leans": ()})
    assert find_faults(section, part, turns=(idle, *others)) == [
        ("grow.unmoved", "played.0.turns.0.leans")
    ]
    again = first.again.model_copy(update={"leans": first.leans})
    one_sided = [each.model_copy(update={"again": again}) for each in scene.turns]
    assert ("grow.one_sided", "played.0.turns") in find_faults(section, part, turns=one_sided)
    assert find_faults(section, part, passage=part.played[1].passage) == [
        ("grow.same_hub", "played.1.passage")
    ]
    stranger = first.model_copy(update={"entities": ("character::nobody",)})
    assert find_faults(section, part, turns=(stranger, *others)) == [
        ("grow.not_met", "played.0.turns.0.entities")
    ]
    assert find_faults(section, part, leave=first.label) == [("grow.same_option", "played.0.leave")]


def test_a_scene_without_an_attempt_is_requested_again() -> None:
    """Turns that move a stat lead to nothing if nothing in the scene reads it. (GRW-13.1)"""
    section, part = grow_with_scenes()[0]["gates"]
    assert isinstance(part, GrowGates)
    scenes = [*section.variables["scenes"]]
    assert len(scenes) == 2
    assert scenes[0] in {each.at for each in part.attempts}
    free = next(each for each in section.variables["attempts"] if each not in scenes)
    elsewhere = tuple(
        each.model_copy(update={"at": free if each.at == scenes[0] else each.at})
        for each in part.attempts
    )
    faults = section.check(part.model_copy(update={"attempts": elsewhere}))
    assert [each.rule for each in faults if scenes[0] in each.problem] == ["grow.not_closed"]


def test_a_story_with_played_scenes_is_sound_and_reads_their_stats() -> None:
    """A played scene adds loops and conditions, and must break no law. (GRW-13.1, WEV-8.4)"""
    answers, story = grow_with_scenes()
    structure = story.existing_structure
    assert is_sound(check(structure, story=story, advice=False))
    played = answers["played"][1]
    assert isinstance(played, GrowPlayed)
    for scene in played.played:
        assert measure_limit(structure, scene.passage) == TURNS
        topics = [each.id for each in structure.passages if each.hub == scene.passage]
        assert len(topics) == 2 * TURNS
        stat = f"stat::{scene.stat}"
        entering = [each for topic in topics for each in structure.incoming_choices(topic)]
        assert all(each.moves.get(stat) for each in entering)
        leaving = {topic: structure.outgoing_choices(topic) for topic in topics}
        assert any(_reads(each, stat) for exits in leaving.values() for each in exits)
        outcomes = {f"{scene.passage}--{name}" for name in ("success", "setback")}
        assert all(outcomes & {each.target for each in exits} for exits in leaving.values())


def _reads(choice: Choice, stat: str) -> bool:
    levels = map(read_level, choice.requires | choice.forbids)
    return any(level and level.stat == stat for level in levels)


def test_the_writer_of_a_second_form_learns_which_turn_came_before() -> None:
    """A turn that is taken again would otherwise begin as if it were the first. (GRW-13.1)"""
    answers, story = grow_with_scenes()
    played = answers["played"][1]
    assert isinstance(played, GrowPlayed)
    exits, structure = Exits(story), story.existing_structure
    scene = played.played[0]
    hub = exits.brief_hub(structure.passage(scene.passage))
    assert hub
    assert hub.most == TURNS
    found = {
        (briefed.own, briefed.after)
        for each in structure.passages
        if each.hub == scene.passage and (briefed := exits.brief_hub(each))
    }
    assert found == {
        *((turn.label, "") for turn in scene.turns),
        *((turn.again.label, turn.label) for turn in scene.turns),
    }


@pytest.mark.parametrize(
    ("plan", "inputs", "traits"),
    [
        (SMALL_PLAN, StageInputs(acts=True), PLAIN),
        (SMALL_PLAN, PLAYING, WEAK),
        (planned_with_stats(Size.SHORT, 0), PLAYING, PLAIN),
        (evolve(planned(Size.SHORT, 0), size=Size.MEDIUM), PLAYING, PLAIN),
    ],
    ids=["off", "weak", "short", "no-stats"],
)
def test_some_stories_get_no_played_scenes(
    plan: Story, inputs: StageInputs, traits: ModelTraits
) -> None:
    """An author who wants none, and a story without room or stats, must not get any. (GRW-13.2)"""
    assert "hubs" in list_names(plan, inputs, traits)
    assert "played" not in list_names(plan, inputs, traits)
    assert "played" in list_names(SMALL_PLAN, PLAYING)


def test_an_answer_without_played_scenes_is_valid() -> None:
    """An author may write in a note that no scene is to be played. (GRW-13.2)"""
    names = list[str]()
    flow = GROW.sections(SMALL_PLAN, PLAYING, PLAIN)
    section = next(flow)
    while section.name != "gates":
        names.append(section.name)
        none = GrowPlayed(played=())
        section = flow.send(none if section.name == "played" else answer_words(section))
        assert section.name != "played" or section.check(none) == []
    assert "played" in names
    assert section.variables["scenes"] == {}
    answer_words(section)


def test_author_and_model_talk_about_played_scenes_only_where_there_are_some() -> None:
    """An author who hears of no played scenes can neither shape them nor decline. (GRW-13.2)"""
    prompts = shipped_prompts()

    def open_discussion(inputs: StageInputs) -> str:
        variables = {**GROW.variables(SMALL_PLAN, inputs), "mode_instructions": "", "premise": ""}
        more = dict.fromkeys(("mode_reminder", "remark", "research_tools_section"), "")
        return prompts.render("templates/grow/discuss", variables | more).sections["system"]

    assert "Up to 2 scenes" in open_discussion(PLAYING)
    assert "in turns" not in open_discussion(StageInputs(acts=True))
