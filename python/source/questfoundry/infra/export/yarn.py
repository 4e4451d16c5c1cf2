"""Export a story to Yarn Spinner, versions 2 and 3: each passage becomes a node."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter, build_loss
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.prose_markup import Media
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import (
    ProseMarkup,
    asset_files,
    asset_name,
    chapter_at,
    describe_media,
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
from questfoundry.infra.export.words import list_opening_texts

_INDENT = "    "
_START = "Start"
_NO_SPEAKER = "[character /]"
"""Markup that shows nothing; behind it, Yarn Spinner takes no words before a colon for a name."""

_MARKS = re.compile(r"[\\#{}\[]|<(?=<)|(?<=<)<|/(?=/)|(?<=/)/")
_NEEDS_OPENING = re.compile(r"[^:]*:|->|=>|===|\\")

_CONDITIONS = Conditions(
    set_test="{}",
    unset_test="(not {})",
    least_test="{} >= {}",
    most_test="{} <= {}",
    and_operator=" and ",
    or_operator=" or ",
    negation="(not ({}))",
)
_ASSIGNMENTS = Assignments(
    set_flag="<<set {name} to true>>", add="<<set {name} to {name} {sign} {step}>>"
)


class YarnExporter(StoryExporter):
    """An exporter to Yarn Spinner; a game shows the lines, and tags state the kind of each line."""

    format = "yarn"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the Yarn file and the pictures and sounds, which tags of its lines name."""
        content = "\n".join(_lines(edition)).encode()
        return [ExportedFile(file_name(edition, ".yarn"), content), *asset_files(edition)]

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning for pictures and sounds, and one for the widths of pictures."""
        if edition.media:
            yield build_loss(
                self.format,
                "Yarn Spinner shows no pictures and plays no sounds; tags name their files.",
                "Let the game look for the tags #image and #sound.",
            )
        yield from list_width_losses(self.format, edition)


def _lines(edition: Edition) -> Iterator[str]:
    structure, publication = edition.structure, edition.publication
    variables = {each: f"${name}" for each, name in variables_of(edition).items()}
    nodes = knot_names(structure, {_START.lower()})
    facts = {
        "story": edition.title,
        "author": publication.author,
        "language": edition.language,
        "ifid": edition.ifid,
    }
    yield f"title: {_START}"
    yield from (f"{name}: {text}" for name, each in facts.items() if (text := one_line(each)))
    yield "---"
    for each in initial_values(edition, variables):
        yield f"/// {each.meaning}"
        yield f"<<declare {each.variable} = {each.value}>>"
    yield from (_line(each) for each in list_opening_texts(edition))
    yield from (f"<<jump {nodes[structure.start]}>>", "===")
    for passage in structure.passages:
        yield from (f"title: {nodes[passage.id]}", f"passage: {one_line(passage.title)}", "---")
        yield from _passage_lines(edition, passage, variables, nodes)
        yield "==="
    yield ""


def _passage_lines(
    edition: Edition, passage: Passage, variables: Mapping[str, str], nodes: Mapping[str, str]
) -> Iterator[str]:
    if chapter := chapter_at(edition, passage.id):
        yield f"{_line(chapter)} #chapter"
    for paragraph in paragraphs(edition, passage.id):
        test = [paragraph.flag] if paragraph.flag else []
        lines = _paragraph_lines(paragraph, edition, variables)
        yield from _limit(lines, _CONDITIONS.build_any_condition(test, variables))
    choices = edition.structure.selectable_choices(passage.id)
    for choice in choices:
        if closed := _CONDITIONS.build_closed_condition(edition.structure, choice, variables):
            yield from _limit([f"{_line(choice.closed)} #closed"], closed)
    names = passage_names(edition.structure)
    for choice in choices:
        yield from _choice_lines(choice, choice.label or names[choice.target], variables, nodes)
    if passage.ending:
        yield f"{_line(edition.ending_name(passage.ending))} #ending"


def _choice_lines(
    choice: Choice, label: str, variables: Mapping[str, str], nodes: Mapping[str, str]
) -> Iterator[str]:
    condition = _CONDITIONS.build_choice_condition(choice, variables)
    yield f"-> {_line(label)}{f' <<if {condition}>>' if condition else ''}"
    yield from _indent(_ASSIGNMENTS.list_for(choice, variables))
    yield f"{_INDENT}<<jump {nodes[choice.target]}>>"


def _paragraph_lines(
    paragraph: ProseParagraph, edition: Edition, variables: Mapping[str, str]
) -> Iterator[str]:
    if media := paragraph.media:
        yield _media_line(media, edition)
        return
    lines = (_MARKUP.format_line(each, edition, variables) for each in paragraph.text.split("\n"))
    yield from (_open_line(each) for each in lines if each)


def _media_line(media: Media, edition: Edition) -> str:
    line = _line(describe_media(media))
    if media.name not in edition.assets:
        return line
    return f"{line} #{'sound' if media.is_sound else 'image'}:{asset_name(edition, media)}"


def _limit(lines: Iterable[str], condition: str) -> Iterator[str]:
    """Yield ``lines``, which players see if ``condition`` is true; if it is empty, always."""
    if not condition:
        yield from lines
        return
    yield f"<<if {condition}>>"
    yield from _indent(lines)
    yield "<<endif>>"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}" for line in lines)


def _line(text: str) -> str:
    return _open_line(_escape(one_line(text)))


def _open_line(line: str) -> str:
    return f"{_NO_SPEAKER}{line}" if _NEEDS_OPENING.match(line) else line


def _escape(text: str) -> str:
    return _MARKS.sub(lambda mark: f"\\{mark[0]}", text)


_MARKUP = ProseMarkup(
    escape=_escape,
    number="{{{}}}",
    link=lambda address, text: f'[a href="{_escape(address)}"]{text}[/a]',
    styles={"strong": "[b]{}[/b]", "emphasized": "[i]{}[/i]"},
)
