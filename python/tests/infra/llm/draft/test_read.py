"""Tests of whole drafts: their prose has no slips, and a playthrough reaches an ending."""

import pytest

from benchmarks.scene_checks.read import compose_draft, read_aloud
from questfoundry.domain.prose.finished_prose import check_finished_prose
from questfoundry.infra.llm.draft.library import MaterialLibrary
from tests.support.stage_runs import shipped_prompts

IDEA = "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them."
PROMPTS = shipped_prompts()
HEADS = tuple(MaterialLibrary(PROMPTS).load_heads())
FRAMES = [each.id for each in HEADS if not each.needs]
OF_THE_IDEA = [each.id for each in HEADS if "deed=some" in " ".join(each.needs)]
GENRES = [each.id for each in HEADS if each.needs and each.id not in OF_THE_IDEA]
SECRET = "A pianist owes money and must decide whether to betray the singer who saved his life."
PUBLIC = "A judge must decide whether to evict the widow before winter, or resign."


@pytest.mark.parametrize("premise", [*FRAMES, *GENRES])
@pytest.mark.parametrize("idea", [IDEA, "rain", "Does she burn it or take the train to Ys?"])
def test_a_draft_has_no_slips_in_its_prose(premise: str, idea: str) -> None:
    """`qf check` finds nothing in scenes that people wrote. (PRS-9.1)"""
    story = compose_draft(PROMPTS, idea, "0", premise=premise).story
    assert check_finished_prose(story, PROMPTS.wording("rules/finished_prose")) == ()


@pytest.mark.parametrize("premise", OF_THE_IDEA)
@pytest.mark.parametrize("idea", [SECRET, PUBLIC])
def test_a_story_of_the_idea_has_no_slips_and_offers_its_deed(premise: str, idea: str) -> None:
    """The answers of the last dilemma are the idea's own verbs. (DRF-4.7)"""
    story = compose_draft(PROMPTS, idea, "0", premise=premise).story
    assert check_finished_prose(story, PROMPTS.wording("rules/finished_prose")) == ()
    labels = {each.label for each in story.existing_structure.choices}
    deeds = (
        {"Betray the singer", "Do not betray the singer"}
        if idea == SECRET
        else {"Evict the widow", "Resign"}
    )
    assert deeds <= labels


def test_a_playthrough_ends() -> None:
    """The writers of scenes read one playthrough from title to ending."""
    first, *_, last = read_aloud(PROMPTS, IDEA, "3", premise="the-ballad")
    assert first.startswith("# ")
    assert last.startswith("THE END: ")
