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
from questfoundry.domain.story.effect import (
    Effect,
    PresenceChange,
    find_possibly_absent,
    presence_change_of,
)
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.story import Story

NO_PATH = ""
"""In place of a path, where its dilemma does not come up."""


@frozen
class Presence:
    """Of each dilemma, in the order in which they are settled, what each of its paths turns."""

    changes: Mapping[str, Mapping[str, PresenceChange]]

    @classmethod
    def from_plan(
        cls,
        plan: Mapping[str, Mapping[str, Iterable[tuple[Effect, str]]]],
        optional_dilemmas: Collection[str] = (),
    ) -> Self:
        """The presence in a plan: of each dilemma, as it is settled, the effects of its paths.

        To ``some`` players only those dilemmas come up: for the others they turn nothing.
        """
        arms: dict[str, dict[str, PresenceChange]] = {}
        for dilemma, paths in plan.items():
            arms[dilemma] = {path: presence_change_of(effects) for path, effects in paths.items()}
            if dilemma in optional_dilemmas:
                arms[dilemma][NO_PATH] = {}
        return cls(arms)

    def find_absent_before(self, dilemma: str) -> frozenset[str]:
        """Who may be out of the story until that dilemma is settled."""
        absent = frozenset[str]()
        for each, paths in self.changes.items():
            if each == dilemma:
                break
            absent = find_possibly_absent(absent, list(paths.values()))
        return absent

    def find_absent_on(self, dilemma: str, path: str) -> frozenset[str]:
        """Who may be out of it once that path of the dilemma is taken."""
        return find_possibly_absent(self.find_absent_before(dilemma), [self.changes[dilemma][path]])

    def find_absent_at_end(self, taken: Collection[str] = ()) -> frozenset[str]:
        """Who may be out of it when all is settled, for a player who took those paths."""
        absent = frozenset[str]()
        for paths in self.changes.values():
            chosen = [paths[path] for path in paths if path in taken]
            absent = find_possibly_absent(absent, chosen or list(paths.values()))
        return absent

    def find_departing(self, dilemma: str) -> frozenset[str]:
        """Whom some path of the dilemma takes out of the story."""
        paths = self.changes[dilemma].values()
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
    return Presence.from_plan(
        {dilemma: {path.id: path.effects for path in paths[dilemma]} for *_, dilemma in order},
        {each.id for each in story.dilemmas if each.course and each.course.parent_path},
    )
