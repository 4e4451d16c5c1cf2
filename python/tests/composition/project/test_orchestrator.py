"""The pipeline as other programs run it."""

from pathlib import Path
from typing import Any

import pytest

from questfoundry.composition.project.orchestrator import PipelineOrchestrator
from questfoundry.domain.errors import BudgetReachedError, ConversationError, InputError, UsageError
from questfoundry.domain.remedy import RunStage
from questfoundry.testing import ScriptedAuthor
from tests.support.dream_server import DreamServer
from tests.support.tools import PlainTool

IDEA = "A noir mystery"


async def test_the_pipeline_runs_and_goes_on(tmp_path: Path) -> None:
    """An embedding program must be able to continue after a reached budget. (PIP-10.1)"""
    seen: list[Any] = []
    with DreamServer() as server:
        story = PipelineOrchestrator(tmp_path / "story", env=server.env)
        with pytest.raises(BudgetReachedError):
            await story.run(IDEA, {"end": "dream", "budget": "1100tokens"})
        result = await story.run(IDEA, {"end": "brainstorm", "on_llm_end": seen.append})
    assert [each.run for each in result.stage_results] == ["dream-1", "brainstorm-1"]
    assert [event.replayed for event in seen] == [True, *[False] * 5]
    assert result.ship_result is None
    assert result.next_step == RunStage("seed")


async def test_a_context_of_a_stage_reaches_its_phases(tmp_path: Path) -> None:
    """A key that is accepted but not passed on would be missed only in a paid run. (PIP-10.1)"""
    started: list[Any] = []
    heard: list[str] = []
    with DreamServer(repairs=9) as server:
        story = PipelineOrchestrator(tmp_path / "story", env=server.env)
        context = {
            "user_prompt": IDEA,
            "interactive": True,
            "user_input_fn": ScriptedAuthor(["A lighthouse.", "A gull.", "A bell."]),
            "research_tools": [PlainTool()],
            "max_turns": 2,
            "validation_retries": 2,
            "on_llm_start": started.append,
            "on_assistant_message": heard.append,
        }
        with pytest.raises(ConversationError) as caught:
            await story.run_stage("dream", context)
        first, second, _, *serialize = server.bodies
    assert IDEA in str(first["messages"])
    assert "plain" in [each["function"]["name"] for each in first["tools"]]
    assert "A lighthouse." in str(second["messages"])
    assert len(heard) == 2
    assert len(caught.value.attempts) == len(serialize) == 2
    assert len(started) == 5


async def test_a_context_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """An unknown key of the context would otherwise be ignored without a message. (PIP-10.1)"""
    story = PipelineOrchestrator(tmp_path / "story", env={})
    wrong: Any = {"resume": "dream-1"}
    with pytest.raises(UsageError, match="run does not accept the context keys resume"):
        await story.run(IDEA, wrong)
    with pytest.raises(InputError, match="is not a budget"):
        await story.run(IDEA, {"budget": "much"})
    with pytest.raises(InputError, match=r"To change it, write `language: de`"):
        await story.run(IDEA, {"language": "de"})
