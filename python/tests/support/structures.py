"""Small structures, written as the choices that join their passages."""

from collections.abc import Iterable

from questfoundry.domain.story.passage import Choice, Passage, Structure


def choice(
    name: str,
    source: str,
    target: str,
    *,
    requires: Iterable[str] = (),
    forbids: Iterable[str] = (),
    grants: Iterable[str] = (),
) -> Choice:
    """Return a choice; its names and flags are given without their kinds."""
    requires, forbids, grants = (
        {f"flag::{flag}" for flag in flags} for flags in (requires, forbids, grants)
    )
    return Choice(
        id=f"choice::{name}",
        source=f"passage::{source}",
        target=f"passage::{target}",
        requires=requires,
        forbids=forbids,
        grants=grants,
    )


def joined(*choices: Choice, **endings: str) -> Structure:
    """Return the passages that the choices join; ``endings`` maps passages to endings."""
    ids = dict.fromkeys(end for each in choices for end in (each.source, each.target))
    ends = {f"passage::{passage}": f"ending::{ending}" for passage, ending in endings.items()}
    return Structure(
        start=next(iter(ids)),
        passages=tuple(Passage(id=each, ending=ends.get(each, "")) for each in ids),
        choices=choices,
    )


def corridor(length: int) -> Structure:
    """Return ``length`` passages in a row, numbered from 0, with an ending at the last."""
    steps = range(length - 1)
    return joined(
        *(choice(str(step), str(step), str(step + 1)) for step in steps), **{str(length - 1): "out"}
    )
