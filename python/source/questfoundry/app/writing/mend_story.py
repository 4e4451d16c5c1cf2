"""Has a written story read as a whole, and mends what readers stumbled over."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.app.writing.draft_session import Writing
from questfoundry.app.writing.full_review import Findings, WholeReader
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.events import WholeRead, WholeUnread
from questfoundry.domain.run_inputs import Review

MENDINGS = 2
"""How often what readers of the whole found is mended at most."""


async def mend_story(writing: Writing, reader: WholeReader) -> None:
    """Have the story read, mended where that is wanted, and keep what was found.

    A budget that is reached ends it: the story is whole without. What a few other words mend is
    mended first, slight as it may be, and by itself not read again: the reader has said what is
    right. Whoever writes a passage anew, and reads again, has these words before them.
    """
    run, model = reader.run, str(reader.provider.model)
    if not reader.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    mends = run.inputs.review is not Review.READ
    mendings = MENDINGS if mends else 0
    try:
        while to_mend := await _read_once(writing, reader, exchanges=mends, writes=mendings > 0):
            for name, found in to_mend.items():
                await writing.mend(name, found)
            mendings -= 1
    except BudgetReachedError as problem:
        run.events.emit(WholeUnread(model=model, problem=str(problem)))
        _mend_sentences(writing, reader, exchanges=mends)
    left = reader.found(writing.told())
    for name, passage in writing.written.items():
        writing.written[name] = passage.model_copy(update={"reading": left.get(name, ())})


async def _read_once(
    writing: Writing, reader: WholeReader, *, exchanges: bool, writes: bool
) -> Findings:
    """What was found in the passages that are to be written anew, in the order of writing."""
    found = await reader.read(writing.told())
    left = _mend_sentences(writing, reader, exchanges=exchanges)
    of_prose = {name: [one for one in each if one.is_of_prose] for name, each in left.items()}
    to_mend = {
        name: tuple(of_prose[name])
        for name in writing.briefer.turns
        if writes and name not in writing.kept and _serious(of_prose.get(name, ()))
    }
    reader.run.events.emit(
        WholeRead(
            findings=_count(found),
            serious=sum(len(_serious(each)) for each in found.values()),
            exchanged=_count(found) - _count(left),
            mended=tuple(to_mend),
        )
    )
    return to_mend


def _mend_sentences(writing: Writing, reader: WholeReader, *, exchanges: bool) -> Findings:
    """Exchange words where the author had no hand in, and say what is left of what was found."""
    found = reader.found(writing.told())
    if not exchanges:
        return found
    left = {
        name: each if name in writing.kept else writing.exchange(name, each)
        for name, each in found.items()
    }
    reader.mended(writing.told(), left)
    return left


def _serious(found: Sequence[ReaderFinding]) -> list[ReaderFinding]:
    return [each for each in found if each.weight == "serious"]


def _count(found: Findings) -> int:
    return sum(map(len, found.values()))
