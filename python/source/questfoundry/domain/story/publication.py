"""How a story is published: whose it is, under what terms, and how it looks."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256

from attrs import asdict, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.theme import Theme

CustomWording = Mapping[str, Mapping[str, str]]
"""Texts by the part that says them, ``page`` or ``gamebook``, and their key."""

_KINDS = {b"\x89PNG\r\n\x1a\n": ("image/png", ".png"), b"\xff\xd8\xff": ("image/jpeg", ".jpg")}


def _kind_of(content: bytes) -> tuple[str, str]:
    return next((kind for first, kind in _KINDS.items() if content.startswith(first)), ("", ""))


@frozen
class Cover:
    """The bytes of a picture; ``InputError`` where they are neither PNG nor JPEG."""

    content: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.media_type:
            raise InputError("It is no picture that every reader shows. Save it as PNG or JPEG.")

    @property
    def media_type(self) -> str:
        """As on the web: ``image/png`` or ``image/jpeg``."""
        return _kind_of(self.content)[0]

    @property
    def data_url(self) -> str:
        """The picture itself as a ``data:`` address, for pages that ask for nothing else."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"

    @property
    def suffix(self) -> str:
        """The end of a file's name: ``.png`` or ``.jpg``."""
        return _kind_of(self.content)[1]


@frozen(kw_only=True)
class Publication:
    """What an author says about a story beside telling it; what is not said is empty.

    All of it but the theme is text for people, ``date`` a year, a month or a day: 2026-11-23.
    ``credits`` name whoever else had a part in it. ``typographic_quotes`` says whether the story's
    straight quotation marks become those of its language. ``words`` are what formats say
    themselves; for what is left out they have their own.
    """

    author: str = ""
    credits: str = ""
    licence: str = ""
    description: str = ""
    date: str = ""
    cover: Cover | None = None
    typographic_quotes: bool = False
    theme: Theme = field(factory=Theme)
    words: CustomWording = field(factory=dict[str, Mapping[str, str]])

    @property
    def digest(self) -> str:
        """The same for the same publication; empty where nothing is said."""
        if self == Publication():
            return ""
        data = asdict(self, value_serializer=lambda _, __, value: _plain(value))
        return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    return sha256(value).hexdigest() if isinstance(value, bytes) else value
