"""Define the base class of the exporters for Twine story formats, and helpers that they share."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from string import whitespace
from types import MappingProxyType
from typing import ClassVar

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose import spans_of
from questfoundry.infra.export.names import passage_names
from questfoundry.infra.export.text import (
    chapter_at,
    escape_marks,
    file_name,
    one_line,
    paragraphs,
    terms_of,
)
from questfoundry.infra.export.theme_css import twine_css
from questfoundry.infra.export.twine_files import TwinePassage, TwineStory, archive, twee
from questfoundry.infra.export.variables import variables_of
from questfoundry.infra.export.words import words_for

STEP = 150
"""The distance between passages on Twine's map, in pixels."""

_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


class TwineExporter(StoryExporter):
    """The base class of exporters for Twine, which write a Twee 3 file and an archive to import."""

    program: str
    """The name of the story format, as Twine calls it."""
    version: str
    """The version of the story format."""
    suffix: str
    """The part of the file names that tells this format from the others."""
    shows_author: ClassVar[bool] = False
    """True if the story format itself shows the passage "StoryAuthor"."""
    special_tags: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """The tags of the passages that the story format itself reads, by passage name."""

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the Twee file and the archive; passages with an ending have the tag ``ending``."""
        story = self.build_story(edition)
        return (
            ExportedFile(file_name(edition, f"{self.suffix}.twee"), twee(story).encode()),
            ExportedFile(file_name(edition, f"{self.suffix}.twine.html"), archive(story).encode()),
        )

    def build_story(self, edition: Edition) -> TwineStory:
        """Return the story in ``edition`` with all passages in the format's markup."""
        names = passage_names(edition.structure)
        return TwineStory(
            title=_title_text(edition),
            ifid=edition.ifid,
            program=self.program,
            version=self.version,
            start=self.find_start(edition, names),
            style=twine_css(edition.publication.theme),
            passages=tuple(self._build_passages(edition, names)),
        )

    @abstractmethod
    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the passages that the format reads by name; empty texts are left out."""

    @abstractmethod
    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Return a paragraph made of ``lines``, which are already escaped."""

    @abstractmethod
    def format_conditional(self, variable: str, paragraph: str) -> str:
        """Return ``paragraph`` inside a condition that shows it only if ``variable`` is set."""

    @abstractmethod
    def format_ending(self, name: str) -> str:
        """Return the markup for ``name``, the escaped name of the ending that the story reached."""

    @abstractmethod
    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """Return the link of ``choice``, or its text ``closed``; ``label`` is not escaped yet."""

    def escape(self, text: str) -> str:
        """Return ``text`` escaped, so that the story format reads no markup in it."""
        return escape_text(text)

    def build_footer(self, edition: Edition) -> str:  # noqa: ARG002
        """Return the markup for the end of each passage; the base class returns an empty text."""
        return ""

    def find_start(self, edition: Edition, names: Mapping[str, str]) -> str:
        """Return the name of the passage that Twine opens first; ``names`` maps ids to names."""
        return names[edition.structure.start]

    def find_target(
        self,
        choice: Choice,
        number: int,  # noqa: ARG002
        names: Mapping[str, str],
        variables: Mapping[str, str],  # noqa: ARG002
    ) -> str:
        """Return the passage to which the link of ``choice``, the story's ``number``th, leads."""
        return names[choice.target]

    def build_extra_passages(
        self,
        edition: Edition,  # noqa: ARG002
        names: Mapping[str, str],  # noqa: ARG002
        variables: Mapping[str, str],  # noqa: ARG002
    ) -> Mapping[str, str]:
        """Return the passages that the exporter adds to the story's own, as texts by name."""
        return {}

    def _build_passages(self, edition: Edition, names: Mapping[str, str]) -> Sequence[TwinePassage]:
        structure = edition.structure
        numbers = {each.id: place for place, each in enumerate(structure.choices, start=1)}
        variables = variables_of(edition, also=[each.id for each in edition.clues])
        rows, filled = _assign_rows(structure), Counter[int]()
        texts = {
            "StoryAuthor": _author_text(edition),
            **self.build_special_passages(edition, variables),
        }
        result = [
            TwinePassage(
                name=name, text=text, tags=self.special_tags.get(name, ()), across=STEP * place
            )
            for place, (name, text) in enumerate(each for each in texts.items() if each[1])
        ]
        for passage in structure.passages:
            links = (
                self.format_choice(
                    choice,
                    one_line(choice.label) or names[choice.target],
                    self.find_target(choice, numbers[choice.id], names, variables),
                    variables,
                )
                for choice in structure.selectable_choices(passage.id)
            )
            row = rows[passage.id]
            result.append(
                TwinePassage(
                    name=names[passage.id],
                    text="".join([*self._format_prose(edition, passage, variables), *links]).strip(
                        whitespace
                    )
                    + self.build_footer(edition),
                    tags=("ending",) if passage.ending else (),
                    across=STEP * filled[row],
                    down=STEP * row,
                )
            )
            filled[row] += 1
        lowest = STEP * (max(rows.values()) + 1)
        for place, (name, text) in enumerate(
            self.build_extra_passages(edition, names, variables).items()
        ):
            result.append(TwinePassage(name=name, text=text, across=STEP * place, down=lowest))
        return result

    def _format_prose(
        self, edition: Edition, passage: Passage, variables: Mapping[str, str]
    ) -> Iterable[str]:
        if passage.id == edition.structure.start and (lines := [*self._opening_lines(edition)]):
            yield f'<div class="opening">{"<br>".join(lines)}</div>\n\n'
        if chapter := chapter_at(edition, passage.id):
            yield f"<h2>{self.escape(chapter)}</h2>\n\n"
        for each in paragraphs(edition, passage.id):
            lines = [self._format_line(line.strip()) for line in each.text.split("\n")]
            block = f"{'<hr>' if each.is_scene_break else self.format_paragraph(lines)}\n\n"
            yield self.format_conditional(variables[each.flag], block) if each.flag else block
        if passage.ending:
            name = self.escape(one_line(edition.ending_name(passage.ending)))
            yield f"{self.format_ending(name)}\n\n"

    def _opening_lines(self, edition: Edition) -> Iterable[str]:
        if not self.shows_author:
            lines = (edition.publication.author, *terms_of(edition))
            yield from (self.escape(line) for each in lines if (line := one_line(each)))
        if notes := one_line(edition.vision.content_notes):
            words = words_for("page", edition.language, edition.publication.words)
            yield f"<strong>{self.escape(words.texts['content_notes'])}</strong>"
            yield self.escape(notes)

    def _format_line(self, line: str) -> str:
        return "".join(
            f"<em>{self.escape(span.text)}</em>" if span.emphasized else self.escape(span.text)
            for span in spans_of(line)
        )


def escape_text(text: str) -> str:
    """Return ``text`` with character references for marks that Twine could read as markup."""
    return escape_marks(text, lambda mark: f"&#{ord(mark)};")


def render_closed_choice(text: str) -> str:
    """Return ``text`` as a disabled link, which screen readers announce as unavailable."""
    return f'<span role="link" aria-disabled="true">{text}</span>'


def _author_text(edition: Edition) -> str:
    lines = (edition.publication.author, *terms_of(edition))
    return "\n".join(escape_text(line) for each in lines if (line := one_line(each)))


def _title_text(edition: Edition) -> str:
    quoted = re.sub(r'(?<!\S)"', "\u201c", one_line(edition.title)).replace('"', "\u201d")
    return escape_marks(quoted, lambda mark: mark.translate(_FULL_WIDTH)) or "Untitled"


def _assign_rows(structure: Structure) -> Mapping[str, int]:
    rows = {structure.start: 1}
    queue = [structure.start]
    for here in queue:
        for choice in structure.selectable_choices(here):
            if choice.target not in rows:
                rows[choice.target] = rows[here] + 1
                queue.append(choice.target)
    lowest = max(rows.values()) + 1
    return {passage.id: rows.get(passage.id, lowest) for passage in structure.passages}
