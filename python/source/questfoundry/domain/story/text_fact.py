"""Define typed facts: what a paragraph of prose states about a person, a thing or a place."""

import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Self

from attrs import frozen

from questfoundry.domain.story.story import Story

_ARTICLE = re.compile(r"^(?:the|an?) ")
_EDGES = " \t.,;:!?'\"\u201c\u201d\u2018\u2019"


class FactMode(StrEnum):
    """The way in which a paragraph states a fact.

    ``ALWAYS``: the fact holds for the whole story, such as the colour of somebody's eyes.
    ``NOW``: the fact is a state that the paragraph takes for granted.
    ``CHANGES``: the paragraph itself shows how the state begins.
    ``LEARNS``: the subject finds the value out.
    ``KNOWS``: the subject speaks or acts as if the value were known.
    """

    ALWAYS = "always"
    NOW = "now"
    CHANGES = "changes"
    LEARNS = "learns"
    KNOWS = "knows"


FACT_LINE = r"^\s*[^|\n]{1,80}\|[^|\n]{1,60}\|[^|\n]{1,200}\|\s*(?:" + "|".join(FactMode) + r")\s*$"
"""The pattern of a fact without its paragraph: ``subject | attribute | value | mode``."""


@frozen(kw_only=True)
class TextFact:
    """A fact that a paragraph states.

    ``passage``, ``number``: the id of the passage, and the index of the paragraph in it, from 0.
    ``flag``: the flag without which players do not read the paragraph; empty for all players.
    ``subject``: the id of an entity, or a name that only the prose uses.
    ``attribute``: a question with one answer at a time, such as ``place`` or ``eyes``.
    """

    passage: str
    number: int
    flag: str = ""
    subject: str
    attribute: str
    value: str
    mode: FactMode

    @property
    def slot(self) -> tuple[str, str]:
        """The subject and the attribute; only facts with the same slot can clash."""
        return self.subject, self.attribute

    @property
    def comparable_value(self) -> str:
        """The value without differences of case, articles and punctuation at its ends."""
        return simplify(self.value)

    @property
    def is_change(self) -> bool:
        """Return whether the paragraph shows how the fact becomes true or known."""
        return self.mode in {FactMode.CHANGES, FactMode.LEARNS}

    def is_read_with(self, flags: Collection[str]) -> bool:
        """Return whether a player who holds ``flags`` reads the paragraph."""
        return not self.flag or self.flag in flags


@frozen
class FactLine:
    """The parts of a stored fact: the line ``subject | attribute | value | mode``."""

    subject: str
    attribute: str
    value: str
    mode: FactMode

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the parts of a line that matches ``FACT_LINE``."""
        subject, attribute, value, mode = (" ".join(each.split()) for each in line.split("|"))
        return cls(subject, attribute, value, FactMode(mode))

    def __str__(self) -> str:
        return " | ".join((self.subject, self.attribute, self.value, self.mode))


def simplify(text: str) -> str:
    """Return ``text`` in lower case, without an article in front and punctuation at its ends."""
    return _ARTICLE.sub("", " ".join(text.casefold().split()).strip(_EDGES))


def facts_of(story: Story, lines: Mapping[str, tuple[str, ...]]) -> tuple[TextFact, ...]:
    """Return the facts of all paragraphs, in the order of the story.

    ``lines`` maps the text of a paragraph to its facts, each in the form of ``FactLine``.
    """
    ids = {simplify(each.name): each.id for each in story.list_kept_entities()}
    found = []
    for passage in story.existing_structure.passages:
        for number, paragraph in enumerate(story.paragraphs(passage.id)):
            for line in lines.get(paragraph.text, ()):
                part = FactLine.parse(line)
                subject = simplify(part.subject)
                found.append(
                    TextFact(
                        passage=passage.id,
                        number=number,
                        flag=paragraph.flag,
                        subject=ids.get(subject, subject),
                        attribute=simplify(part.attribute),
                        value=part.value,
                        mode=part.mode,
                    )
                )
    return tuple(found)
