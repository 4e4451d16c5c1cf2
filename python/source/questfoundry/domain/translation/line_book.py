"""Keep the id of each line while its text changes or moves."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from questfoundry.domain.field_types import Sparse
from questfoundry.domain.translation.lines import StoryLine

_LEAST_LIKENESS = 0.5
"""The least share of equal words (Dice) at which a paragraph is a changed one, not a new one."""


class LineBook(Sparse):
    """The lines of a story with their ids, also those that were removed.

    ``newest``: the number in the newest id.
    ``removed``: the lines that the story no longer has. Such a line gets its id back if exactly
      its text returns, for instance by an undo; no other line ever gets this id.
    """

    newest: int = 0
    lines: tuple[StoryLine, ...] = ()
    removed: tuple[StoryLine, ...] = ()

    def update(self, lines: Sequence[StoryLine]) -> "LineBook":
        """Return the book of the present ``lines``, which have no ids.

        A line keeps its id if its text is the same, in the same place or elsewhere. A changed line
        keeps the id of the old line in its place that it resembles most, or that had its position.
        """
        ids = _match_same(self.lines, lines)
        ids |= _match_equal(self.removed, lines, ids, lambda each: (each.place, each.source))
        ids |= _match_changed(self.lines, lines, ids)
        known = {each.id: each for each in (*self.removed, *self.lines)}
        newest, present = self.newest, list[StoryLine]()
        for number, each in enumerate(lines):
            newest += number not in ids
            identifier = ids.get(number, f"L{newest}")
            former = _list_former(known.pop(identifier, each), each)
            present.append(each.model_copy(update={"id": identifier, "former": former}))
        return LineBook(newest=newest, lines=tuple(present), removed=tuple(known.values()))


def _list_former(before: StoryLine, now: StoryLine) -> tuple[str, ...]:
    sources = (*before.former, before.source)
    return tuple(each for each in dict.fromkeys(sources) if each != now.source)


def number_of(identifier: str) -> int:
    """Return the number in the id of a line, or 0 if the text is no such id."""
    number = identifier.removeprefix("L")
    is_id = identifier.startswith("L") and number.isascii() and number.isdecimal()
    return int(number) if is_id and len(number) < 10 else 0


def _match_same(old: Sequence[StoryLine], new: Sequence[StoryLine]) -> dict[int, str]:
    """Map the index of each line in ``new`` whose text ``old`` contains to the line's id."""
    ids: dict[int, str] = {}
    for mine, theirs in _pair_places(old, new):
        # The longest common subsequence, so that equal lines keep their order.
        before, after = [old[each].source for each in mine], [new[each].source for each in theirs]
        for start, to, size in SequenceMatcher(None, before, after, False).get_matching_blocks():
            ids |= {theirs[to + each]: old[mine[start + each]].id for each in range(size)}
    ids |= _match_equal(old, new, ids, lambda each: (each.kind, each.source))
    return ids | _match_equal(old, new, ids, lambda each: (each.place, each.text))


def _match_changed(
    old: Sequence[StoryLine], new: Sequence[StoryLine], ids: Mapping[int, str]
) -> dict[int, str]:
    """Map the indices of changed lines, between neighbours that ``ids`` matches, to their ids."""
    used, changed = {*ids.values()}, dict[int, str]()
    for mine, theirs in _pair_places(old, new):
        for left, right in _list_gaps(mine, theirs, old, ids):
            rest = [old[each] for each in left if old[each].id not in used]
            found = dict(_match_similar(rest, {each: new[each] for each in right}))
            used |= {*found.values()}
            changed |= found
    return changed


def _match_equal(
    old: Iterable[StoryLine],
    new: Sequence[StoryLine],
    ids: Mapping[int, str],
    key: Callable[[StoryLine], object],
) -> dict[int, str]:
    """Match lines without a partner whose ``key`` is equal, in their order."""
    used, waiting = {*ids.values()}, defaultdict[object, list[str]](list)
    for each in old:
        if each.id not in used:
            waiting[key(each)].append(each.id)
    found: dict[int, str] = {}
    for number, each in enumerate(new):
        if number not in ids and waiting.get(key(each)):
            found[number] = waiting[key(each)].pop(0)
    return found


def _pair_places(
    old: Sequence[StoryLine], new: Sequence[StoryLine]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the indices of the old and of the new lines of each place that both have."""
    before, after = _index_places(old), _index_places(new)
    return ((before[place], theirs) for place, theirs in after.items() if place in before)


def _index_places(lines: Sequence[StoryLine]) -> Mapping[str, list[int]]:
    found = defaultdict[str, list[int]](list)
    for number, each in enumerate(lines):
        found[each.place].append(number)
    return found


def _list_gaps(
    mine: Sequence[int], theirs: Sequence[int], old: Sequence[StoryLine], ids: Mapping[int, str]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the unmatched old and new lines between each two neighbours that are matched."""
    positions = {old[each].id: at for at, each in enumerate(mine)}
    fixed = [(-1, -1)]
    for at, each in enumerate(theirs):
        there = positions.get(ids.get(each, ""), -1)
        if there > fixed[-1][0]:
            fixed.append((there, at))
    for (left, start), (right, end) in pairwise([*fixed, (len(mine), len(theirs))]):
        new = [each for each in theirs[start + 1 : end] if each not in ids]
        if new:
            yield mine[left + 1 : right], new


def _match_similar(
    old: Sequence[StoryLine], new: Mapping[int, StoryLine]
) -> Iterator[tuple[int, str]]:
    """Yield pairs of lines: equally many in their order, else those with the most likeness."""
    if len(old) == len(new):
        yield from ((number, each.id) for number, each in zip(new, old, strict=True))
        return
    before = [Counter(each.text.split()) for each in old]
    after = {number: Counter(line.text.split()) for number, line in new.items()}
    likeness = sorted(
        (-2 * (mine & theirs).total() / (mine.total() + theirs.total()), at, number)
        for at, mine in enumerate(before)
        for number, theirs in after.items()
    )
    rest, waiting = {*range(len(old))}, {*new}
    for ratio, at, number in likeness:
        if -ratio >= _LEAST_LIKENESS and at in rest and number in waiting:
            rest.remove(at)
            waiting.remove(number)
            yield number, old[at].id
