"""A passage shown by its plan."""

from __future__ import annotations

from attrs import evolve

from questfoundry.app.playing.paragraphs import outline_of
from questfoundry.domain.story.beat import BeatRole
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
    """SEE-5.1."""
    story, paragraphs = outlined()
    for passage in story.settled_structure.passages:
        assert paragraphs[passage.id] == ("It happens.",) * len(passage.beats)


def test_what_weaving_added_says_what_it_stands_for() -> None:
    """SEE-5.6. In brackets: what a path left behind, and a step to the next scene."""
    story, paragraphs = outlined(
        Shape(residue=Residue.COSMETIC, shared=1, tails=(0, 0)),
        Shape(residue=Residue.LIGHT, shared=1, tails=(1, 1)),
        Shape(residue=Residue.HEAVY, shared=1, tails=(1, 1)),
    )
    roles = {beat.id: beat.role for beat in story.beats}
    for passage in story.settled_structure.passages:
        text = "\n".join(paragraphs[passage.id])
        kinds = {roles[beat] for beat in passage.beats}
        residues = {trace.residue for trace in passage.remembers}
        assert ("[What is left behind: It is so. It is so.]" in text) == (BeatRole.RESIDUE in kinds)
        assert ("[A step from one scene to the next: " in text) == (BeatRole.TRANSITION in kinds)
        assert ("[Told only after: So.]" in text) == (Residue.HEAVY in residues)
        assert ("[May recall: So.]" in text) == (Residue.COSMETIC in residues)
    remembered = {t.residue for each in story.settled_structure.passages for t in each.remembers}
    assert remembered == set(Residue)
