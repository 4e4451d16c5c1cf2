"""Export a story to ChoiceScript: a ZIP archive with the scenes of a game, as text files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose import SCENE_BREAK, ProseParagraph
from questfoundry.domain.story.prose_markup import Media
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import (
    ProseMarkup,
    build_zip,
    chapter_at,
    describe_media,
    file_name,
    list_known_parts,
    list_width_losses,
    one_line,
    paragraphs,
)
from questfoundry.infra.export.variables import (
    Assignments,
    Conditions,
    initial_values,
    knot_names,
    passage_names,
    variables_of,
)
from questfoundry.infra.export.words import list_opening_texts, words_for

_FOLDER = "mygame/scenes"
"""The folder of the scenes below the folder ``web`` of ChoiceScript."""

_ASSETS = "mygame"
"""The folder of pictures and sounds below the folder ``web`` of ChoiceScript."""

_INDENT = "    "
_EMPTY_TAGS = "[i][/i]"
"""Tags that show nothing; between two characters, they keep ChoiceScript from reading markup."""

_MARKS = re.compile(
    r"(?<=[$@])(?=\{)|(?<=[$@]!)(?=\{)|(?<=[$@]!!)(?=\{)|(?<=\[)(?=/?(?:b|i|n|c|url)\b)"
)
_COMMAND = re.compile(r"[*#]")


class _NestedConditions(Conditions):
    """The syntax of tests in ChoiceScript, which joins only two tests at a time."""

    def join(self, operator: str, tests: Sequence[str]) -> str:
        """Return ``tests`` joined by ``operator``, in pairs of parentheses."""
        joined = tests[0] if tests else ""
        for each in tests[1:]:
            joined = f"({joined}{operator}{each})"
        return joined

    def format_number(self, number: int) -> str:
        """Return ``number`` as an expression; ChoiceScript has no negative numerals."""
        return str(number) if number >= 0 else f"(0 - {-number})"


_CONDITIONS = _NestedConditions(
    set_test="({})",
    unset_test="(not({}))",
    least_test="({} >= {})",
    most_test="({} <= {})",
    and_operator=" and ",
    or_operator=" or ",
    negation="(not({}))",
)
_ASSIGNMENTS = Assignments(set_flag="*set {name} true", add="*set {name} {sign}{step}")


class ChoiceScriptExporter(StoryExporter):
    """An exporter to ChoiceScript, whose player shows the clues and the stats on their own page."""

    format = "choicescript"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the archive with the scenes of the story and of the stats, and its pictures."""
        variables = variables_of(edition, also=[each.id for each in edition.clues])
        scenes = {
            "startup.txt": _story_lines(edition, variables),
            "choicescript_stats.txt": _stat_lines(edition, variables),
        }
        files = {
            f"{_FOLDER}/{name}": "\n".join([*lines, ""]).encode() for name, lines in scenes.items()
        }
        assets = {
            f"{_ASSETS}/{each.file_name}": edition.assets[each.name].content
            for each in edition.media
        }
        archive = build_zip({**files, **assets})
        return (ExportedFile(file_name(edition, ".choicescript.zip"), archive),)

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning if pictures have widths."""
        yield from list_width_losses(self.format, edition)


def _story_lines(edition: Edition, variables: Mapping[str, str]) -> Iterator[str]:
    structure, publication = edition.structure, edition.publication
    labels = knot_names(structure, {*variables.values()})
    yield f"*title {_text(edition.title) or 'Untitled'}"
    if author := _text(publication.author):
        yield f"*author {author}"
    yield from ("*scene_list", f"{_INDENT}startup")
    for each in initial_values(edition, variables):
        yield f"*comment {each.meaning}"
        yield f"*create {each.variable} {each.value}"
    yield ""
    yield from chain.from_iterable((_line(each), "") for each in list_opening_texts(edition))
    yield f"*goto {labels[structure.start]}"
    for passage in structure.passages:
        yield from ("", f"*label {labels[passage.id]}")
        yield from _passage_lines(edition, passage, variables, labels)


def _passage_lines(
    edition: Edition, passage: Passage, variables: Mapping[str, str], labels: Mapping[str, str]
) -> Iterator[str]:
    if title := one_line(passage.title):
        yield f"*comment {title}"
    if chapter := _text(chapter_at(edition, passage.id)):
        yield from (f"[b]{chapter}[/b]", "")
    for paragraph in paragraphs(edition, passage.id):
        yield from _paragraph_lines(paragraph, edition, variables)
        yield ""
    choices = edition.structure.selectable_choices(passage.id)
    if passage.ending:
        yield from (f"[b]{_text(edition.ending_name(passage.ending))}[/b]", "")
    if not choices:
        yield "*finish"
        return
    yield "*choice"
    names = passage_names(edition.structure)
    for choice in choices:
        label = _text(choice.label) or names[choice.target]
        yield from _indent(_option_lines(edition.structure, choice, label, variables, labels))


def _paragraph_lines(
    paragraph: ProseParagraph, edition: Edition, variables: Mapping[str, str]
) -> Iterator[str]:
    if media := paragraph.media:
        lines = [_media_line(media, edition)]
    else:
        texts = paragraph.text.split("\n")
        lines = [
            line
            for each in texts
            if (line := _open_line(_MARKUP.format_line(each, edition, variables)))
        ]
    if paragraph.is_scene_break:
        lines = [f"{_EMPTY_TAGS}{SCENE_BREAK}"]
    broken = [part for line in lines for part in ("*line_break", line)][1:]
    if not paragraph.flag:
        yield from broken
        return
    yield f"*if {_CONDITIONS.build_any_condition([paragraph.flag], variables)}"
    yield from _indent(broken)


def _option_lines(
    structure: Structure,
    choice: Choice,
    label: str,
    variables: Mapping[str, str],
    labels: Mapping[str, str],
) -> Iterator[str]:
    goto = f"*goto {labels[choice.target]}"
    option = [f"#{label}", *_indent([*_ASSIGNMENTS.list_for(choice, variables), goto])]
    condition = _CONDITIONS.build_choice_condition(choice, variables)
    if not condition:
        yield from option
        return
    yield f"*if {condition}"
    yield from _indent(option)
    if closed := _CONDITIONS.build_closed_condition(structure, choice, variables):
        yield f"*if {closed}"
        option = [f"*selectable_if (false) #{_text(choice.closed)}", f"{_INDENT}{goto}"]
        yield from _indent(option)


def _stat_lines(edition: Edition, variables: Mapping[str, str]) -> Iterator[str]:
    words = words_for("page", edition.language, edition.publication.words).texts
    parts = [*list_known_parts(edition)]
    flags = [flag for part in parts for flag in part.flags]
    yield f"[b]{_text(words['known'])}[/b]"
    if anything := _CONDITIONS.build_any_condition(flags, variables):
        yield from ("", f"*if (not({anything}))")
        yield f"{_INDENT}{_line(words['nothing_known'])}"
    for part in parts:
        yield from ("", f"*if {_CONDITIONS.build_any_condition(part.flags, variables)}")
        text = _line(part.text)
        yield f"{_INDENT}{f'[b]{text}[/b]' if part.is_question else text}"
    if edition.publication.show_numbers and edition.moved_stats:
        yield from ("", "*stat_chart")
        for stat in edition.moved_stats:
            yield f"{_INDENT}text {variables[stat.id]} {_text(stat.name)}"


def _indent(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}" if line else line for line in lines)


def _media_line(media: Media, edition: Edition) -> str:
    if media.name not in edition.assets:
        return _line(describe_media(media))
    if media.is_sound:
        return f"*sound {media.file_name}"
    return f"*image {media.file_name} none {_text(media.alt)}".rstrip()


def _line(text: str) -> str:
    return _open_line(_text(text))


def _open_line(line: str) -> str:
    return f"{_EMPTY_TAGS}{line}" if _COMMAND.match(line) else line


def _text(text: str, *, strip: bool = True) -> str:
    return _MARKS.sub(_EMPTY_TAGS, one_line(text) if strip else text)


_MARKUP = ProseMarkup(
    escape=lambda text: _text(text, strip=False),
    number="${{{}}}",
    link=lambda address, text: f"[url={address}]{text}[/url]",
    styles={"strong": "[b]{}[/b]", "emphasized": "[i]{}[/i]"},
)
