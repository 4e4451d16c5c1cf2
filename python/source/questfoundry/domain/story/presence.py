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

from questfoundry.domain.story.dilemma import Path, Weight
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.story import Story

NO_PATH = ""
"""The key used instead of a path for players who never meet the dilemma."""

PresenceChange = Mapping[str, bool]
"""Entity ids: true if a path removes the entity, false if the path brings the entity back."""


@frozen
class Presence:
    """A record of the entities that each path of each dilemma removes or brings back.

    ``changes`` maps the id of each dilemma to its paths, and the id of each path to its changes.
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
            arms[dilemma] = {
                path: {
                    entity: effect.absence
                    for effect, entity in effects
                    if effect.absence is not None
                }
                for path, effects in paths.items()
            }
            if dilemma in optional_dilemmas:
                arms[dilemma][NO_PATH] = {}
        return cls(arms)

    def find_absent_before(self, dilemma: str) -> frozenset[str]:
        """Return the ids of the entities that may be absent before ``dilemma`` is decided."""
        place = [*self.changes].index(dilemma) if dilemma in self.changes else len(self.changes)
        return _find_possibly_absent(
            paths.values() for paths in list(self.changes.values())[:place]
        )

    def find_absent_on(self, dilemma: str, path: str) -> frozenset[str]:
        """Return the ids of entities that may be absent once ``path`` of ``dilemma`` is taken."""
        before = dict.fromkeys(self.find_absent_before(dilemma), True)
        return _find_possibly_absent([[before], [self.changes[dilemma][path]]])

    def find_absent_at_end(self, taken: Collection[str] = ()) -> frozenset[str]:
        """Return the ids of the entities that may be absent at the end of the story.

        Only players who took all paths in ``taken`` (ids) count. For a dilemma without such a path,
        any path may have been taken.
        """
        return _find_possibly_absent(
            [paths[path] for path in paths if path in taken] or paths.values()
            for paths in self.changes.values()
        )

    def find_departing(self, dilemma: str) -> frozenset[str]:
        """Return the ids of the entities that some path of ``dilemma`` removes from the story."""
        paths = self.changes[dilemma].values()
        return frozenset(each for arm in paths for each, absent in arm.items() if absent)


def _find_possibly_absent(dilemmas: Iterable[Collection[PresenceChange]]) -> frozenset[str]:
    """Return the entities that are absent after some sequence of paths, one for each dilemma."""
    absent = frozenset[str]()
    for arms in dilemmas:
        known = absent.union(*arms)
        absent = frozenset(e for e in known if any(arm.get(e, e in absent) for arm in arms))
    return absent


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
