"""Beats and flags of a story in words for writers, without ids."""

from __future__ import annotations

from collections.abc import Collection

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.clue import CLUE
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import BriefedBeat


def phrase_beat(story: Story, beat: Beat) -> BriefedBeat:
    """Return the beat with names instead of ids."""
    after, until = story.times_around.get(beat.id, ("", ""))
    return BriefedBeat(
        text=beat.summary,
        place=story.entity_name(beat.location),
        cast=tuple(story.entity_name(each) for each in beat.entities),
        when=beat.when,
        after=after,
        until=until,
        memory=beat.memory,
    )


def phrase_flags(story: Story, flags: Collection[str]) -> tuple[str, ...]:
    """Return the texts of the flags in the story's order, without clues."""
    return tuple(story.flags[each] for each in story.sort_flags(flags) if kind_of(each) != CLUE)
