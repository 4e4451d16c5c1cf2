"""A stage sends these requests to its models, phase by phase."""

import json
import re
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.envelope import success
from questfoundry.domain.chat.exchange import (
    ChatResponse,
    FinishReason,
    estimate_message_tokens,
    estimate_request_tokens,
)
from questfoundry.domain.chat.messages import Role, ToolCall
from questfoundry.domain.errors import NoAnswerError, WindowExceededError
from questfoundry.domain.events import RequestShortened
from questfoundry.domain.events.stages import AuthorAsked, AuthorLineRefused
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Phase, Profile, PromptStyle
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import ScriptedChatProvider, calls, calls_all, says
from tests.support.examples import examples
from tests.support.stage_runs import VISION, Ask, Workshop
from tests.support.tools import LookupTool

DIRECT = Ask(said="A noir mystery")
SMALL = ModelTraits.from_capabilities(context_window=8_192)
LONG = "A long idea. " * 8_000


def script() -> list[Any]:
    return [says("A drowned city."), says("The brief."), calls("submit_dream", VISION)]


def with_author(*lines: str | None) -> Ask:
    return evolve(DIRECT, interactive=True, author=ScriptedAuthor([*lines]))


def lookups(*queries: str, text: str = "") -> ChatResponse:
    """Return a reply that looks all ``queries`` up at once."""
    return calls_all(
        *(
            ToolCall(id=str(at), name="lookup", arguments={"query": query})
            for at, query in enumerate(queries)
        ),
        text=text,
    )


def names(provider: ScriptedChatProvider) -> list[list[str]]:
    return [[tool.name for tool in request.tools] for request in provider.requests]


async def test_each_phase_offers_its_own_tools() -> None:
    """A wrong tool in a phase lets the model skip or repeat phases. (STG-1.1)"""
    provider = await Workshop().run_script(script(), evolve(DIRECT, research_tools=[LookupTool()]))

    assert names(provider) == [["lookup", "ready_to_summarize"], [], ["submit_dream"]]
    assert [request.tool_choice for request in provider.requests] == ["auto", "none", "required"]


@pytest.mark.parametrize("own", [{}, {Phase.DISCUSS: 0.5}])
async def test_each_phase_has_its_temperature(own: dict[Phase, float]) -> None:
    """Ideas need a high temperature, and data a low one, unless the model has its own."""
    provider = ScriptedChatProvider(script(), traits=ModelTraits(profile=Profile(temperatures=own)))
    await Workshop().run(provider, DIRECT)

    temperatures = [request.temperature for request in provider.requests]
    assert temperatures == [own.get(Phase.DISCUSS, 0.8), 0.3, 0.1]


async def test_both_modes_take_the_same_path() -> None:
    """With and without an author, one code path must give the same requests."""
    direct, talking = ScriptedChatProvider(script()), ScriptedChatProvider(script())
    await Workshop().run(direct, DIRECT)
    await Workshop().run(talking, with_author("/done"))

    for place, (mine, theirs) in enumerate(zip(direct.requests, talking.requests, strict=True)):
        assert (mine.messages[0] == theirs.messages[0]) == (place > 0)
        assert evolve(mine, messages=mine.messages[1:]) == evolve(
            theirs, messages=theirs.messages[1:], tools=mine.tools
        )
    assert names(talking)[0] == ["ready_to_summarize"]
    assert names(direct) == [["ready_to_summarize"], *names(talking)[1:]]


async def test_each_phase_asks_its_own_provider() -> None:
    """Authors pay different models for different phases."""
    providers = [ScriptedChatProvider([reply]) for reply in script()]
    phases = dict(zip(("discuss", "summarize", "serialize"), providers, strict=True))
    await Workshop().run_stage(PhaseProviders(**phases)).execute("dream", DIRECT)

    assert [len(provider.requests) for provider in providers] == [1, 1, 1]


async def test_a_model_without_tools_is_offered_none() -> None:
    """A provider without tool support refuses requests with tools."""
    traits = ModelTraits(
        capabilities=Capabilities(tools=False, json_schema=True),
        profile=Profile(discusses_without_tools=True),
    )
    replies = [*script()[:2], says(json.dumps(VISION))]
    for asked in (DIRECT, with_author("/done")):
        provider = ScriptedChatProvider(replies, traits=traits)
        await Workshop().run(provider, evolve(asked, research_tools=[LookupTool()]))

        assert names(provider) == [[], [], []]
        words = provider.requests[0].messages[0].content
        assert not {"lookup", "ready_to_summarize"} & set(re.findall(r"\w+", words))


READY = calls("ready_to_summarize", text="All clear.")


async def test_the_model_ends_the_discussion() -> None:
    """The model can end a finished discussion, so the author is not asked for nothing."""
    author = ScriptedAuthor(["Colder."])
    provider = ScriptedChatProvider([says("Warm?"), READY, *script()[1:]])
    await Workshop().run(provider, evolve(DIRECT, interactive=True, author=author))

    assert author.asked == 1
    assert names(provider)[2] == []


@pytest.mark.parametrize("max_turns", [1, 10])
async def test_the_author_is_asked_at_least_once(max_turns: int) -> None:
    """Someone who asked for a discussion must be heard, however the model ends it."""
    author = ScriptedAuthor(["Colder."])
    replies = [READY, *([READY] if max_turns > 1 else []), *script()[1:]]
    provider = ScriptedChatProvider(replies)
    await Workshop().run(
        provider, evolve(DIRECT, interactive=True, author=author, max_turns=max_turns)
    )

    assert author.asked == 1
    assert "Colder." in str(provider.requests[-2].messages)


@pytest.mark.parametrize("line", ["/done", "", "   ", None])
async def test_the_author_ends_the_discussion(line: str | None) -> None:
    """The author's command to end must work in every form and never reach the model. (STG-2.2)"""
    provider = ScriptedChatProvider(script())
    await Workshop().run(provider, with_author(line))

    assert names(provider)[1:] == [[], ["submit_dream"]]
    assert not any("/done" in message.content for message in provider.requests[1].messages)


@given(st.lists(st.text(min_size=1, max_size=20).filter(str.strip), max_size=3))
@examples(20)
async def test_all_ends_of_a_discussion_lead_to_the_same_request(texts: list[str]) -> None:
    """The way a discussion ends must not change its result."""
    lines = ["Go on."] * len(texts)
    ends = {
        # The author is asked once even if the model is ready at once.
        "model": (calls("ready_to_summarize", text="So be it."), lines or [None]),
        "author": (says("So be it."), [*lines, "/done"]),
        "input": (says("So be it."), [*lines, None]),
    }
    asked = []
    for last, said in ends.values():
        provider = ScriptedChatProvider([*map(says, texts), last, *script()[1:]])
        await Workshop().run(provider, with_author(*said))
        asked.append(provider.requests[len(texts) + 1 :])
    assert asked[0] == asked[1] == asked[2]


@pytest.mark.parametrize("turns", [1, 2, 3])
async def test_the_limit_ends_the_discussion(turns: int) -> None:
    """A turn limit keeps an endless discussion from costing more.

    The author knows of the last turn, and the answer to it is in the summary.
    """
    author, workshop = ScriptedAuthor([f"line {at}" for at in range(9)]), Workshop()
    provider = await workshop.run_script(
        [says("Idea.")] * turns + script()[1:],
        evolve(DIRECT, interactive=True, author=author, max_turns=turns),
    )

    assert len(provider.requests) == turns + 2
    left = [each.turns_left for each in workshop.events.events if isinstance(each, AuthorAsked)]
    assert left == [*reversed(range(turns))]
    assert f"line {turns - 1}" in str(provider.requests[-2].messages)


async def test_an_undone_line_gives_its_turn_back() -> None:
    """The author must not lose a turn to an answer that was removed. (STG-2.5)"""
    lines = ["Make it a western.", "/undo", "Colder.", "/undo", "Warmer.", "Wetter."]
    provider = ScriptedChatProvider([says("Idea.")] * 4 + script()[1:])
    await Workshop().run(provider, evolve(with_author(*lines), max_turns=2))

    summarized = str(provider.requests[4].messages)
    assert [each in summarized for each in ("western", "Colder", "Warmer", "Wetter")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("line", ["/quti", "/help", " /done now", "/UNDO", "/x y z"])
async def test_an_unknown_command_is_never_sent_to_the_model(line: str) -> None:
    """A typing error in a command must cost nothing, and the author sees the list."""
    workshop = Workshop()
    provider = ScriptedChatProvider(script())
    await workshop.run(provider, with_author(line, "/done"))

    assert len(provider.requests) == 3
    (refused,) = (each for each in workshop.events.events if isinstance(each, AuthorLineRefused))
    assert "/undo" in refused.problem

    provider = ScriptedChatProvider([says("Idea."), *script()])
    await Workshop().run(provider, with_author("/r/nosleep, but / or: wet", "/done"))
    assert len(provider.requests) == 4


async def test_without_an_author_discuss_is_one_turn_and_summarize_sees_what_was_found() -> None:
    """Without an author no question can be answered; what was looked up is paid."""
    tool = LookupTool()
    provider = await Workshop().run_script(
        [calls("lookup", {"query": "noir"}), *script()], evolve(DIRECT, research_tools=[tool])
    )

    assert [dict(arguments) for arguments in tool.asked] == [{"query": "noir"}]
    assert len(provider.requests) == 4
    summarize = provider.requests[2].messages
    talk = [Role.ASSISTANT, Role.TOOL_RESULT, Role.ASSISTANT]
    assert [each.role for each in summarize] == [Role.SYSTEM, Role.USER, *talk, Role.USER]
    assert provider.requests[2].tools == ()


async def test_what_was_looked_up_last_counts() -> None:
    """A turn of nothing but look-ups must not end in a brief from the idea alone."""

    async def find(asked):
        return success("x" * 5_900 + asked["query"], action="Go on.")

    tools = [LookupTool(answer=find), LookupTool("other", answer=find)]
    queries = [calls(name, {"query": f"{at}"}) for at in range(4) for name in ("lookup", "other")]
    provider, workshop = ScriptedChatProvider([*queries, *script()], traits=SMALL), Workshop()
    await workshop.run(provider, evolve(DIRECT, research_tools=tools))

    *_, last_look, answer, summarize, _ = provider.requests
    assert len(provider.requests) == 8 + 3
    assert last_look.tools
    assert answer.tools == ()
    assert answer.temperature == 0.8
    found = [each for each in summarize.messages if each.role is Role.TOOL_RESULT]
    assert len(found) == 8
    room = SMALL.capabilities.context_window // 8
    assert sum(estimate_message_tokens(each) for each in found) <= room + 8 * 30
    assert {each.content[:20] for each in found} == {'{"result": "success"'}
    said = f"the ends of 8 tool results: they share {room:,} tokens"
    shortened = [each for each in workshop.events.events if isinstance(each, RequestShortened)]
    assert (said,) in [each.left_out for each in shortened if each.scope == "summarize"]
    shown = workshop.preview(provider).execute("dream", Phase.SUMMARIZE, DIRECT.inputs())
    assert said in shown.left_out


async def test_a_lookup_that_ends_the_discussion_reaches_the_brief() -> None:
    """A model may look things up and end the discussion in one reply."""
    ready = ToolCall(id="r", name="ready_to_summarize", arguments={})
    looks = ToolCall(id="l", name="lookup", arguments={"query": "noir"})
    provider = await Workshop().run_script(
        [calls_all(looks, ready), *script()[1:]], evolve(DIRECT, research_tools=[LookupTool()])
    )

    _, summarize, _ = provider.requests
    assert [each.name for message in summarize.messages for each in message.tool_calls] == [
        "lookup"
    ]
    assert "ready_to_summarize" not in str(summarize.messages)


async def test_a_line_can_be_taken_back() -> None:
    """An undone line must not influence later phases. (STG-2.5)"""
    workshop = Workshop()
    provider = ScriptedChatProvider([says("A drowned city."), says("Yee-haw."), *script()[1:]])
    await workshop.run(provider, with_author("Make it a western.", "/undo", "/done"))

    said = " ".join(message.content for message in provider.requests[2].messages)
    assert "western" not in said
    assert "Yee-haw" not in said
    assert "A drowned city." in said
    stored = workshop.store.messages.get_by_conversation("dream-1")
    assert [each.message.content for each in stored][-1] == "A drowned city."


async def test_what_is_said_beside_a_call_is_announced_and_what_was_said_before_is_not() -> None:
    """Text beside a tool call must be shown, and a rerun must not show old texts again."""
    workshop, heard = Workshop(), list[str]()
    talking = evolve(DIRECT, research_tools=[LookupTool()], on_assistant_message=heard.append)
    looks = calls("lookup", {"query": "noir"}, text="Let me see.")
    await workshop.run_script([looks, says("Found it."), *script()[1:]], talking)
    await workshop.run_script(
        [says("Colder."), *script()[1:]], evolve(talking, redo="Make it colder.")
    )

    assert heard == ["Let me see.", "Found it.", "Colder."]


async def test_an_idea_that_no_model_could_read_is_refused_before_anything_is_paid() -> None:
    """An idea longer than the window must fail before the first paid call. (STG-9.1)"""
    wide = ModelTraits.from_capabilities(context_window=200_000)
    for traits in ((SMALL, SMALL), (wide, SMALL)):
        discuss, summarize = (ScriptedChatProvider([], traits=each) for each in traits)
        providers = PhaseProviders(discuss=discuss, summarize=summarize, serialize=summarize)
        with pytest.raises(WindowExceededError):
            await Workshop().run_stage(providers).execute("dream", evolve(DIRECT, said=LONG))
        assert discuss.requests == summarize.requests == []


async def test_an_author_s_line_that_is_too_long_does_not_count() -> None:
    """A pasted text that exceeds the window must not end the discussion."""
    workshop, author = Workshop(), ScriptedAuthor([LONG, "Shorter.", "/done"])
    provider = ScriptedChatProvider([says("One."), says("Two."), *script()[1:]], traits=SMALL)
    await workshop.run(provider, evolve(DIRECT, interactive=True, author=author))

    assert author.asked == 3
    assert sum(isinstance(each, AuthorLineRefused) for each in workshop.events.events) == 1
    assert provider.requests[1].messages[-1].content == "Shorter."


async def test_the_results_of_a_turn_never_exceed_the_window() -> None:
    """Long tool results are shortened, or the provider refuses the request."""
    workshop, found = Workshop(), "x" * 5_900

    async def much(_):
        return success(found, action="Go on.")

    tool = LookupTool(answer=much)
    provider = ScriptedChatProvider([lookups(*"01234"), *script()], traits=SMALL)
    await workshop.run(provider, evolve(DIRECT, research_tools=[tool]))

    for request in provider.requests:
        assert estimate_request_tokens(request) + request.max_tokens <= 8_192
    scopes = [each.scope for each in workshop.events.events if isinstance(each, RequestShortened)]
    assert scopes == ["discuss", "summarize"]


LENGTHS = st.integers(0, 30_000)


@given(LENGTHS, st.lists(LENGTHS, max_size=6), LENGTHS, LENGTHS, st.integers(2_500, 24_000))
@examples(40)
async def test_whatever_is_said_and_found_no_request_is_longer_than_the_window(
    idea, found, said, remark, window
) -> None:
    """No mix of texts and tool results may exceed the window."""

    async def much(asked):
        return success("x" * int(asked["query"]), action="Go on.")

    searches = lookups(*map(str, found), text="y" * said)

    def reply(request):
        if request.tool_choice == "required":
            return calls("submit_dream", VISION)
        if request.tool_choice == "none" or len(request.messages) > 2:
            return says("z" * said + ".")
        return searches

    provider = ScriptedChatProvider(
        [reply] * 20, traits=ModelTraits.from_capabilities(context_window=window)
    )
    asked = evolve(
        DIRECT,
        said=f"A {'i' * idea}",
        interactive=True,
        author=ScriptedAuthor(["r" * remark + ".", "/done", "/done"]),
        research_tools=[LookupTool(answer=much)],
    )
    try:
        await Workshop().run(provider, asked)
    except WindowExceededError:
        # The idea and the model's text beside its calls cannot be shortened.
        assert max(idea, said) > window


@pytest.mark.parametrize("lack", ["refused", "refused in words", "cut_off", "empty"])
@pytest.mark.parametrize("phase", ["discuss", "summarize"])
async def test_what_is_no_answer_is_never_built_on_and_blocks_no_run(phase, lack) -> None:
    """A refusal or truncated reply must not become the brief."""
    bad = {
        "refused": says("I will not.", finish_reason=FinishReason.REFUSED),
        "refused in words": says("Sorry, I can't help with that."),
        "cut_off": says("The brief is", finish_reason=FinishReason.LENGTH),
        "empty": says(""),
    }[lack]
    before = [] if phase == "discuss" else [says("A drowned city.")]
    workshop = Workshop()
    _, run = workshop.scripted([*before, bad, bad])
    with pytest.raises(NoAnswerError) as told:
        await run.execute("dream", DIRECT)
    assert (told.value.code.value, told.value.section.partition(":")[0]) == (
        lack.removesuffix(" in words"),
        phase,
    )

    provider, again = workshop.scripted(script()[len(before) :])
    result = await again.execute("dream", Ask(resume="dream-1"))
    assert result.artifact.model_dump()["genre"] == "mystery"
    assert len(provider.requests) == 3 - len(before)


async def test_a_very_small_model_serializes_from_the_author_s_own_words() -> None:
    """A tiny model's summary loses facts, so Serialize gets the author's own words."""
    traits = ModelTraits(
        capabilities=Capabilities(tools=False, json_schema=True),
        profile=Profile(prompt_style=PromptStyle.SHORT, discusses_without_tools=True),
    )
    provider = ScriptedChatProvider(
        [says("Flour."), says("Yeast."), says("The brief."), says(json.dumps(VISION))],
        traits=traits,
    )
    author = ScriptedAuthor(["Make it a comedy", "/done"])
    await Workshop().run(provider, evolve(DIRECT, interactive=True, author=author))

    assert (
        provider.requests[-1].messages[-1].content.startswith("A noir mystery. Make it a comedy\n")
    )


@pytest.mark.parametrize(("most", "window", "asked"), [(500, 32_768, 500), (None, 2048, 1024)])
async def test_no_more_is_asked_for_than_a_model_can_write(most, window, asked) -> None:
    """A provider refuses a request for more tokens than its limit."""
    traits = ModelTraits(capabilities=Capabilities(context_window=window, max_output_tokens=most))
    provider = ScriptedChatProvider(script(), traits=traits)
    await Workshop().run(provider, DIRECT)

    assert {request.max_tokens for request in provider.requests} == {asked}
