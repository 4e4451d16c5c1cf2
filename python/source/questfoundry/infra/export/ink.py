"""Export a story to ink: flags become variables, and passages become knots (ink's sections)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.prose_markup import Media
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import (
    ProseMarkup,
    asset_files,
    asset_name,
    chapter_at,
    describe_media,
    escape_marks,
    file_name,
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

_COMMAND = re.compile(r"(?:TODO|INCLUDE|EXTERNAL|VAR|CONST|LIST)\b")
"""Words that ink reads as keywords at the beginning of a line."""

_CONDITIONS = Conditions(
    set_test="{}",
    unset_test="not {}",
    least_test="{} >= {}",
    most_test="{} <= {}",
    and_operator=" and ",
    or_operator=" or ",
    negation="not ({})",
)
_ASSIGNMENTS = Assignments(set_flag="{name} = true", add="{name} {sign}= {step}")


class InkExporter(StoryExporter):
    """An exporter to ink; choices are sticky (``+``), so players can take them again."""

    format = "ink"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the ink file and the pictures and sounds; facts and file names become ink tags."""
        content = "\n".join(_lines(edition)).encode()
        return [ExportedFile(file_name(edition, ".ink"), content), *asset_files(edition)]

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning if pictures have widths."""
        yield from list_width_losses(self.format, edition)


def _lines(edition: Edition) -> Iterator[str]:
    structure = edition.structure
    variables = variables_of(edition)
    knots = knot_names(structure, {*variables.values()})
    names = passage_names(structure)
    publication = edition.publication
    yield from _tags(
        title=edition.title,
        author=publication.author,
        hook=edition.hook,
        content_notes=edition.vision.content_notes,
        description=publication.description,
        credits=publication.credits,
        licence=publication.licence,
        date=publication.date,
        language=edition.language,
        ifid=edition.ifid,
    )
    for each in initial_values(edition, variables):
        yield f"VAR {each.variable} = {each.value} // {each.meaning}"
    yield f"-> {knots[structure.start]}"
    for passage in structure.passages:
        yield ""
        yield f"=== {knots[passage.id]} ==="
        yield from _tags(passage=passage.title)
        if chapter := chapter_at(edition, passage.id):
            yield f"{_opening(_text(chapter))} # chapter"
        for paragraph in paragraphs(edition, passage.id):
            yield from _paragraph(paragraph, edition, variables)
        for choice in structure.selectable_choices(passage.id):
            yield from _show_closed(structure, choice, variables)
        for choice in structure.selectable_choices(passage.id):
            label = one_line(choice.label) or names[choice.target]
            condition = _CONDITIONS.build_choice_condition(choice, variables)
            yield f"+ {f'{{{condition}}} ' if condition else ''}[{_text(label)}]"
            yield from (f"    ~ {each}" for each in _ASSIGNMENTS.list_for(choice, variables))
            yield f"    -> {knots[choice.target]}"
        if passage.ending:
            yield f"{_opening(_text(one_line(edition.ending_name(passage.ending))))} # ending"
            yield "-> END"
    yield ""


def _tags(**tags: str) -> Iterator[str]:
    for name, value in tags.items():
        if text := one_line(value):
            yield f"# {name.replace('_', ' ')}: {_text(text)}"


def _paragraph(
    paragraph: ProseParagraph, edition: Edition, variables: Mapping[str, str]
) -> Iterator[str]:
    if media := paragraph.media:
        lines = iter([_media(media, edition)])
    else:
        lines = (_line(line, edition, variables) for line in paragraph.text.split("\n"))
    if paragraph.flag:
        yield f"{{ {_CONDITIONS.build_any_condition([paragraph.flag], variables)}:"
        yield from (f"    {line}" for line in lines if line)
        yield "}"
    else:
        yield from lines


def _show_closed(
    structure: Structure, choice: Choice, variables: Mapping[str, str]
) -> Iterator[str]:
    condition = _CONDITIONS.build_choice_condition(choice, variables)
    tests = _CONDITIONS.list_closed_tests(structure, choice, variables)
    if tests is not None:
        rest = _CONDITIONS.join(_CONDITIONS.and_operator, tests)
        yield from ("{", f"- {condition}:", f"- {rest or 'else'}:")
        yield from (f"    {_opening(_text(one_line(choice.closed)))} # closed", "}")


def _media(media: Media, edition: Edition) -> str:
    """Return the description as a line with a tag that the web player of Inky understands."""
    line = _opening(_text(describe_media(media)))
    if media.name not in edition.assets:
        return line
    tag = "AUDIO" if media.is_sound else "IMAGE"
    return f"{line} # {tag}: {_text(asset_name(edition, media))}"


def _line(text: str, edition: Edition, variables: Mapping[str, str]) -> str:
    return _opening(_MARKUP.format_line(text, edition, variables))


def _opening(line: str) -> str:
    return f"\\{line}" if _COMMAND.match(line) else line


def _text(text: str) -> str:
    return escape_marks(text, lambda mark: f"\\{mark}")


_MARKUP = ProseMarkup(
    escape=_text,
    number="{{{}}}",
    link=lambda address, text: f'<a href="{_text(address)}">{text}</a>',
    styles={"strong": "<b>{}</b>", "emphasized": "<i>{}</i>"},
)
