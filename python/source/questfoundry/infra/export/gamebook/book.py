"""Number the sections of a gamebook, and choose codewords for the flags that readers keep.

Passages are numbered in a random order, by a hash of the story's id (the IFID) and the passage's
id; codewords are assigned in the same manner. If a passage is added, the other passages keep
their relative order.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain, count, product

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import MOST_STEPS, Stat, ranges_of, read_level
from questfoundry.infra.export.text import paragraphs
from questfoundry.infra.export.variables import conditional_text_flags, list_stats


def read_data_file(name: str) -> str:
    """Return the text of a data file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def plain_text(text: str) -> str:
    """Return ``text`` without characters that XML forbids and without spaces at both ends."""
    return clean_text(text).strip()


def numbers_of(edition: Edition) -> Mapping[str, int]:
    """Return the section number of each passage: the start is 1, the others are shuffled."""
    start = edition.structure.start
    others = (passage.id for passage in edition.structure.passages if passage.id != start)
    order = (start, *_shuffle(others, edition.ifid))
    return {passage: number for number, passage in enumerate(order, start=1)}


def codewords_of(edition: Edition) -> Mapping[str, str]:
    """Return the codeword of each flag that a reader must remember, by flag.

    A flag has no codeword if no condition tests the flag, or if readers know it from the sections
    read (``visit_flags``), the label just chosen (``label_flags``) or the boxes of a stat. Flags
    that are set by the same choices share a codeword.
    """
    structure = edition.structure
    choices, known = structure.choices, visit_flags(structure).keys()
    read = (frozenset(conditional_text_flags(edition)) - label_flags(edition).keys()).union(
        *(choice.requires | (choice.forbids - known) for choice in choices)
    )
    grantors = {
        flag: str([choice.id for choice in choices if flag in choice.grants])
        for flag in sorted(read)
        if not read_level(flag)
    }
    groups = _shuffle(set(grantors.values()), edition.ifid)
    words = _shuffle(read_data_file("codewords.txt").split(), edition.ifid)
    # If there are more groups than words, combinations of two words follow, then of three.
    rows = chain.from_iterable(product(words, repeat=length) for length in count(1))
    named = dict(zip(groups, rows, strict=False))
    return {flag: " ".join(named[by]) for flag, by in grantors.items()}


def _shuffle(names: Iterable[str], key: str) -> list[str]:
    def hash_name(name: str) -> bytes:
        return sha256(f"{key}\n{name}".encode("utf-8", "surrogatepass")).digest()

    return sorted(names, key=hash_name)


def visit_flags(structure: Structure) -> Mapping[str, str]:
    """Return the flags that mean "has read this passage", each with the id of the passage.

    All choices that set such a flag lead to the passage, and all choices that lead to the passage
    set the flag.
    """
    return {
        flag: passage
        for flag, by in _grantors(structure).items()
        for passage in [by[0].target]
        if passage != structure.start
        and all(choice.target == passage for choice in by)
        and all(flag in choice.grants for choice in structure.incoming_choices(passage))
    }


def label_flags(edition: Edition) -> Mapping[str, str]:
    """Return the flags that a reader knows from the label just chosen, each with this label.

    Only conditional text tests such a flag. All choices that set the flag have the label, and no
    other choices have it. So the book can print "you chose ..." instead of a codeword.
    """
    choices = edition.structure.choices
    label_counts = Counter(plain_text(choice.label) for choice in choices)
    tested = frozenset[str]().union(*(each.requires | each.forbids for each in choices))
    return {
        flag: label
        for flag, by in _grantors(edition.structure).items()
        for label in [plain_text(by[0].label)]
        if label
        and flag not in tested
        and all(plain_text(choice.label) == label for choice in by)
        and label_counts[label] == len(by)
    }


@frozen(kw_only=True)
class StatRow:
    """A row of boxes for a stat that decides something, from ``lowest`` to ``highest``.

    ``moves``: by how much readers must change the stat, by choice id. Moves after which nothing
    reads the stat are left out.
    """

    name: str
    lowest: int
    highest: int
    moves: Mapping[str, int]


def stat_rows_of(edition: Edition) -> Mapping[str, StatRow]:
    """Return the row of boxes of each stat that a condition reads, by the id of the stat."""
    structure = edition.structure
    rows = {}
    for stat in list_stats(edition):
        if before := structure.passages_before(_find_readers(edition, stat)):
            moves = {
                choice.id: step
                for choice in structure.choices
                if choice.target in before and (step := choice.moves.get(stat.id, 0))
            }
            lowest, highest = _find_bounds(structure, moves)
            rows[stat.id] = StatRow(
                name=plain_text(stat.name), lowest=lowest, highest=highest, moves=moves
            )
    return rows


def _find_readers(edition: Edition, stat: Stat) -> set[str]:
    """Return the passages with a conditional text or a choice that reads ``stat``."""
    read = {
        passage.id: {each.flag for each in paragraphs(edition, passage.id)}
        for passage in edition.structure.passages
    }
    for choice in edition.structure.choices:
        read[choice.source] |= choice.requires | choice.forbids
    return {
        passage
        for passage, flags in read.items()
        if any(each.stat == stat.id for each in ranges_of(flags))
    }


def _find_bounds(structure: Structure, moves: Mapping[str, int]) -> tuple[int, int]:
    """Return a lowest and a highest value that no playthrough passes, at most ``MOST_STEPS``.

    Conditions are ignored, so a value may be out of reach. In a loop, the sum of all moves is the
    bound, because a topic can be chosen once.
    """
    down = max(-MOST_STEPS, sum(step for step in moves.values() if step < 0))
    up = min(MOST_STEPS, sum(step for step in moves.values() if step > 0))
    bounds = {structure.start: (0, 0)}
    waiting = [structure.start]
    for passage in waiting:
        for choice in structure.selectable_choices(passage):
            step = moves.get(choice.id, 0)
            low, high = (min(up, max(down, each + step)) for each in bounds[passage])
            known = bounds.get(choice.target, (low, high))
            wider = min(low, known[0]), max(high, known[1])
            if bounds.get(choice.target) != wider:
                bounds[choice.target] = wider
                waiting.append(choice.target)
    return min(low for low, _ in bounds.values()), max(high for _, high in bounds.values())


def _grantors(structure: Structure) -> Mapping[str, list[Choice]]:
    found: dict[str, list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            found[flag].append(choice)
    return found
