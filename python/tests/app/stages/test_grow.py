"""GROW asks for titles, labels and names in batches and produces a sound structure."""

import json
from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.stages.grow.sections import BATCH_SIZE
from questfoundry.domain.artifacts.grow import GrowScenes
from questfoundry.domain.checks.check import check
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.events import AnswerMended
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.passage import Ending
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.editions import VISION
from tests.support.grown import GROW, grown, sections_of
from tests.support.sections import next_section
from tests.support.shapes import Shape, rounds, shaped, soft_and_hard
from tests.support.small_story import (
    GROW_SECTIONS,
    LABELS,
    MARA,
    SCRIPTS,
    TITLES,
    grow_script,
    made_until,
    story_of,
)
from tests.support.stage_runs import Ask, Workshop, asked
from tests.support.walked_laws import is_sound

NONE = Ask()


def script(**first: dict[str, Any]) -> list[Reply]:
    """Return GROW's script, with the answers in ``first`` before those of their sections."""
    replies: list[Reply] = []
    for name, section in GROW_SECTIONS.items():
        key = name.replace(".", "_")
        if key in first:
            replies.append(calls("submit_grow", first[key]))
        replies.append(calls("submit_grow", section))
    return replies


async def grow(replies: list[Reply]) -> tuple[dict[str, Any], ScriptedChatProvider, Workshop]:
    """Return the artifact that results from ``replies``, the provider and the project."""
    workshop = await made_until("seed")
    provider, run = workshop.scripted(replies)
    result = await run.execute("grow", NONE)
    return result.artifact.model_dump(mode="json"), provider, workshop


def with_cast(story: Story) -> Story:
    """Return the story with a kept entity for every id that its beats name."""
    ids = {each for beat in story.beats for each in (beat.location, *beat.entities)}
    entities = [
        Entity(
            id=each, kind=EntityKind(each.partition("::")[0]), name=each, concept="?", is_kept=True
        )
        for each in sorted(ids)
    ]
    return evolve(story, entities=tuple(entities))


async def test_discuss_and_summarize_count_all_and_list_the_endings() -> None:
    """The discussion must cover every ending, so the prompts state the counts and ids."""
    workshop = await made_until("seed")
    asked_for = Ask(interactive=True, author=ScriptedAuthor(["/done"]))
    provider = await workshop.run_script(SCRIPTS["grow"](), asked_for, "grow")

    system, opening = (message.content for message in provider.requests[0].messages)
    told = provider.requests[1].messages[-1].content
    for words in ("13 passages", "4 choices"):
        assert words in system
        assert words in told
    assert "EVERY ending below, EXACTLY 3" in told
    for text in (opening, told):
        assert "ending::the-drowned-ledger-default" in text
    told_of = [opening.count(each.summary) for each in story_of(await made_until("grow")).beats]
    assert min(told_of) == 1
    # Passages do not exist yet, because they depend on the order of the beats.
    assert "passage::" not in opening
    assert "either: She shares her air." in opening


async def test_serialize_asks_for_every_id_exactly_and_shows_what_it_stands_for() -> None:
    """A forgotten id leaves a passage without a title, and words need their beats. (GRW-1.2)"""
    _, provider, _ = await grow(grow_script())

    assert len(provider.requests) == len(GROW_SECTIONS)
    for number, (name, section) in enumerate(GROW_SECTIONS.items()):
        field = "endings" if name == "frame" else name.partition(".")[0]
        ids = list(section[field])
        user = provider.requests[number].messages[-1].content
        assert f", EXACTLY {len(ids)}" in user
        assert [each for each in ids if f"{each} = " not in user] == []
        schema = asked(provider, number)["properties"][field]
        assert schema["required"] == ids
        assert schema["additionalProperties"] is False

    titles, labels, frame = (provider.requests[n].messages[-1].content for n in (1, 3, 4))
    assert "She holds the mouthpiece out to him." in titles
    assert "--the-last-air-default = She shares her air." in labels
    assert 'In "Names in Wet Ink": The ledger dries' in labels
    assert "ending::the-drowned-ledger-default = She hands it over." in frame

    *_, first, last = provider.requests[1:3]
    after = "= (after the choice: She gives it away. {})"
    assert after.format("She shares her air.") in first.messages[-1].content
    assert after.format("She surfaces alone.") in last.messages[-1].content
    assert "- One Mouthpiece" in last.messages[-1].content


@pytest.mark.parametrize("story", [soft_and_hard(4, 2), soft_and_hard(8, 3)])
def test_everything_is_asked_for_once_and_siblings_together(story: Story) -> None:
    """Sibling labels must differ, so one request asks for them together."""
    sections = sections_of(with_cast(story))
    structure = grown(with_cast(story)).structure

    titles = [ids for name, ids in sections if name.startswith("titles.")]
    assert [each for ids in titles for each in ids] == [each.id for each in structure.passages]
    assert {len(ids) for ids in titles[:-1]} == {BATCH_SIZE}
    labels = [ids for name, ids in sections if name.startswith("labels.")]
    labelled = [each for ids in labels for each in ids]
    deciding = [each for each in structure.choices if each.takes]
    twins = {(structure.passage(each.source).beats, each.takes) for each in deciding}
    assert len(labelled) == len({*labelled}) == len(twins)
    assert {*labelled} <= {each.id for each in deciding}
    for ids in labels:
        sources = {each.source for each in structure.choices if each.id in ids}
        offered = {(each.source, each.takes) for each in deciding if each.source in sources}
        asked = {(each.source, each.takes) for each in deciding if each.id in ids}
        assert asked == offered
    names = [name for name, _ in sections]
    assert names == [
        "scenes",
        *(f"titles.{number}" for number in range(1, len(titles) + 1)),
        *(f"labels.{number}" for number in range(1, len(labels) + 1)),
        "frame",
    ]
    assert len(labels) > 1


def test_moments_are_laid_out_first_and_woven_in_the_order_of_their_times() -> None:
    """Times decide which beats share a scene, so they come first. (GRW-6.1)"""
    story = with_cast(shaped(Shape(), Shape(), Shape(hard=True), stage=rounds(1, 1)))
    name, ids = sections_of(story)[0]
    assert name == "scenes"
    assert set(ids) == {
        beat.id
        for stretch in schedule_beats(read_plan(story))
        for beat in stretch
        if beat.path is None
    }
    woven = grown(story)
    apart = grown(story, hours="each")
    for told in (woven, apart):
        assert is_sound(check(told.existing_structure, story=told))
    assert woven.structure != apart.structure
    assert {beat.time for beat in woven.beats if beat.id in ids} == {0}
    assert {beat.time for beat in apart.beats if beat.path} == {None}


def scenes(**hours: int) -> dict[str, Any]:
    """Return the times of the small story, with other hours for the beats in ``hours``."""
    told = deepcopy(GROW_SECTIONS["scenes"])
    for name, hour in hours.items():
        (beat,) = (each for each in told["scenes"] if name in each)
        told["scenes"][beat] |= {"day": 1, "hour": hour}
    return told


BY_MINUTES = scenes(ledger=9)
BY_MINUTES["scenes"]["beat::the-last-air-shared-1"]["minute"] = 52
BY_MINUTES["scenes"]["beat::the-drowned-ledger-shared-1"]["minute"] = 5


@pytest.mark.parametrize("wrong", [scenes(ledger=7), BY_MINUTES], ids=["hours", "minutes"])
async def test_an_order_that_cannot_be_asks_for_both_beats_again(wrong: dict[str, Any]) -> None:
    """An impossible order is corrected only if the model sees which two beats conflict."""
    artifact, provider, _ = await grow(script(scenes=wrong))

    issues = json.loads(provider.requests[1].messages[-1].content)["issues"]["invalid"]
    pair = ["beat::the-last-air-shared-1", "beat::the-drowned-ledger-shared-1"]
    assert {issue["field"] for issue in issues} == {f"scenes.{each}" for each in pair}
    for issue in issues:
        assert all(each in issue["problem"] for each in pair)
    assert set(asked(provider, 1)["properties"]["scenes"]["properties"]) == set(pair)
    assert artifact["scenes"]["beat::the-drowned-ledger-shared-1"]["day"] == 2


async def test_the_last_resort_is_the_nearest_order_that_can_be() -> None:
    """Impossible times at the last attempt must not fail GROW; code picks the nearest order."""
    wrong = scenes(setup=8, air=5)
    pair = {"scenes": {each: wrong["scenes"][each] for each in list(wrong["scenes"])[:2]}}
    workshop = await made_until("seed")
    again = [calls("submit_grow", pair)] * 2
    _, run = workshop.scripted([calls("submit_grow", wrong), *again, *grow_script()[1:]])
    result = await run.execute("grow", NONE)

    told = result.artifact.model_dump(mode="json")["scenes"]
    assert [(each["day"], each["hour"], each["when"]) for each in told.values()] == [
        (1, 8, "Before sunrise"),
        (1, 8, "Before sunrise"),
        (2, 9, "The morning after"),
    ]
    assert [each for each in workshop.events.events if isinstance(each, AnswerMended)] == [
        AnswerMended(section="scenes")
    ]


def test_the_outline_of_a_long_story_is_bounded() -> None:
    """The outline of a long story must not fill the model's window."""
    story = with_cast(soft_and_hard(20, 3))
    story = evolve(story, vision=VISION)
    outline = GROW.variables(story, StageInputs())["outline"]

    assert outline["passages"] > 100
    assert len(outline["shown"]) <= 60
    assert all(each["choices"] or each["ending"] for each in outline["shown"])
    assert outline["shown"][-1]["ending"]


async def test_the_structure_is_in_the_story() -> None:
    """FILL and the exports read titles, labels and endings from the story."""
    workshop = await made_until("grow")
    story = story_of(workshop)

    assert (story.title, story.hook) == (
        "The Drowned Ledger",
        "The tide bell wakes you, and it should not.",
    )
    assert story.endings == (
        Ending(id="ending::the-drowned-ledger-default", name="The Harbour Closes"),
        Ending(
            id="ending::the-drowned-ledger-alternative--after-the-last-air-default",
            name="Read Aloud",
        ),
        Ending(id="ending::the-drowned-ledger-alternative", name="Names Without Echo"),
    )
    structure = story.existing_structure
    assert {each.id: each.title for each in structure.passages} == {
        f"passage::{slug}": title for slug, title in TITLES.items()
    }
    assert {each.id: each.label for each in structure.choices if each.takes} == {
        f"choice::{slug}": label for slug, label in LABELS.items()
    }
    assert {each.label for each in structure.choices if not each.takes} == {"Go on"}
    assert is_sound(check(structure, story=story))


async def test_times_that_are_given_are_read_again_by_hubs_alone() -> None:
    """Only hubs use the times in the brief; in other requests they waste tokens."""
    story = story_of(await made_until("seed"))
    scenes = GrowScenes.model_validate(GROW_SECTIONS["scenes"])
    for acts, settled in ((False, tuple(scenes.scenes)), (True, ())):
        inputs = StageInputs(acts=acts)
        section = next_section(GROW, story, inputs, {"scenes": scenes}, ModelTraits())
        assert section.settled_ids == settled


async def test_who_is_only_talked_of_can_be_in_no_moment() -> None:
    """A character may be only talked about, but the player's own character must appear."""
    told = story_of(await made_until("seed"))
    absent = [
        evolve(beat, entities=tuple(each for each in beat.entities if each != MARA))
        for beat in told.beats
    ]
    story = evolve(told, beats=tuple(absent))
    with pytest.raises(InputError, match=MARA):
        GROW.require(story)

    others = tuple(evolve(each, played=False) for each in told.entities)
    GROW.require(evolve(story, entities=others))


async def test_a_plan_that_cannot_be_told_costs_no_call() -> None:
    """A plan that breaks a law must fail before the author pays for titles. (GRW-3.2)"""
    workshop = await made_until("seed")
    current = workshop.current("seed")
    text = json.dumps(dict(current.data)).replace('["object::the-ledger"]', "[]")
    text = text.replace(', "object::the-ledger"]', "]")
    workshop.store.artifacts.add(
        "seed", json.loads(text), made_from={}, origin="edit", created_at=workshop.clock.now()
    )
    provider, run = workshop.scripted(grow_script())

    with pytest.raises(InputError, match=r"'object::the-ledger', which the plan keeps.+") as caught:
        await run.execute("grow", NONE)

    assert "or run SEED again.\nRun the stage seed." in str(caught.value)
    assert provider.requests == []
    assert workshop.store.runs.list(task="grow") == []


async def test_a_title_of_another_section_is_not_given_twice() -> None:
    """Two passages with one title confuse authors and writers, also across batches."""
    doubled = {"titles": {**GROW_SECTIONS["titles.2"]["titles"]}}
    (last,) = doubled["titles"]
    doubled["titles"][last] = {"title": "the tide bell"}
    _, provider, _ = await grow(script(titles_2=doubled))

    (issue,) = json.loads(provider.requests[3].messages[-1].content)["issues"]["invalid"]
    assert issue["field"] == f"titles.{last}.title"
    assert "passage::setup-1" in issue["problem"]


async def test_a_failed_handful_is_asked_afresh_alone() -> None:
    """After a failed batch, the resumed run must not pay again for earlier batches. (GRW-5.2)"""
    workshop = await made_until("seed")
    wrong = calls("submit_grow", {"labels": {}})
    _, run = workshop.scripted([*grow_script()[:3], wrong, wrong, wrong])
    with pytest.raises(ConversationError) as caught:
        await run.execute("grow", NONE)
    assert caught.value.section == "labels.1"

    provider = await workshop.run_script(grow_script()[3:], Ask(resume="grow-1"), "grow")

    assert len(provider.requests) == 2
    assert list(asked(provider, 0)["properties"]) == ["labels"]
