"""A map in DOT, the language of Graphviz: each passage a box with its choices as cells.

A choice stands in the box that offers it, so no label lies beside a line, where it could
cover something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from questfoundry.app.story_map.story_map import (
    Box,
    LegendEntry,
    Line,
    MapBeat,
    MapFormat,
    MapRenderer,
    StoryMap,
)
from questfoundry.infra.story_map.look import dilemma_ink, ink_of, lines_of

# One name and no list: where Graphviz has no fonts, it knows the widths of this one by name.
_FONT = "Arial"
_SETTINGS = f"""\
  graph [bgcolor=white, fontname="{_FONT}", labelloc=t, labeljust=l, nodesep=0.3, ranksep=0.55]
  node [shape=plain, fontname="{_FONT}", fontsize=12]
  edge [arrowsize=0.7]"""
_THIN, _THICK = "2", "5"


class DotMapRenderer(MapRenderer):
    """Writes DOT; nothing need be installed for it."""

    format = MapFormat.DOT
    suffix = ".dot"

    def render(self, story_map: StoryMap) -> str:
        """The graph; what the story says is escaped in labels that look like HTML."""
        return "\n".join(("digraph story {", _SETTINGS, *_statements(story_map), "}", ""))


def _statements(story_map: StoryMap) -> Iterator[str]:
    names = {box.id: f"p{number}" for number, box in enumerate(story_map.boxes, start=1)}
    leaving: dict[str, list[Line]] = {box.id: [] for box in story_map.boxes}
    for line in story_map.lines:
        leaving[line.source].append(line)
    yield f"  label=<{_legend(story_map)}>"
    for box in story_map.boxes:
        node = _ending(box) if box.ending else _box(box, leaving[box.id])
        yield f"  {names[box.id]} {node}"
    for box in story_map.boxes:
        for number, line in enumerate(leaving[box.id]):
            yield _edge(box, number, line, names)


def _box(box: Box, lines: Sequence[Line]) -> str:
    ink = ink_of(box.code)
    style = ' STYLE="DASHED"' if box.residue else ""
    span = f'COLSPAN="{max(len(lines), 1)}"'
    cells = "<VR/>".join(_cell(number, line) for number, line in enumerate(lines))
    return (
        f'[label=<<TABLE BORDER="{_pen(box)}" COLOR="{ink.line}" BGCOLOR="{ink.fill}" '
        f'CELLBORDER="0" CELLSPACING="0" CELLPADDING="6"{style}>'
        f"<TR><TD {span}>{_heading(box)}</TD></TR>"
        f"{''.join(_row(beat, span) for beat in box.beats)}"
        f"{f'<HR/><TR>{cells}</TR>' if cells else ''}</TABLE>>]"
    )


def _ending(box: Box) -> str:
    ink = ink_of(box.code)
    beats = "".join(f"<BR/>{_beat(beat)}" for beat in box.beats)
    ending = f"<B>{_text(f'Ending: {box.ending}', 28)}</B>"
    return (
        f"[label=<{_heading(box)}{beats}<BR/>{ending}>, shape=box, peripheries=2, "
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
    code = f"<B>{line.code}</B><BR/>" if line.code else ""
    conditions = f"<BR/>{_small(', '.join(line.conditions), 28)}" if line.conditions else ""
    return (
        f'<TD PORT="c{number}" BGCOLOR="{fill}"><FONT POINT-SIZE="10">{code}'
        f"{_text(line.label, 24)}</FONT>{conditions}</TD>"
    )


def _edge(box: Box, number: int, line: Line, names: Mapping[str, str]) -> str:
    source = names[box.id] if box.ending else f"{names[box.id]}:c{number}:s"
    colour = ink_of(line.code).line
    return f'  {source} -> {names[line.target]} [color="{colour}", penwidth={_pen(line)}]'


def _legend(story_map: StoryMap) -> str:
    # Narrower than most legends: a wide title would stretch the column of the numbers.
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


def _pen(drawn: Box | Line) -> str:
    return _THICK if drawn.highlighted else _THIN


def _small(text: str, width: int) -> str:
    return f'<FONT POINT-SIZE="9">{_text(text, width)}</FONT>'


def _text(text: str, width: int) -> str:
    """The text as Graphviz reads it literally in a label that looks like HTML."""
    # A backslash begins an escape even there, and nothing at all would be a syntax error.
    lines = (escape(line).replace("\\", r"\\") for line in lines_of(text, width, most=4))
    return "<BR/>".join(lines) or "&#160;"
