"""FILL runs from its conversation to the last passage, with a model that knows the small story."""

from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason, estimate_request_tokens
from questfoundry.domain.errors import ConversationError, LLMFault, NoAnswerError, UnreachableError
from questfoundry.domain.events.stages import PassageStarted, PassageWritten, WritingStarted
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.prose import find_conditional_names, remove_conditional_text
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.testing.scripted import says
from tests.support.novelist import KEEP, FillWorkshop, Novelist, passage_asked, prose_of
from tests.support.small_story import IDEA, TITLES
from tests.support.stage_runs import Ask, one_provider

LOW, BELL, DESK = "Low Water", "The Tide Bell", "The Sergeant's Desk"
CHAINED = "passage::the-drowned-ledger-default-tail-1"
WRITINGS = len(TITLES)
ROWS = 4
"""The number of branches whose two passages are written in one answer."""
CALLS = 3 + WRITINGS - ROWS
"""Discuss, Summarize and Serialize, then the prose."""


def passages(result: Any) -> dict[str, Any]:
    found: dict[str, Any] = result.version.data["passages"]
    return found


async def test_every_passage_is_written_and_the_voice_stands_before_them() -> None:
    """A missing passage or voice would ship an incomplete story. (FIL-1.1)"""
    fill, model = await FillWorkshop.made(), Novelist()
    result = await fill.run(model).execute("fill", Ask())
    assert result.version.data["voice"]["diction"] == "trade words of divers and clerks"
    assert list(passages(result)) == [f"passage::{slug}" for slug in TITLES]
    for slug, title in TITLES.items():
        assert remove_conditional_text(passages(result)[f"passage::{slug}"]["prose"]) == prose_of(
            title
        )
    assert len(model.requests) == CALLS
    assert model.requests[2].tools[0].name == "submit_fill"


async def test_what_happens_is_told() -> None:
    """Progress displays depend on these events and their counts."""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask())
    events = fill.workshop.events.events
    (began,) = (each for each in events if isinstance(each, WritingStarted))
    assert (began.passages, began.model) == (WRITINGS, "scripted/novelist")
    written = [each for each in events if isinstance(each, PassageWritten)]
    assert [each.done for each in written] == list(range(1, WRITINGS + 1))
    assert {(each.total, each.findings) for each in written} == {(WRITINGS, ())}
    assert min(each.words for each in written) == 100
    started = [each.passage for each in events if isinstance(each, PassageStarted)]
    assert sorted(started) == sorted(each.passage for each in written)


async def test_an_ending_that_does_not_answer_all_its_players_is_revised() -> None:
    """Without conditional texts an ending ignores choices; weak models skip them."""
    fill, model = await FillWorkshop.made(), Novelist({LOW: [says(prose_of(LOW))]})
    result = await fill.run(model).execute("fill", Ask())
    first, revision = model.asked(LOW)
    names = find_conditional_names(
        passages(result)["passage::the-drowned-ledger-default-epilogue-1"]["prose"]
    )
    assert names
    assert f"[{names[0]}]" in revision.messages[-1].content
    assert "for EVERY name above" in first.messages[1].content

    # A model that cannot comprehend texts is not asked for conditional texts or facts.
    weak = ModelTraits(capabilities=Capabilities(json_schema=True, comprehension=False))
    fill, model = await FillWorkshop.made(), Novelist({LOW: [says(prose_of(LOW))]}, traits=weak)
    await fill.run(model).execute("fill", Ask())
    assert len(model.asked(LOW)) == 1
    assert "[for later]" not in model.asked(BELL)[0].messages[1].content


async def test_what_only_some_read_is_known_to_the_structure() -> None:
    """Checks and exports must know which choice flags a passage's conditional texts use."""
    fill, model = await FillWorkshop.made(), Novelist()
    result = await fill.run(model).execute("fill", Ask())
    story = fill.workshop.registry.story(fill.workshop.store.artifacts)
    low = story.existing_structure.passage("passage::the-drowned-ledger-default-epilogue-1")
    names = find_conditional_names(passages(result)[low.id]["prose"])
    assert {f"flag::{name}" for name in names} == low.conditional_flags != frozenset()


async def test_what_is_left_out_of_a_request_is_said_with_its_reason() -> None:
    """Authors can see what a small window cut from a request, and why."""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask())
    story = fill.workshop.registry.story(fill.workshop.store.artifacts)
    briefer = Briefer(story)
    whole, little = (
        PassageRequests(
            prompts=fill.workshop.prompts,
            traits=ModelTraits.from_capabilities(context_window=window),
            story=story,
            outline=briefer.outline,
            inputs=StageInputs(),
            idea=idea,
        )
        for window, idea in ((32_768, IDEA), (300, f"{IDEA}. " * 40))
    )
    briefing = briefer.build_briefing(
        "passage::the-drowned-ledger-default-epilogue-1", story.prose, {}
    )
    assert whole.list_omissions(shorten_briefing(briefing, whole.traits)) == ()
    assert little.list_omissions(shorten_briefing(briefing, little.traits)) == (
        "earlier passages before the nearest: the model's window",
        "excerpts of conditional text: the model's window",
        "all but the end of the nearest passage: the model's window",
        "the outline of the whole: the model's window",
        "the idea after 120 words: all passages pay for it",
    )
    assert "The whole story in outline" not in little.build_request(briefing).messages[0].content


async def test_passages_are_written_side_by_side_and_never_more_than_allowed() -> None:
    """Too many parallel calls hit the provider's rate limit; too few make FILL slow."""
    for most in (1, 2, 16):
        fill, model = await FillWorkshop.made(concurrency=most), Novelist()
        await fill.run(model).execute("fill", Ask())
        assert model.busiest <= most
        assert (model.busiest > 1) == (most > 1)


async def test_the_same_is_asked_however_many_are_written_at_once() -> None:
    """Other requests would not find the answers in the journal. (FIL-2.7)"""
    asked = []
    for most in (1, 16):
        fill, model = await FillWorkshop.made(concurrency=most), Novelist(facts=limp)
        await fill.run(model).execute("fill", Ask())
        asked.append({title: model.asked(title) for title in TITLES.values()})
    assert asked[0] == asked[1]


def limp(name: str, request: ChatRequest) -> dict[str, str]:
    return {name: f"It has a scar from {passage_asked(request)}."}


async def test_a_fact_is_known_to_those_who_write_after_it_and_to_no_other_branch() -> None:
    """A fact must not leak into branches where it never happened. (FIL-3.2)"""
    fill, model = await FillWorkshop.made(), Novelist(facts=limp)
    result = await fill.run(model).execute("fill", Ask())
    first = passages(result)["passage::setup-1"]["facts"]
    assert [each["fact"] for each in first] == ["It has a scar from The Tide Bell."]
    told = {title: model.asked(title)[0].messages[1].content for title in TITLES.values()}
    assert "a scar from The Tide Bell" not in told[BELL]
    assert "a scar from Chained Boats" not in told["A Broken Window"]
    bank = [title for title in TITLES.values() if "- Sunken Bank:" in told[title]]
    assert len(bank) > 3
    # Writers of the next passages see the passage itself instead of its facts.
    unaware = {title for title in bank if "a scar from The Tide Bell" not in told[title]}
    assert {title for title in unaware if f"[{BELL}" not in told[title]} == {BELL}
    assert len(bank) > len(unaware)


async def test_facts_are_asked_for_only_where_somebody_reads_them() -> None:
    """Facts noted after an ending, or by a weak model, would waste tokens."""
    fill, model = await FillWorkshop.made(), Novelist(facts=limp)
    result = await fill.run(model).execute("fill", Ask())
    noted = {name for name, each in passages(result).items() if each.get("facts")}
    ended = {
        each.id
        for each in fill.workshop.registry.story(
            fill.workshop.store.artifacts
        ).existing_structure.passages
        if each.ending
    }
    assert noted == {f"passage::{each}" for each in TITLES} - ended

    weak = ModelTraits(capabilities=Capabilities(json_schema=True, comprehension=False))
    fill, model = await FillWorkshop.made(), Novelist(facts=limp, traits=weak)
    await fill.run(model).execute("fill", Ask())
    assert "[for later]" not in "".join(
        message.content for title in TITLES.values() for message in model.asked(title)[0].messages
    )


async def test_the_outline_and_the_idea_stand_before_what_differs_between_passages() -> None:
    """All requests share one beginning, so providers can cache it and charge less."""
    fill, model = await FillWorkshop.made(), Novelist()
    await fill.run(model).execute("fill", Ask())
    asked = [model.asked(title)[0].messages for title in TITLES.values()]
    (shared,) = {messages[0].content for messages in asked}
    assert "1. The tide bell wakes Mara." in shared
    assert IDEA in shared
    assert "line 1 of the outline" in model.asked(BELL)[0].messages[1].content


async def test_notes_that_break_off_leave_the_prose_whole_and_a_revision_notes_again() -> None:
    """A broken continuity note must not damage good prose, and a revision needs its own notes."""
    cut = says(
        f"{prose_of(BELL)}\n\n[for later]\nMara Voss: She", finish_reason=FinishReason.LENGTH
    )
    fill, model = await FillWorkshop.made(), Novelist({BELL: [cut]})
    await fill.run(model).execute("fill", Ask())
    assert len(model.asked(BELL)) == 1

    fill, model = await FillWorkshop.made(), Novelist({BELL: [says("You wait.")]}, facts=limp)
    result = await fill.run(model).execute("fill", Ask())
    _, revision = model.asked(BELL)
    assert "the notes, as before" in revision.messages[-1].content
    assert passages(result)["passage::setup-1"]["facts"]


async def test_prose_with_findings_is_revised_at_most_twice_and_the_best_is_kept() -> None:
    """Revisions must end, and a worse second attempt must not replace a better one. (FIL-4.3)"""
    worst, better = says("You wait. You wait. You wait here"), says("You wait by the bell.")
    fill, model = await FillWorkshop.made(), Novelist({BELL: [worst, better, worst]})
    result = await fill.run(model).execute("fill", Ask())
    first, second, third = model.asked(BELL)
    assert second.messages[:2] == third.messages[:2] == first.messages
    assert second.messages[2].content == worst.text
    assert third.messages[2].content == better.text
    assert "The passage is not right yet" in third.messages[3].content
    passage = passages(result)["passage::setup-1"]
    assert passage["prose"] == better.text
    assert len(passage["findings"]) == 1
    assert passage["findings"][0] in third.messages[3].content


async def test_prose_that_was_cut_off_is_asked_for_again_with_more_room() -> None:
    """Prose that ended at the token limit would ship as half a sentence."""
    cut = says("You hear the", finish_reason=FinishReason.LENGTH)
    fill, model = await FillWorkshop.made(), Novelist({BELL: [cut]})
    await fill.run(model).execute("fill", Ask())
    first, second = model.asked(BELL)
    assert second.messages == first.messages
    assert (first.max_tokens, second.max_tokens) == (4096, 8192)


async def test_every_request_about_a_passage_fits_the_window() -> None:
    """A request that exceeds the window fails at the provider; reviews count too. (CTX-2.1)"""
    traits = ModelTraits.from_capabilities(context_window=1_900, json_schema=True)
    fill, model = await FillWorkshop.made(), Novelist(traits=traits)
    await fill.run(model).execute("fill", Ask(review=True))
    sizes = [estimate_request_tokens(each) + (each.max_tokens or 0) for each in model.requests]
    assert max(sizes) <= 1_900


@pytest.mark.parametrize("reason", [FinishReason.REFUSED, FinishReason.STOP])
async def test_what_is_refused_is_never_shipped_as_prose(reason: FinishReason) -> None:
    """An apology from the model must not appear in the story; a resumed run asks again."""
    refused = says("I'm sorry, but I cannot write this.", finish_reason=reason)
    fill, model = await FillWorkshop.made(), Novelist({BELL: [refused], LOW: [refused] * 2})
    with pytest.raises(NoAnswerError) as told:
        await fill.run(model).execute("fill", Ask())
    assert told.value.code is LLMFault.REFUSED
    assert [len(model.asked(each)) for each in (BELL, LOW)] == [2, 2]

    result = await fill.run(Novelist()).execute("fill", Ask(resume="fill-1"))
    written = passages(result)
    assert written["passage::setup-1"]["prose"] == prose_of(BELL)
    assert not any("cannot write" in each["prose"] for each in written.values())


async def test_a_model_that_gives_no_prose_is_asked_afresh_for_that_passage_alone() -> None:
    """After a failure, only the empty passage is asked for again; the others are paid for."""
    fill, model = await FillWorkshop.made(), Novelist({LOW: [says("")] * 3})
    with pytest.raises(
        ConversationError, match=r"no prose for 'passage::the-drowned-ledger-default-epilogue-1'"
    ):
        await fill.run(model).execute("fill", Ask())
    assert len(model.asked(LOW)) == 3
    again = Novelist()
    result = await fill.run(again).execute("fill", Ask(resume="fill-1"))
    assert remove_conditional_text(
        passages(result)["passage::the-drowned-ledger-default-epilogue-1"]["prose"]
    ) == prose_of(LOW)
    assert len(again.asked(LOW)) == 1
    assert not {BELL, DESK} & set(again.titles)


async def test_a_provider_that_fails_ends_the_run_which_resumes_without_asking_twice() -> None:
    """A network failure in the middle of FILL must not cost the finished passages. (FIL-4.6)"""
    whole, reference = await FillWorkshop.made(), Novelist()
    expected = await whole.run(reference).execute("fill", Ask())
    fill, model = await FillWorkshop.made(), Novelist({DESK: [UnreachableError("No route.")]})
    with pytest.raises(UnreachableError):
        await fill.run(model).execute("fill", Ask())
    again = Novelist()
    result = await fill.run(again).execute("fill", Ask(resume="fill-1"))
    assert result.version.data == expected.version.data
    answered = [each for each in model.titles if each not in (DESK, "Chained Boats")]
    finished = fill.workshop.store.journal.entries("fill-1")
    assert len(finished) == CALLS
    assert not set(answered) & set(again.titles)


async def test_a_new_run_pays_only_for_what_changed() -> None:
    """A small edit in GROW must not make the author pay for the whole story again."""
    fill, model = await FillWorkshop.made(), Novelist()
    await fill.run(model).execute("fill", Ask())
    same = Novelist()
    result = await fill.run(same).execute("fill", Ask())
    assert same.requests == []
    assert (result.version.version, result.llm_calls) == (2, 0)

    retitle(fill, "Chained Boats", "The Chain")
    changed = Novelist()
    await fill.run(changed).execute("fill", Ask())
    assert set(changed.titles) == {"The Chain"}


def retitle(fill: FillWorkshop, old: str, new: str) -> None:
    artifacts = fill.workshop.store.artifacts
    grow = artifacts.current("grow")
    assert grow is not None
    edited = [
        {**each, "title": new if each["title"] == old else each["title"]}
        for each in grow.data["passages"]
    ]
    artifacts.add(
        "grow",
        {**grow.data, "passages": edited},
        made_from=grow.made_from,
        origin="edit",
        created_at=fill.workshop.clock.now(),
    )


def touch(fill: FillWorkshop, prose: str) -> None:
    """Edit the prose of the passage Chained Boats, as an author would."""
    artifacts = fill.workshop.store.artifacts
    current = artifacts.current("fill")
    assert current is not None
    passages = {**current.data["passages"], CHAINED: {"prose": prose}}
    artifacts.add(
        "fill",
        {**current.data, "passages": passages},
        made_from=current.made_from,
        origin="edit",
        created_at=fill.workshop.clock.now(),
    )


async def test_what_an_author_had_a_hand_in_is_kept_and_seen_by_those_who_write_after_it() -> None:
    """The author's prose outranks new prose, and writers see it. (FIL-4.10)"""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask())
    touch(fill, "The boats are mine.")
    for _ in range(2):
        model = Novelist()
        result = await fill.run(model).execute("fill", Ask())
        assert passages(result)[CHAINED] == {"prose": "The boats are mine."}
        assert set(model.titles) <= {LOW}
    assert model.requests == []
    shown = fill.workshop.store.journal.entries("fill-2")[0].request["messages"][1]["content"]
    assert "The boats are mine." in shown


async def test_making_it_anew_keeps_nothing() -> None:
    """The note of a rerun may concern every passage. (FIL-4.10)"""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask())
    touch(fill, "The boats are mine.")
    result = await fill.run(Novelist()).execute("fill", Ask(redo="More fog."))
    assert remove_conditional_text(passages(result)[CHAINED]["prose"]) == prose_of("Chained Boats")


async def test_another_model_writes_anew() -> None:
    """Who names another model wants its prose, not stored answers of the old model."""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask())
    other = Novelist(name="scripted/other")
    await fill.run(other).execute("fill", Ask())
    assert len(other.requests) == CALLS


async def test_a_remark_reaches_every_passage() -> None:
    """A note that misses some passages would leave the story uneven."""
    fill = await FillWorkshop.made()
    await fill.run(Novelist()).execute("fill", Ask(said="Less rain."))
    anew = Novelist()
    await fill.run(anew).execute("fill", Ask(redo="More fog."))
    assert len(anew.titles) == WRITINGS
    for title in TITLES.values():
        system = anew.asked(title)[0].messages[0].content
        assert "the author asks: Less rain." in system
        assert "the author asks: More fog." in system


async def test_a_reviewer_reads_what_the_rules_pass_and_its_issues_are_revised() -> None:
    """Rules run first because they are free; the reviewer sees only prose that passes the rules."""
    issue = {"problem": "The bell does not ring.", "fix": "Let it ring."}

    def judge(request: ChatRequest) -> dict[str, Any]:
        faulty = prose_of(BELL) in request.messages[1].content
        return {"decision": "revise", "issues": [issue]} if faulty else KEEP

    rings = says(prose_of("The bell rings"))
    bad = says("You wait.")
    fill = await FillWorkshop.made()
    model = Novelist({BELL: [bad, says(prose_of(BELL)), rings]}, review=judge)
    result = await fill.run(model).execute("fill", Ask(review=True))
    assert passages(result)["passage::setup-1"] == {"prose": rings.text}
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
    assert [*reviews, *reviewer.readings] == reviewer.requests
