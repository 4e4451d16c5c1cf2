"""Tests of the premises that the last stories on a computer used."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.publication import SCENE_RECORD
from questfoundry.infra.llm.draft.chat import DraftChatProvider
from questfoundry.infra.llm.draft.history import PremiseHistory
from questfoundry.infra.llm.draft.provider import DRAFT
from questfoundry.infra.llm.draft.selection import list_fresh_premises
from tests.support.stage_runs import shipped_prompts

IDEA = "A cook sells a house."
DREAM = ChatRequest(
    messages=(user(IDEA),),
    response_schema={"type": "object"},
    about=SectionSubject(stage="dream", section="dream", idea=IDEA),
)


@pytest.fixture
def history(tmp_path: Path) -> PremiseHistory:
    return PremiseHistory(tmp_path / "state" / "premises")


async def draw_premise(history: PremiseHistory, project: Path, seed: int | None = None) -> str:
    provider = DraftChatProvider(
        model=ModelRef("draft", "scenes"),
        traits=DRAFT.traits_of("scenes"),
        prompts=shipped_prompts(),
        project=project,
        history=history,
    )
    vision = json.loads((await provider.complete(evolve(DREAM, seed=seed))).text)
    found = SCENE_RECORD.search(vision["style"])
    assert found
    return found[1].partition("/")[0]


async def test_the_next_story_has_other_scenes_in_any_folder(history, tmp_path):
    """An author who tries ten ideas should see ten frames."""
    places = [tmp_path / str(number) / "story" for number in range(10)]
    premises = [await draw_premise(history, each) for each in places]
    assert len(set(premises)) == len(premises)


async def test_the_same_project_keeps_its_scenes(history, tmp_path):
    first = await draw_premise(history, tmp_path)
    assert await draw_premise(history, tmp_path) == first


async def test_a_chosen_seed_decides_alone(history, tmp_path):
    """The same idea and seed give the same story on every computer."""
    first = await draw_premise(history, tmp_path / "one", seed=3)
    assert await draw_premise(history, tmp_path / "two", seed=3) == first


def test_the_premise_that_was_used_longest_ago_returns_first():
    assert list_fresh_premises(["a", "b"], frozenset(), ["b", "a", "b"]) == ["a"]
    assert list_fresh_premises(["a", "b"], frozenset("ab"), ["a", "b"]) == ["a"]
    assert list_fresh_premises(["a", "b"], frozenset(), []) == ["a", "b"]


def test_a_history_that_cannot_be_read_is_empty(tmp_path):
    """A draft never fails because of its memory."""
    broken = PremiseHistory(tmp_path)
    broken.add("the-fog", tmp_path / "story")
    assert broken.list_recent(tmp_path / "other") == ()
