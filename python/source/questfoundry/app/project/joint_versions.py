"""Store new versions of several artifacts as one step, which one undo reverts."""

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from typing import Any

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion


def store_jointly(
    store: ProjectStore, data: Mapping[str, Mapping[str, Any]], *, step: str, created_at: datetime
) -> None:
    """Store ``data`` (by stage, in the order of the stages) as new versions of artifacts.

    ``step`` is the prefix of their common origin. What was made from the versions before stays up
    to date. If one version cannot be stored, nothing changes.
    """
    origin = f"{step}{_count_steps(store, step) + 1}"
    before = {name: version for name in data if (version := store.artifacts.current(name))}
    with ExitStack() as files:
        for name, each in data.items():
            files.enter_context(store.replace_file(name, each))
        with store.artifacts.transaction():
            added: dict[str, int] = {}
            for name, old in before.items():
                made = store.artifacts.add(
                    name,
                    data[name],
                    made_from=_move_sources(old.made_from, before, added),
                    origin=origin,
                    created_at=created_at,
                    parts_made_from={
                        part: _move_sources(sources, before, added)
                        for part, sources in old.parts_made_from.items()
                    },
                )
                added[name] = made.version


def _count_steps(store: ProjectStore, step: str) -> int:
    stages = store.artifacts.stages()
    origins = {each.origin for name in stages for each in store.artifacts.versions(name)}
    return sum(each.startswith(step) for each in origins)


def _move_sources(
    sources: Mapping[str, int], before: Mapping[str, ArtifactVersion], added: Mapping[str, int]
) -> dict[str, int]:
    return {
        need: added[need] if need in added and version == before[need].version else version
        for need, version in sources.items()
    }
