"""What the exporters for Twine share; each says in the words of its format what a passage is."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.infra.export.marks import escaped
from questfoundry.infra.export.names import flags_of, identifiers, passage_names
from questfoundry.infra.export.shared import file_name, one_line, paragraphs
from questfoundry.infra.export.twine_map import positions
from questfoundry.infra.export.twine_story import TwinePassage, TwineStory, archive, twee

_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


class TwineExporter(StoryExporter):
    """Writes a Twee file for compilers, and beside it the archive that Twine imports."""

    program: str
    """The story format, as Twine calls it, and its version."""
    version: str
    suffix: str
    """What parts the files' names from those of other formats."""

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Two files; passages in which the story ends have the tag ``ending``."""
        story = self._story(edition)
        return (
            ExportedFile(file_name(edition, f"{self.suffix}.twee"), twee(story).encode()),
            ExportedFile(file_name(edition, f"{self.suffix}.twine.html"), archive(story).encode()),
        )

    @abstractmethod
    def specials(self, edition: Edition, variables: Mapping[str, str]) -> Sequence[TwinePassage]:
        """The passages that the program itself reads; ``variables`` are those of the flags."""

    @abstractmethod
    def paragraph(self, lines: Sequence[str]) -> str:
        """A paragraph of escaped lines."""

    @abstractmethod
    def closing(self, name: str) -> str:
        """The escaped name of an ending, as the last words of the story."""

    @abstractmethod
    def link(self, choice: Choice, label: str, target: str, variables: Mapping[str, str]) -> str:
        """The link of a choice, not shown while it is closed; the label is not escaped yet."""

    def _story(self, edition: Edition) -> TwineStory:
        structure = edition.structure
        names = passage_names(structure)
        variables = identifiers(flags_of(structure), "flag")
        places = positions(structure)

        def told(passage: Passage) -> TwinePassage:
            links = [
                self.link(
                    choice,
                    one_line(choice.label) or names[choice.target],
                    names[choice.target],
                    variables,
                )
                for choice in structure.offered(passage.id)
            ]
            return TwinePassage(
                name=names[passage.id],
                text="\n\n".join([*self._prose(edition, passage), "".join(links)]).strip(),
                tags=("ending",) if passage.ending else (),
                position=places[passage.id],
            )

        return TwineStory(
            ifid=edition.ifid,
            title=_title(edition),
            format=self.program,
            format_version=self.version,
            start=names[structure.start],
            passages=(*self.specials(edition, variables), *map(told, structure.passages)),
        )

    def _prose(self, edition: Edition, passage: Passage) -> Sequence[str]:
        told = [
            self.paragraph([as_text(line.strip()) for line in each.split("\n")])
            for each in paragraphs(edition.prose[passage.id])
        ]
        if passage.ending:
            told.append(self.closing(as_text(one_line(edition.ending_name(passage.ending)))))
        return told


def as_text(text: str) -> str:
    """The text with character references for what Twee or its formats could read as markup."""
    return escaped(text, lambda mark: f"&#{ord(mark)};")


def _title(edition: Edition) -> str:
    """The title without marks that tools trip over: quotation marks break SugarCube."""
    quoted = re.sub(r'(?<!\S)"', "\u201c", one_line(edition.title)).replace('"', "\u201d")
    return escaped(quoted, lambda mark: mark.translate(_FULL_WIDTH)) or "Untitled"
