"""The paragraphs in which a passage is shown: its prose, or its outline while it has none."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.story import Story


def prose_of(story: Story, passage: Passage, flags: Collection[str]) -> tuple[str, ...]:
    """The paragraphs that a player with those flags reads; without prose, the outline."""
    written = story.paragraphs(passage.id)
    if not written:
        return outline_of(story, passage, flags)
    return tuple(each.text for each in written if each.is_visible_with(flags))


def outline_of(story: Story, passage: Passage, flags: Collection[str] = ()) -> tuple[str, ...]:
    """The beats in order, then, in brackets, what reminds a player with those flags."""
    beats = (beat.summary for beat in story.beats_in(passage))
    return (*beats, *_list_reminders(story, passage, flags))


def _list_reminders(story: Story, passage: Passage, flags: Collection[str]) -> Iterator[str]:
    for trace in passage.remembers:
        path = story.path(trace.path)
        answer, seen = story.answer_of(path.id).text, path.describe_in(passage.beats)
        match trace.residue:
            case Residue.HEAVY:
                yield f"[Told only after: {answer} {seen}]"
            case Residue.LIGHT if path.flags <= {*flags}:
                yield f"[Read only after: {answer} {seen}]"
            case Residue.COSMETIC:
                yield f"[May recall: {answer} {seen}]"
    for flag in sorted(passage.recalls & {*flags}):
        yield f"[Read only after: {story.flags.get(flag, flag)}]"
