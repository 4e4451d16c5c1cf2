"""Has a written story read as a whole, and mends what readers stumbled over."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.app.writing.whole import Findings, WholeReader
from questfoundry.app.writing.writing import Writing
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.errors import BudgetReachedError
from questfoundry.domain.events import WholeRead, WholeUnread, WordsExchanged
from questfoundry.domain.run_inputs import Review

MENDINGS = 2
"""How often what readers of the whole found is mended at most."""


async def mend_story(writing: Writing, reader: WholeReader) -> None:
    """Have the story read, mended where that is wanted, and keep what was found.

    A budget that is reached ends it: the story is whole without. What a few other words mend is
    mended in the end, slight as it may be, and not read again: the reader has said what is right.
    """
    run, model = reader.run, str(reader.provider.model)
    if not reader.provider.traits.capabilities.comprehension:
        run.events.emit(WholeUnread(model=model))
        return
    mendings = 0 if run.inputs.review is Review.READ else MENDINGS
    mends = mendings > 0
    try:
        while await _read_once(writing, reader, mends=mendings > 0):
            mendings -= 1
    except BudgetReachedError as problem:
        run.events.emit(WholeUnread(model=model, problem=str(problem)))
    found = reader.found(writing.told())
    left = _exchanged(writing, reader, found) if mends else found
    for name, passage in writing.written.items():
        writing.written[name] = passage.model_copy(update={"reading": left.get(name, ())})


async def _read_once(writing: Writing, reader: WholeReader, *, mends: bool) -> bool:
    """Whether anything was written anew, so that the story is to be read again."""
    found = await reader.read(writing.told())
    serious = {name: worst for name, each in found.items() if (worst := _serious(each))}
    to_mend = {
        name for name, worst in serious.items() if writing.takes_writing(name, worst)
    } - writing.kept.keys()
    mended = tuple(name for name in writing.briefer.turns if name in to_mend)
    reader.run.events.emit(
        WholeRead(
            findings=sum(map(len, found.values())),
            serious=sum(map(len, serious.values())),
            mended=mended if mends else (),
        )
    )
    for name in mended if mends else ():
        left = writing.exchange(name, [each for each in found[name] if each.is_of_prose])
        if _serious(left):
            await writing.mend(name, left)
    return mends and bool(mended)


def _serious(found: Sequence[ReaderFinding]) -> list[ReaderFinding]:
    return [each for each in found if each.weight == "serious"]


def _exchanged(writing: Writing, reader: WholeReader, found: Findings) -> Findings:
    """What is left of it when words are exchanged where the author had no hand in."""
    left = {
        name: each if name in writing.kept else writing.exchange(name, each)
        for name, each in found.items()
    }
    if exchanged := sum(map(len, found.values())) - sum(map(len, left.values())):
        reader.run.events.emit(WordsExchanged(findings=exchanged))
    return left
