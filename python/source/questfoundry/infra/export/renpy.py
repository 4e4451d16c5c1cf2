"""Export a story to Ren'Py: a ZIP archive with the folder ``game``, for its projects folder."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import SCENE_BREAK, ProseParagraph
from questfoundry.domain.story.prose_markup import Media
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import (
    ProseMarkup,
    build_zip,
    chapter_at,
    describe_media,
    direction,
    file_name,
    list_width_losses,
    one_line,
    paragraphs,
    terms_of,
)
from questfoundry.infra.export.variables import (
    Assignments,
    Conditions,
    initial_values,
    knot_names,
    passage_names,
    variables_of,
)
from questfoundry.infra.export.words import list_opening_texts

_INDENT = "    "
_PAGE = 900
"""The most characters of prose on one screen, which leave room for a menu."""

_DOUBLED = re.compile(r"[\[{%\u3010]")
"""Characters that begin markup in Ren'Py; two of them show one."""

_CONDITIONS = Conditions(
    set_test="{}",
    unset_test="not {}",
    least_test="{} >= {}",
    most_test="{} <= {}",
    and_operator=" and ",
    or_operator=" or ",
    negation="not ({})",
)
_ASSIGNMENTS = Assignments(set_flag="$ {name} = True", add="$ {name} {sign}= {step}")


class RenPyExporter(StoryExporter):
    """An exporter to Ren'Py, whose player shows the paragraphs of a passage on one page.

    Flags and stats are variables of the store ``story``, so that no name collides with one of
    Ren'Py's.
    """

    format = "renpy"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the archive with the script, the options, the pictures and the sounds."""
        texts = {"script.rpy": _script_lines(edition), "options.rpy": _option_lines(edition)}
        files = {f"game/{name}": "\n".join([*lines, ""]).encode() for name, lines in texts.items()}
        assets = {
            f"game/{_place(each)}": edition.assets[each.name].content for each in edition.media
        }
        archive = build_zip({**files, **assets})
        return (ExportedFile(file_name(edition, ".renpy.zip"), archive),)

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning if pictures have widths."""
        yield from list_width_losses(self.format, edition)


def _option_lines(edition: Edition) -> Iterator[str]:
    publication = edition.publication
    about = [publication.author, edition.description, *terms_of(edition)]
    options = {
        "config.name": one_line(edition.title) or "Untitled",
        "gui.about": _double("\n".join(filter(None, map(one_line, about)))),
        "build.name": file_name(edition, ""),
        "config.save_directory": file_name(edition, f"-{edition.ifid.lower()}"),
    }
    yield from (f"define {name} = {_python(value)}" for name, value in options.items())
    yield from ("define config.screen_width = 1280", "define config.screen_height = 720")
    if direction(edition.language) == "rtl":
        yield "define config.rtl = True"


def _script_lines(edition: Edition) -> Iterator[str]:
    variables = {each: f"story.{name}" for each, name in variables_of(edition).items()}
    labels = {
        each: f"passage_{name}".replace("passage_passage_", "passage_")
        for each, name in knot_names(edition.structure).items()
    }
    yield from ("define narrator = nvl_narrator", "define menu = nvl_menu", "")
    for each in initial_values(edition, variables):
        yield f"# {each.meaning}"
        yield f"default {each.variable} = {each.value.title()}"
    yield from ("", "label start:", f"{_INDENT}nvl clear")
    yield from _indent(_say(_text(each)) for each in list_opening_texts(edition))
    yield f"{_INDENT}jump {labels[edition.structure.start]}"
    for passage in edition.structure.passages:
        yield from ("", f"label {labels[passage.id]}:")
        yield from _indent(_passage_lines(edition, passage, variables, labels))


def _passage_lines(
    edition: Edition, passage: Passage, variables: Mapping[str, str], labels: Mapping[str, str]
) -> Iterator[str]:
    if title := one_line(passage.title):
        yield f"# {title}"
    yield from (*(["scene"] if edition.media else []), "nvl clear")
    if chapter := chapter_at(edition, passage.id):
        yield _say(f"{{b}}{_text(chapter)}{{/b}}")
    length = 0
    for paragraph in paragraphs(edition, passage.id):
        length += len(paragraph.text)
        if length > max(_PAGE, len(paragraph.text)):
            yield "nvl clear"
            length = len(paragraph.text)
        yield from _paragraph_lines(paragraph, edition, variables)
    choices = edition.structure.selectable_choices(passage.id)
    for choice in choices:
        if closed := _CONDITIONS.build_closed_condition(edition.structure, choice, variables):
            yield from (f"if {closed}:", f"{_INDENT}{_say(_text(choice.closed))}")
    if passage.ending:
        yield _say(f"{{b}}{_text(edition.ending_name(passage.ending))}{{/b}}")
    if choices:
        yield "menu:"
        names = passage_names(edition.structure)
        for choice in choices:
            label = _text(choice.label) or names[choice.target]
            yield from _indent(_choice_lines(choice, label, variables, labels))
    yield "return"


def _choice_lines(
    choice: Choice, label: str, variables: Mapping[str, str], labels: Mapping[str, str]
) -> Iterator[str]:
    condition = _CONDITIONS.build_choice_condition(choice, variables)
    yield f"{_say(label)}{f' if {condition}' if condition else ''}:"
    yield from _indent([*_ASSIGNMENTS.list_for(choice, variables), f"jump {labels[choice.target]}"])


def _paragraph_lines(
    paragraph: ProseParagraph, edition: Edition, variables: Mapping[str, str]
) -> Iterator[str]:
    lines = [*_shown_lines(paragraph, edition, variables)]
    if paragraph.flag and lines:
        yield f"if {_CONDITIONS.build_any_condition([paragraph.flag], variables)}:"
        lines = [*_indent(lines)]
    yield from lines


def _shown_lines(
    paragraph: ProseParagraph, edition: Edition, variables: Mapping[str, str]
) -> Iterator[str]:
    if paragraph.is_scene_break:
        yield _say(SCENE_BREAK)
    elif media := paragraph.media:
        yield from _media_lines(media, edition)
    else:
        texts = paragraph.text.split("\n")
        lines = (_MARKUP.format_line(each, edition, variables) for each in texts)
        if text := "\\n".join(filter(None, lines)):
            yield _say(text)


def _media_lines(media: Media, edition: Edition) -> Iterator[str]:
    if media.name not in edition.assets:
        yield _say(_text(describe_media(media)))
        return
    place = _python(_place(media))
    yield f"play sound {place}" if media.is_sound else f"scene expression {place} at truecenter"
    if media.alt:
        yield f"alt {_say(_text(media.alt))}"


def _place(media: Media) -> str:
    return f"{'audio' if media.is_sound else 'images'}/{media.file_name}"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}" for line in lines)


def _say(text: str) -> str:
    return f'"{text}"'


def _python(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(text: str) -> str:
    return _escape(one_line(text))


def _escape(text: str) -> str:
    return _double(text.replace("\\", "\\\\").replace('"', '\\"'))


def _double(text: str) -> str:
    return _DOUBLED.sub(lambda mark: mark[0] * 2, text)


_MARKUP = ProseMarkup(
    escape=_escape,
    number="[{}]",
    link=lambda address, text: f"{{a={_escape(address)}}}{text}{{/a}}",
    styles={"strong": "{{b}}{}{{/b}}", "emphasized": "{{i}}{}{{/i}}"},
)
