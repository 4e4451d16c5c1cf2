"""The vision of a story: what every later stage keeps to."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.size import Size


@frozen(kw_only=True)
class Vision:
    """Genre, tone, themes and reach of a story, as DREAM settled them."""

    genre: str
    subgenre: str
    tone: str
    themes: tuple[str, ...]
    audience: str
    scope: str
    size: Size
    style: str
    creative_vision: str
    content_notes: str = ""
