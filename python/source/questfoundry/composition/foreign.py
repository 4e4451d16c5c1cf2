"""Stories that were not made here: which formats can be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from questfoundry.domain.story.foreign import ForeignStory


def foreign_story(paths: Sequence[Path], *, start: str | None = None) -> ForeignStory:
    """The story in those files and folders; ``InputError`` where there is none.

    It begins at ``start``, else where it says itself.
    """
    from questfoundry.infra.reading.json_reader import JsonStoryReader
    from questfoundry.infra.reading.story_files import read_story
    from questfoundry.infra.reading.twee import TweeReader
    from questfoundry.infra.reading.twine_html import TwineHtmlReader

    story = read_story(paths, (TweeReader(), TwineHtmlReader(), JsonStoryReader()))
    if start is None:
        return story
    return evolve(story, structure=evolve(story.structure, start=start))
