"""The studio's agent works on the project with these tools."""

from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.session.project_tools import (
    AskStoryUseCase,
    ProjectTool,
    compact_value,
    describe_position,
    find_passages,
    truncate_value,
)
from questfoundry.domain.chat.envelope import ToolStatus
from questfoundry.domain.errors import InputError, LLMError
from questfoundry.domain.story.passage import play
from questfoundry.domain.story.story import Story
from questfoundry.testing import ScriptedChatProvider, says
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import one_provider, shipped_prompts


@pytest.fixture
async def story() -> Story:
    return story_of(await made_until("grow"))


async def test_the_story_is_searched_with_a_horizon(story: Story) -> None:
    """A search must not spoil passages that its player cannot have read."""
    structure = story.existing_structure
    words = " ".join(each.title for each in structure.passages)
    everywhere = {each["passage"] for each in find_passages(story, words)}
    assert everywhere
    start = structure.start
    assert {each["passage"] for each in find_passages(story, words, start)} <= {start}
    for passage in structure.passages:
        found = {each["passage"] for each in find_passages(story, words, passage.id)}
        assert not found & {each.target for each in structure.outgoing_choices(passage.id)}
    with pytest.raises(InputError):
        find_passages(story, words, "passage::nowhere")
    assert find_passages(Story(), "vault") == []

    taken: list[str] = []
    while choices := describe_position(story, taken)["choices"]:
        taken.append(choices[-1]["id"])
        met = set(play(structure, taken).passages)
        assert {each["passage"] for each in find_passages(story, words, arc=taken)} <= met
    ended = describe_position(story, taken)
    assert ended["ending"]
    last, first = ended["passage"], structure.start
    assert {each["passage"] for each in find_passages(story, words, first, taken)} <= {first}
    with pytest.raises(InputError):
        find_passages(story, words, last, taken[:1])
    with pytest.raises(InputError):
        find_passages(story, words, arc=["choice::nowhere"])


async def test_a_search_goes_by_rare_words_and_says_what_is_certain(story: Story) -> None:
    """Words that every passage contains must not outrank the one rare word."""
    structure = story.existing_structure
    common = dict.fromkeys((each.id for each in structure.passages), "and the of for with all")
    rare = structure.passages[-1].id
    told = evolve(story, prose={**common, rare: "A marlinspike."})
    found = find_passages(told, "of all the things and for marlin with")
    assert found[0]["passage"] == rare
    assert find_passages(told, "spike") == []
    for passage in structure.passages:
        read = find_passages(story, " ".join(common), passage.id)
        ways = {each["passage"]: each["certain"] for each in read}
        assert ways.get(structure.start, True)
        assert ways.get(passage.id, True)
    ends = [each.id for each in structure.passages if each.ending]
    some = [each for end in ends for each in find_passages(story, " ".join(common), end)]
    assert {each["certain"] for each in some} == {True, False}


@pytest.mark.parametrize(
    ("value", "path", "names"),
    [
        ({"a": "x" * 30_000, "b": [1]}, "", ["a", "b"]),
        ([{"id": "one", "text": "x" * 30_000}], "items", ["items.one"]),
        (["x" * 30_000, "y"], "", ["0", "1"]),
        ({"a": "x"}, "", []),
        ("x" * 30_000, "", []),
    ],
)
def test_what_is_too_long_is_answered_by_its_parts(value: Any, path: str, names: list[str]) -> None:
    """A huge answer would fill the window."""
    told = truncate_value(value, path)
    assert list(told["characters_of_parts"]) == names if names else told == value


def test_what_is_empty_is_not_told() -> None:
    """Empty values in tool answers cost tokens and say nothing."""
    given = {"a": None, "b": {"c": ""}, "d": (1.23456, 0), "e": False}
    assert compact_value(given) == {"d": [1.23, 0], "e": False}


async def test_the_story_answers_from_passages_and_is_paid_for_once() -> None:
    """An answer names its passages as evidence. (STU-18.9)"""
    workshop = await made_until("grow")
    story = story_of(workshop)
    start = story.existing_structure.passage(story.existing_structure.start)
    model = ScriptedChatProvider([LLMError("It broke."), says(f"In the harbour [{start.id}].")])
    runs = evolve(workshop.opener(one_provider(model)), session="studio/1")
    asking = AskStoryUseCase(runs=runs, prompts=workshop.prompts)
    with pytest.raises(LLMError):
        await asking.execute(story, start.title)
    answer = await asking.execute(story, start.title)
    assert answer == {"answer": f"In the harbour [{start.id}].", "passages": [start.id]}
    [asked] = runs.store.runs.list(task="question")
    assert asked.inputs.session == "studio/1"
    assert await asking.execute(story, "zzzz") is None


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
