"""Define typed facts: what a segment of prose states about a person, a thing or a place.

A segment is a paragraph, or several short paragraphs in a row that the same players read, or the
label of the choice that leads to a passage.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Self

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story

MIN_SEGMENT_WORDS = 60
"""The number of words at which a segment ends, with the paragraph that reaches it."""

GONE = "gone"
"""The value of the place of somebody who is dead, or of something that no longer exists."""

_ARTICLE = re.compile(r"^(?:the|an?) ")
_EDGES = " \t.,;:!?'\"\u201c\u201d\u2018\u2019"


class FactMode(StrEnum):
    """The way in which a segment states a fact.

    ``ALWAYS``: the fact holds for the whole story, such as the colour of somebody's eyes.
    ``NOW``: the fact is a state that the segment takes for granted.
    ``CHANGES``: the segment itself shows how the state begins.
    ``LEARNS``: the subject finds the value out.
    ``KNOWS``: the subject speaks or acts as if the value were known.
    """

    ALWAYS = "always"
    NOW = "now"
    CHANGES = "changes"
    LEARNS = "learns"
    KNOWS = "knows"


FACT_LINE = r"^\s*[^|\n]{1,80}\|[^|\n]{1,60}\|[^|\n]{1,200}\|\s*(?:" + "|".join(FactMode) + r")\s*$"
"""The pattern of a fact without its segment: ``subject | attribute | value | mode``."""


@frozen(kw_only=True)
class TextFact:
    """A fact that a segment states.

    ``passage``, ``number``: the id of the passage, and the index of the segment in it, from 0.
    ``flag``: the flag without which players do not read the segment; empty for all players.
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
    def place(self) -> tuple[str, int]:
        """The passage and the number of the segment."""
        return self.passage, self.number

    @property
    def comparable_value(self) -> str:
        """The value without differences of case, articles and punctuation at its ends."""
        return simplify(self.value)

    @property
    def statement(self) -> tuple[str, str, str, FactMode]:
        """The fact without its place; equal for segments that state the same."""
        return self.subject, self.attribute, self.comparable_value, self.mode

    @property
    def is_change(self) -> bool:
        """Return whether the segment shows how the fact becomes true or known."""
        return self.mode in {FactMode.CHANGES, FactMode.LEARNS}

    def is_read_with(self, flags: Collection[str]) -> bool:
        """Return whether a player who holds ``flags`` reads the segment."""
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


@frozen
class TextSegment:
    """A text that the same players read: paragraphs of a passage, or the label that leads to it.

    ``number``: the index of the segment in the passage, from 0. ``flag`` is empty for all players.
    ``is_label``: whether the text is the label of the choice that these players have just made.
    """

    passage: str
    number: int
    flag: str
    text: str
    is_label: bool = False


def segments_of(story: Story, passage: str) -> tuple[TextSegment, ...]:
    """Return the segments of ``passage`` (an id): the labels first, then the prose."""
    labels = {label: flag for flag, label in _list_labels(story.existing_structure, passage)}
    texts = [(flag, label) for label, flag in labels.items()]
    texts += _join_paragraphs(story, passage)
    return tuple(
        TextSegment(passage, number, flag, text, is_label=number < len(labels))
        for number, (flag, text) in enumerate(texts)
    )


def _list_labels(structure: Structure, passage: str) -> Iterator[tuple[str, str]]:
    """Yield a flag and a label for each label that all players with the flag have chosen.

    The flag is empty for the only label that leads to ``passage``. Another flag must be one that
    the passage's conditional texts require, because the solver forgets the others. A label without
    an alternative is left out: it only says that the story continues.
    """
    choices = structure.incoming_choices(passage)
    if any(_is_only_option(structure, each) for each in choices) or passage == structure.start:
        return
    if len({each.label for each in choices}) == 1:
        yield "", choices[0].label
        return
    wanted = structure.passage(passage).conditional_flags
    for choice in choices:
        for flag in sorted(choice.grants & wanted):
            if all(each.label == choice.label for each in structure.granting_choices(flag)):
                yield flag, choice.label


def _is_only_option(structure: Structure, choice: Choice) -> bool:
    options = structure.selectable_choices(choice.source)
    return not choice.label or all(each.label == choice.label for each in options)


def _join_paragraphs(story: Story, passage: str) -> Iterator[tuple[str, str]]:
    """Yield the flag and the text of each segment of the prose, without scene breaks."""
    groups: list[list[ProseParagraph]] = []
    words = 0
    for each in story.paragraphs(passage):
        if each.is_scene_break:
            continue
        if not groups or groups[-1][0].flag != each.flag or words >= MIN_SEGMENT_WORDS:
            groups.append([])
            words = 0
        groups[-1].append(each)
        words += len(each.text.split())
    for group in groups:
        yield group[0].flag, "\n\n".join(each.text for each in group)


def facts_of(story: Story, lines: Mapping[str, Sequence[str]]) -> tuple[TextFact, ...]:
    """Return the facts of all segments, in the order of the story.

    ``lines`` maps the text of a segment to its facts, each in the form of ``FactLine``.
    """
    ids = {simplify(each.name): each.id for each in story.list_kept_entities()}
    ids |= {"you": story.player.id} if story.player else {}
    return tuple(
        _build_fact(segment, FactLine.parse(line), ids)
        for passage in story.existing_structure.passages
        for segment in segments_of(story, passage.id)
        for line in lines.get(segment.text, ())
    )


def _build_fact(segment: TextSegment, line: FactLine, ids: Mapping[str, str]) -> TextFact:
    subject = simplify(line.subject)
    return TextFact(
        passage=segment.passage,
        number=segment.number,
        flag=segment.flag,
        subject=ids.get(subject, subject),
        attribute=simplify(line.attribute),
        value=line.value,
        mode=line.mode,
    )
