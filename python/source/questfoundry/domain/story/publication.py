"""Define the publication data of a story: author, licence, description, cover, colours, fonts."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import pairwise

from attrs import asdict, evolve, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.former_names import former_names

_READABLE = 4.5
"""The minimum contrast of readable text by WCAG 2.2, level AA."""

_LOADS = re.compile(r"(url|src|image|image-set|-webkit-image-set)\(|@import|</|<!--")
_ESCAPED = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.IGNORECASE | re.DOTALL)


@frozen(kw_only=True)
class Palette:
    """The basic colours of light or dark mode, as ``#rrggbb``.

    ``paper`` is the background, ``ink`` the text, and ``accent`` the links.
    """

    paper: str
    ink: str
    accent: str

    @property
    def quiet(self) -> str:
        """The colour of small print."""
        return _mix(self.ink, self.paper, 0.75)

    @property
    def line(self) -> str:
        """The colour of dividing lines and frames."""
        return _mix(self.ink, self.paper, 0.18)

    @property
    def sheet(self) -> str:
        """The colour of panels on the background."""
        return _mix(self.ink, self.paper, 0.04)

    @property
    def on_accent(self) -> str:
        """The colour of text on the accent colour: ``paper`` or ``ink``, by the higher contrast."""
        return max((self.paper, self.ink), key=lambda each: contrast(each, self.accent))


LIGHT = Palette(paper="#fbf9f4", ink="#24211c", accent="#14606b")
DARK = Palette(paper="#15181b", ink="#dcd8cf", accent="#86c8cf")


def _validate_css(_: object, __: object, css: str) -> None:
    # Exporters remove invisible characters later, so one must not hide a forbidden token here.
    seen = "".join(each for each in css if each.isprintable() or each.isspace())
    plain = _ESCAPED.sub(_unescape, seen).lower()
    if found := _LOADS.search(plain):
        raise InputError(
            f"The theme's CSS contains {found[0]!r}, which would load a resource or end the style "
            "element. Remove it, and use fonts of the reader's system."
        )


@frozen(kw_only=True)
class Theme:
    """The palettes, fonts and CSS of an exported story; the defaults are the program's usual look.

    Fonts are names of system fonts; an empty name means the usual font. The constructor raises
    ``InputError`` if ``css`` would load a resource or end its HTML element.
    """

    light: Palette = LIGHT
    dark: Palette = DARK
    text_font: str = ""
    interface_font: str = ""
    css: str = field(default="", validator=_validate_css)

    def findings(self) -> Iterator[Finding]:
        """Yield a ``theme.contrast`` warning for each pair of colours with too little contrast."""
        for name, colours in (("light", self.light), ("dark", self.dark)):
            pairs = {
                "the ink on the paper": (colours.ink, colours.paper),
                "small print on the paper": (colours.quiet, colours.paper),
                "the accent on the paper": (colours.accent, colours.paper),
                "text on the accent": (colours.on_accent, colours.accent),
            }
            for what, (front, ground) in pairs.items():
                if (measured := contrast(front, ground)) < _READABLE:
                    yield Finding(
                        rule="theme.contrast",
                        severity=Severity.WARNING,
                        place=f"theme.{name}",
                        problem=f"{what} has a contrast of {measured:.1f} to 1.",
                        fix=f"Choose colours with a contrast of at least {_READABLE}.",
                    )


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two ``#rrggbb`` colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mix(front: str, ground: str, share: float) -> str:
    pairs = zip(_parts(front), _parts(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[start:end], 16) for start, end in pairwise((1, 3, 5, 7))]


def _unescape(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else 0
    return chr(code) if 0 < code < 0x110000 else found[2] or "\ufffd"


CustomWording = Mapping[str, Mapping[str, str]]
"""An author's replacements for fixed texts, by ``page`` or ``gamebook``, then by the text's key."""

_KINDS = {b"\x89PNG\r\n\x1a\n": ("image/png", ".png"), b"\xff\xd8\xff": ("image/jpeg", ".jpg")}


def _kind_of(content: bytes) -> tuple[str, str]:
    return next((kind for first, kind in _KINDS.items() if content.startswith(first)), ("", ""))


@former_names(address="data_url")
@frozen
class Cover:
    """A cover picture, given as bytes.

    The constructor raises ``InputError`` unless the bytes are a PNG or JPEG picture.
    """

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


SCENE_RECORD = re.compile(r"\[([\w-]+(?:/[\w-]+)*/\d+)\]")
"""The record of the ready-made scenes in a draft, which the ``style`` of the vision may contain."""

_SCENE_CREDIT = "A draft from scenes that come with QuestFoundry (MIT licence)"


@frozen(kw_only=True)
class Publication:
    """The author's data about a published story; a field without a value is empty.

    ``date``: a year, month or day, such as 2026-11-23.
    ``credits``: the names of other contributors.
    ``typographic_quotes``: whether exports replace straight quotation marks by those of the story's
      language.
    ``show_numbers``: whether players see the numbers of stats beside the sentences.
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
    show_numbers: bool = False
    theme: Theme = field(factory=Theme)
    words: CustomWording = field(factory=dict[str, Mapping[str, str]])

    def add_scene_credit(self, style: str) -> "Publication":
        """Return the data with a credit for QuestFoundry's scenes if ``style`` records such scenes.

        ``style`` is the style in the story's vision. The author's credits come first.
        """
        if not SCENE_RECORD.search(style):
            return self
        lines = filter(None, (self.credits, _SCENE_CREDIT))
        return evolve(self, credits="; ".join(lines))

    @property
    def digest(self) -> str:
        """The SHA-256 digest of all fields in hexadecimal; empty if all fields are empty."""
        if self == Publication():
            return ""
        data = asdict(
            self,
            value_serializer=lambda _, __, value: (
                sha256(value).hexdigest() if isinstance(value, bytes) else value
            ),
        )
        if not self.show_numbers:
            del data["show_numbers"]  # so that the digest of earlier versions stays the same
        return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
