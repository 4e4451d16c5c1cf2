"""Define the base class of the exporters for Twine story formats, and helpers that they share."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import whitespace
from types import MappingProxyType
from typing import ClassVar

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose_markup import Media, ProseSpan
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import (
    chapter_at,
    describe_media,
    escape_marks,
    file_name,
    join_spans,
    list_known_parts,
    one_line,
    paragraphs,
    terms_of,
    twine_css,
)
from questfoundry.infra.export.twine_files import TwinePassage, TwineStory, archive, twee
from questfoundry.infra.export.variables import Assignments, Conditions, passage_names, variables_of
from questfoundry.infra.export.words import words_for

STEP = 150  # the distance between passages on Twine's map, in pixels
BEGIN, KNOWN = "StoryBegin", "StoryKnown"
"""The names of two passages: one sets the initial variables, the other lists the clues."""

_MARKS = {"strong": "<strong>{}</strong>", "emphasized": "<em>{}</em>"}
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


class TwineExporter(StoryExporter):
    """The base class of exporters for Twine; each makes a Twee 3 file and an archive for import."""

    program: str
    """The name of the story format, as Twine calls it."""
    version: str
    """The version of the story format."""
    suffix: str
    """The part of the file names that differs for each format, such as ``.harlowe``."""
    conditions: ClassVar[Conditions]
    """The syntax of conditions."""
    assignments: ClassVar[Assignments]
    """The syntax of assignments."""
    conditional: ClassVar[str]
    """The markup that shows ``{text}`` only if ``{condition}`` holds."""
    closed: ClassVar[tuple[str, str]]
    """The markup that shows the text ``{closed}`` instead of the link of a closed choice; it is
    inserted before the end of the link's condition. The first markup is for one-time choices: it
    shows the text only while ``{untaken}`` holds, that is, until the choice is taken."""
    paragraph: ClassVar[tuple[str, str]]
    """The separator of lines within a paragraph, and the markup around a paragraph."""
    shows_author: ClassVar[bool] = False
    """True if the story format itself shows the passage "StoryAuthor"."""
    sets_in_passages: ClassVar[bool] = False
    """True if links cannot set variables: a choice that sets some leads to an extra passage."""
    special_tags: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """The tags of the passages that the story format itself reads, by passage name."""
    printed: ClassVar[str]
    """The markup that shows the number in the variable ``{}``."""
    clue_footer: ClassVar[str] = ""
    """The markup that is added below each passage to show the list of clues and stats."""

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
            start=BEGIN if self.sets_in_passages else names[edition.structure.start],
            style=twine_css(edition.publication.theme),
            passages=tuple(self._build_passages(edition, names)),
        )

    @abstractmethod
    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the texts of passages with a special meaning in the format, by passage name.

        Passages with an empty text are not written.
        """

    @abstractmethod
    def format_link(
        self, label: str, target: str, setters: Sequence[str], *, is_conditional: bool
    ) -> str:
        """Return a link that carries out ``setters``; ``label`` is not escaped yet.

        ``setters``: assignments in the format's syntax.
        """

    def escape(self, text: str) -> str:
        """Return ``text`` escaped, so that the story format reads no markup in it."""
        return escape_text(text)

    def build_extra_passages(
        self,
        edition: Edition,  # noqa: ARG002
        names: Mapping[str, str],  # noqa: ARG002
        variables: Mapping[str, str],  # noqa: ARG002
    ) -> Mapping[str, str]:
        """Return the texts of passages that are added to the story's own, by passage name."""
        return {}

    def format_conditional(self, condition: str, text: str) -> str:
        """Return ``text`` inside markup that shows it only if ``condition`` holds."""
        return self.conditional.format(condition=condition, text=text)

    def find_target(
        self, choice: Choice, number: int, names: Mapping[str, str], variables: Mapping[str, str]
    ) -> str:
        """Return the name of the passage to which the link of ``choice`` leads.

        In some formats this is an extra passage that sets the choice's variables; its name
        contains ``number``, the position of the choice in the story.
        """
        if self.sets_in_passages and self.assignments.list_for(choice, variables):
            return f"StoryChoice{number}"
        return names[choice.target]

    def clue_words(self, edition: Edition) -> tuple[str, str]:
        """Return the title of the list of clues and stats, and the text of an empty list, plain."""
        words = words_for("page", edition.language, edition.publication.words).texts
        title, none = ("known", "nothing_known") if edition.moved_stats else ("clues", "no_clues")
        return words[title], words[none]

    def anything_known(self, edition: Edition, variables: Mapping[str, str]) -> str:
        """Return the condition that the player knows some clue or that some stat is not 0."""
        flags = (flag for part in list_known_parts(edition) for flag in part.flags)
        return self.conditions.build_any_condition(flags, variables)

    def format_known(
        self, edition: Edition, variables: Mapping[str, str], end: str = ""
    ) -> Iterator[str]:
        """Yield the markup of the clues below their questions, and of the stats below theirs.

        Players see only clues that they have found, and only stats that are not 0.
        """
        for part in list_known_parts(edition):
            condition = self.conditions.build_any_condition(part.flags, variables)
            tag = "h3" if part.is_question else "p"
            html = f"<{tag}>{self.escape(one_line(part.text))}</{tag}>{end}"
            yield self.format_conditional(condition, html)

    def format_known_details(self, edition: Edition, variables: Mapping[str, str]) -> str:
        """Return the clues and stats as an element that players unfold; empty if none exist."""
        if not lists_known(edition):
            return ""
        known = "".join(self.format_known(edition, variables))
        title = self.escape(self.clue_words(edition)[0])
        details = f"<details><summary>{title}</summary>{known}</details>"
        return self.format_conditional(self.anything_known(edition, variables), details)

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
                self._format_choice(
                    structure,
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
                    + (self.clue_footer if lists_known(edition) else ""),
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
            if media := each.media:
                lines = [self._format_media(media, edition)]
            else:
                lines = [
                    self._format_line(line.strip(), edition, variables)
                    for line in each.text.split("\n")
                ]
            block = f"{'<hr>' if each.is_scene_break else self._format_paragraph(lines)}\n\n"
            condition = self.conditions.build_any_condition([each.flag], variables)
            yield self.format_conditional(condition, block) if each.flag else block
        if passage.ending:
            name = self.escape(one_line(edition.ending_name(passage.ending)))
            yield f"{self._format_paragraph([f'<strong>{name}</strong>'])}\n\n"

    def _format_paragraph(self, lines: Iterable[str]) -> str:
        line_end, markup = self.paragraph
        return markup.format(line_end.join(lines))

    def _format_choice(
        self,
        structure: Structure,
        choice: Choice,
        label: str,
        target: str,
        variables: Mapping[str, str],
    ) -> str:
        """Return the link with its line end, so that a condition hides or shows both together."""
        condition = self.conditions.build_choice_condition(choice, variables)
        setters = self.assignments.list_for(choice, variables)
        link = self.format_link(label, target, setters, is_conditional=bool(condition))
        if not condition:
            return link
        tests = self.conditions.list_closed_tests(structure, choice, variables)
        if tests is not None:
            untaken = self.conditions.join(self.conditions.and_operator, tests)
            text = self.escape(one_line(choice.closed))
            # Screen readers announce a disabled link as unavailable.
            closed = f'<span role="link" aria-disabled="true">{text}</span>'
            markup = self.closed[0] if untaken else self.closed[1]
            link += markup.format(condition=condition, untaken=untaken, closed=closed)
        return self.format_conditional(condition, link)

    def _opening_lines(self, edition: Edition) -> Iterable[str]:
        if not self.shows_author:
            lines = (edition.publication.author, *terms_of(edition))
            yield from (self.escape(line) for each in lines if (line := one_line(each)))
        if notes := one_line(edition.vision.content_notes):
            words = words_for("page", edition.language, edition.publication.words)
            yield f"<strong>{self.escape(words.texts['content_notes'])}</strong>"
            yield self.escape(notes)

    def _format_line(self, line: str, edition: Edition, variables: Mapping[str, str]) -> str:
        def show(span: ProseSpan) -> str:
            return self._format_span(span, edition, variables)

        return join_spans(edition.spans_of(line), show, _MARKS)

    def _format_span(self, span: ProseSpan, edition: Edition, variables: Mapping[str, str]) -> str:
        text = self.escape(span.text)
        if span.stat:
            variable = variables.get(edition.stats_by_name[span.stat].id)
            text = self.printed.format(variable) if variable else "0"
        if span.address:
            address = self._escape_attribute(span.address)
            text = f'<a href="{address}" target="_blank" rel="noopener noreferrer">{text}</a>'
        return text

    def _format_media(self, media: Media, edition: Edition) -> str:
        """Return the picture or sound with its content, so that the story stays one file."""
        asset = edition.assets.get(media.name)
        if asset is None:
            return self.escape(describe_media(media))
        alt = self._escape_attribute(one_line(media.alt))
        if media.is_sound:
            return f'<audio controls src="{asset.data_url}" title="{alt}"></audio>'
        width = f"width: {media.width}%" if media.width else "max-width: 100%"
        return f'<img src="{asset.data_url}" alt="{alt}" style="{width}">'

    def _escape_attribute(self, text: str) -> str:
        return self.escape(text).replace('"', "&#34;")


def lists_known(edition: Edition) -> bool:
    """Return whether the story has clues or stats, so that players get a list of them."""
    return bool(edition.clues or edition.moved_stats)


def escape_text(text: str) -> str:
    """Return ``text``; character references replace marks that Twine could read as markup."""
    return escape_marks(text, lambda mark: f"&#{ord(mark)};")


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
