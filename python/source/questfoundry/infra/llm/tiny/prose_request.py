"""What a request for prose says: the blocks below the idea, as `passage.short.md` writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from attrs import frozen

_BLOCK = re.compile(
    r"^(Known|Opens|Beats|Left|Before|Choices|Ending|Words):[ \t]*(.*)$", re.MULTILINE
)
_BEAT = re.compile(r"^(.*?) ?\[([^\[\]\n]+)\]$")
_NUMBER = re.compile(r"\d+")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)


@frozen(kw_only=True)
class Moment:
    """A beat to tell.

    ``text`` opens it, and is empty for a way from place to place; ``words`` are its
    ``location`` and who takes part, by kind, without articles.
    """

    text: str
    words: Mapping[str, str]


@frozen(kw_only=True)
class ProseRequest:
    """A passage to tell.

    ``opens`` is the line that the story opens with, ``left`` what an earlier decision left
    behind here, ``before`` the prose that the player has read, ``choices`` the labels that
    follow, ``ending`` the name of the ending here, ``least`` the fewest words.
    """

    idea: str
    known: tuple[str, ...]
    opens: str
    moments: tuple[Moment, ...]
    left: str
    before: tuple[str, ...]
    choices: tuple[str, ...]
    ending: str
    least: int

    @classmethod
    def read(cls, message: str) -> Self:
        """The request in an author's message."""
        idea, *parts = _BLOCK.split(message)
        blocks = {
            name: (first, tuple(filter(None, rest.strip().split("\n"))))
            for name, first, rest in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        }

        def lines(name: str) -> tuple[str, ...]:
            return blocks.get(name, ("", ()))[1]

        def value(name: str) -> str:
            return blocks.get(name, ("", ()))[0].strip()

        least = _NUMBER.search(value("Words"))
        return cls(
            idea=idea.strip(),
            known=lines("Known"),
            opens=value("Opens"),
            moments=tuple(_moment(line) for line in lines("Beats")),
            left=value("Left"),
            before=lines("Before"),
            choices=lines("Choices"),
            ending=value("Ending"),
            least=int(least[0]) if least else 0,
        )


def _moment(line: str) -> Moment:
    found = _BEAT.match(line)
    text, words = (found[1], found[2]) if found else (line, "")
    pairs = [each.partition(": ") for each in words.split("; ")]
    # Of several of a kind, the first speaks for it.
    told = {kind: _ARTICLE.sub("", name) for kind, _, name in reversed(pairs) if name}
    return Moment(text=text.strip(), words=told)
