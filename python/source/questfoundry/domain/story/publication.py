"""Define the publication data of a story: author, licence, description, cover and look."""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256

from attrs import asdict, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.theme import Theme

CustomWording = Mapping[str, Mapping[str, str]]
"""Replacement texts by format part, ``page`` or ``gamebook``, and then by key."""

_KINDS = {b"\x89PNG\r\n\x1a\n": ("image/png", ".png"), b"\xff\xd8\xff": ("image/jpeg", ".jpg")}


def _kind_of(content: bytes) -> tuple[str, str]:
    return next((kind for first, kind in _KINDS.items() if content.startswith(first)), ("", ""))


@former_names(address="data_url")
@frozen
class Cover:
    """A cover picture, given as bytes; raise ``InputError`` unless it is a PNG or JPEG picture."""

    content: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.media_type:
            raise InputError("The cover is neither PNG nor JPEG. Save it in one of these formats.")

    @property
    def media_type(self) -> str:
        """The media type of the picture: ``image/png`` or ``image/jpeg``."""
        return _kind_of(self.content)[0]

    @property
    def data_url(self) -> str:
        """The picture as a ``data:`` URL, for pages that must not load other files."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"

    @property
    def suffix(self) -> str:
        """The suffix of a file with the picture: ``.png`` or ``.jpg``."""
        return _kind_of(self.content)[1]


@frozen(kw_only=True)
class Publication:
    """The author's data about a published story; a field without a value is empty.

    ``date``: a year, month or day, such as 2026-11-23.
    ``credits``: the names of other contributors.
    ``typographic_quotes``: whether exports replace straight quotation marks by those of the story's
      language.
    ``theme``: the look of the exported story.
    ``words``: the author's replacements for fixed texts of the export formats. If a replacement is
      missing, the format uses its own text.
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
        """The SHA-256 digest of all fields in hexadecimal; empty if all fields are empty."""
        if self == Publication():
            return ""
        data = asdict(self, value_serializer=lambda _, __, value: _plain(value))
        return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    return sha256(value).hexdigest() if isinstance(value, bytes) else value
