"""FILL runs from its conversation to the last passage, with a model that knows the small story."""

import asyncio
from itertools import chain
from typing import Any

import pytest
from attrs import evolve, frozen

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason, estimate_request_tokens
from questfoundry.domain.errors import ConversationError, LLMFault, NoAnswerError, UnreachableError
from questfoundry.domain.events.stages import PassageStarted, PassageWritten, WritingStarted
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import Review
from questfoundry.domain.story.prose import find_conditional_names, remove_conditional_text
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.testing.scripted import says
from tests.support.novelist import (
    KEEP,
    VOICE,
    FillWorkshop,
    Novelist,
    filled,
    passage_asked,
    prose_of,
)
from tests.support.small_story import IDEA, TITLES
from tests.support.stage_runs import Ask, one_provider

LOW, BELL, DESK = "Low Water", "The Tide Bell", "The Sergeant's Desk"
CHAINED = "passage::the-drowned-ledger-default-tail-1"
OPENING = "passage::setup-1"
ENDING = "passage::the-drowned-ledger-default-epilogue-1"
WEAK = ModelTraits(capabilities=Capabilities(json_schema=True, comprehension=False))
WRITINGS = len(TITLES)
ROWS = 4
"""The number of branches whose two passages are written in one answer."""
CALLS = 1 + WRITINGS - ROWS
"""Serialize of the voice, then the prose."""


RESUMED = Ask(resume="fill-1")


@frozen
class Plain:
    """A run without special answers."""

    fill: FillWorkshop
    model: Novelist
    result: StageResult


def last_of(request: ChatRequest) -> str:
    return request.messages[-1].content


def passages(result: StageResult) -> dict[str, Any]:
    found: dict[str, Any] = result.version.data["passages"]
    return found


@pytest.fixture(scope="module")
def plain() -> Plain:
    model = Novelist()
    fill, result = asyncio.run(filled(model))
    return Plain(fill, model, result)


def test_every_passage_is_written_and_the_voice_stands_before_them(plain: Plain) -> None:
    """A missing passage, voice or conditional text would ship an incomplete story. (FIL-1.1)"""
    assert plain.result.version.data["voice"]["diction"] == "trade words of divers and clerks"
    assert list(passages(plain.result)) == [f"passage::{slug}" for slug in TITLES]
    for slug, title in TITLES.items():
        prose = passages(plain.result)[f"passage::{slug}"]["prose"]
        assert remove_conditional_text(prose) == prose_of(title)
    assert len(plain.model.requests) == CALLS
    assert plain.model.requests[0].tools[0].name == "submit_fill"

    names = find_conditional_names(passages(plain.result)[ENDING]["prose"])
    low = plain.fill.story.existing_structure.passage(ENDING)
    assert {f"flag::{name}" for name in names} == low.conditional_flags != frozenset()


def test_what_happens_is_told(plain: Plain) -> None:
    """Progress displays depend on these events and their counts."""
    events = plain.fill.workshop.events.events
    (began,) = (each for each in events if isinstance(each, WritingStarted))
    assert (began.passages, began.model) == (WRITINGS, "scripted/novelist")
    written = [each for each in events if isinstance(each, PassageWritten)]
    assert [each.done for each in written] == list(range(1, WRITINGS + 1))
    assert {(each.total, each.findings) for each in written} == {(WRITINGS, ())}
    assert min(each.words for each in written) == 100
    started = [each.passage for each in events if isinstance(each, PassageStarted)]
    assert sorted(started) == sorted(each.passage for each in written)


async def test_an_ending_that_lacks_inserts_is_asked_for_these_alone() -> None:
    """A missing text of 40 words must not cost the whole passage again. (FIL-4.3)"""
    model = Novelist({LOW: [says(f"{prose_of(LOW)}\n\n[for later]\nMara Voss now: She waits.")]})
    _, result = await filled(model)
    (first,) = model.asked(LOW)
    (repair,) = [each for each in model.requests if "# Missing inserts" in last_of(each)]
    written = passages(result)[ENDING]
    names = find_conditional_names(written["prose"])
    assert names
    assert all(f"- [{name}]" in last_of(repair) for name in names)
    assert remove_conditional_text(written["prose"]) == prose_of(LOW)
    assert [each["fact"] for each in written["facts"]] == ["She waits."]
    assert not written.get("findings")
    assert "Write an insert for each of these" in last_of(first)
    assert estimate_request_tokens(repair) < estimate_request_tokens(first) * 0.75


async def test_a_repair_without_the_insert_is_followed_by_a_whole_revision() -> None:
    """A model that misunderstands the small request still gets the usual one. (FIL-4.3)"""
    model = Novelist({LOW: [says(prose_of(LOW))]}, inserts=lambda _: "I cannot.")
    _, result = await filled(model)
    assert [len(each.messages) for each in model.asked(LOW)] == [2, 4]
    assert find_conditional_names(passages(result)[ENDING]["prose"])

    weak = Novelist({LOW: [says(prose_of(LOW))]}, traits=WEAK)
    await filled(weak)
    assert len(weak.asked(LOW)) == 1
    assert "[for later]" not in weak.asked(BELL)[0].messages[1].content


def test_what_is_left_out_of_a_request_is_said_with_its_reason(plain: Plain) -> None:
    """Authors can see what a small window cut from a request, and why."""
    story = plain.fill.story
    briefer = Briefer(story)
    whole, little = (
        PassageRequests(
            prompts=plain.fill.workshop.prompts,
            traits=ModelTraits.from_capabilities(context_window=window),
            story=story,
            outline=briefer.outline,
            inputs=StageInputs(),
            idea=idea,
        )
        for window, idea in ((32_768, IDEA), (300, f"{IDEA}. " * 40))
    )
    briefing = briefer.build_briefing(ENDING, story.prose, {})
    assert whole.list_omissions(shorten_briefing(briefing, whole.traits)) == ()
    assert little.list_omissions(shorten_briefing(briefing, little.traits)) == (
        "earlier passages before the nearest: the model's window",
        "excerpts of conditional text: the model's window",
        "all but the end of the nearest passage: the model's window",
        "the outline of the whole: the model's window",
        "the idea after 120 words: all passages pay for it",
    )
    assert "# Outline" not in little.build_request(briefing).messages[0].content


async def test_passages_are_written_side_by_side_and_never_more_than_allowed() -> None:
    """Rate limits bound parallel calls, but the requests stay as the journal has them. (FIL-2.7)"""
    asked = []
    for most in (1, 2, 16):
        model = Novelist(facts=limp)
        await filled(model, fill=await FillWorkshop.made(concurrency=most))
        assert model.busiest <= most
        assert (model.busiest > 1) == (most > 1)
        asked.append({title: model.asked(title) for title in TITLES.values()})
    assert asked[0] == asked[1] == asked[2]


def limp(name: str, request: ChatRequest) -> dict[str, str]:
    return {name: f"It has a scar from {passage_asked(request)}."}


async def test_a_fact_is_known_to_those_who_write_after_it_and_to_no_other_branch() -> None:
    """A fact must not leak into branches where it never happened. (FIL-3.2)"""
    model = Novelist(facts=limp)
    fill, result = await filled(model)
    first = passages(result)[OPENING]["facts"]
    assert [each["fact"] for each in first] == ["It has a scar from The Tide Bell."]
    told = {title: model.asked(title)[0].messages[1].content for title in TITLES.values()}
    assert "a scar from The Tide Bell" not in told[BELL]
    assert "a scar from Chained Boats" not in told["A Broken Window"]
    bank = [title for title in TITLES.values() if "- **Sunken Bank**:" in told[title]]
    assert len(bank) > 3
    # Writers of the next passages see the passage itself instead of its facts.
    unaware = {title for title in bank if "a scar from The Tide Bell" not in told[title]}
    assert {title for title in unaware if f"[{BELL}" not in told[title]} == {BELL}
    assert len(bank) > len(unaware)
    # No passage follows an ending, so its facts have no reader.
    noted = {name for name, each in passages(result).items() if each.get("facts")}
    ends = {each.id for each in fill.story.existing_structure.passages if each.ending}
    assert noted == {f"passage::{each}" for each in TITLES} - ends


async def test_a_weak_model_is_asked_for_no_facts() -> None:
    """Facts noted by a weak model would waste tokens."""
    weak = Novelist(facts=limp, traits=WEAK)
    await filled(weak)
    asked = [weak.asked(title)[0].messages for title in TITLES.values()]
    assert "[for later]" not in "".join(each.content for each in chain(*asked))


def test_the_outline_and_the_idea_stand_before_what_differs_between_passages(plain: Plain) -> None:
    """All requests share one beginning, so providers can cache it and charge less."""
    asked = [plain.model.asked(title)[0].messages for title in TITLES.values()]
    (shared,) = {messages[0].content for messages in asked}
    assert "1. The tide bell wakes Mara." in shared
    assert IDEA in shared
    assert "line 1 of the outline" in plain.model.asked(BELL)[0].messages[1].content


async def test_notes_that_break_off_leave_the_prose_whole_and_a_revision_notes_again() -> None:
    """A broken continuity note must not damage good prose, and a revision needs its own notes."""
    notes = f"{prose_of(BELL)}\n\n[for later]\nMara Voss: She"
    model = Novelist({BELL: [says(notes, finish_reason=FinishReason.LENGTH)]})
    await filled(model)
    assert len(model.asked(BELL)) == 1

    model = Novelist({BELL: [says("You wait.")]}, facts=limp)
    _, result = await filled(model)
    _, revision = model.asked(BELL)
    assert "the prose and its notes" in revision.messages[-1].content
    assert passages(result)[OPENING]["facts"]


async def test_prose_with_findings_is_revised_at_most_twice_and_the_best_is_kept() -> None:
    """Revisions must end, and the best attempt is better than none. (FIL-4.3)"""
    better = says(f"{prose_of(BELL)} As an AI language model, you wait by the bell.")
    worst = says(better.text.removesuffix("."))
    model = Novelist({BELL: [worst, better, worst]})
    _, result = await filled(model)
    first, second, third = model.asked(BELL)
    assert second.messages[:2] == third.messages[:2] == first.messages
    assert second.messages[2].content == worst.text
    assert third.messages[2].content == better.text
    assert "The passage has these problems" in third.messages[3].content
    passage = passages(result)[OPENING]
    assert passage["prose"] == better.text
    (finding,) = passage["findings"]
    assert finding in third.messages[3].content

    doubted = says(f"{prose_of(BELL, 4)} What do you do?")
    _, result = await filled(Novelist({BELL: [doubted, says(""), says("")]}))
    passage = passages(result)[OPENING]
    assert passage["prose"] == doubted.text
    assert len(passage["findings"]) == 2


async def test_no_second_request_is_spent_on_length_alone() -> None:
    """A range is advice: a short passage may be right, and the author sees what was planned."""
    short = says(prose_of(BELL, 4))
    model = Novelist({BELL: [short]})
    _, result = await filled(model)
    passage = passages(result)[OPENING]
    assert len(model.asked(BELL)) == 1
    assert passage["prose"] == short.text
    assert [each.partition(",")[0] for each in passage["findings"]] == ["The text has 20 words"]


async def test_prose_that_was_cut_off_is_asked_for_again_with_more_room() -> None:
    """Prose that ended at the token limit would ship as half a sentence."""
    model = Novelist({BELL: [says("You hear the", finish_reason=FinishReason.LENGTH)]})
    await filled(model)
    first, second = model.asked(BELL)
    assert second.messages == first.messages
    assert (first.max_tokens, second.max_tokens) == (4096, 8192)


async def test_every_request_about_a_passage_fits_the_window() -> None:
    """A request that exceeds the window fails at the provider; reviews count too."""
    traits = ModelTraits.from_capabilities(context_window=1_900, json_schema=True)
    model = Novelist(traits=traits)
    await filled(model, Ask(review=True))
    sizes = [estimate_request_tokens(each) + (each.max_tokens or 0) for each in model.requests]
    assert max(sizes) <= 1_900


@pytest.mark.parametrize("reason", [FinishReason.REFUSED, FinishReason.STOP])
async def test_what_is_refused_is_never_shipped_as_prose(reason: FinishReason) -> None:
    """An apology from the model must not appear in the story; a resumed run asks again."""
    refused = says("I'm sorry, but I cannot write this.", finish_reason=reason)
    fill, model = await FillWorkshop.made(), Novelist({BELL: [refused], LOW: [refused] * 2})
    with pytest.raises(NoAnswerError) as told:
        await filled(model, fill=fill)
    assert told.value.code is LLMFault.REFUSED
    assert [len(model.asked(each)) for each in (BELL, LOW)] == [2, 2]

    _, result = await filled(Novelist(), RESUMED, fill)
    assert passages(result)[OPENING]["prose"] == prose_of(BELL)
    assert not any("cannot write" in each["prose"] for each in passages(result).values())


async def test_a_model_that_gives_no_prose_is_asked_afresh_for_that_passage_alone() -> None:
    """After a failure, only the empty passage is asked for again; the others are paid for."""
    fill, model = await FillWorkshop.made(), Novelist({LOW: [says("")] * 3})
    with pytest.raises(ConversationError, match=rf"no prose for '{ENDING}'"):
        await filled(model, fill=fill)
    assert len(model.asked(LOW)) == 3
    again = Novelist()
    _, result = await filled(again, RESUMED, fill)
    assert remove_conditional_text(passages(result)[ENDING]["prose"]) == prose_of(LOW)
    assert len(again.asked(LOW)) == 1
    assert not {BELL, DESK} & set(again.titles)


async def test_a_provider_that_fails_ends_the_run_which_resumes_without_asking_twice(plain) -> None:
    """A network failure in the middle of FILL must not cost the finished passages."""
    fill, model = await FillWorkshop.made(), Novelist({DESK: [UnreachableError("No route.")]})
    with pytest.raises(UnreachableError):
        await filled(model, fill=fill)
    again = Novelist()
    _, result = await filled(again, RESUMED, fill)
    assert result.version.data == plain.result.version.data
    assert len(fill.workshop.store.journal.entries("fill-1")) == CALLS
    assert not {*model.titles} - {DESK, "Chained Boats"} & {*again.titles}


async def test_a_new_run_pays_only_for_what_changed() -> None:
    """A small edit in GROW must not make the author pay for what is written. (FIL-11.1)"""
    fill, _ = await filled(Novelist())
    same, changed = Novelist(), Novelist()
    _, result = await filled(same, fill=fill)
    assert same.requests == []
    assert (result.version.version, result.llm_calls) == (2, 0)

    titled = [
        {**each, "title": each["title"].replace("Chained Boats", "The Chain")}
        for each in fill.workshop.current("grow").data["passages"]
    ]
    edit(fill, "grow", passages=titled)
    _, again = await filled(changed, fill=fill)
    assert changed.requests == []
    assert passages(again) == passages(result)


def edit(fill: FillWorkshop, stage: str, **changes: Any) -> None:
    """Edit the artifact of ``stage``, as an author would."""
    current = fill.workshop.current(stage)
    fill.workshop.store.artifacts.add(
        stage,
        {**current.data, **changes},
        made_from=current.made_from,
        origin="edit",
        created_at=fill.workshop.clock.now(),
    )


async def touched() -> FillWorkshop:
    """Return a written story in which the author wrote the passage Chained Boats."""
    fill, result = await filled(Novelist())
    edit(fill, "fill", passages={**passages(result), CHAINED: {"prose": "The boats are mine."}})
    return fill


async def test_what_an_author_had_a_hand_in_is_kept_and_seen_by_those_who_write_after_it() -> None:
    """The author's prose outranks new prose, and writers see it. (FIL-4.10)"""
    fill = await touched()
    model = Novelist()
    _, result = await filled(model, fill=fill)
    assert (passages(result)[CHAINED], model.requests) == ({"prose": "The boats are mine."}, [])

    _, result = await filled(model, Ask(said="Less rain."), fill)
    assert passages(result)[CHAINED] == {"prose": "The boats are mine."}
    shown = model.asked("Low Water")[0].messages[1].content
    assert "The boats are mine." in shown


async def test_making_it_anew_keeps_nothing() -> None:
    """The note of a rerun may concern every passage. (FIL-4.10)"""
    _, result = await filled(Novelist(), Ask(redo="More fog."), await touched())
    assert remove_conditional_text(passages(result)[CHAINED]["prose"]) == prose_of("Chained Boats")


async def test_another_model_writes_anew() -> None:
    """Who names another model wants its prose, not stored answers of the old model."""
    other = Novelist(name="scripted/other")
    await filled(other, fill=(await filled(Novelist()))[0])
    assert len(other.requests) == CALLS


async def test_a_remark_reaches_every_passage() -> None:
    """A note that misses some passages would leave the story uneven."""
    fill, _ = await filled(Novelist(), Ask(said="Less rain."))
    anew = Novelist()
    await filled(anew, Ask(redo="More fog."), fill)
    assert len(anew.titles) == WRITINGS
    for title in TITLES.values():
        system = anew.asked(title)[0].messages[0].content
        assert "The author asks: Less rain." in system
        assert "The author asks: More fog." in system


async def test_a_reviewer_reads_what_the_rules_pass_and_its_issues_are_revised() -> None:
    """Rules run first because they are free; the reviewer sees only prose that passes the rules."""
    issue = {"problem": "The bell does not ring.", "fix": "Let it ring."}

    def judge(request: ChatRequest) -> dict[str, Any]:
        faulty = prose_of(BELL) in request.messages[1].content
        return {"decision": "revise", "issues": [issue]} if faulty else KEEP

    bad, rings = says("You wait."), says(prose_of("The bell rings"))
    model = Novelist({BELL: [bad, says(prose_of(BELL)), rings]}, review=judge)
    _, result = await filled(model, Ask(review=True))
    assert passages(result)[OPENING] == {"prose": rings.text}
    assert "The bell does not ring. Let it ring." in model.asked(BELL)[2].messages[3].content
    reviews = [each for each in model.requests if each.tools and "review" in each.tools[0].name]
    assert len(reviews) == WRITINGS + 1
    assert not any(bad.text in each.messages[1].content for each in reviews)


async def test_the_model_that_is_named_for_it_reviews() -> None:
    """A model named for reviews must do them, or the author pays the wrong provider."""
    fill, writer, reviewer = await FillWorkshop.made(), Novelist(), Novelist()
    providers = evolve(one_provider(writer), review=reviewer)
    await fill.workshop.run_stage(providers).execute("fill", Ask(review=True))
    reviews = [each for each in reviewer.requests if each.tools[0].name == "submit_review"]
    assert len(reviews) == WRITINGS
    (drama,) = [each for each in reviewer.requests if each.tools[0].name == "submit_drama"]
    assert [*reviews, drama, *reviewer.readings] == reviewer.requests


SAMPLE = MaterialPage(name="samples/mine.txt", text=" ".join(f"word{n}" for n in range(200)))


class WithSample(Ask):
    """A request in a project with a sample of the author's prose."""

    def inputs(self, stage: Any = None) -> StageInputs:
        return super().inputs(stage).model_copy(update={"material": Material(pages=(SAMPLE,))})


async def test_the_voice_holds_a_sample_that_every_writer_sees() -> None:
    """Adjectives about a voice say less than a paragraph in it."""
    model = Novelist()
    _, result = await filled(model)
    for each in ("sample", "contrast"):
        assert result.version.data["voice"][each] == VOICE[each]
        for title in TITLES.values():
            assert VOICE[each] in model.asked(title)[0].messages[0].content


async def test_the_author_s_own_prose_is_the_sample() -> None:
    """The author's sentences come before a model's idea of them."""
    model = Novelist()
    _, result = await filled(model, WithSample())
    sample = result.version.data["voice"]["sample"]
    assert sample.split() == [*SAMPLE.text.split()[:120], "…"]
    request = model.asked(BELL)[0]
    texts = "".join(each.content for each in request.messages)
    assert texts.count("word7 ") == 1, "the material shows it already"


async def test_what_is_invented_is_asked_for_warm_and_what_is_kept_in_order_cold() -> None:
    """A cold voice sounds like every other; a warm review finds what is not there."""
    model = Novelist({LOW: [says(prose_of(LOW))]})
    await filled(model, Ask(review=Review.WHOLE))
    warm, cold = set(), set()
    for request in model.requests:
        name = request.tools[0].name if request.tools else ""
        judges = name in ("submit_whole", "submit_drama")
        (cold if judges else warm).add(request.temperature)
    assert (warm - {0.3}, cold) == ({0.8}, {0.1})
