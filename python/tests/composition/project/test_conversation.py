"""A conversation in three phases on any pydantic model, without a project."""

import pytest
from pydantic import BaseModel, Field

from questfoundry import ConversationError, ConversationRunner, Fault, UsageError
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.fault import FaultKind
from questfoundry.testing import ScriptedAuthor, ScriptedChatProvider, calls, says
from tests.support.tools import LookupTool


class Menu(BaseModel):
    """The menu of a tavern."""

    name: str = Field(description="The name of the tavern.")
    dishes: list[str] = Field(min_length=2, description="The dishes, two at least.")


MESSAGES = (system("You talk about taverns."), user("A tavern by the sea."))
MENU = {"name": "The Gull", "dishes": ["eel", "bread"]}


async def test_a_conversation_returns_data_and_how_it_came_about() -> None:
    """A program must see who ended the conversation and what was said. (PIP-10.3)"""
    model = ScriptedChatProvider(
        [
            says("Eel?"),
            calls("ready_to_summarize", {}),
            says("Eel it is."),
            calls("submit_menu", MENU),
        ]
    )
    heard: list[str] = []
    runner = ConversationRunner(
        provider=model, finalization=Menu, name="menu", max_discuss_turns=10
    )
    result = await runner.run(
        MESSAGES,
        user_input_fn=ScriptedAuthor(["Yes."]),
        summary_prompt="Sum up the menu.",
        on_assistant_message=heard.append,
    )
    assert result.artifact == Menu(**MENU)
    assert (result.turns, result.end.value, result.brief) == (2, "model", "Eel it is.")
    assert heard == ["Eel?"]
    assert [each.content for each in result.discussion][:3] == [
        "A tavern by the sea.",
        "Eel?",
        "Yes.",
    ]
    assert model.requests[2].messages[-1].content == "Sum up the menu."
    schema = model.requests[-1].tools[0].parameters
    assert schema["properties"]["dishes"]["description"] == "The dishes, two at least."


async def test_a_faulty_answer_is_corrected_up_to_the_limit() -> None:
    """The model must see each fault, of the form or of the program's own rules."""

    def reject_bread(menu: Menu) -> list[Fault]:
        found = "bread" in menu.dishes
        return [Fault(rule="dry", kind=FaultKind.INVALID, field="dishes", problem="dry")] * found

    answers = (
        calls("submit_menu", {"name": "The Gull", "dishes": ["eel"]}),
        calls("submit_menu", MENU),
        calls("submit_menu", {"name": "The Gull", "dishes": ["eel", "soup"]}),
    )
    model = ScriptedChatProvider([says("Eel."), says("A brief."), *answers])
    runner = ConversationRunner(provider=model, finalization=Menu, name="menu")
    result = await runner.run(MESSAGES, validator=reject_bread)
    assert (result.attempts, result.artifact.dishes, result.turns) == (3, ["eel", "soup"], 1)
    model = ScriptedChatProvider([says("Eel."), says("A brief."), answers[1]])
    runner = ConversationRunner(
        provider=model, finalization=Menu, name="menu", validation_retries=1
    )
    with pytest.raises(ConversationError, match="dry"):
        await runner.run(MESSAGES, validator=reject_bread)


async def test_other_first_messages_are_refused() -> None:
    """Messages in another order would be sent as they are, and confuse the model."""
    runner = ConversationRunner(provider=ScriptedChatProvider(), finalization=Menu)
    with pytest.raises(UsageError, match="one system message and one user message"):
        await runner.run(MESSAGES[1:])


async def test_what_a_conversation_cannot_use_is_refused_before_anything_is_paid() -> None:
    """A plain function or a reserved name would fail after the first paid answer."""
    model = ScriptedChatProvider()
    for name in ("submit_menu", "ready_to_summarize"):
        runner = ConversationRunner(
            provider=model, finalization=Menu, name="menu", research_tools=(LookupTool(name),)
        )
        with pytest.raises(UsageError, match=f"{name} is reserved"):
            await runner.run(MESSAGES)
    runner = ConversationRunner(provider=model, finalization=Menu)
    with pytest.raises(UsageError, match="`user_input_fn` must be a coroutine function"):
        await runner.run(MESSAGES, user_input_fn=lambda: "Yes.")
    assert model.requests == []


async def test_research_tools_are_offered_in_the_discussion_alone() -> None:
    """Research belongs to the discussion; later phases must use only what was decided."""
    model = ScriptedChatProvider([says("Eel."), says("A brief."), calls("submit_menu", MENU)])
    tool = LookupTool()
    runner = ConversationRunner(
        provider=model, finalization=Menu, name="menu", research_tools=(tool,)
    )
    await runner.run(MESSAGES)
    offered = [[each.name for each in request.tools] for request in model.requests]
    assert offered == [[tool.definition.name, "ready_to_summarize"], [], ["submit_menu"]]
