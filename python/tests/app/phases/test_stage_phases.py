"""What a stage sends to its models, phase by phase."""

import json
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
)
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.stage_runs import VISION, Ask, Workshop, one_provider
from tests.support.tools import LookupTool

DIRECT = Ask(said="A noir mystery")


def script() -> list[Any]:
    return [says("A drowned city."), says("The brief."), calls("submit_dream", VISION)]


def names(provider: ScriptedChatProvider) -> list[list[str]]:
    return [[tool.name for tool in request.tools] for request in provider.requests]


async def test_each_phase_offers_its_own_tools() -> None:
    """STG-1.1."""
    provider, run = Workshop().scripted(script())
    await run.execute("dream", evolve(DIRECT, research_tools=[LookupTool()]))

    discuss = ["lookup", "present_options", "ready_to_summarize"]
    assert names(provider) == [discuss, [], ["submit_dream"]]
    assert [request.tool_choice for request in provider.requests] == ["auto", "none", "required"]


async def test_each_phase_has_its_temperature() -> None:
    """STG-1.2."""
    provider, run = Workshop().scripted(script())
    await run.execute("dream", DIRECT)

    assert [request.temperature for request in provider.requests] == [0.8, 0.3, 0.1]


async def test_a_profile_stands_above_the_defaults_of_a_phase() -> None:
    """STG-1.2."""
    traits = ModelTraits(profile=Profile(temperatures={Phase.DISCUSS: 0.5}))
    provider = ScriptedChatProvider(script(), traits=traits)
    providers = PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
    await Workshop().run_stage(providers).execute("dream", DIRECT)

    assert [request.temperature for request in provider.requests] == [0.5, 0.3, 0.1]


async def test_both_modes_take_the_same_path() -> None:
    """STG-1.3."""
    direct, run_directly = Workshop().scripted(script())
    talking, run_talking = Workshop().scripted(script())
    await run_directly.execute("dream", DIRECT)
    await run_talking.execute(
        "dream", evolve(DIRECT, interactive=True, author=ScriptedAuthor(["/done"]))
    )

    system = [message.content for message in (r.messages[0] for r in direct.requests)]
    other = [message.content for message in (r.messages[0] for r in talking.requests)]
    assert system[0] != other[0]
    assert system[1:] == other[1:]
    for mine, theirs in zip(direct.requests, talking.requests, strict=True):
        assert evolve(mine, messages=mine.messages[1:]) == evolve(
            theirs, messages=theirs.messages[1:]
        )


async def test_a_model_that_is_better_at_schemas_gets_the_schema() -> None:
    """STG-1.4."""
    traits = ModelTraits(
        capabilities=Capabilities(json_schema=True),
        profile=Profile(structured_output=StructuredOutput.SCHEMA),
    )
    provider = ScriptedChatProvider(
        [says("A drowned city."), says("The brief."), says(json.dumps(VISION))], traits=traits
    )
    providers = PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
    result = await Workshop().run_stage(providers).execute("dream", DIRECT)

    last = provider.requests[-1]
    assert last.tools == ()
    assert last.response_schema is not None
    assert last.response_schema["title"] == "DreamArtifact"
    assert result.artifact.model_dump()["genre"] == "mystery"


async def test_each_phase_asks_its_own_provider() -> None:
    """STG-1.5."""
    providers = [ScriptedChatProvider([reply]) for reply in script()]
    discuss, summarize, serialize = providers
    run = Workshop().run_stage(
        PhaseProviders(discuss=discuss, summarize=summarize, serialize=serialize)
    )
    await run.execute("dream", DIRECT)

    assert [len(provider.requests) for provider in providers] == [1, 1, 1]


async def test_a_model_without_tools_is_offered_none() -> None:
    """STG-1.6."""
    traits = ModelTraits(
        capabilities=Capabilities(tools=False, json_schema=True),
        profile=Profile(discusses_without_tools=True),
    )
    provider = ScriptedChatProvider(
        [says("A drowned city."), says("The brief."), says(json.dumps(VISION))], traits=traits
    )
    providers = PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
    await (
        Workshop()
        .run_stage(providers)
        .execute("dream", evolve(DIRECT, research_tools=[LookupTool()]))
    )

    assert names(provider) == [[], [], []]
    assert "lookup" not in provider.requests[0].messages[0].content


async def test_the_model_ends_the_discussion() -> None:
    """STG-2.1."""
    author = ScriptedAuthor([])
    provider, run = Workshop().scripted(
        [calls("ready_to_summarize", text="All clear."), *script()[1:]]
    )
    await run.execute("dream", evolve(DIRECT, interactive=True, author=author))

    assert author.asked == 0
    assert names(provider)[1] == []


@pytest.mark.parametrize("line", ["/done", "", "   ", None])
async def test_the_author_ends_the_discussion(line: str | None) -> None:
    """STG-2.2."""
    provider, run = Workshop().scripted(script())
    await run.execute("dream", evolve(DIRECT, interactive=True, author=ScriptedAuthor([line])))

    assert names(provider)[1:] == [[], ["submit_dream"]]
    assert not any("/done" in message.content for message in provider.requests[1].messages)


@pytest.mark.parametrize("turns", [1, 2, 3])
async def test_the_limit_ends_the_discussion(turns: int) -> None:
    """STG-2.3, STG-2.6."""
    author = ScriptedAuthor(["more"] * 9)
    provider, run = Workshop().scripted([says("Idea.")] * turns + script()[1:])
    await run.execute("dream", evolve(DIRECT, interactive=True, author=author, max_turns=turns))

    assert author.asked == turns - 1
    assert len(provider.requests) == turns + 2


async def test_without_an_author_discuss_is_one_turn_with_tools() -> None:
    """STG-2.4."""
    tool = LookupTool()
    provider, run = Workshop().scripted([calls("lookup", {"query": "noir"}), *script()])
    await run.execute("dream", evolve(DIRECT, research_tools=[tool]))

    assert [dict(arguments) for arguments in tool.asked] == [{"query": "noir"}]
    assert len(provider.requests) == 4


async def test_summarize_sees_what_the_tools_found() -> None:
    """STG-1.1."""
    provider, run = Workshop().scripted([calls("lookup", {"query": "noir"}), *script()])
    await run.execute("dream", evolve(DIRECT, research_tools=[LookupTool()]))

    roles = [message.role for message in provider.requests[2].messages]
    assert Role.TOOL_RESULT in roles
    assert roles[0] is Role.SYSTEM
    assert roles[-1] is Role.USER


async def test_a_line_can_be_taken_back() -> None:
    """STG-2.5."""
    workshop = Workshop()
    author = ScriptedAuthor(["Make it a western.", "/undo", "/done"])
    provider, run = workshop.scripted([says("A drowned city."), says("Yee-haw."), *script()[1:]])
    await run.execute("dream", evolve(DIRECT, interactive=True, author=author))

    said = " ".join(message.content for message in provider.requests[2].messages)
    assert "western" not in said
    assert "Yee-haw" not in said
    assert "A drowned city." in said
    stored = workshop.store.messages.get_by_conversation("dream-1")
    assert [each.message.content for each in stored][-1] == "A drowned city."


async def test_every_text_of_the_model_is_announced() -> None:
    """STG-1.3."""
    heard: list[str] = []
    _, run = Workshop().scripted([says("One."), says("Two."), *script()[1:]])
    await run.execute(
        "dream",
        evolve(
            DIRECT,
            interactive=True,
            author=ScriptedAuthor(["Go on.", "/done"]),
            on_assistant_message=heard.append,
        ),
    )

    assert heard == ["One.", "Two."]


async def test_a_very_small_model_serializes_from_the_author_s_own_words() -> None:
    """STG-1.7: what was said after the idea, too."""
    traits = ModelTraits(
        capabilities=Capabilities(tools=False, json_schema=True),
        profile=Profile(prompt_style=PromptStyle.SHORT, discusses_without_tools=True),
    )
    provider = ScriptedChatProvider(
        [says("Flour."), says("Yeast."), says("The brief."), says(json.dumps(VISION))],
        traits=traits,
    )
    author = ScriptedAuthor(["Make it a comedy", "/done"])
    await (
        Workshop()
        .run_stage(one_provider(provider))
        .execute("dream", evolve(DIRECT, interactive=True, author=author))
    )

    assert (
        provider.requests[-1].messages[-1].content.startswith("A noir mystery. Make it a comedy\n")
    )


@pytest.mark.parametrize(("most", "window", "asked"), [(500, 32_768, 500), (None, 2048, 1024)])
async def test_no_more_is_asked_for_than_a_model_can_write(
    most: int | None, window: int, asked: int
) -> None:
    """STG-1.8."""
    traits = ModelTraits(capabilities=Capabilities(context_window=window, max_output_tokens=most))
    provider = ScriptedChatProvider(script(), traits=traits)
    await Workshop().run_stage(one_provider(provider)).execute("dream", DIRECT)

    assert {request.max_tokens for request in provider.requests} == {asked}
