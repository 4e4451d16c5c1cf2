"""What a short prompt says: only here is read what ``prompts/templates/*/*.short.md`` write.

The first paragraph is the idea. A line ``Author: words`` is what the author said, first the idea,
then remarks. A line ``Named: name (kind): words`` is what the author's outline names; the kind may
be empty. A line ``id = description`` tells of an id: a name, a colon
and what there is to say, or only a sentence; it can end with names of its own,
``[location: Sunken Bank; character: Mara]``. A line ``field = value`` names a value that the
field of that name has elsewhere. Blocks such as ``Beats:`` tell of a passage.
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
# "Dr. Voss" goes on after its full stop.
_NAME_END = re.compile(r": |(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)[.!?] ")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_NOBODY = dict.fromkeys((kind.value for kind in EntityKind), "")


def extract_idea(message: str) -> str:
    """The first paragraph: the author's own words, or the beginning of the vision."""
    return message.partition("\n\n")[0]


def extract_author_lines(message: str) -> tuple[str, ...]:
    """What the author said, the idea first; the first paragraph where nothing else tells."""
    return tuple(_AUTHOR.findall(message)) or (extract_idea(message),)


def extract_outline_names(message: str) -> tuple[tuple[str, str, str], ...]:
    """Whom and what the author's outline names, each with its kind, and with what it says of it."""
    return tuple(_NAMED.findall(message))


class KnownIds:
    """Names and descriptions of the ids in a message, as values for a guide.

    ``taken`` are pairs of a field and a value that it has elsewhere.
    """

    def __init__(self, message: str) -> None:
        found = _ID.findall(message)
        self._lines: dict[str, str] = {identifier: line for identifier, line, _ in found}
        self._names = {identifier: _parse_names(names) for identifier, _, names in found if names}
        self.taken: tuple[tuple[str, str], ...] = tuple(_TAKEN.findall(message))

    def describe_id(self, identifier: str) -> Mapping[str, str]:
        """``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for an entry of that id.

        Where its line has names of its own, only these tell of entities.
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
        """The name without an article, so that a guide can put one before it."""
        line = self._lines.get(identifier) or humanise(identifier).title()
        return _ARTICLE.sub("", _NAME_END.split(line, maxsplit=1)[0].rstrip(".!?"))

    def first_names_by_kind(self) -> Mapping[str, str]:
        """The name of the first id of every kind, by kind."""
        return self.names_by_kind(*self._lines)

    def names_by_kind(self, *identifiers: str) -> Mapping[str, str]:
        """The names of these ids by kind, the first of a kind where there are several."""
        return {kind_of(each): self.get_name(each) for each in reversed(identifiers)}


@frozen(kw_only=True)
class BeatLine:
    """A beat to write.

    ``text`` opens it; ``names`` are those of its ``location`` and who takes part, by kind,
    without articles.
    """

    text: str
    names: Mapping[str, str]


@frozen(kw_only=True)
class ProseRequest:
    """A passage to write.

    ``hook`` is the line that the story opens with, ``left_behind`` what an earlier decision
    left here, ``inserts`` what only some players read, by name, and ``answers`` those to what they
    did before; ``topic`` what is looked at here, empty elsewhere; ``before`` the prose that the
    player has read, ``choices`` the labels that follow, ``ending`` the name of the ending
    here, ``length`` how many words to write: the most that are wanted, for what only some read is
    a sentence here, where others write a paragraph.
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
        """The request in an author's message, as ``passage.short.md`` writes it."""
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
    """Names by kind, without articles; of several of a kind, the first speaks for it."""
    pairs = [each.partition(": ") for each in text.split("; ")]
    return {kind: _ARTICLE.sub("", name) for kind, _, name in reversed(pairs) if name}
