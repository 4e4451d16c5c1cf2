"""The tools with which the studio's agent works on the project itself."""

from __future__ import annotations

import pytest

from questfoundry.app.session.project_tools import ProjectTool, passages_about
from questfoundry.domain.chat.envelope import ToolStatus
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.story import Story
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import shipped_prompts


@pytest.fixture
async def story() -> Story:
    return story_of(await made_until("grow"))


async def test_the_story_is_searched_with_a_horizon(story: Story) -> None:
    """STU-18.8."""
    structure = story.settled_structure
    words = " ".join(each.title for each in structure.passages)
    everywhere = {each["passage"] for each in passages_about(story, words)}
    assert everywhere
    start = structure.start
    assert {each["passage"] for each in passages_about(story, words, start)} <= {start}
    for passage in structure.passages:
        found = {each["passage"] for each in passages_about(story, words, passage.id)}
        assert not found & {each.target for each in structure.leaving(passage.id)}
    with pytest.raises(InputError):
        passages_about(story, words, "passage::nowhere")
    assert passages_about(Story(), "vault") == []


@pytest.mark.parametrize(
    ("given", "status"),
    [({"stage": "dream"}, "success"), ({"stage": "none"}, "no_results"), ({"stage": "x"}, "error")],
)
async def test_a_use_case_is_a_tool(given: dict[str, str], status: str) -> None:
    async def show(stage: str) -> dict[str, str]:
        if stage == "x":
            raise InputError("There is no stage 'x'.")
        return {} if stage == "none" else {"genre": "noir"}

    tool = ProjectTool("show_artifact", show, shipped_prompts())
    answer = await tool.execute({**given, "more": "ignored"})
    assert answer.result is ToolStatus(status)
    assert answer.action
