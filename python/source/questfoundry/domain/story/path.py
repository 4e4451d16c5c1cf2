"""Paths: explored answers, and what they change."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.story.effect import Effect


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
    """An explored answer of a dilemma."""

    id: str
    dilemma: str
    answer: str
    summary: str
    consequences: tuple[Consequence, ...]

    @property
    def effects(self) -> tuple[tuple[Effect, str], ...]:
        """What it does to entities, in order; what has no type is left out."""
        return tuple(
            (each.effect, each.entity)
            for each in self.consequences
            if each.effect is not Effect.NONE
        )

    @property
    def left_behind(self) -> str:
        """All that is true once it is taken."""
        return " ".join(consequence.text for consequence in self.consequences)
