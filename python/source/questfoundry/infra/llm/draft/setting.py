"""Define the format of the files for settings: regions, rooms and trades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from attrs import frozen
from pydantic import Field, model_validator

from questfoundry.infra.llm.draft.premise import Key, Lines, Part

FIXED = frozenset(
    {
        *("hurry", "hurry_said", "since", "ago", "return", "arrives", "gift", "entrance", "seat"),
        *("drink", "coat", "lamp", "paper", "wobbly", "tickets", "away", "token", "hiding"),
        *("book", "law", "crowd", "vehicle", "far", "hazard", "shortcut", "feared"),
    }
)
"""The keys for texts that stay the same throughout a story; a scene writes ``{set.KEY}``."""

DRAWN = frozenset({"weather", "announce", "people", "sound", "light", "idle", "clutter", "rumour"})
"""The keys for lines that are used only once in a story; a scene writes ``{any.KEY}``."""

SENTENCES = DRAWN - {"idle", "clutter"}
"""The keys in ``DRAWN`` whose lines are whole sentences, which a scene can do without."""

SHORT = frozenset({"gift", "seat", "token", "vehicle", "book"})
"""The keys whose lines have a short form after an equals sign; ``{set.KEY.short}`` shows it."""

TRADE = frozenset({"work", "eye", "close", "tool"})
"""The keys of a trade; a scene writes ``{trade.KEY}``."""

HOURS = ("dusk", "night")

MOST_DRAWS: Mapping[str, int] = {
    "weather": 2,
    "announce": 3,
    "people": 4,
    "sound": 5,
    "light": 5,
    "idle": 5,
    "clutter": 5,
    "rumour": 3,
}
"""The number of lines of a drawn key that one story may use and every setting must have.

For ``weather`` and ``people``, the number is for each hour; the lines must suit each sky of the
region.
"""

BY_HOUR = frozenset({"weather", "people"})
"""The drawn keys whose lines are counted for each hour."""


class Deadline(Part):
    """The end of the evening: its ``name``, and the sentences that describe how it ``comes``."""

    name: str
    comes: str


class Somebody(Part):
    """A person of a region, for roles that an idea leaves open.

    ``short``: the name in running text.
    ``they``: the pronoun: she, he or they.
    ``role``: a phrase before the name, such as ``the net mender``.
    ``where``: what this person is doing, after ``is``: ``sitting in the lee of the wall``.
    """

    name: str
    short: str = ""
    they: Annotated[str, Field(pattern="^(she|he|they)$")]
    role: str = ""
    where: str = ""


class Outside(Part):
    """The open place of a region, such as ``the quay``, with its preposition (``on``)."""

    name: str
    preposition: str


class SettingTexts(Part):
    """The texts that regions and rooms share, by key."""

    near: Annotated[tuple[str, ...], Field(min_length=1)]
    fixed: Mapping[Key | str, Lines] = {}
    drawn: Mapping[Key | str, Lines] = {}

    @model_validator(mode="after")
    def _check_keys(self) -> SettingTexts:
        _reject_unknown("fixed", self.fixed, FIXED)
        _reject_unknown("drawn", self.drawn, DRAWN)
        for key in SHORT & self.fixed.keys():
            _require_short(key, self.fixed[key])
        return self


class RegionTexts(SettingTexts):
    """The wide setting: weather, sounds, people, and what ends the evening.

    ``place``: where the story happens if the idea names no place, with its ``preposition``.
    ``since``: the first year in which all things of the region exist; 0 for any time.
    ``sky``: the kinds of weather; a story has one of them.
    """

    id: Key
    about: str
    since: int = 0
    place: str
    preposition: str
    outside: Outside
    sky: Annotated[tuple[Key, ...], Field(min_length=2)]
    deadlines: Annotated[tuple[Deadline, ...], Field(min_length=2)]
    witnesses: Annotated[tuple[Somebody, ...], Field(min_length=2)]
    names: Annotated[tuple[Somebody, ...], Field(min_length=6)]

    @model_validator(mode="after")
    def _check_complete(self) -> RegionTexts:
        _require("fixed", self.fixed, FIXED)
        _require("drawn", self.drawn, DRAWN)
        for key in MOST_DRAWS:
            require_lines(key, self.drawn[key], self.sky)
        return self


class Room(SettingTexts):
    """The close setting inside a region, such as a ship; its texts replace the region's."""

    id: Key


class Trade(Part):
    """Texts about people of this trade: their work, what they notice and what they know."""

    near: Annotated[tuple[str, ...], Field(min_length=1)]
    work: Lines
    eye: Lines
    close: Lines
    tool: Lines


class Trades(Part):
    """A file with several trades by name."""

    trades: Mapping[Key, Trade]


@frozen
class SettingLine:
    """A text for a key in ``DRAWN``; ``tags``: the hour and sky that it suits, empty for any."""

    text: str
    tags: frozenset[str] = frozenset()


def parse_line(line: str) -> SettingLine:
    """Return the line in a text such as ``dusk rain | text``; without a bar, it always fits."""
    tags, bar, text = line.rpartition(" | ")
    return SettingLine(text.strip() if bar else line, frozenset(tags.split()))


def require_lines(key: str, lines: Sequence[str], skies: Sequence[str]) -> None:
    """Raise ``ValueError`` if ``key`` has too few ``lines`` for some hour and sky in ``skies``."""
    parsed = tuple(map(parse_line, lines))
    for hour in HOURS:
        for sky in skies:
            count = sum(each.tags <= {hour, sky} for each in parsed)
            if count < MOST_DRAWS[key]:
                raise ValueError(
                    f"`drawn.{key}` has {count} lines for {hour} and {sky}, and needs "
                    f"{MOST_DRAWS[key]}; add lines"
                )


def _reject_unknown(group: str, given: Mapping[str, object], known: frozenset[str]) -> None:
    if unknown := sorted(set(given) - known):
        raise ValueError(f"`{group}` has the unknown key {unknown[0]!r}")


def _require(group: str, given: Mapping[str, object], known: frozenset[str]) -> None:
    if missing := sorted(known - set(given)):
        raise ValueError(f"`{group}` lacks the key {missing[0]!r}")


def _require_short(key: str, lines: tuple[str, ...]) -> None:
    for line in lines:
        if " = " not in line:
            raise ValueError(f"`fixed.{key}`: write `full form = short form` in {line!r}")
