"""Parse the short prompts that the templates ``prompts/templates/*/*.short.md`` produce.

The first paragraph is the author's idea. The other lines have these forms:

``Author: words``: A line of the author. The first such line is the idea, the others are notes.
``Named: name (kind): words``: An entity in the author's outline; the kind may be empty. ``id =
description``: A name and a colon, or a sentence, which describes an id. The line may end with the
names of other entities, as in ``[location: Sunken Bank; character: Mara]``. ``field = value``: A
value that the field already has elsewhere in the story. ``Beats:`` and similar words: The beginning
of a block that describes a passage.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from attrs import frozen

from questfoundry.domain.ids import SEPARATOR, kind_of
from questfoundry.domain.story.entity import EntityKind
from questfoundry.infra.llm.tiny.sentences import end_sentence, humanise

_ID = re.compile(rf"^(\w+{SEPARATOR}\S+) = (.+?)(?: \[(\w+: [^\[\]\n]+)\])?$", re.MULTILINE)
_TAKEN = re.compile(r"^(\w+) = (.+)$", re.MULTILINE)
_BLOCK = re.compile(
    r"^(Known|Opens|Beats|Left|Inserts|Answers|Topic|Before|Choices|Ending|Words):[ \t]*(.*)$",
    re.MULTILINE,
)
_BEAT = re.compile(r"^(.*?) ?\[([^\[\]\n]+)\]$")
_AUTHOR = re.compile(r"^Author: (.+)$", re.MULTILINE)
_NAMED = re.compile(r"^Named: (.+?) \((\w*)\): ?(.*)$", re.MULTILINE)
_NUMBER = re.compile(r"\d+")
# The full stop in "Dr. Voss" does not end a name.
_NAME_END = re.compile(r": |(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)[.!?] ")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_NOBODY = dict.fromkeys((kind.value for kind in EntityKind), "")


def extract_idea(message: str) -> str:
    """Return the first paragraph: the idea in the author's words, or the start of the vision."""
    return message.partition("\n\n")[0]


def extract_author_lines(message: str) -> tuple[str, ...]:
    """Return the author's lines, the idea first; without such lines, the first paragraph."""
    return tuple(_AUTHOR.findall(message)) or (extract_idea(message),)


def extract_outline_names(message: str) -> tuple[tuple[str, str, str], ...]:
    """Return the name, the kind and the description of each entity in the author's outline."""
    return tuple(_NAMED.findall(message))


class KnownIds:
    """The names and descriptions of the ids that a message lists, as values for a guide.

    ``taken`` contains pairs of a field and a value that the field already has elsewhere.
    """

    def __init__(self, message: str) -> None:
        found = _ID.findall(message)
        self._lines: dict[str, str] = {identifier: line for identifier, line, _ in found}
        self._names = {identifier: _parse_names(names) for identifier, _, names in found if names}
        self.taken: tuple[tuple[str, str], ...] = tuple(_TAKEN.findall(message))

    def describe_id(self, identifier: str) -> Mapping[str, str]:
        """Return the values of ``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for ``identifier``.

        If the line of the id lists names, the result also contains these names by kind. All other
        kinds then have no name.
        """
        own = self._names.get(identifier)
        return {
            **({} if own is None else {**_NOBODY, **own}),
            "id": identifier,
            "kind": kind_of(identifier),
            "name": self.get_name(identifier),
            "known": end_sentence(self._lines.get(identifier, humanise(identifier))),
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all ids."""
        return tuple(self.get_name(each) for each in self._lines)

    def get_name(self, identifier: str) -> str:
        """Return the name for ``identifier`` without its article; a guide can add another."""
        line = self._lines.get(identifier) or humanise(identifier).title()
        return _ARTICLE.sub("", _NAME_END.split(line, maxsplit=1)[0].rstrip(".!?"))

    def first_names_by_kind(self) -> Mapping[str, str]:
        """Return the name of the first id of each kind."""
        return self.names_by_kind(*self._lines)

    def names_by_kind(self, *identifiers: str) -> Mapping[str, str]:
        """Return the names of the given ids by kind; of several ids of a kind, the first counts."""
        return {kind_of(each): self.get_name(each) for each in reversed(identifiers)}


@frozen(kw_only=True)
class BeatLine:
    """A beat to write: one event of a passage.

    ``text``: The sentence or sentences that open the beat.
    ``names``: The names of its location and its participants by kind, without articles.
    """

    text: str
    names: Mapping[str, str]


@frozen(kw_only=True)
class ProseRequest:
    """A passage to write.

    ``known``: The lines that describe the entities of the passage.
    ``hook``: The text that opens the story, or empty.
    ``left_behind``: The delayed effect of an earlier decision, or empty.
    ``inserts``: The conditional texts by name.
    ``answers``: The reactions to earlier choices by name.
    ``topic``: What the player examines in this passage, or empty.
    ``before``: The prose that the player has read.
    ``choices``: The labels of the choices that follow.
    ``ending``: The name of the ending, or empty.
    ``length``: The maximum number of words.
    """

    idea: str
    known: tuple[str, ...]
    hook: str
    beats: tuple[BeatLine, ...]
    left_behind: str
    inserts: Mapping[str, str]
    answers: Mapping[str, str]
    topic: str
    before: tuple[str, ...]
    choices: tuple[str, ...]
    ending: str
    length: int

    @classmethod
    def read(cls, message: str) -> Self:
        """Parse an author's message that ``passage.short.md`` has written."""
        idea, *parts = _BLOCK.split(message)
        values = {name: value.strip() for name, value in zip(parts[::3], parts[1::3], strict=True)}
        lines = {
            name: tuple(filter(None, text.strip().split("\n")))
            for name, text in zip(parts[::3], parts[2::3], strict=True)
        }
        allowed = [int(number) for number in _NUMBER.findall(values.get("Words", ""))]
        return cls(
            idea=idea.strip(),
            known=lines.get("Known", ()),
            hook=values.get("Opens", ""),
            beats=tuple(_parse_beat(line) for line in lines.get("Beats", ())),
            left_behind=values.get("Left", ""),
            inserts=dict(_parse_pair(line) for line in lines.get("Inserts", ())),
            answers=dict(_parse_pair(line) for line in lines.get("Answers", ())),
            topic=values.get("Topic", ""),
            before=lines.get("Before", ()),
            choices=lines.get("Choices", ()),
            ending=values.get("Ending", ""),
            length=allowed[-1] if allowed else 0,
        )


def _parse_pair(line: str) -> tuple[str, str]:
    name, _, text = line.partition(" = ")
    return name, text


def _parse_beat(line: str) -> BeatLine:
    found = _BEAT.match(line)
    text, names = (found[1], found[2]) if found else (line, "")
    return BeatLine(text=text.strip(), names=_parse_names(names))


def _parse_names(text: str) -> Mapping[str, str]:
    """Return the names by kind, without articles; of several names of a kind, the first counts."""
    pairs = [each.partition(": ") for each in text.split("; ")]
    return {kind: _ARTICLE.sub("", name) for kind, _, name in reversed(pairs) if name}
