"""Tests for the outline of a writer: the own chapter in full, every other chapter in a line."""

from questfoundry.domain.story.size import Size
from questfoundry.domain.writing.briefer import Briefer
from tests.support.grown import grown
from tests.support.planner import planned


def test_a_writer_is_told_of_other_chapters_in_a_line() -> None:
    """Details of all chapters would fill the window of a long story's writer. (CHP-3.2)"""
    story = grown(planned(Size.MEDIUM, 1))
    briefer = Briefer(story)
    starts = list(story.chapter_titles)
    assert len(starts) == len(story.chapters)
    for number, start in enumerate(starts):
        lines = briefer.outline.lines_for(start)
        own = story.chapters[number]
        asked = {story.dilemma(each).question for each in own.dilemmas}
        assert {line.question for line in lines if line.question} == asked
        others = [line for line in lines if not line.covered_ids]
        assert [line.moments for line in others] == [
            (f"{each.title}. {each.summary}",) for each in story.chapters if each is not own
        ]
        assert bool([line for line in lines if line.endings]) is (own is story.chapters[-1])
        place = briefer.outline.line_numbers[start]
        assert lines[place - 1].covered_ids & {*own.setup}


def test_every_chapter_begins_with_a_passage() -> None:
    """Exports show a chapter's title above its first passage, so each chapter needs one."""
    story = grown(planned(Size.MEDIUM, 2))
    first, *_ = starts = story.chapter_titles
    assert first == story.existing_structure.start
    assert list(starts.values()) == [each.title for each in story.chapters]
