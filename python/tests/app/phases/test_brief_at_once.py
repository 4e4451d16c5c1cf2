"""Condensed, a large model without an author ends Discuss with the brief, and skips Summarize."""

import json
from contextlib import suppress

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.agent import ToolOffer
from questfoundry.app.phases.stage_prompts import (
    extract_brief,
    extract_notes,
    get_brief_marker,
    get_data_marker,
)
from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.errors import ConversationError, NoAnswerError, UnreachableError
from questfoundry.domain.events.stages import PhaseCompleted, PhaseStarted
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, Phase, Profile, PromptStyle
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.support.small_story import PATHS, SEED_JOINED, made_until
from tests.support.stage_runs import VISION, Ask, Workshop, shipped_prompts
from tests.support.tools import LookupTool
from tests.support.toy_stage import ToyStage

IDEA = Ask(said="A noir mystery", size="micro", phases=PhaseMode.CONDENSED)
LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
MARK = get_brief_marker(shipped_prompts())
NOTES, BRIEF = "Duty pulls harder than mercy.", "Genre: mystery.\n\nTone: brooding."
BOTH = says(f"{NOTES}\n\n{MARK}\n{BRIEF}\n")
SUBMITTED = calls("submit_dream", VISION)
DATA = says(f"{NOTES}\n\n{MARK}\n{json.dumps(VISION)}")
DATA_MARK = get_data_marker(shipped_prompts())
LEDGER_WORDS = "dilemma::the-drowned-ledger: Mara reads the first page by the window."
LOOKS = calls("lookup", {"query": "noir"}, text=f"Let me see.\n{MARK}\nNot yet.")


def large(*replies: Reply, model: str = "scripted/model") -> ScriptedChatProvider:
    return ScriptedChatProvider(replies, traits=LARGE, model=model)


async def ran(provider: ScriptedChatProvider, asked: Ask = IDEA) -> Workshop:
    workshop = Workshop()
    await workshop.run(provider, asked)
    return workshop


def ended_phases(workshop: Workshop) -> dict[str, PhaseCompleted]:
    events = workshop.events.events
    return {each.phase: each for each in events if isinstance(each, PhaseCompleted)}


def read(request: ChatRequest) -> str:
    return "\n".join(message.content for message in request.messages)


async def test_one_request_yields_notes_and_brief() -> None:
    """One request for notes and brief saves a call; Serialize gets only the brief. (STG-11.1)"""
    provider = large(BOTH, SUBMITTED)
    workshop = await ran(provider)

    discuss, serialize = provider.requests
    system, opening = (message.content for message in discuss.messages)
    assert MARK in system.partition("# How we work")[2].splitlines()[2]
    assert MARK in system.splitlines()[-1]
    assert opening.startswith("Story idea: A noir mystery")
    assert "genre: The main genre" in opening
    assert "in English (en)" in opening
    assert MARK in opening.splitlines()[-1]
    assert BRIEF in read(serialize)
    assert NOTES not in read(serialize)
    assert discuss.max_tokens == 2 * (serialize.max_tokens or 0)
    # Progress displays expect all three phases, even if Summarize sent no request.
    started = [each for each in workshop.events.events if isinstance(each, PhaseStarted)]
    assert [each.phase for each in started] == list(Phase)
    ended = ended_phases(workshop)
    assert (ended["summarize"].rounds, ended["summarize"].usage) == (0, NO_USAGE)
    assert ended["discuss"].usage == BOTH.usage


async def test_a_brief_that_is_the_data_needs_no_further_request() -> None:
    """A brief that already contains the valid data saves the request of Serialize. (STG-11.1)"""
    provider = large(DATA)
    workshop = await ran(provider)

    assert len(provider.requests) == 1
    assert workshop.current("dream").data["genre"] == VISION["genre"]
    ended = ended_phases(workshop)
    assert (ended["serialize"].rounds, ended["serialize"].usage) == (0, NO_USAGE)


async def test_names_of_the_idea_stand_where_the_data_are_asked_for() -> None:
    """Without the names, the model would invent entities of its own. (STG-11.1, BRN-5.1)"""
    workshop = await made_until("dream")
    inputs = StageInputs(
        phases=PhaseMode.CONDENSED, said=("Sergeant Ilk and Mara Voss share the last air.",)
    )
    shown = workshop.preview(large()).execute("brainstorm", Phase.DISCUSS, inputs)
    asked = shown.request.messages[1].content
    assert "JSON object" in asked
    assert "The author gives these names" in asked
    assert "- Mara Voss" in asked


async def test_only_what_is_wrong_in_such_data_is_asked_for() -> None:
    """Valid fields are kept, so a retry pays only for faulty fields. (STG-11.1, STG-3.2)"""
    wrong = json.dumps({**VISION, "themes": ["one"], "genre": ""})
    mended = calls("submit_dream", {"themes": VISION["themes"], "genre": "mystery"})
    provider = large(says(f"{NOTES}\n{MARK}\n```json\n{wrong}\n```"), mended)
    workshop = await ran(provider)

    _, repair = provider.requests
    assert {*repair.tools[0].parameters["properties"]} == {"themes", "genre"}
    assert workshop.current("dream").data["themes"] == [*VISION["themes"]]


def plan(data: object, words: str = LEDGER_WORDS) -> ChatResponse:
    """Return a reply of SEED's Discuss with ``words`` and ``data`` as its brief."""
    return says(f"{NOTES}\n{MARK}\n{words}\n{DATA_MARK}\n{json.dumps(data)}")


async def planned_with(*replies: Reply) -> ScriptedChatProvider:
    """Return the model whose ``replies`` give the plan of the small story."""
    workshop, provider = await made_until("brainstorm"), large(*replies)
    result = await workshop.run(provider, Ask(phases=PhaseMode.CONDENSED), "seed")
    assert result.version.data == (await made_until("seed")).current("seed").data
    return provider


async def test_the_plan_ends_with_its_first_data() -> None:
    """SEED's brief ends with its first data, which saves a call; its words shape the beats."""
    branches, moments = SEED_JOINED
    provider = await planned_with(plan(branches), calls("submit_seed", moments))

    discuss, serialize = provider.requests
    assert DATA_MARK in discuss.messages[0].content.splitlines()[-1]
    assert "path::the-last-air-alternative" in read(discuss)
    assert "EXACTLY 4" in discuss.messages[-1].content.splitlines()[-1]
    assert LEDGER_WORDS in read(serialize)
    assert not any(each in read(serialize) for each in (NOTES, DATA_MARK, '"weight"'))


async def test_of_the_data_of_a_plan_only_what_is_wrong_is_asked_for() -> None:
    """One faulty path must not make the author pay for the whole plan again. (STG-3.2)"""
    branches, moments = SEED_JOINED
    path = "path::the-last-air-default"
    wrong = {**branches, "paths": {**PATHS["paths"], path: {"summary": "They rise."}}}
    right = {"paths": {path: PATHS["paths"][path]}}
    provider = await planned_with(
        plan(wrong), calls("submit_seed", right), calls("submit_seed", moments)
    )

    (fields,) = provider.requests[1].tools[0].parameters["properties"].values()
    assert [*fields["properties"]] == [path]


@pytest.mark.parametrize("said", [says(f"{NOTES}\n{MARK}\n{LEDGER_WORDS}"), plan(["none"])])
async def test_a_plan_without_data_is_asked_for_them(said: ChatResponse) -> None:
    """A brief without usable data must not end the run; Serialize asks for the data as usual."""
    provider = await planned_with(said, *(calls("submit_seed", each) for each in SEED_JOINED))

    assert all(LEDGER_WORDS in read(each) for each in provider.requests[1:])


async def test_a_model_of_its_own_for_a_phase_is_asked() -> None:
    """An author who names a model for a phase wants the result from that model. (STG-11.1)"""
    talks, serializes = large(BOTH), large(SUBMITTED, model="other/model")
    providers = PhaseProviders(discuss=talks, summarize=talks, serialize=serializes)
    await Workshop().run_stage(providers).execute("dream", IDEA)

    assert "JSON" not in read(talks.requests[0])
    assert len(serializes.requests) == 1

    talks, sums_up = large(says(NOTES), SUBMITTED), large(says("The brief."), model="other/model")
    providers = PhaseProviders(discuss=talks, summarize=sums_up, serialize=talks)
    await Workshop().run_stage(providers).execute("dream", IDEA)

    assert len(sums_up.requests) == 1
    assert MARK not in read(talks.requests[0])


async def test_after_looking_things_up_the_last_reply_holds_it() -> None:
    """Text beside a tool call is no brief; only the last reply counts. (STG-11.1)"""
    provider = large(LOOKS, BOTH, SUBMITTED)
    await ran(provider, evolve(IDEA, research_tools=[LookupTool()]))

    assert [len(request.tools) for request in provider.requests] == [1, 1, 1]
    assert BRIEF in read(provider.requests[-1])
    assert "Not yet." not in read(provider.requests[-1])


@pytest.mark.parametrize(
    "said",
    [
        says(NOTES),
        says(f"{NOTES}\n{MARK}\n"),
        says(f"{NOTES} The line is {MARK}, and below it stands this."),
        says(f"{NOTES}\n{MARK}\nGenre: mys", finish_reason=FinishReason.LENGTH),
    ],
    ids=["missing", "empty", "not a line", "cut off"],
)
async def test_without_a_whole_brief_summarize_asks(said: ChatResponse) -> None:
    """A missing or cut brief must not lose content, so Summarize asks for the brief as usual."""
    provider = large(said, says("The brief."), SUBMITTED)
    await ran(provider)

    assert [request.tool_choice for request in provider.requests] == ["auto", "none", "required"]
    assert NOTES in read(provider.requests[1])
    assert MARK not in provider.requests[1].messages[-1].content
    assert "The brief." in read(provider.requests[2])


async def test_notes_that_are_cut_off_are_asked_for_with_more_room() -> None:
    """Truncated notes would lose the plan, so the room is doubled."""
    for lost in (says("Duty pulls"), says(f"{MARK}\nGenre: mys")):
        provider = large(evolve(lost, finish_reason=FinishReason.LENGTH), BOTH, SUBMITTED)
        await ran(provider)
        first, second, serialize = provider.requests
        assert second == evolve(first, max_tokens=2 * (first.max_tokens or 0))
        assert BRIEF in read(serialize)

    with pytest.raises(NoAnswerError):
        await ran(large(*[says("Duty pulls", finish_reason=FinishReason.LENGTH)] * 2))


SMALL_WINDOW = ModelTraits.from_capabilities(context_window=LARGE_WINDOW - 1)
NO_COMPREHENSION = ModelTraits.from_capabilities(context_window=LARGE_WINDOW, comprehension=False)
SHORT_PROMPTS = LARGE.model_copy(update={"profile": Profile(prompt_style=PromptStyle.SHORT)})
TALK = evolve(IDEA, interactive=True, author=ScriptedAuthor(["/done"]))


@pytest.mark.parametrize(
    ("traits", "asked"),
    [
        pytest.param(SMALL_WINDOW, IDEA, id="small window"),
        pytest.param(NO_COMPREHENSION, IDEA, id="no comprehension"),
        pytest.param(SHORT_PROMPTS, IDEA, id="short prompts"),
        pytest.param(LARGE, TALK, id="an author"),
    ],
)
async def test_where_no_reply_can_hold_notes_and_brief_there_are_two_requests(traits, asked):
    """Small models cannot write both at once, and a talk with an author has no fixed last reply."""
    provider = ScriptedChatProvider([says(NOTES), says("The brief."), SUBMITTED], traits=traits)
    await ran(provider, asked)

    assert len(provider.requests) == 3
    assert not any(MARK in read(request) for request in provider.requests)


async def test_a_stage_that_has_no_words_for_it_has_its_three_requests() -> None:
    """A stage from another package without this prompt must still run. (STG-5.1)"""
    workshop = Workshop()
    workshop.registry = type(workshop.registry)([ToyStage("toy", needs=())])
    provider = large(says("A word."), says("Tide."), calls("submit_toy", {"word": "tide"}))
    await workshop.run(provider, IDEA, "toy")

    assert len(provider.requests) == 3


@pytest.mark.parametrize("call", range(3))
async def test_a_run_cut_off_at_any_call_goes_on_where_it_stopped(call: int) -> None:
    """An interrupted run finds notes and brief in the journal, already paid. (STG-4.1)"""
    script: list[Reply] = [LOOKS, BOTH, SUBMITTED]
    workshop, tool, whole = Workshop(), LookupTool(), large(*script)
    asked = evolve(IDEA, research_tools=[tool])
    first, rest = large(*script[:call], UnreachableError("The server is gone.")), script[call:]
    with pytest.raises(UnreachableError):
        await workshop.run(first, asked)
    again = large(*rest)
    result = await workshop.run(again, evolve(asked, resume="dream-1"))
    await ran(whole, evolve(asked, research_tools=[LookupTool()]))

    assert result.llm_calls == len(script)
    assert [*first.requests[:-1], *again.requests] == whole.requests
    assert len(tool.asked) == 1


async def test_a_recorded_run_replays_without_asking_anyone() -> None:
    """A recording without a request for Summarize must replay offline."""
    workshop = await ran(large(BOTH, SUBMITTED))
    silent = large()
    again = PhaseProviders(discuss=silent, summarize=silent, serialize=silent, recording="dream-1")
    await workshop.run_stage(again).execute("dream", Ask())

    assert silent.requests == []


async def test_made_anew_with_a_remark_it_ends_with_the_brief_again() -> None:
    """A rerun must use its new brief; the brief in the old reply ignores the note. (STG-8.1)"""
    workshop = await ran(large(BOTH, SUBMITTED))
    colder = says(f"Colder.\n{MARK}\nTone: icy.")
    for replies in ([colder], [says("Colder."), says("Tone: icy.")]):
        provider = large(*replies, SUBMITTED)
        await workshop.run(provider, evolve(IDEA, redo="Make it colder."))
        assert len(provider.requests) == len(replies) + 1
        assert "Tone: icy." in read(provider.requests[-1])
        assert "Tone: brooding." not in read(provider.requests[-1])


async def test_what_is_shown_is_what_was_sent() -> None:
    """The preview must match the sent request, and marks requests that can be skipped. (PRJ-5.1)"""
    provider = large(BOTH, SUBMITTED)
    workshop = await ran(provider)
    shown = {
        phase: workshop.preview(provider, ToolOffer()).execute(
            "dream", phase, StageInputs(phases=PhaseMode.CONDENSED)
        )
        for phase in Phase
    }
    discuss, summarize, serialize = shown.values()
    assert [discuss.request, serialize.request] == provider.requests
    assert not discuss.can_be_skipped
    assert summarize.can_be_skipped
    assert serialize.can_be_skipped
    assert NOTES in read(summarize.request)

    small = workshop.preview(ScriptedChatProvider([]))
    assert not small.execute(
        "dream", Phase.SUMMARIZE, StageInputs(phases=PhaseMode.CONDENSED)
    ).can_be_skipped


TEXTS = st.text(max_size=40).filter(lambda each: "brief" not in each.casefold())
DRESSED = st.sampled_from(["{}", "**{}**", "## {}", "  {}:", "**{}:**", "> {}"])


@given(TEXTS, TEXTS, DRESSED, st.sampled_from([MARK, MARK.upper(), MARK.strip("[]")]))
def test_what_stands_below_the_mark_is_the_brief(notes: str, brief: str, dress: str, mark) -> None:
    """Models decorate and repeat the marker line; the brief must still be found. (STG-11.1)"""
    reply = f"{notes}\n{dress.format(mark)}\n{brief}"
    for said in (reply, f"{reply}\n{mark}"):
        assert extract_brief(said, MARK) == brief.strip("\n").strip()
        assert extract_notes(said, MARK) == notes.strip()
    assert extract_brief(notes, MARK) == extract_notes(notes, MARK) == ""


async def test_with_one_attempt_serialize_is_asked_once_and_asked_again_by_a_resume() -> None:
    """Data in the reply of Discuss are no attempt of Serialize. (STG-4.9)"""
    faulty = says(f"{NOTES}\n\n{MARK}\n{json.dumps({**VISION, 'genre': 'a/b'})}")
    workshop, once = Workshop(), evolve(IDEA, attempts=1)
    provider = large(faulty, calls("submit_dream", {"genre": "c/d"}))
    with pytest.raises(ConversationError) as told:
        await workshop.run(provider, once)
    assert len(provider.requests) == 2
    assert len(told.value.attempts) == 2
    for answer in ("e/f", "mystery"):
        provider = large(calls("submit_dream", {"genre": answer}))
        with suppress(ConversationError):
            await workshop.run(provider, Ask(resume="dream-1"))
        assert len(provider.requests) == 1
    assert workshop.current("dream").data["genre"] == "mystery"
