"""Several passages share one answer, and each passage must pass its own checks."""

import asyncio
from typing import cast

import pytest

from questfoundry.app.writing.write_story import WriteStory
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.models.traits import LARGE_WINDOW, Capabilities, ModelTraits
from questfoundry.domain.story.prose import remove_conditional_text
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import FillVoice
from questfoundry.domain.writing.answer_format import split_by_title
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.testing.scripted import says
from tests.support.deeds import with_deeds
from tests.support.grown import grown
from tests.support.novelist import (
    VOICE,
    Novelist,
    filled,
    passages_asked,
    passages_in,
    prose_of,
    together,
)
from tests.support.planner import planned
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import Workshop, one_provider

LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
WIDE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW, json_schema=True)
DOOR, BOOTS, WATER = "Look at the vault door", "Feel for his boots", "Listen to the water"
TOPICS = {
    f"passage::the-last-air-default-commit-1--topic-{number}": title
    for number, title in enumerate((DOOR, BOOTS, WATER), start=1)
}


@pytest.fixture(scope="module")
def story() -> Story:
    return with_deeds(story_of(asyncio.run(made_until("grow"))))


def alone(model: Novelist, title: str) -> int:
    """Return how many requests asked for this passage only."""
    return [passages_asked(each) for each in model.requests].count([title])


async def written(story: Story, model: Novelist) -> FillArtifact:
    workshop = Workshop()
    made = await WriteStory(store=workshop.store, prompts=workshop.prompts, concurrency=4).complete(
        FillArtifact(voice=FillVoice.model_validate(VOICE), passages={}),
        story=story,
        run=workshop.begun(one_provider(model)),
    )
    return cast(FillArtifact, made)


async def asked_in_batches(story: Story) -> list[str]:
    """Return what a model with a large window is asked for each batch of passages."""
    model = Novelist(traits=LARGE)
    await written(story, model)
    return [each.messages[1].content for each in model.requests if passages_asked(each)]


async def test_where_nobody_writes_later_nothing_is_noted() -> None:
    """Continuity notes that no later writer reads would waste tokens."""
    (asked,) = await asked_in_batches(story_of(await made_until("grow")))
    assert "[for later]" not in asked

    first, *_, last = await asked_in_batches(grown(planned(Size.SHORT, 1), acts=True))
    assert "[for later]" in first
    assert "[for later]" not in last


@pytest.mark.parametrize(("size", "listed"), [(Size.MICRO, False), (Size.SHORT, True)])
async def test_what_only_some_have_done_is_listed_where_it_was_not_told(size, listed) -> None:
    """A writer must not rely on minor choices that only some players made."""
    told = await asked_in_batches(grown(planned(size, 1), acts=True))
    assert all(each.count("relies on nothing and nobody") <= 1 for each in told)
    assert "relies on nothing and nobody" in "".join(told)
    assert any("Done or found by some players only" in each for each in told) == listed
    assert any("two or three sentences, 20 to 45 words" in each for each in told) != listed


async def test_the_topics_of_a_hub_are_asked_for_once(story: Story) -> None:
    """One request for all topics of a hub is cheaper and avoids repetition between topics."""
    model = Novelist()
    made = await written(story, model)
    assert [len(model.asked(title)) for title in TOPICS.values()] == [1, 1, 1]
    assert {each: made.passages[each].prose for each in TOPICS} == {
        each: prose_of(title, 10) for each, title in TOPICS.items()
    }
    (asked,) = model.asked(DOOR)
    told = asked.messages[1].content
    assert all(label in told for label in TOPICS.values())
    assert "Ilk has lost a boot." in told
    # What one topic leaves is not true of players of the others.
    assert "What comes of the last choice" not in told
    assert len({*model.titles}) == len(story.existing_structure.passages)


GOOD = ((DOOR, prose_of(DOOR, 10)), (WATER, prose_of(WATER, 10)))
SHORT = together(*GOOD, (BOOTS, "You"))


@pytest.mark.parametrize(
    "answer",
    [says(together(*GOOD)), says(SHORT, finish_reason=FinishReason.LENGTH), says(SHORT)],
    ids=["missing", "cut off", "too short"],
)
async def test_a_topic_that_is_missing_or_wanting_is_asked_for_by_itself(story, answer) -> None:
    """One bad topic must not cost a new answer for all topics."""
    model = Novelist({DOOR: [answer]})
    made = await written(story, model)
    assert [alone(model, title) for title in TOPICS.values()] == [0, 1, 0]
    assert all(len(made.passages[each].prose.split()) > 40 for each in TOPICS)
    assert not any(made.passages[each].findings for each in TOPICS)


async def test_a_passage_that_a_batch_lacks_costs_two_more_calls(story: Story) -> None:
    """A model whose answers are always cut off must not be asked without an end."""
    cut = says("You", finish_reason=FinishReason.LENGTH)
    model = Novelist({DOOR: [says(together(*GOOD))], BOOTS: [cut] * 9})
    made = await written(story, model)
    assert alone(model, BOOTS) == 2
    assert made.passages[next(each for each, title in TOPICS.items() if title == BOOTS)].findings


DESK, CHAIN = "The Sergeant's Desk", "Chained Boats"
ARM = ("passage::the-drowned-ledger-default-commit-1", "passage::the-drowned-ledger-default-tail-1")


async def test_what_follows_each_other_is_asked_for_once(story: Story) -> None:
    """Consecutive passages written in one answer join smoothly and cost fewer calls."""
    model = Novelist()
    made = await written(story, model)
    assert [remove_conditional_text(made.passages[each].prose) for each in ARM] == [
        prose_of(DESK),
        prose_of(CHAIN),
    ]
    (asked,) = model.asked(CHAIN)
    assert model.asked(DESK) == [asked]
    told = asked.messages[1].content
    assert told.count("What the player has just read") == 1
    assert told.index(f'## Passage "{DESK}"') < told.index(f'## Passage "{CHAIN}"')


@pytest.mark.parametrize(
    ("spoil", "again"),
    [
        (lambda first, _: f"{first}[[{CHAIN}]]\nYou", [0, 1]),
        (lambda first, _: first, [0, 1]),
        (lambda _, second: f"[[{DESK}]]\nYou\n\n[[{CHAIN}]]{second}", [1, 0]),
    ],
    ids=["the second is short", "the second is missing", "the first is short"],
)
async def test_only_what_is_at_fault_is_asked_for_again(story, spoil, again) -> None:
    """One faulty passage must not throw away good passages of the same answer."""

    def answer(request: ChatRequest) -> ChatResponse:
        first, _, second = passages_in(request.messages[1].content).partition(f"[[{CHAIN}]]")
        return says(spoil(first, second))

    model = Novelist({DESK: [answer]})
    made = await written(story, model)
    assert [alone(model, each) for each in (DESK, CHAIN)] == again
    assert [remove_conditional_text(made.passages[each].prose) for each in ARM] == [
        prose_of(DESK),
        prose_of(CHAIN),
    ]
    assert not any(made.passages[each].findings for each in ARM)


async def test_a_model_that_does_not_comprehend_texts_writes_them_one_by_one(story: Story) -> None:
    """A weak model would mix up several passages, so it writes one at a time."""
    weak = ModelTraits(capabilities=Capabilities(json_schema=True, comprehension=False))
    model = Novelist(traits=weak)
    await written(story, model)
    assert [len(model.asked(title)) for title in TOPICS.values()] == [1, 1, 1]
    assert len(model.titles) == len(story.existing_structure.passages)


def one_request_for(model: Novelist, *titles: str) -> str:
    """Return the text of the single request that asks for all passages in ``titles``."""
    (asked,) = {id(each): each for title in titles for each in model.asked(title)}.values()
    assert set(titles) <= {*passages_asked(asked)}
    return asked.messages[1].content


async def test_arms_variants_and_a_hub_with_its_topics_are_asked_for_at_once(story: Story) -> None:
    """A large model writes whole branches, and reads no fact twice."""
    model = Novelist(traits=WIDE)
    made = await written(story, model)

    assert not any(each.findings for each in made.passages.values())
    asked = one_request_for(
        model,
        *("One Mouthpiece", *TOPICS.values()),
        *("Names in Wet Ink", DESK, CHAIN, "The First Page", "A Broken Window"),
    )
    of_all, *rows = asked.split("\nRow ")
    assert [row.partition("\n")[0].partition(", for players who ")[2] for row in rows] == [
        "",
        'chose in "The Tide Bell": Hold out the mouthpiece',
        'look around in "One Mouthpiece"',
        'chose in "One Mouthpiece": Begin to climb',
        'chose in "The Tide Bell": Take the last bottle',
        'come from "Breath by Breath" or from "The Surface"',
        'chose in "Names in Wet Ink": Lay the ledger on the desk',
        'chose in "Names in Wet Ink": Call the families together',
        'come from "Chained Boats"',
        'come from "A Broken Window"',
        'come from "A Broken Window"',
    ]
    # The request has the full text, so it needs no outline.
    assert not any("outline" in each.content for each in model.asked("The Tide Bell")[0].messages)
    assert 'After that: "Names in Wet Ink"\n' in asked
    assert "Facts of a row stay true in the rows that follow it." in of_all
    assert "The harbour is closed." not in of_all
    # A batch does not repeat facts of the batches that it continues.
    told = [row.partition("## Passage")[0] for row in rows]
    assert ["Ilk owes Mara his life." in row for row in told] == [
        *(False, True, False, True, False, True, False, False, False, True, False)
    ]
    # A row does not repeat what an earlier row says either.
    assert "True for some players only, by insert:\n- [the-last-air-default-1]\n" in told[6]
    assert "True for some players only, by insert:\n- as in row 7\n" in told[7]


@pytest.mark.parametrize("traits", [None, WIDE], ids=["one by one", "together"])
async def test_the_writer_of_a_variant_is_told_what_differs(story, traits) -> None:
    """Without the differences, variants of one moment would be written with the wrong facts."""
    model = Novelist(traits=traits) if traits else Novelist()
    await written(story, model)
    first, second = "A Hand's Breadth", "Grey and Silent"
    (asked,) = model.asked(second)
    told = asked.messages[1].content.partition(f'## Passage "{second}"')[2]
    if traits:
        assert f'- as in "{first}"' in told
    else:
        assert f'Variant: "{first}", shown below' in told
        assert f"[{first}]\n{prose_of(first)[:40]}" in told
    assert "Only here: She surfaces alone. Only there: She shares her air." in told


def test_texts_are_told_apart_by_title_however_it_is_written() -> None:
    """Models decorate titles freely, and a misread title would lose a passage."""
    titles = {"a": "Under the Stairs", "b": "The Bell"}
    one, two = "**[[under the stairs]]**\n\nDust.", "[[The Bell]]\nIt rings."
    said = f"Here they are.\n\n{one}\n\n{two}\n\n[[Else]]\nNo."
    assert split_by_title(said, titles) == {"a": "Dust.", "b": "It rings."}
    assert split_by_title("Dust.", titles) == {}


async def test_each_ending_of_several_names_the_inserts_that_it_must_have(story: Story) -> None:
    """Models forget conditional texts that an ending does not name."""
    model = Novelist(traits=WIDE)
    await written(story, model)
    briefer = Briefer(story)
    prose = dict.fromkeys(briefer.turns, "Read.")
    endings = [each.id for each in story.existing_structure.passages if each.ending]
    briefings = [briefer.build_briefing(each, prose, {}) for each in endings]
    owing = [each for each in briefings if each.ending_inserts]
    assert any(len(passages_asked(one)) > 1 for each in owing for one in model.asked(each.title))
    for each in owing:
        (asked,) = model.asked(each.title)
        _, _, own = asked.messages[1].content.partition(f'## Passage "{each.title}"')
        names = ", ".join(f"[{one}]" for one in each.ending_inserts)
        several = len(passages_asked(asked)) > 1
        assert (f"Inserts that this ending needs: {names}" in own) is several


@pytest.mark.parametrize("traits", [LARGE, WIDE, ModelTraits()], ids=["row", "batch", "alone"])
async def test_the_preview_is_the_request_that_fill_sends_first(traits: ModelTraits) -> None:
    """A preview that differs from the request would mislead authors. (FIL-7.1)"""
    model = Novelist(traits=traits)
    fill, _ = await filled(model)
    fill.workshop.sync()
    sent = [each for each in model.requests if passages_asked(each)]
    preview = fill.workshop.preview(model)
    for passage in story_of(fill.workshop).existing_structure.passages:
        shown = preview.preview_passage(passage.id)
        first = next(each for each in sent if passage.title in passages_asked(each))
        assert shown.request.messages == first.messages
        assert shown.is_batched is (len(passages_asked(first)) > 1)
