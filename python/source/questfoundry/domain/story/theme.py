"""How a shipped story looks: colours for day and night, fonts, and rules of the author's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from attrs import field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity

_READABLE = 4.5
"""The least contrast of text, by WCAG 2.2 (level AA)."""

_LOADS = re.compile(r"(url|src|image|image-set|-webkit-image-set)\(|@import|</|<!--")
_ESCAPED = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.IGNORECASE | re.DOTALL)


@frozen(kw_only=True)
class Palette:
    """Three colours, ``#rrggbb``: what is written on, what is written, and what is clicked."""

    paper: str
    ink: str
    accent: str

    @property
    def quiet(self) -> str:
        """Of small print."""
        return _mixed(self.ink, self.paper, 0.75)

    @property
    def line(self) -> str:
        """Of rules and frames."""
        return _mixed(self.ink, self.paper, 0.18)

    @property
    def sheet(self) -> str:
        """Of what lies above the paper."""
        return _mixed(self.ink, self.paper, 0.04)

    @property
    def on_accent(self) -> str:
        """Of text on the accent: the paper or the ink, whichever can be read better."""
        return max((self.paper, self.ink), key=lambda each: contrast(each, self.accent))


LIGHT = Palette(paper="#fbf9f4", ink="#24211c", accent="#14606b")
DARK = Palette(paper="#15181b", ink="#dcd8cf", accent="#86c8cf")


def _validate_css(_: object, __: object, css: str) -> None:
    # What cannot be seen is taken out where files are written, and must not part what it says.
    seen = "".join(each for each in css if each.isprintable() or each.isspace())
    plain = _ESCAPED.sub(_unescaped, seen).lower()
    if found := _LOADS.search(plain):
        raise InputError(
            f"It has {found[0]!r}, but a story asks for nothing else. Take it out; fonts are those "
            "of the reader's system."
        )


@frozen(kw_only=True)
class Theme:
    """``light`` and ``dark`` stand for the usual colours where they are those.

    Fonts are names of system fonts, empty for the usual ones. ``css`` is the author's own;
    ``InputError`` where it would load something, or end its element.
    """

    light: Palette = LIGHT
    dark: Palette = DARK
    text_font: str = ""
    interface_font: str = ""
    css: str = field(default="", validator=_validate_css)

    def findings(self) -> Iterator[Finding]:
        """Warnings, rule ``theme.contrast``, of what can hardly be read."""
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
                        fix=f"Choose colours further apart: {_READABLE} is readable.",
                    )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(front: str, ground: str, share: float) -> str:
    pairs = zip(_parts(front), _parts(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[start:end], 16) for start, end in pairwise((1, 3, 5, 7))]


def _unescaped(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else 0
    return chr(code) if 0 < code < 0x110000 else found[2] or "\ufffd"
