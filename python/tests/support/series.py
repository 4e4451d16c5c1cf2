"""Dilemmas in a row, with few lines and very many playthroughs; and a tree."""

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice, Passage, Structure


class StructureWriter:
    """A collector of passages and choices; ``structure`` begins at ``start``."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.choices: list[Choice] = []

    def passage(self, name: str, *beats: str, ending: str = "") -> str:
        self.passages.append(Passage(id=f"passage::{name}", beats=beats, ending=ending))
        return f"passage::{name}"

    def choice(self, source: str, target: str, **flags: frozenset[str]) -> None:
        name = f"choice::{len(self.choices)}"
        label = slug_of(target)
        self.choices.append(Choice(id=name, source=source, target=target, label=label, **flags))

    @property
    def structure(self) -> Structure:
        return Structure(
            start="passage::start", passages=tuple(self.passages), choices=tuple(self.choices)
        )


def series(*, soft: int, hard: int = 0, late: int = 0) -> Structure:
    """Return soft dilemmas that rejoin, then hard dilemmas that split the end.

    Every fourth soft dilemma has a variant of the next passage for each of its paths; the flags of
    the first ``late`` ones are read only after all soft ones. Soft dilemmas are named ``d0`` and so
    on, hard ones ``h0`` and so on; each arm holds a beat of its path.
    """
    made = StructureWriter()
    here = made.passage("start")
    for place in range(soft):
        here = _soft(made, here, f"d{place}", variants=place % 4 == 0)
    for place in range(late):
        after = made.passage(f"late{place}")
        for arm in "xy":
            told = made.passage(f"late{place}-{arm}")
            made.choice(here, told, requires=_flag(f"d{place}", arm))
            made.choice(told, after)
        here = after
    ends = [here]
    for place in range(hard):
        ends = [
            _arm(made, end, f"h{place}-{arm}-{number}", f"beat::h{place}-{arm}")
            for number, end in enumerate(ends)
            for arm in "xy"
        ]
    for number, end in enumerate(ends):
        made.choice(end, made.passage(f"end{number}", ending=f"ending {number}"))
    return made.structure


def tree(levels: int) -> Structure:
    """Return a tree: two choices in every passage, without rejoining."""
    made = StructureWriter()
    here = [made.passage("start")]
    for level in range(1, levels):
        last = level == levels - 1
        here = [
            _after(made, each, f"p{level}-{2 * at + way}", f"end {2 * at + way}" if last else "")
            for at, each in enumerate(here)
            for way in (0, 1)
        ]
    return made.structure


def _after(made: StructureWriter, source: str, name: str, ending: str) -> str:
    passage = made.passage(name, ending=ending)
    made.choice(source, passage)
    return passage


def _flag(name: str, arm: str) -> frozenset[str]:
    return frozenset({f"flag::{name}-{arm}"})


def _arm(made: StructureWriter, here: str, name: str, *beats: str, **flags: frozenset[str]) -> str:
    arm = made.passage(name, *beats)
    made.choice(here, arm, **flags)
    return arm


def _soft(made: StructureWriter, here: str, name: str, *, variants: bool) -> str:
    joined = made.passage(f"{name}-joined")
    for arm in "xy":
        told = _arm(made, here, f"{name}-{arm}", f"beat::{name}-{arm}", grants=_flag(name, arm))
        made.choice(told, joined)
        if variants:
            variant = _arm(made, joined, f"{name}-{arm}-variant", requires=_flag(name, arm))
            made.choice(variant, f"passage::{name}-after")
    return made.passage(f"{name}-after") if variants else joined
