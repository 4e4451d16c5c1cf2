"""Stories that were not made here: which formats can be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from questfoundry.domain.story.foreign import ForeignStory


def foreign_story(paths: Sequence[Path]) -> ForeignStory:
    """The story in those files and folders; ``InputError`` where there is none."""
    from questfoundry.infra.reading.json_reader import JsonStoryReader
    from questfoundry.infra.reading.story_files import read_story
    from questfoundry.infra.reading.twee import TweeReader

    return read_story(paths, (TweeReader(), JsonStoryReader()))
