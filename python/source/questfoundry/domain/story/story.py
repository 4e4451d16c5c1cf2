"""The story: the fold of the accepted artifacts, a new value after each stage."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.vision import Vision


@frozen(kw_only=True)
class Story:
    """All that is decided so far; ``None`` where no stage has decided yet."""

    vision: Vision | None = None


EMPTY_STORY = Story()
