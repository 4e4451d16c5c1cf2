"""Parse the short prompts that the templates ``prompts/templates/*/*.short.md`` produce.

The first paragraph is the author's story idea. The other lines have these forms:

- ``Author: words``: A line of the author. The first such line is the idea, the others are notes.
- ``Named: name (kind): words``: An entity in the author's outline; the kind may be empty.
- ``id = description``: The description of the entity with this id: a sentence, or a name, a colon
  and words. It may end with the names of other entities, as in
  ``[location: Sunken Bank; character: Mara]``.
- ``field = value``: A value that the field already has elsewhere in the story.
- ``Beats:`` and similar words: The beginning of a block that describes a passage.
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
    """Return the first paragraph of ``message``, which contains the story idea.

    The idea is in the author's words, or is the start of the story's artistic plan (the vision).
    """
    return message.partition("\n\n")[0]


def extract_author_lines(message: str) -> tuple[str, ...]:
    """Return the lines in ``message`` that the author wrote, the story idea first.

    If no line is marked as the author's, return the first paragraph of the message.
    """
    return tuple(_AUTHOR.findall(message)) or (extract_idea(message),)


def extract_outline_names(message: str) -> tuple[tuple[str, str, str], ...]:
    """Return the name, the kind and the description of each entity in the author's outline."""
    return tuple(_NAMED.findall(message))


class KnownIds:
    """The ids that a message lists, with their names and descriptions.

    ``taken``: Pairs of a field's name and a value that this field already has elsewhere.
    """

    def __init__(self, message: str) -> None:
        found = _ID.findall(message)
        self._lines: dict[str, str] = {identifier: line for identifier, line, _ in found}
        self._names = {identifier: _parse_names(names) for identifier, _, names in found if names}
        self.taken: tuple[tuple[str, str], ...] = tuple(_TAKEN.findall(message))

    def describe_id(self, identifier: str) -> Mapping[str, str]:
        """Return the values of ``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for ``identifier``.

        If the line of the id names other entities, the result also maps their kinds to these names.
        All other kinds are then mapped to an empty string.
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
        """The names of the entities whose ids are listed."""
        return tuple(self.get_name(each) for each in self._lines)

    def get_name(self, identifier: str) -> str:
        """Return the name of the entity ``identifier``, without "the", "a" or "an" before it."""
        line = self._lines.get(identifier) or humanise(identifier).title()
        return _ARTICLE.sub("", _NAME_END.split(line, maxsplit=1)[0].rstrip(".!?"))

    def first_names_by_kind(self) -> Mapping[str, str]:
        """Return for each kind the name of the first listed entity of this kind."""
        return self.names_by_kind(*self._lines)

    def names_by_kind(self, *identifiers: str) -> Mapping[str, str]:
        """Return for each kind the name of an entity with one of the ids ``identifiers``.

        If several ids have the same kind, the first one counts.
        """
        return {kind_of(each): self.get_name(each) for each in reversed(identifiers)}


@frozen(kw_only=True)
class BeatLine:
    """A beat to write: one event of a passage.

    ``text``: The sentence or sentences with which the beat begins.
    ``names``: Maps a kind, such as ``location``, to the name of an entity in this beat, without an
      article.
    """

    text: str
    names: Mapping[str, str]


@frozen(kw_only=True)
class ProseRequest:
    """A passage to write.

    ``known``: The lines that describe the entities of the passage.
    ``hook``: The text with which the story begins; empty in later passages.
    ``left_behind``: The delayed effect of an earlier decision, or empty.
    ``inserts``: The texts that are shown only under a condition, by name.
    ``answers``: The reactions to earlier choices, by name.
    ``topic``: What the player examines in this passage, or empty.
    ``before``: The prose that the player has read before this passage.
    ``choices``: The labels of the choices that follow.
    ``ending``: The name of the story's ending that this passage tells, or empty.
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
        """Return the request in ``message``, produced by the template ``passage.short.md``."""
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
    """Return the names in ``text`` by kind, without articles.

    For ``location: the Sunken Bank``, the result maps ``location`` to ``Sunken Bank``. If ``text``
    has several names of a kind, the first one counts.
    """
    pairs = [each.partition(": ") for each in text.split("; ")]
    return {kind: _ARTICLE.sub("", name) for kind, _, name in reversed(pairs) if name}
