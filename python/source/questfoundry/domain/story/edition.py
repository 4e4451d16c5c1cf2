"""The edition: a finished story as it is shipped, with all that an exporter needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.story.chapter import is_pause
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.passage import Ending, Structure
from questfoundry.domain.story.prose import (
    ProseParagraph,
    clean_text,
    index_flags_by_name,
    paragraphs_of,
)
from questfoundry.domain.story.publication import Publication


@frozen(kw_only=True)
class Edition:
    """A story that can be played.

    ``ifid`` is an upper-case UUID that stays the same for the life of the story (Treaty of
    Babel). ``language`` is a BCP 47 tag. ``prose`` is that of each
    passage, as :mod:`questfoundry.domain.story.prose` has it. ``flags`` says in words what each
    state flag means, that of a clue among them; ``clues`` stand question by question.
    ``chapters`` are the titles of chapters, by the ids of the passages that they begin with.
    """

    ifid: str
    title: str
    language: str
    hook: str
    vision: DreamArtifact
    structure: Structure
    endings: tuple[Ending, ...]
    prose: Mapping[str, str]
    flags: Mapping[str, str] = field(factory=dict[str, str])
    clues: tuple[Clue, ...] = ()
    chapters: Mapping[str, str] = field(factory=dict[str, str])
    publication: Publication = field(factory=Publication)

    @property
    def description(self) -> str:
        """What catalogues say of the story: the author's words, else the hook."""
        return self.publication.description or self.hook

    @property
    def is_unfinished(self) -> bool:
        """Whether chapters of it are still to come."""
        return any(is_pause(each.id) for each in self.endings)

    @cached_property
    def paragraphs(self) -> Mapping[str, tuple[ProseParagraph, ...]]:
        """Those of each passage, with the inserts of all players; a line end in one stays."""
        named = index_flags_by_name(self.flags)
        return {name: paragraphs_of(clean_text(text), named) for name, text in self.prose.items()}

    def ending_name(self, identifier: str) -> str:
        """What the ending is called."""
        return next(ending.name for ending in self.endings if ending.id == identifier)
