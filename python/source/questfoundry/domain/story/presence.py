"""Find the entities that may be absent at each point of the plan, by the effects of its paths.

This is a forward may-analysis over the dilemmas in the order in which players decide them. The
order is by chapter. Within a chapter, dilemmas whose paths rejoin come before dilemmas that split
the story, each in the plan's order. An effect holds until a later effect reverses it. A query costs
one pass over the dilemmas.
"""

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
"""The key used instead of a path for players who never meet the dilemma."""


@frozen
class Presence:
    """A record of the entities that each path of each dilemma removes or brings back.

    ``changes`` maps the id of each dilemma to its paths, and the id of each path to its changes.
    The dilemmas come in the order in which players decide them.
    """

    changes: Mapping[str, Mapping[str, PresenceChange]]

    @classmethod
    def from_plan(
        cls,
        plan: Mapping[str, Mapping[str, Iterable[tuple[Effect, str]]]],
        optional_dilemmas: Collection[str] = (),
    ) -> Self:
        """Build the record from ``plan``, which maps dilemmas to paths, and paths to their effects.

        The dilemmas must come in the order in which players decide them. The dilemmas in
        ``optional_dilemmas`` come up for some players only; for other players nothing changes.
        """
        arms: dict[str, dict[str, PresenceChange]] = {}
        for dilemma, paths in plan.items():
            arms[dilemma] = {path: presence_change_of(effects) for path, effects in paths.items()}
            if dilemma in optional_dilemmas:
                arms[dilemma][NO_PATH] = {}
        return cls(arms)

    def find_absent_before(self, dilemma: str) -> frozenset[str]:
        """Return the ids of the entities that may be absent before ``dilemma`` is decided."""
        absent = frozenset[str]()
        for each, paths in self.changes.items():
            if each == dilemma:
                break
            absent = find_possibly_absent(absent, list(paths.values()))
        return absent

    def find_absent_on(self, dilemma: str, path: str) -> frozenset[str]:
        """Return the ids of entities that may be absent once ``path`` of ``dilemma`` is taken."""
        return find_possibly_absent(self.find_absent_before(dilemma), [self.changes[dilemma][path]])

    def find_absent_at_end(self, taken: Collection[str] = ()) -> frozenset[str]:
        """Return the ids of the entities that may be absent at the end of the story.

        Only players who took all paths in ``taken`` (ids) count. For a dilemma without such a path,
        any path may have been taken.
        """
        absent = frozenset[str]()
        for paths in self.changes.values():
            chosen = [paths[path] for path in paths if path in taken]
            absent = find_possibly_absent(absent, chosen or list(paths.values()))
        return absent

    def find_departing(self, dilemma: str) -> frozenset[str]:
        """Return the ids of the entities that some path of ``dilemma`` removes from the story."""
        paths = self.changes[dilemma].values()
        return frozenset(each for arm in paths for each, absent in arm.items() if absent)


def presence_of(story: Story) -> Presence:
    """Build the record of the entities that each path of ``story`` removes or brings back.

    Dilemmas whose branching SEED has not decided are left out.
    """
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
