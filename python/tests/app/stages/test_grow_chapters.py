"""GROW orders a story with chapters in time, chapter by chapter."""

from questfoundry.domain.artifacts.grow import GrowScenes
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from tests.support.grown import GROW, at
from tests.support.planner import planned
from tests.support.sections import next_section


def test_each_chapter_is_laid_out_behind_the_one_before() -> None:
    """A chapter that begins before the end of the previous chapter would confuse players."""
    story = planned(Size.MEDIUM, 1)
    made = {}
    for number in range(1, 1 + len(story.chapters)):
        section = next_section(GROW, story, StageInputs(), made)
        assert section.name == f"scenes.{number}"
        ids = section.manifest.sections["scenes"]
        assert ids[0] == story.chapters[number - 1].setup[0]

        early = GrowScenes.model_validate({"scenes": {each: at(5) for each in ids}})
        faults = [each.rule for each in section.check(early)]
        assert faults == ([] if number == 1 else ["grow.before_chapter"] * len(ids))
        assert section.last_resort is not None
        assert not section.check(section.last_resort(early))

        later = {"scenes": {each: at(10 * number) for each in ids}}
        made[section.name] = GrowScenes.model_validate(later)
        assert not section.check(made[section.name])
    following = next_section(GROW, story, StageInputs(acts=False), made)
    assert following.name == "titles.1"
