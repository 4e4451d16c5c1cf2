"""Paths: the explored answers of dilemmas, their consequences and their delayed effects."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from itertools import zip_longest

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.effect import Effect


class Residue(StrEnum):
    """The strength with which a rejoined path changes a later place, from strong to weak.

    Heavy: the scene has a variant for each path. Light: players who took the path read conditional
    text. Cosmetic: all players read a hint.
    """

    HEAVY = "heavy"
    LIGHT = "light"
    COSMETIC = "cosmetic"


@frozen(kw_only=True)
class DelayedEffectPlan:
    """The plan of a rejoined path's delayed effect, at least one decision later.

    ``beat`` is the id of the beat and ``text`` is what shows there, in one sentence.
    ``other_beats`` serve players who cannot reach ``beat``. ``other_texts`` says what shows at the
    first of them, the second and so on; a missing or empty entry means ``text``.
    """

    beat: str
    residue: Residue
    text: str
    other_beats: tuple[str, ...] = ()
    other_texts: tuple[str, ...] = ()

    @property
    def beats(self) -> tuple[str, ...]:
        """All beats with the effect; a player meets one of them."""
        return (self.beat, *self.other_beats)

    def describe_in(self, beats: Collection[str]) -> str:
        """Return what shows in a passage of ``beats``; empty if the effect is elsewhere."""
        elsewhere = zip_longest(
            self.other_beats, self.other_texts[: len(self.other_beats)], fillvalue=self.text
        )
        texts = {self.beat: self.text, **dict(elsewhere)}
        return next((texts[each] or self.text for each in self.beats if each in beats), "")


@frozen(kw_only=True)
class Consequence:
    """A fact that becomes true when a path is taken, with the state ``flag`` that records it.

    ``effect`` is the typed effect on ``entity``; without a type, ``entity`` is empty.
    """

    id: str
    text: str
    flag: str
    effect: Effect = Effect.NONE
    entity: str = ""


@former_names(felt="delayed_effect", seen_in="describe_in")
@frozen(kw_only=True)
class Path:
    """An explored answer of a dilemma; a path that never rejoins has no ``delayed_effect``."""

    id: str
    dilemma: str
    answer: str
    summary: str
    consequences: tuple[Consequence, ...]
    delayed_effect: DelayedEffectPlan | None = None

    @property
    def effects(self) -> tuple[tuple[Effect, str], ...]:
        """The typed effects on entities, in order."""
        return tuple(
            (each.effect, each.entity)
            for each in self.consequences
            if each.effect is not Effect.NONE
        )

    @cached_property
    def flags(self) -> frozenset[str]:
        """The flags that taking the path sets."""
        return frozenset(consequence.flag for consequence in self.consequences)

    def describe_in(self, beats: Collection[str]) -> str:
        """Return what the path shows in a passage of ``beats``.

        That is its planned delayed effect there, or else the text of all its consequences.
        """
        text = self.delayed_effect.describe_in(beats) if self.delayed_effect else ""
        return text or " ".join(consequence.text for consequence in self.consequences)
