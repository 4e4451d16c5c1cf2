"""Define the edition: a story together with all data that an exporter needs."""

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from questfoundry.domain.former_names import former_names
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
from questfoundry.domain.story.voice import DreamArtifact


@former_names(pauses="is_unfinished")
@frozen(kw_only=True)
class Edition:
    """A story that is ready to be exported and played.

    ``ifid``: the story's identifier, an upper-case UUID that never changes (Treaty of Babel).
    ``language``: a BCP 47 tag.
    ``hook``: the line that makes a reader curious.
    ``prose``: the text of each passage, by passage id, in the format of
      :mod:`questfoundry.domain.story.prose`.
    ``flags``: the meaning of each flag in words, by flag id, clues included.
    ``clues``: the clues, sorted by question.
    ``chapters``: the titles of the chapters, by the ids of the passages that open the chapters.
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
        """The author's description for catalogues or, if empty, the ``hook`` of the story."""
        return self.publication.description or self.hook

    @property
    def is_unfinished(self) -> bool:
        """Return whether some chapters are not planned yet."""
        return any(is_pause(each.id) for each in self.endings)

    @cached_property
    def paragraphs(self) -> Mapping[str, tuple[ProseParagraph, ...]]:
        """The paragraphs of each passage, by passage id."""
        named = index_flags_by_name(self.flags)
        return {name: paragraphs_of(clean_text(text), named) for name, text in self.prose.items()}

    def ending_name(self, identifier: str) -> str:
        """Return the name of the ending with the id ``identifier``.

        Raise ``StopIteration`` if there is no such ending.
        """
        return next(ending.name for ending in self.endings if ending.id == identifier)
