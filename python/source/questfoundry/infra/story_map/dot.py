"""Draw the story map in DOT, the language of Graphviz.

Each passage is a box, and each choice is a cell in the box of its passage. Choices are not edge
labels, because such labels could cover other parts of the picture.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import groupby
from textwrap import TextWrapper

from attrs import frozen

from questfoundry.app.story_map.story_map import (
    Box,
    LegendEntry,
    Line,
    MapBeat,
    MapFormat,
    MapOption,
    MapRenderer,
    PathCode,
    StoryMap,
)
from questfoundry.infra.export.text import one_line


@frozen
class Ink:
    """A pair of colours: a strong one for lines, and a pale one behind black text."""

    line: str
    fill: str


NEUTRAL = Ink("#4d4d4d", "#f2f2f2")

# The colours of Okabe and Ito without black; fills are the same colours at 25 % on white.
_INKS = (
    Ink("#e69f00", "#f9e7bf"),
    Ink("#0072b2", "#bfdcec"),
    Ink("#009e73", "#bfe7dc"),
    Ink("#cc79a7", "#f2dde9"),
    Ink("#56b4e9", "#d5ecf9"),
    Ink("#d55e00", "#f4d6bf"),
    Ink("#f0e442", "#fbf8d0"),
)


def ink_of(code: PathCode | None) -> Ink:
    """Return the colours for a path code such as ``2a``: one of seven pairs, or a neutral pair."""
    return NEUTRAL if code is None else dilemma_ink(code.dilemma)


def dilemma_ink(number: int) -> Ink:
    """Return the colours of the dilemma (dramatic question) ``number``, counted from 1."""
    return _INKS[(number - 1) % len(_INKS)]


def hub_label(topics: int) -> str:
    """Return the frame label of a hub, a passage that offers ``topics`` topics in any order."""
    return f"Look around: {topics} topics, each once, in any order"


def wrap_text(text: str, width: int, *, most: int) -> list[str]:
    """Wrap ``text`` to at most ``most`` lines of ``width`` characters; the rest becomes ``...``."""
    line = one_line(text)
    if not any(char.isprintable() and char != " " for char in line):
        return [""]
    if len(line) <= width:  # skip the slow wrapping for short texts
        return [line]
    return _wrapper(width, most).wrap(line)


@cache
def _wrapper(width: int, max_lines: int) -> TextWrapper:
    return TextWrapper(width, max_lines=max_lines, placeholder=" ...")


# A single name: without installed fonts Graphviz has built-in widths for Arial.
_FONT = "Arial"

_SETTINGS = f"""\
  graph [bgcolor=white, fontname="{_FONT}", labelloc=t, labeljust=l, nodesep=0.3, ranksep=0.55]
  node [shape=plain, fontname="{_FONT}", fontsize=12]
  edge [arrowsize=0.7]"""

_THIN, _THICK = "2", "5"

_CHAPTER = 'style=rounded color="#b3b3b3" margin=14'

_HUB = 'style="rounded,dashed" color="#4d4d4d" penwidth=1.5 labelloc=b margin=10'

_LOOK = f'color="{NEUTRAL.line}"'

_BUNDLE = f'{_LOOK}, dir=none, style=dashed, class="bundle"'


class DotMapRenderer(MapRenderer):
    """A renderer that writes the story map as DOT text, without running another program."""

    format = MapFormat.DOT
    suffix = ".dot"

    def render(self, story_map: StoryMap) -> str:
        return "\n".join(("digraph story {", _SETTINGS, *_statements(story_map), "}", ""))


def _statements(story_map: StoryMap) -> Iterator[str]:
    names = {box.id: f"p{number}" for number, box in enumerate(story_map.boxes, start=1)}
    hubs = {box.id: box.hub for box in story_map.boxes if box.is_topic}
    looks = {line.target: line for line in story_map.lines if hubs.get(line.target) == line.source}
    leaving: dict[str, list[Line]] = {box.id: [] for box in story_map.boxes}
    for line in story_map.lines:
        if looks.get(line.target) is not line:
            leaving[line.source].append(line)
    yield f"  label=<{_legend(story_map)}>"
    for box in story_map.boxes:
        node = _ending(box) if box.ending else _box(box, leaving[box.id], looks.get(box.id))
        yield f"  {names[box.id]} {node}"
    yield from _chapters(story_map, names)
    for box in story_map.boxes:
        if box.id in looks:
            line = looks[box.id]
            ends = f"{names[line.source]} -> {names[line.target]}"
            yield f"  {ends} [{_LOOK}, penwidth={_pen(line)}]"
        for number, line in enumerate(leaving[box.id]):
            yield _edge(box, number, line, names)
            # Invisible edges keep the next passages of a hub below its topics.
            topics = [topic for topic, hub in hubs.items() if hub == box.id]
            yield from (
                f"  {names[topic]} -> {names[line.target]} [style=invis]" for topic in topics
            )


def _chapters(story_map: StoryMap, names: Mapping[str, str]) -> Iterator[str]:
    ordered = sorted(story_map.boxes, key=lambda box: box.chapter)
    for chapter, boxes in groupby(ordered, key=lambda box: box.chapter):
        frames = _hubs(list(boxes), names)
        if chapter:
            yield f"  subgraph cluster_chapter{chapter} {{ {_CHAPTER}"
            yield from frames
            yield "  }"
        else:
            yield from frames


def _hubs(boxes: Sequence[Box], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the DOT lines that put each hub and its topics into a frame.

    A hub is a passage that offers topics in any order. One dashed line represents all links among
    the topics of a hub.
    """
    yield f"  {' '.join(names[box.id] for box in boxes if not box.hub)}"
    inside = sorted((box for box in boxes if box.hub), key=lambda box: box.hub)
    for hub, found in groupby(inside, key=lambda box: box.hub):
        members = [names[box.id] for box in found]
        topics = [name for name in members if name != names[hub]]
        label = _small(hub_label(len(topics)), 60)
        yield f"  subgraph cluster_{names[hub]} {{ label=<{label}> {_HUB}"
        yield f"    {' '.join(members)}"
        yield f"  }} {' -> '.join(topics)} [constraint=false, {_BUNDLE}]"


def _box(box: Box, lines: Sequence[Line], look: Line | None) -> str:
    ink = ink_of(box.code)
    style = ' STYLE="DASHED"' if box.residue else ""
    span = f'COLSPAN="{max(len(lines), 1)}"'
    cells = "<VR/>".join(_cell(number, line) for number, line in enumerate(lines))
    return (
        f'[label=<<TABLE BORDER="{_pen(box)}" COLOR="{ink.line}" BGCOLOR="{ink.fill}" '
        f'CELLBORDER="0" CELLSPACING="0" CELLPADDING="6"{style}>'
        f"{_header_rows(box, look, span)}<TR><TD {span}>{_heading(box)}</TD></TR>"
        f"{''.join(_row(beat, span) for beat in box.beats)}"
        f"{f'<HR/><TR>{cells}</TR>' if cells else ''}</TABLE>>]"
    )


def _header_rows(box: Box, look: Line | None, span: str) -> str:
    begins = f'<TR><TD {span} BGCOLOR="{NEUTRAL.line}">{_title(box.begins)}</TD></TR>'
    chosen = (
        f'<TR><TD {span} BGCOLOR="white">{_option(look.options[0])}</TD></TR><HR/>' if look else ""
    )
    return f"{begins if box.begins else ''}{chosen}"


def _title(chapter: str) -> str:
    return f'<FONT COLOR="white" POINT-SIZE="14"><B>{_text(chapter, 28)}</B></FONT>'


def _ending(box: Box) -> str:
    ink = ink_of(box.code)
    beats = "".join(f"<BR/>{_beat(beat)}" for beat in box.beats)
    ending = f"<B>{_text(f'Ending: {box.ending}', 28)}</B>"
    begins = f"<B>{_text(box.begins, 28)}</B><BR/>" if box.begins else ""
    return (
        f"[label=<{begins}{_heading(box)}{beats}<BR/>{ending}>, shape=box, peripheries=2, "
        f'margin=0.15, penwidth={_pen(box)}, style="rounded,filled", color="{ink.line}", '
        f'fillcolor="{ink.fill}"]'
    )


def _heading(box: Box) -> str:
    return f"<B>{_text(box.title, 28)}</B><BR/>{_small(' · '.join(box.notes), 44)}"


def _row(beat: MapBeat, span: str) -> str:
    fill = ink_of(beat.code).fill
    return f'<HR/><TR><TD {span} BGCOLOR="{fill}">{_beat(beat)}</TD></TR>'


def _beat(beat: MapBeat) -> str:
    return f'<FONT POINT-SIZE="10">{_text(beat.text, 36)}</FONT><BR/>{_small(beat.note, 44)}'


def _cell(number: int, line: Line) -> str:
    fill = ink_of(line.code).fill if line.code else "white"
    head = str(line.code or "")
    if line.has_options:
        head = f"{head} {len(line.options)} options".strip()
    code = f'<FONT POINT-SIZE="10"><B>{head}</B></FONT><BR/>' if head else ""
    bullet = "\u2022 " if line.has_options else ""
    options = "<BR/>".join(_option(each, bullet) for each in line.options)
    return f'<TD PORT="c{number}" BGCOLOR="{fill}">{code}{options}</TD>'


def _option(option: MapOption, bullet: str = "") -> str:
    conditions = f"<BR/>{_small(', '.join(option.conditions), 28)}" if option.conditions else ""
    return f'<FONT POINT-SIZE="10">{bullet}{_text(option.label, 24)}</FONT>{conditions}'


def _edge(box: Box, number: int, line: Line, names: Mapping[str, str]) -> str:
    source = names[box.id] if box.ending else f"{names[box.id]}:c{number}:s"
    colour = ":white:".join([ink_of(line.code).line] * len(line.options))
    return f'  {source} -> {names[line.target]} [color="{colour}", penwidth={_pen(line)}]'


def _legend(story_map: StoryMap) -> str:
    # Wrapped at 40 characters: a wider title would stretch the number column.
    title = f'<FONT POINT-SIZE="20"><B>{_text(story_map.title, 40)}</B></FONT>'
    rows = "".join(_legend_row(entry) for entry in story_map.legend)
    return (
        '<TABLE BORDER="0" CELLSPACING="3" CELLPADDING="8">'
        f'<TR><TD COLSPAN="3" ALIGN="LEFT" BALIGN="LEFT">{title}</TD></TR>{rows}</TABLE>'
    )


def _legend_row(entry: LegendEntry) -> str:
    ink = dilemma_ink(entry.number)
    answers = "".join(
        f'{letter}: {_text(text, 50)}<BR ALIGN="LEFT"/>' for letter, text in entry.answers.items()
    )
    return (
        f'<TR><TD BORDER="2" COLOR="{ink.line}" BGCOLOR="{ink.fill}"><B>{entry.number}</B></TD>'
        f'<TD ALIGN="LEFT" BALIGN="LEFT">{_text(entry.question, 50)}</TD>'
        f'<TD ALIGN="LEFT" BALIGN="LEFT">{answers}</TD></TR>'
    )


def _pen(part: Box | Line) -> str:
    return _THICK if part.highlighted else _THIN


def _small(text: str, width: int) -> str:
    return f'<FONT POINT-SIZE="9">{_text(text, width)}</FONT>'


def _text(text: str, width: int) -> str:
    # A backslash is an escape even in HTML-like labels; an empty label is a syntax error.
    lines = (escape(line).replace("\\", r"\\") for line in wrap_text(text, width, most=4))
    return "<BR/>".join(lines) or "&#160;"
