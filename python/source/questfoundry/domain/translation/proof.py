"""Prove that a translation keeps the marks, the conditions and the options of its source."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.edition_texts import find_option_owners
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.prose import (
    ProseParagraph,
    find_conditional_names,
    index_flags_by_name,
    paragraphs_of,
)
from questfoundry.domain.story.report import Edition
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.domain.translation.marks import count_loose, count_marks

MOST_TIMES, LEAST_TIMES = 1.8, 0.5
"""The ratios of lengths from which a translation is surprisingly long or short."""

_SMALL_DIFFERENCE = 10
"""The number of characters up to which no difference of lengths is surprising."""

_PROBE = "translation-probe"


class FaultRule(Enum):
    """A rule that a translation can break, with its message; the last one is only a warning."""

    EMPTY = "The translation is empty. Translate the line."
    ONE_LINE = "The translation has a line end or a condition. Write {}, in one line."
    DIVIDED = (
        "The translation has an empty line, but not every part has a condition. Write one "
        "paragraph, or put the name of a flag in brackets above each variant."
    )
    CONDITION = "The condition [{}] is no flag or level of this story. Correct its name."
    SCENE_BREAK = "The translation is a scene break. Translate the line."
    LACKS = "The translation lacks {}. Put it back as in the source."
    ADDS = "The translation adds {}. Remove it."
    BROKEN = "The translation has a broken mark at {}. Write marks as in the source."
    UNREAD = "Some readers of the line have none of the flags {}, and read nothing. Add a variant."
    READ_TWICE = "Some players have {}, and read both. Choose flags that exclude each other."
    WRONG_READER = "Some players with {} do not read the line. Choose another flag."
    SAME_OPTION = "Players could not tell the option from another, {}. Word the two differently."
    LENGTH = "The translation has {} times the length of its source. Check what it says."


@frozen
class LineFault:
    """A fault in the translation of the line with the id ``line``; as text, with the next step.

    ``detail``: the mark, condition, option or ratio that is wrong, or empty.
    """

    line: str
    rule: FaultRule
    detail: str = ""

    def __str__(self) -> str:
        return self.rule.value.format(self.detail)


def find_faults(
    edition: Edition, lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> Iterator[LineFault]:
    """Yield the faults of the translations in ``texts``, by the ids of ``lines``.

    ``lines`` are all lines of ``edition``; a line that ``texts`` lacks has no fault.
    """
    flags = index_flags_by_name(edition.flags)
    varied: list[tuple[StoryLine, list[str]]] = []
    for each in (line for line in lines if line.id in texts):
        faults = list(_check_line(edition, each, texts[each.id], flags))
        yield from faults
        conditions = [part.flag for part in paragraphs_of(texts[each.id], flags)]
        if not faults and any(conditions):
            varied.append((each, conditions))
    yield from _check_audiences(edition.structure, varied, flags)
    yield from _check_options(edition.structure, lines, texts)


def find_surprising_lengths(
    lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> Iterator[LineFault]:
    """Yield a warning for each translation that is much longer or shorter than its source."""
    for each in lines:
        text = texts.get(each.id, "")
        is_small = abs(len(text) - len(each.text)) <= _SMALL_DIFFERENCE
        if text and not is_small and not find_conditional_names(text):
            ratio = len(text) / len(each.text)
            if not LEAST_TIMES <= ratio <= MOST_TIMES:
                yield LineFault(each.id, FaultRule.LENGTH, f"{ratio:.1f}")


def _check_line(
    edition: Edition, line: StoryLine, text: str, flags: Mapping[str, str]
) -> Iterator[LineFault]:
    parts = paragraphs_of(text, flags)
    names = find_conditional_names(text)
    if not parts:
        yield LineFault(line.id, FaultRule.EMPTY)
    elif line.kind is not TextKind.PROSE:
        if names or ("\n" in text and "\n" not in line.text):
            yield LineFault(line.id, FaultRule.ONE_LINE, f"the {line.kind}")
    elif unknown := sorted({*names} - {*flags, *find_conditional_names(line.text)}):
        yield from (LineFault(line.id, FaultRule.CONDITION, each) for each in unknown)
    elif len(parts) > 1 and not all(each.flag for each in parts):
        yield LineFault(line.id, FaultRule.DIVIDED)
    else:
        for each in parts:
            yield from _check_marks(line, each, edition.stats_by_name)


def _check_marks(
    line: StoryLine, part: ProseParagraph, stats: Collection[str]
) -> Iterator[LineFault]:
    if part.is_scene_break:
        yield LineFault(line.id, FaultRule.SCENE_BREAK)
        return
    before, after = count_marks(line.text, stats), count_marks(part.text, stats)
    for mark in before - after:
        yield LineFault(line.id, FaultRule.LACKS, mark)
    for mark in after - before:
        yield LineFault(line.id, FaultRule.ADDS, mark)
    if loose := count_loose(part.text, stats) - count_loose(line.text, stats):
        yield LineFault(line.id, FaultRule.BROKEN, " ".join(loose))


def _check_audiences(
    structure: Structure,
    varied: Sequence[tuple[StoryLine, Sequence[str]]],
    flags: Mapping[str, str],
) -> Iterator[LineFault]:
    """Prove that each reader of a line reads exactly one of its variants.

    ``varied``: lines with the flags of their variants. ``flags``: the flags by their names.
    A probe is a choice that only a wrongly served player could take, out of the line's passage. The
    solver proves that no player can take it.
    """
    wrong = defaultdict[tuple[str, frozenset[str], frozenset[str]], list[LineFault]](list)
    for line, conditions in varied:
        own = [flags[line.condition]] if line.condition else []
        for requires, forbids, fault in _list_wrong_states(line, own, conditions):
            wrong[line.passage, frozenset(requires), frozenset(forbids)].append(fault)
    probes = [
        Choice(id=name, source=passage, target=name, requires=requires, forbids=forbids)
        for number, (passage, requires, forbids) in enumerate(wrong)
        for name in [f"{_PROBE}-{number}"]
    ]
    solver = Solver(_add_probes(structure, probes))
    for probe, faults in zip(probes, wrong.values(), strict=True):
        if solver.can_reach(probe.target):
            yield from faults


def _list_wrong_states(
    line: StoryLine, own: Sequence[str], conditions: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], LineFault]]:
    """Yield the flags that a wrongly served player holds and lacks, and the fault."""

    def fault(rule: FaultRule, *flags: str) -> LineFault:
        return LineFault(line.id, rule, " and ".join(f"[{slug_of(each)}]" for each in flags))

    yield own, conditions, fault(FaultRule.UNREAD, *conditions)
    for pair in combinations(conditions, 2):
        yield pair, [], fault(FaultRule.READ_TWICE, *pair)
    for each in conditions:
        if own and each not in own:
            yield [each], own, fault(FaultRule.WRONG_READER, each)


def _add_probes(structure: Structure, probes: Sequence[Choice]) -> Structure:
    sources = {each.source for each in probes}
    passages = (
        evolve(each, ending="") if each.id in sources else each for each in structure.passages
    )
    ends = (Passage(id=each.target, ending=_PROBE) for each in probes)
    return evolve(structure, passages=(*passages, *ends), choices=(*structure.choices, *probes))


def _check_options(
    structure: Structure, lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> Iterator[LineFault]:
    """Yield a fault for each option that equals another of its passage only in translation."""
    sources = {each.place: each for each in lines}
    owners = find_option_owners(structure)

    def translated(owner: str, field: str) -> str:
        line = sources.get(f"{owner} {field}")
        return texts.get(line.id, line.text).strip() if line else ""

    for passage in structure.passages:
        options = dict.fromkeys(owners[each.id] for each in structure.outgoing_choices(passage.id))
        for one, other in combinations(options, 2):
            first, second = sources.get(f"{one} label"), sources.get(f"{other} label")
            label = translated(one, "label")
            if first and second and label and label == translated(other, "label"):
                same = translated(one, "closed") == translated(other, "closed")
                if same or first.text != second.text:
                    yield LineFault(second.id, FaultRule.SAME_OPTION, first.text)
