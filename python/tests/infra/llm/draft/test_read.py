"""Tests of whole drafts: their prose has no slips, and a playthrough reaches an ending."""

import pytest

from benchmarks.scene_checks.read import compose_draft, read_aloud
from questfoundry.domain.prose.finished_prose import check_finished_prose
from questfoundry.infra.llm.draft.library import MaterialLibrary
from tests.support.stage_runs import shipped_prompts

IDEA = "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them."
PROMPTS = shipped_prompts()
PREMISES = [each.id for each in MaterialLibrary(PROMPTS).load_heads()]


@pytest.mark.parametrize("premise", PREMISES)
@pytest.mark.parametrize("idea", [IDEA, "rain", "Does she burn it or take the train to Ys?"])
def test_a_draft_has_no_slips_in_its_prose(premise: str, idea: str) -> None:
    """`qf check` finds nothing in scenes that people wrote. (PRS-9.2)"""
    story = compose_draft(PROMPTS, idea, "0", premise=premise).story
    assert check_finished_prose(story, PROMPTS.wording("rules/finished_prose")) == ()


def test_a_playthrough_ends() -> None:
    """The writers of scenes read one playthrough from title to ending."""
    first, *_, last = read_aloud(PROMPTS, IDEA, "3", premise="the-ballad")
    assert first.startswith("# ")
    assert last.startswith("THE END: ")
