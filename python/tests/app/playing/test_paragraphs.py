"""An unwritten passage is shown by its plan."""

from attrs import evolve

from questfoundry.app.playing.walk import outline_of
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import Shape, shaped


def outlined(*shapes: Shape) -> tuple[Story, dict[str, tuple[str, ...]]]:
    plan = shaped(*shapes, Shape(hard=True, shared=1, tails=(1, 1)))
    made = weave(plan)
    story = evolve(plan, structure=made.structure, beats=made.beats)
    return story, {each.id: outline_of(story, each) for each in made.structure.passages}


def test_what_was_planned_is_told_by_its_summary() -> None:
    """Authors can play a story before FILL only if summaries replace the prose. (SEE-5.1)"""
    story, paragraphs = outlined()
    for passage in story.existing_structure.passages:
        assert paragraphs[passage.id] == ("It happens.",) * len(passage.beats)


def test_what_is_remembered_stands_in_brackets_for_those_who_read_it() -> None:
    """A player of the plan must see delayed effects as the final reader will."""
    for residue, words in {
        Residue.COSMETIC: "[May recall: So. It shows.]",
        Residue.LIGHT: "[Read only after: So. It shows.]",
        Residue.HEAVY: "[Told only after: So. It shows.]",
    }.items():
        story, _ = outlined(Shape(residue=residue, shared=1, tails=(0, 0)))
        first, second = (path for path in story.paths if path.delayed_effect)
        for passage in story.existing_structure.passages:
            shown = [words in outline_of(story, passage, path.flags) for path in (first, second)]
            silent = words not in outline_of(story, passage)
            assert shown == [bool(passage.remembers)] * 2
            assert silent == (not passage.remembers or residue is Residue.LIGHT)
