"""Chapters for a story that is woven without them."""

from collections.abc import Mapping

from attrs import evolve

from questfoundry.domain.story.beat import Chapter, chapter_id
from questfoundry.domain.story.story import Story


def with_chapters(story: Story, titles: Mapping[str, str]) -> Story:
    return evolve(
        story,
        chapters=tuple(
            Chapter(
                id=chapter_id(number),
                title=title,
                aim="It goes on.",
                dilemmas=(),
                setup=story.existing_structure.passage(passage).beats[:1],
            )
            for number, (passage, title) in enumerate(titles.items(), start=1)
        ),
    )
