"""List the paragraphs that a player reads in a passage: its prose or, without prose, an outline."""

from collections.abc import Collection, Iterator

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story


def prose_of(story: Story, passage: Passage, flags: Collection[str]) -> tuple[str, ...]:
    """Return the paragraphs, or without prose the outline, that a player with ``flags`` reads."""
    written = story.paragraphs(passage.id)
    if not written:
        return outline_of(story, passage, flags)
    return tuple(each.text for each in written if each.is_visible_with(flags))


def outline_of(story: Story, passage: Passage, flags: Collection[str] = ()) -> tuple[str, ...]:
    """Return the summaries of the story moments in ``passage``, followed by notes.

    A note, in square brackets, names an earlier event that the text depends on or may mention.
    """
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
    for flag in sorted(passage.callback_flags & {*flags}):
        yield f"[Read only after: {story.flags.get(flag, flag)}]"
