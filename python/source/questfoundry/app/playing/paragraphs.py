"""The paragraphs in which a passage is shown: its prose, or its outline while it has none."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story


def prose_of(story: Story, passage: Passage, flags: Collection[str]) -> tuple[str, ...]:
    """The paragraphs that a player with those flags reads; without prose, the outline."""
    written = story.paragraphs(passage.id)
    if not written:
        return outline_of(story, passage, flags)
    return tuple(each.text for each in written if each.is_read_with(flags))


def outline_of(story: Story, passage: Passage, flags: Collection[str] = ()) -> tuple[str, ...]:
    """The beats in their order, then what the passage remembers, which is for all players alike.

    In brackets stands what weaving added to the plan.
    """
    del flags
    beats = (_beat(story, beat) for beat in story.beats_in(passage))
    return (*beats, *_remembered(story, passage))


def _beat(story: Story, beat: Beat) -> str:
    match beat.role:
        case BeatRole.RESIDUE:
            path = story.path_of(beat)
            return f"[What is left behind: {path.left_behind if path else ''}]"
        case BeatRole.TRANSITION:
            place = story.entity_name(beat.location)
            return f"[A step from one scene to the next: {place}.]"
        case _:
            return beat.summary


def _remembered(story: Story, passage: Passage) -> Iterator[str]:
    for trace in passage.remembers:
        answer = story.answer_of(trace.path).text
        if trace.residue is Residue.HEAVY:
            yield f"[Told only after: {answer}]"
        elif trace.residue is Residue.COSMETIC:
            yield f"[May recall: {answer}]"
