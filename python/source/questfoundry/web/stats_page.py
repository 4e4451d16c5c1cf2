"""The page of the story's stats, where the author adds, changes and removes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.artifacts.seed import SeedArtifact, StatDraft
from questfoundry.domain.artifacts.version import EDIT
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.stat import make_stat_id, read_level
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page

SEED, STATS = "seed", "stats"
_FIELDS = ("name", "question", "high", "low")


@page("/stats", "stats.html")
def show_stats(request: PageRequest) -> dict[str, Any]:
    views = request.views
    used = _find_used(views)
    return {
        "stats": [(each, each.id in used) for each in views.story().stats],
        "can_undo": _find_undone(views) is not None,
    }


@action("/stats")
def change_stats(request: PageRequest) -> ActionResult:
    """Add a stat to the plan, or change or remove the one that the form names."""
    form, used = request.form, _find_used(request.views)
    removed, old = form.get("remove"), form.get("old")
    new = None if removed else StatDraft.model_construct(**{e: form.get(e) for e in _FIELDS})
    if new and old and make_stat_id(new.name) != (known := make_stat_id(old)) and known in used:
        raise InputError(
            "Choices or texts depend on this stat by its name. Keep the name, or remove them first."
        )

    def change(seed: SeedArtifact) -> SeedArtifact:
        return seed.model_copy(update={STATS: _replace(seed.stats, removed or old, new)})

    request.views.project.container.patch().edit(SEED, change)
    return "/stats"


def _replace(stats: Sequence[StatDraft], old: str, new: StatDraft | None) -> tuple[StatDraft, ...]:
    """Return ``stats`` with ``new`` in the place of the stat with the name ``old``."""
    if not old:
        return (*stats, *([new] if new else []))
    if old not in {each.name for each in stats}:
        raise InputError(f"There is no stat {old!r} any more. Reload the page.")
    kept = (_change(each, new) if each.name == old else each for each in stats)
    return tuple(each for each in kept if each)


def _change(stat: StatDraft, new: StatDraft | None) -> StatDraft | None:
    return stat.model_copy(update={each: getattr(new, each) for each in _FIELDS}) if new else None


@action("/stats/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the last change of the stats, unless the plan changed since."""
    previous = _find_undone(request.views)
    if previous is None:
        raise InputError("The last change of the plan is no change of stats. Use qf undo seed.")
    left = {make_stat_id(each["name"]) for each in previous}
    if _find_used(request.views) - left:
        raise InputError(
            "Choices or texts depend on this stat. Undo or remove these changes first."
        )
    request.views.project.container.undo().execute(SEED)
    return "/stats"


def _find_undone(views: ProjectViews) -> Sequence[Mapping[str, Any]] | None:
    """Return the stats before the last change of SEED if that changed only them, or ``None``."""
    artifacts, current = views.project.container.store().artifacts, views.project.show(SEED)
    if current.origin != EDIT:
        return None
    for each in artifacts.versions(SEED):
        if each.version == current.replaces:
            is_same = {**each.data, STATS: ()} == {**current.data, STATS: ()}
            return tuple(each.data.get(STATS) or ()) if is_same else None
    return None


def _find_used(views: ProjectViews) -> set[str]:
    """Return the ids of the stats that choices move, or on which choices or texts depend."""
    structure = views.structure()
    flags = {flag for each in structure.passages for flag in each.conditional_flags}
    flags.update(*(each.requires | each.forbids for each in structure.choices))
    levels = {level.stat for each in flags if (level := read_level(each))}
    return levels.union(*(each.moves for each in structure.choices))
