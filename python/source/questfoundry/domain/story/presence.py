"""Presence: who may be out of the story at which point of the plan, by the effects of its paths.

Dilemmas are settled one after the other, chapter by chapter: first those that do not split the
story, in the plan's order, then those that do. What an effect says holds until a later one says
otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Self

from attrs import frozen

from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.effect import Effect, Turn, absent_after, turn_of
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.story import Story

NEVER = ""
"""In place of a path, where its dilemma does not come up."""


@frozen
class Presence:
    """Of each dilemma, in the order in which they are settled, what each of its paths turns."""

    arms: Mapping[str, Mapping[str, Turn]]

    @classmethod
    def of(
        cls,
        plan: Mapping[str, Mapping[str, Iterable[tuple[Effect, str]]]],
        some: Collection[str] = (),
    ) -> Self:
        """The presence in a plan: of each dilemma, as it is settled, the effects of its paths.

        To ``some`` players only those dilemmas come up: for the others they turn nothing.
        """
        arms: dict[str, dict[str, Turn]] = {}
        for dilemma, paths in plan.items():
            arms[dilemma] = {path: turn_of(effects) for path, effects in paths.items()}
            if dilemma in some:
                arms[dilemma][NEVER] = {}
        return cls(arms)

    def absent_before(self, dilemma: str) -> frozenset[str]:
        """Who may be out of the story until that dilemma is settled."""
        absent = frozenset[str]()
        for each, paths in self.arms.items():
            if each == dilemma:
                break
            absent = absent_after(absent, list(paths.values()))
        return absent

    def absent_on(self, dilemma: str, path: str) -> frozenset[str]:
        """Who may be out of it once that path of the dilemma is taken."""
        return absent_after(self.absent_before(dilemma), [self.arms[dilemma][path]])

    def absent_in_the_end(self, taken: Collection[str] = ()) -> frozenset[str]:
        """Who may be out of it when all is settled, for a player who took those paths."""
        absent = frozenset[str]()
        for paths in self.arms.values():
            chosen = [paths[path] for path in paths if path in taken]
            absent = absent_after(absent, chosen or list(paths.values()))
        return absent

    def leaving(self, dilemma: str) -> frozenset[str]:
        """Whom some path of the dilemma takes out of the story."""
        paths = self.arms[dilemma].values()
        return frozenset(each for arm in paths for each, absent in arm.items() if absent)


def presence_of(story: Story) -> Presence:
    """The presence in a story whose plan is settled."""
    paths: dict[str, list[Path]] = defaultdict(list)
    for path in story.paths:
        paths[path.dilemma].append(path)
    chapter = {
        dilemma: number for number, each in enumerate(story.chapters) for dilemma in each.dilemmas
    }
    order = sorted(
        (
            chapter.get(each.id, 0),
            len(paths[each.id]) > 1 and each.course.weight is Weight.HARD,
            each.course.order,
            each.id,
        )
        for each in story.dilemmas
        if each.course
    )
    return Presence.of(
        {dilemma: {path.id: path.effects for path in paths[dilemma]} for *_, dilemma in order},
        {each.id for each in story.dilemmas if each.course and each.course.under},
    )
