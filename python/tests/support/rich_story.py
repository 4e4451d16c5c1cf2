"""A story whose prose has every kind of markup, with small pictures and a sound."""

from io import BytesIO

from attrs import evolve
from PIL import Image

from questfoundry.domain.story.asset import Asset
from questfoundry.domain.story.report import Edition
from tests.support.stat_story import stat_edition

SOUND = b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x64" + bytes(413)
"""An MP3 with an empty tag and one silent frame."""

PARAGRAPHS = (
    "It is *late*, **dark** and ***cold***: **bold *and* slow**, *so **it** goes*.",
    "See [Ann's & *Ben's*](https://example.org/a_b?c=d&e=(f)) or [**write**](mailto:a@b.org).",
    "Trust: {wins-trust}; none: {no-such-stat}; typed: \\*so\\*, \\{air}, \\[x](https://x.org).",
    '![A map of "the house" & <garden>](assets/rooms/map.png){width=50%}',
    "![The tide bell](assets/bell.mp3)",
    "![A lost picture](assets/lost.png)",
    "The end of the page.",
)


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40)) -> bytes:
    """Return a picture of one colour."""
    content = BytesIO()
    Image.new("RGB", size, (20, 90, 110)).save(content, kind)
    return content.getvalue()


def rich_edition() -> Edition:
    """Return the story with stats, whose first passage begins with all the paragraphs."""
    edition = stat_edition()
    start = edition.structure.start
    return evolve(
        edition,
        prose={**edition.prose, start: "\n\n".join([*PARAGRAPHS, edition.prose[start]])},
        assets={
            "rooms/map.png": Asset(picture(), "image/png"),
            "bell.mp3": Asset(SOUND, "audio/mpeg"),
        },
    )
