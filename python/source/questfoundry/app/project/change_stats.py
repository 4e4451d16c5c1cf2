"""Add, change and remove stats in the plan, and undo the last such change."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import asdict, frozen

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.seed import SeedArtifact, StatDraft
from questfoundry.domain.artifacts.version import EDIT
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import Undo
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import Stat, make_stat_id, read_level

SEED, STATS = "seed", "stats"


@frozen(kw_only=True)
class StatWords:
    """The words of a stat that an author writes; see ``Stat``."""

    name: str
    question: str
    high: str
    low: str


@frozen(kw_only=True)
class ListedStat:
    """A stat of the story, and whether choices or texts depend on it."""

    stat: Stat
    is_used: bool


@frozen(kw_only=True)
class ChangeStatsUseCase:
    """A use case that changes the stats in SEED; each change is one version of SEED."""

    _registry: StageRegistry
    _store: ProjectStore
    _patch: PatchArtifactUseCase
    _undo: UndoUseCase

    def list_stats(self) -> Sequence[ListedStat]:
        """Return the stats of the story, in the order of the plan."""
        used = self._find_used()
        stats = self._registry.story(self._store.artifacts).stats
        return [ListedStat(stat=each, is_used=each.id in used) for each in stats]

    def add(self, words: StatWords) -> None:
        """Add a stat at the end; raise ``InputError`` if a rule forbids the stat."""
        self._edit(lambda stats: (*stats, StatDraft.model_construct(**asdict(words))))

    def change(self, name: str, words: StatWords) -> None:
        """Replace the words of the stat ``name``.

        Raise ``InputError`` if there is no such stat, a rule forbids the words, or choices or texts
        depend on the stat and its id would change.
        """
        old = make_stat_id(name)
        if make_stat_id(words.name) != old and old in self._find_used():
            raise InputError(
                "Choices or texts depend on this stat by its name. Keep the name, or remove them "
                "first."
            )
        self._replace(name, words)

    def remove(self, name: str) -> None:
        """Remove the stat ``name``; raise ``InputError`` if there is none, or if it is in use."""
        self._replace(name, None)

    def undo(self) -> None:
        """Undo the last change of SEED; raise ``InputError`` if it is no change of stats."""
        previous = self._find_previous()
        if previous is None:
            raise InputError(
                "The last change of the plan is no change of stats.", remedies=(Undo(SEED),)
            )
        if self._find_used() - {make_stat_id(each["name"]) for each in previous}:
            raise InputError(
                "Choices or texts depend on this stat. Undo or remove these changes first."
            )
        self._undo.execute(SEED)

    def can_undo(self) -> bool:
        """Return whether the last change of SEED is the author's, and changed only stats."""
        return self._find_previous() is not None

    def _replace(self, name: str, words: StatWords | None) -> None:
        def replace(stats: Sequence[StatDraft]) -> tuple[StatDraft, ...]:
            if name not in {each.name for each in stats}:
                raise InputError(f"There is no stat {name!r} any more. Reload the page.")
            kept = [each for each in stats if words or each.name != name]
            return tuple(_reword(each, words) if each.name == name else each for each in kept)

        self._edit(replace)

    def _edit(self, change: Callable[[Sequence[StatDraft]], tuple[StatDraft, ...]]) -> None:
        def edit(seed: SeedArtifact) -> SeedArtifact:
            return seed.model_copy(update={STATS: change(seed.stats)})

        self._patch.edit(SEED, edit)

    def _find_previous(self) -> Sequence[Mapping[str, Any]] | None:
        """Return the stats before the last change of SEED if it changed only them, or ``None``."""
        current = self._store.artifacts.current(SEED)
        if current is None or current.origin != EDIT:
            return None
        for each in self._store.artifacts.versions(SEED):
            if each.version == current.replaces:
                is_same = {**each.data, STATS: ()} == {**current.data, STATS: ()}
                return tuple(each.data.get(STATS) or ()) if is_same else None
        return None

    def _find_used(self) -> AbstractSet[str]:
        structure = self._registry.story(self._store.artifacts).structure
        return _list_used(structure) if structure else frozenset()


def _reword(stat: StatDraft, words: StatWords | None) -> StatDraft:
    return stat.model_copy(update=asdict(words)) if words else stat


def _list_used(structure: Structure) -> AbstractSet[str]:
    """Return the ids of the stats that choices move, or on which choices or texts depend."""
    flags = {flag for each in structure.passages for flag in each.conditional_flags}
    flags.update(*(each.requires | each.forbids for each in structure.choices))
    levels = {level.stat for each in flags if (level := read_level(each))}
    return levels.union(*(each.moves for each in structure.choices))
