"""GROW: everything that needs words gets them, in handfuls, and the structure is sound."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.stages.grow.sections import HANDFUL
from questfoundry.domain.checks.laws import check
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.passage import Ending
from questfoundry.domain.story.story import Story
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.editions import VISION
from tests.support.grown import GROW, grown, sections_of
from tests.support.shapes import Shape, rounds, shaped, soft_and_hard
from tests.support.small_story import (
    GROW_SECTIONS,
    LABELS,
    TITLES,
    grow_script,
    made_until,
    make,
    story_of,
)
from tests.support.stage_runs import Ask, Workshop, asked
from tests.support.walked_laws import is_sound

NONE = Ask()


def script(**first: dict[str, Any]) -> list[Reply]:
    """The script of GROW, with other answers before the right one of some sections."""
    replies = grow_script()[:2]
    for name, section in GROW_SECTIONS.items():
        key = name.replace(".", "_")
        if key in first:
            replies.append(calls("submit_grow", first[key]))
        replies.append(calls("submit_grow", section))
    return replies


async def grow(replies: list[Reply]) -> tuple[dict[str, Any], ScriptedChatProvider, Workshop]:
    """The artifact that comes of those replies, the provider that gave them, the project."""
    workshop = await made_until("seed")
    provider, run = workshop.scripted(replies)
    result = await run.execute("grow", NONE)
    return result.artifact.model_dump(mode="json"), provider, workshop


def with_cast(story: Story) -> Story:
    """The story with an entity for every id that its beats name, all kept."""
    ids = {each for beat in story.beats for each in (beat.location, *beat.entities)}
    entities = [
        Entity(id=each, kind=EntityKind(each.partition("::")[0]), name=each, concept="?", kept=True)
        for each in sorted(ids)
    ]
    return evolve(story, entities=tuple(entities))


async def test_discuss_and_summarize_count_all_and_list_the_endings() -> None:
    """GRW-1.1."""
    _, provider, _ = await grow(grow_script())

    system, opening = (message.content for message in provider.requests[0].messages)
    told = provider.requests[1].messages[-1].content
    for words in ("13 passages", "4 choices"):
        assert words in system
        assert words in told
    assert "EVERY ending below, EXACTLY 3" in told
    for text in (opening, told):
        assert "ending::the-drowned-ledger-default" in text
    assert [slug for slug in TITLES if f"passage::{slug}: " not in opening] == []
    assert "either: She shares her air." in opening


async def test_serialize_asks_for_every_id_exactly_and_the_schema_for_no_other() -> None:
    """GRW-1.2."""
    _, provider, _ = await grow(grow_script())

    requests = provider.requests[2:]
    assert len(requests) == len(GROW_SECTIONS)
    for number, (name, section) in enumerate(GROW_SECTIONS.items(), start=2):
        field = "endings" if name == "frame" else name.partition(".")[0]
        ids = list(section[field])
        system, user = (message.content for message in provider.requests[number].messages)
        assert f"below, EXACTLY {len(ids)}" in system
        assert [each for each in ids if f"{each} = " not in user] == []
        schema = asked(provider, number)["properties"][field]
        assert schema["required"] == ids
        assert schema["additionalProperties"] is False


async def test_a_model_is_shown_what_its_words_are_for() -> None:
    """GRW-1.2: beats for a title, the answer for a label."""
    _, provider, _ = await grow(grow_script())

    titles, labels, frame = (provider.requests[n].messages[-1].content for n in (2, 4, 5))
    assert "She holds the mouthpiece out to him." in titles
    assert "--the-last-air-default = She shares her air." in labels
    assert 'In "Names in Wet Ink": The ledger dries' in labels
    assert "ending::the-drowned-ledger-default = She hands it over." in frame


async def test_copies_of_a_moment_are_told_by_what_was_chosen() -> None:
    """GRW-1.6."""
    _, provider, _ = await grow(grow_script())

    *_, first, last = provider.requests[2:4]
    after = "= (after the choice: She gives it away. {})"
    assert after.format("She shares her air.") in first.messages[-1].content
    assert after.format("She surfaces alone.") in last.messages[-1].content
    assert "- One Mouthpiece" in last.messages[-1].content


@pytest.mark.parametrize("story", [soft_and_hard(4, 2), soft_and_hard(8, 3)])
def test_everything_is_asked_for_once_and_siblings_together(story: Story) -> None:
    """GRW-1.3."""
    sections = sections_of(with_cast(story))
    structure = grown(with_cast(story)).structure
    assert structure is not None

    titles = [ids for name, ids in sections if name.startswith("titles.")]
    assert [each for ids in titles for each in ids] == [each.id for each in structure.passages]
    assert {len(ids) for ids in titles[:-1]} == {HANDFUL}
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
        *(["scenes"] if "scenes" in names else []),
        *(f"titles.{number}" for number in range(1, len(titles) + 1)),
        *(f"labels.{number}" for number in range(1, len(labels) + 1)),
        "frame",
    ]
    assert len(labels) > 1


@pytest.mark.parametrize("decision", ["share", "part"])
def test_scenes_are_decided_first_and_woven_as_decided(decision: str) -> None:
    """GRW-1.4."""
    story = with_cast(shaped(Shape(), Shape(), Shape(hard=True), stage=rounds(1, 1)))
    name, scenes = sections_of(story)[0]
    assert name == "scenes"
    assert len(scenes) > 0

    woven = grown(story, scenes=decision).settled_structure
    apart = grown(story, scenes="part").settled_structure
    assert is_sound(check(woven))
    assert (woven != apart) == (decision == "share")


def test_nothing_is_asked_where_no_scene_is_possible() -> None:
    """GRW-1.4."""
    name, _ = sections_of(with_cast(shaped(Shape(hard=True))))[0]
    assert name == "titles.1"


def test_the_outline_of_a_long_story_is_bounded() -> None:
    """GRW-1.5."""
    story = with_cast(soft_and_hard(20, 3))
    story = evolve(story, vision=VISION)
    outline = GROW.variables(story, StageInputs())["outline"]

    assert outline.passages > 100
    assert len(outline.shown) <= 60
    assert all(each.choices or each.ending for each in outline.shown)
    assert outline.shown[-1].ending


async def test_the_structure_is_in_the_story() -> None:
    """GRW-3.1, STY-3.2."""
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
    structure = story.settled_structure
    assert {each.id: each.title for each in structure.passages} == {
        f"passage::{slug}": title for slug, title in TITLES.items()
    }
    assert {each.id: each.label for each in structure.choices if each.takes} == {
        f"choice::{slug}": label for slug, label in LABELS.items()
    }
    assert {each.label for each in structure.choices if not each.takes} == {"Go on"}
    assert is_sound(check(structure, story=story))


async def test_the_same_plan_and_words_give_the_same_bytes() -> None:
    """GRW-3.3."""
    one, _, _ = await grow(grow_script())
    other, _, _ = await grow(grow_script())
    assert json.dumps(one) == json.dumps(other)


async def test_a_plan_that_cannot_be_told_costs_no_call() -> None:
    """GRW-3.2: an entity that was kept and is in no beat."""
    workshop = await made_until("seed")
    current = workshop.current("seed")
    text = json.dumps(dict(current.data)).replace('["object::the-ledger"]', "[]")
    text = text.replace(', "object::the-ledger"]', "]")
    workshop.store.artifacts.add(
        "seed", json.loads(text), made_from={}, origin="edit", created_at=workshop.clock.now()
    )
    provider, run = workshop.scripted(grow_script())

    with pytest.raises(InputError, match=r"'object::the-ledger', which was kept.+") as caught:
        await run.execute("grow", NONE)

    assert "have it planned anew.\nRun the stage seed." in str(caught.value)
    assert provider.requests == []
    assert workshop.store.runs.list(task="grow") == []


async def test_only_the_labels_at_fault_are_asked_again() -> None:
    """GRW-2.6, GRW-2.3, GRW-2.4."""
    right = GROW_SECTIONS["labels.1"]["labels"]
    first, _, second, third = list(right)[:4]
    wrong = dict(right)
    wrong[first] = {"label": "Then <b>the bell rings</b>" + " and rings" * 7}
    wrong[third] = {"label": right[second]["label"].upper() + "!"}
    workshop = await made_until("seed")
    corrected = {"labels": {each: right[each] for each in (first, third)}}
    provider, run = workshop.scripted(
        [
            *grow_script()[:4],
            calls("submit_grow", {"labels": wrong}),
            calls("submit_grow", corrected),
            *grow_script()[5:],
        ]
    )
    result = await run.execute("grow", NONE)

    schema = asked(provider, 5)["properties"]["labels"]
    assert list(schema["properties"]) == [first, third]
    said = json.loads(provider.requests[5].messages[-1].content)["issues"]["invalid"]
    assert [issue["field"] for issue in said] == [
        f"labels.{first}.label",
        f"labels.{first}.label",
        f"labels.{third}.label",
    ]
    clean, _, _ = await grow(grow_script())
    assert result.artifact.model_dump(mode="json") == clean


async def test_a_title_of_another_section_is_not_given_twice() -> None:
    """GRW-2.1."""
    doubled = {"titles": {**GROW_SECTIONS["titles.2"]["titles"]}}
    (last,) = doubled["titles"]
    doubled["titles"][last] = {"title": "the tide bell"}
    _, provider, _ = await grow(script(titles_2=doubled))

    (issue,) = json.loads(provider.requests[4].messages[-1].content)["issues"]["invalid"]
    assert issue["field"] == f"titles.{last}.title"
    assert "passage::setup-1" in issue["problem"]


async def test_a_failed_handful_is_asked_afresh_alone() -> None:
    """GRW-5.2."""
    workshop = await made_until("seed")
    wrong = calls("submit_grow", {"labels": {}})
    _, run = workshop.scripted([*grow_script()[:4], wrong, wrong, wrong])
    with pytest.raises(ConversationError) as caught:
        await run.execute("grow", NONE)
    assert caught.value.section == "labels.1"

    provider, again = workshop.scripted(grow_script()[4:])
    await again.execute("grow", Ask(resume="grow-1"))

    assert len(provider.requests) == 2
    assert list(asked(provider, 0)["properties"]) == ["labels"]


async def test_the_structure_is_made_anew_with_a_remark() -> None:
    workshop = await made_until("grow")
    result = await make(workshop, "grow", Ask(redo="Shorter titles."))
    assert result.version.version == 2
