"""Staleness: which artifacts must be regenerated, and which only need more chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.domain.errors import InputError, UsageError

if TYPE_CHECKING:
    from questfoundry.app.stages.descriptions import Stage
    from questfoundry.app.stages.registry import StageRegistry
    from questfoundry.app.stages.stage import ArtifactStage
    from questfoundry.app.store import ProjectStore
    from questfoundry.domain.artifacts.version import ArtifactVersion
    from questfoundry.domain.story.beat import ChapterCount
    from questfoundry.domain.story.story import Story
    from questfoundry.domain.writing.request_change import DifferingPassage


def artifact_to_extend(
    stage: Stage, registry: StageRegistry, store: ProjectStore
) -> Mapping[str, Any]:
    """Return the data of the stage's artifact if chapters can be added to it, else an empty map."""
    current = store.artifacts.current(stage.name)
    if current is None or not stage.by_chapter or not _has_chapters(registry, store):
        return {}
    loaded = registry.get(stage.name)
    try:
        earlier_story = registry.story(store.artifacts, before=stage.name, of=current.made_from)
        current_story = registry.story(store.artifacts, before=stage.name)
        can_extend = loaded.can_extend(
            registry.read(loaded, current.data), earlier_story, current_story
        )
    except (InputError, KeyError, UsageError):  # one of the two states is no valid story
        return {}
    return current.data if can_extend else {}


def count_planned_chapters(registry: StageRegistry, store: ProjectStore) -> ChapterCount | None:
    """Return how many of the story's chapters are planned; ``None`` without chapters."""
    planner = _find_planner(registry)
    if planner is None or not _has_chapters(registry, store):
        return None
    try:
        return registry.story_with(store.artifacts, planner).chapter_count
    except InputError:
        return None


def _has_chapters(registry: StageRegistry, store: ProjectStore) -> bool:
    """Return whether the stored plan has chapters, without importing the code of a stage."""
    planner = _find_planner(registry)
    plan = store.artifacts.current(planner) if planner else None
    return plan is not None and bool(plan.data.get("chapters"))


def _find_planner(registry: StageRegistry) -> str | None:
    planners = (each.name for each in registry.descriptions if each.by_chapter)
    return next(planners, None)


@frozen(kw_only=True)
class Staleness:
    """The reasons why an artifact is stale; it is fresh if ``changed`` is empty.

    ``changed`` names the stages that the artifact depends on and whose artifacts have changed.
    ``passages`` are the passages that have no prose yet; ``None`` means that they are not known
    yet, or that the stage writes no prose. ``differing`` are passages that the author may keep or
    regenerate. They make nothing stale.
    """

    changed: tuple[str, ...] = ()
    passages: tuple[str, ...] | None = None
    differing: tuple[DifferingPassage, ...] = ()


FRESH = Staleness()


def staleness_of(
    stage: Stage, registry: StageRegistry, store: ProjectStore, stale: Collection[str]
) -> Staleness:
    """Return the staleness of the stage's current artifact.

    ``stale`` names stages that are known to be stale. Contents are compared, not versions. So an
    undone change, or a change of data that the stage does not use, makes nothing stale.
    """
    current = store.artifacts.current(stage.name)
    made_from = current.made_from if current else {}
    changed = tuple(
        need
        for need, version in made_from.items()
        if need in stale or not _has_same_content(store, need, version)
    )
    whole = Staleness(changed=changed)
    if current is None or any(need in stale for need in made_from):
        return whole
    if not changed and not current.parts_made_from and not _lacks_prose(stage, current, store):
        return FRESH
    try:
        now = registry.story(store.artifacts, before=stage.name)
        if stage.writes_prose:
            return _compare_prose(registry, store, current, now, changed)
        earlier = registry.story(store.artifacts, before=stage.name, of=made_from)
        return compare_stories(registry.get(stage.name), earlier, now, changed)
    except (InputError, KeyError):  # one of the two states is no valid story
        return whole


def _lacks_prose(stage: Stage, version: ArtifactVersion, store: ProjectStore) -> bool:
    """Return whether an author left passages of a file without prose."""
    if not stage.writes_prose:
        return False
    found = map(store.artifacts.current, stage.needs)
    passages = [each for need in found if need for each in need.data.get("passages", ())]
    return any(each["id"] not in version.data["passages"] for each in passages)


def compare_stories(
    stage: ArtifactStage, earlier: Story, now: Story, changed: tuple[str, ...]
) -> Staleness:
    """Return the staleness of an artifact that was made from ``earlier``, for the story ``now``.

    ``changed`` names the stages whose artifacts differ.
    """
    earlier_inputs = stage.fingerprint(earlier)
    is_fresh = earlier_inputs is not None and earlier_inputs == stage.fingerprint(now)
    return FRESH if is_fresh else Staleness(changed=changed)


def _compare_prose(
    registry: StageRegistry,
    store: ProjectStore,
    version: ArtifactVersion,
    now: Story,
    changed: tuple[str, ...],
) -> Staleness:
    from questfoundry.app.stages.fill import collect_contents
    from questfoundry.domain.writing.request_change import find_differing_passages

    written = version.data["passages"]
    contents = collect_contents(now)
    missing = tuple(each for each in contents if each not in written)
    differing: dict[str, DifferingPassage] = {}
    current_versions = store.current_versions(version.made_from)
    for sources, names in _group_by_sources(version, contents).items():
        if dict(sources) == current_versions:
            continue
        try:
            earlier = registry.story(store.artifacts, before=version.stage, of=dict(sources))
            known = collect_contents(earlier)
        except (InputError, KeyError):
            known = {}
        prose = {name: written[name]["prose"] for name in names}
        differing |= find_differing_passages(known, contents, prose)
    return Staleness(
        changed=changed or registry.find(version.stage).needs[-1:] if missing else (),
        passages=missing,
        differing=tuple(differing[each] for each in contents if each in differing),
    )


def _group_by_sources(
    version: ArtifactVersion, passages: Iterable[str]
) -> Mapping[frozenset[tuple[str, int]], Sequence[str]]:
    """Group the written ones of ``passages`` by the versions from which they were written."""
    groups: dict[frozenset[tuple[str, int]], list[str]] = {}
    for name in passages:
        if name in version.data["passages"]:
            groups.setdefault(frozenset(version.sources_of(name).items()), []).append(name)
    return groups


def find_stale_stages(
    registry: StageRegistry, store: ProjectStore, *, before: str = ""
) -> tuple[str, ...]:
    """Return the stages to regenerate, up to the stage ``before``, or all of them if it is empty.

    Stages that only need more chapters are left out.
    """
    stale: list[str] = []
    for stage in registry.descriptions:
        if stage.name == before:
            break
        if not stage.makes_artifact:
            continue
        changed = staleness_of(stage, registry, store, stale).changed
        if changed and not artifact_to_extend(stage, registry, store):
            stale.append(stage.name)
    return tuple(stale)


def _has_same_content(store: ProjectStore, stage: str, version: int) -> bool:
    current = store.artifacts.current(stage)
    if current is None or current.version == version:
        return current is not None
    return any(
        each.data == current.data
        for each in store.artifacts.versions(stage)
        if each.version == version
    )
