"""A passage told by its prose, or by its plan as long as it has none."""

from __future__ import annotations

import re

from questfoundry.app.structure.outline import Outline
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story

_GAP = re.compile(r"\n\s*\n")


class Prose:
    """Tells passages in paragraphs, which empty lines part; a line end within one stays."""

    def __init__(self, story: Story) -> None:
        self._prose = story.prose
        self._outline = Outline(story)

    def told(self, passage: Passage) -> tuple[str, ...]:
        """The paragraphs of the prose, else the outline."""
        prose = self._prose.get(passage.id, "").strip()
        return tuple(_GAP.split(prose)) if prose else self._outline.told(passage)
