"""Paths: explored answers, what they change, and where that is felt later."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from itertools import zip_longest

from attrs import frozen

from questfoundry.domain.story.effect import Effect


class Residue(StrEnum):
    """How much a rejoined path changes the place where it is felt, from much to little.

    Heavy: the scene is told twice, once for each path. Light: those who took the path read an
    insert. Cosmetic: a hint for everybody.
    """

    HEAVY = "heavy"
    LIGHT = "light"
    COSMETIC = "cosmetic"


@frozen(kw_only=True)
class DelayedEffectPlan:
    """Where a path that rejoins is felt, a decision later at least.

    ``beat`` is the id of the beat, ``seen`` what is seen there, in a sentence. ``also`` are the
    beats at which those see it who cannot come to that one; ``also_seen`` says what is seen at the
    first of these, the second and so on, as far as it is something else.
    """

    beat: str
    residue: Residue
    text: str
    other_beats: tuple[str, ...] = ()
    other_texts: tuple[str, ...] = ()

    @property
    def beats(self) -> tuple[str, ...]:
        """All at which it is felt; a player meets one of them."""
        return (self.beat, *self.other_beats)

    def describe_in(self, beats: Collection[str]) -> str:
        """What is seen of it in a passage of those beats; empty where it is felt in none."""
        elsewhere = zip_longest(
            self.other_beats, self.other_texts[: len(self.other_beats)], fillvalue=self.text
        )
        seen = {self.beat: self.text, **dict(elsewhere)}
        return next((seen[each] or self.text for each in self.beats if each in beats), "")


@frozen(kw_only=True)
class Consequence:
    """Something that is true once a path is taken; ``flag`` is the state flag that says so.

    ``effect`` is what it does to the ``entity``, which is empty where it does nothing of a type.
    """

    id: str
    text: str
    flag: str
    effect: Effect = Effect.NONE
    entity: str = ""


@frozen(kw_only=True)
class Path:
    """An explored answer of a dilemma; ``felt`` is ``None`` where it never rejoins."""

    id: str
    dilemma: str
    answer: str
    summary: str
    consequences: tuple[Consequence, ...]
    delayed_effect: DelayedEffectPlan | None = None

    @property
    def effects(self) -> tuple[tuple[Effect, str], ...]:
        """What it does to entities, in order; what has no type is left out."""
        return tuple(
            (each.effect, each.entity)
            for each in self.consequences
            if each.effect is not Effect.NONE
        )

    @cached_property
    def flags(self) -> frozenset[str]:
        """What is set once it is taken."""
        return frozenset(consequence.flag for consequence in self.consequences)

    def describe_in(self, beats: Collection[str]) -> str:
        """What is seen of it in a passage of those beats: as planned, or all it changed."""
        seen = self.delayed_effect.describe_in(beats) if self.delayed_effect else ""
        return seen or " ".join(consequence.text for consequence in self.consequences)
