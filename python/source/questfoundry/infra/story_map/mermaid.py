"""Draw the story map in Mermaid, a diagram language that code hosts show as a picture.

Each choice is a node of its own between two passages, because labels of edges would overlap.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from questfoundry.app.story_map.cards import describe_hub
from questfoundry.app.story_map.story_map import (
    Box,
    LegendEntry,
    Line,
    MapFormat,
    MapRenderer,
    StoryMap,
)
from questfoundry.infra.story_map.look import Ink, dilemma_ink, ink_of, wrap_text

# Mermaid searches for formulas ($$x$$), icons (fa:fa-car) and \n after decoding references.
_MAGIC = re.compile(r"[$:\\](?=\S)")
_PARTED = "\\g<0>\u200b"
_SIGN = re.compile(r"[^\w ,!?']|_")
_BREAK = "<br/>"
_BLANK = "#160;"


class MermaidMapRenderer(MapRenderer):
    """A renderer that writes the story map as a Mermaid flowchart, without another program."""

    format = MapFormat.MERMAID
    suffix = ".mmd"

    def render(self, story_map: StoryMap) -> bytes:
        return "\n".join(("flowchart TD", *_statements(story_map), "")).encode()


def _statements(story_map: StoryMap) -> Iterator[str]:
    names = {box.id: f"p{number}" for number, box in enumerate(story_map.boxes, start=1)}
    keys = [f"q{entry.number}" for entry in story_map.legend]
    yield f'  subgraph legend["{_text(story_map.title, 60) or _BLANK}"]'
    for key, entry in zip(keys, story_map.legend, strict=True):
        yield f'    {key}["{_legend(entry)}"]'
    if len(keys) > 1:
        yield f"    {' ~~~ '.join(keys)}"
    yield "  end"
    yield from (f"  {names[box.id]}{_passage(box)}" for box in story_map.boxes)
    for number, line in enumerate(story_map.lines, start=1):
        yield f"  {_choice(f'c{number}', line, names)}"
    yield from _frames(story_map, names)
    yield from _box_styles(story_map, names)
    # Link numbers start after the links inside the legend.
    yield from _link_styles(story_map.lines, first=max(len(keys) - 1, 0))


def _legend(entry: LegendEntry) -> str:
    answers = (f"{letter}: {text}" for letter, text in entry.answers.items())
    question = f"{entry.number}: {entry.question}"
    return _BREAK.join(_text(text, 50) for text in (question, *answers))


def _passage(box: Box) -> str:
    texts = [_text(box.title, 28), _text(" · ".join(box.notes), 44)]
    texts += [_text(beat.text, 36) for beat in box.beats]
    if box.ending:
        texts.append(_text(f"Ending: {box.ending}", 28))
    label = _BREAK.join(texts)
    return f'(["{label}"])' if box.ending else f'["{label}"]'


def _frames(story_map: StoryMap, names: Mapping[str, str]) -> Iterator[str]:
    by_chapter = sorted(story_map.boxes, key=lambda box: box.chapter)
    for chapter, boxes in groupby(by_chapter, key=lambda box: box.chapter):
        chapter_boxes = list(boxes)
        if chapter:
            title = next(box.begins for box in chapter_boxes if box.begins)
            yield f'  subgraph chapter{chapter}["{_text(title, 60) or _BLANK}"]'
            yield from _frame_members({box.id for box in chapter_boxes}, story_map, names)
        by_hub = sorted((box for box in chapter_boxes if box.hub), key=lambda box: names[box.hub])
        for hub, found in groupby(by_hub, key=lambda box: box.hub):
            members = {box.id for box in found}
            yield f'  subgraph hub_{names[hub]}["{describe_hub(len(members) - 1)}"]'
            yield from _frame_members(members, story_map, names)
            yield "  end"
        if chapter:
            yield "  end"


def _frame_members(
    passages: Collection[str], story_map: StoryMap, names: Mapping[str, str]
) -> Iterator[str]:
    yield from (f"    {names[each]}" for each in names if each in passages)
    for number, line in enumerate(story_map.lines, start=1):
        if line.source in passages and line.target in passages:
            yield f"    c{number}"


def _choice(name: str, line: Line, names: Mapping[str, str]) -> str:
    head = f"{line.code or ''} {f'{len(line.options)} options' if line.has_options else ''}".strip()
    texts = [head] if line.has_options else []
    for option in line.options:
        label = f"{head} {option.label}" if head and not line.has_options else option.label
        texts += [f"\u2022 {label}" if line.has_options else label, ", ".join(option.conditions)]
    shown = _BREAK.join(_text(text, 22) for text in texts if text) or _BLANK
    here, there = ("===", "==>") if line.highlighted else ("---", "-->")
    return f'{names[line.source]} {here} {name}("{shown}") {there} {names[line.target]}'


def _box_styles(story_map: StoryMap, names: Mapping[str, str]) -> Iterator[str]:
    coloured: dict[Ink, list[str]] = defaultdict(list)
    for entry in story_map.legend:
        coloured[dilemma_ink(entry.number)].append(f"q{entry.number}")
    for box in story_map.boxes:
        coloured[ink_of(box.code)].append(names[box.id])
    for number, line in enumerate(story_map.lines, start=1):
        coloured[ink_of(line.code)].append(f"c{number}")
    for number, (ink, boxes) in enumerate(coloured.items(), start=1):
        style = f"fill:{ink.fill},stroke:{ink.line},color:#000"
        yield from _class(f"ink{number}", style, boxes)
    residue = [names[box.id] for box in story_map.boxes if box.residue]
    yield from _class("residue", "stroke-dasharray:6 4", residue)
    trail = [names[box.id] for box in story_map.boxes if box.highlighted]
    yield from _class("trail", "stroke-width:4px", trail)


def _class(name: str, style: str, boxes: Sequence[str]) -> Iterator[str]:
    if boxes:
        yield f"  classDef {name} {style}"
        yield f"  class {','.join(boxes)} {name}"


def _link_styles(lines: Sequence[Line], *, first: int) -> Iterator[str]:
    coloured: dict[Ink, list[str]] = defaultdict(list)
    for number, line in enumerate(lines):
        to_choice = first + 2 * number
        if line.code:
            coloured[ink_of(line.code)] += [str(to_choice), str(to_choice + 1)]
        if line.has_options:
            yield f"  linkStyle {to_choice},{to_choice + 1} stroke-width:{2 * len(line.options)}px"
    for ink, numbers in coloured.items():
        yield f"  linkStyle {','.join(numbers)} stroke:{ink.line}"


def _text(text: str, width: int) -> str:
    return _BREAK.join(
        _SIGN.sub(lambda sign: f"#{ord(sign[0])};", _MAGIC.sub(_PARTED, line))
        for line in wrap_text(text, width, most=4)
    )
