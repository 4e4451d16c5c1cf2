"""The passages that an author edited or had rewritten: writing a story anew leaves them alone."""

from __future__ import annotations

from typing import Any

from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.store import ProjectStore


def kept_passages(store: ProjectStore) -> dict[str, Any]:
    """Those that differ from what the last run of FILL made, or that it had kept already."""
    current = store.artifacts.current(FILL)
    if current is None:
        return {}
    passages: dict[str, Any] = current.data["passages"]
    for version in reversed(store.artifacts.versions(FILL)):
        run = store.runs.get(version.origin)
        if version.version <= current.version and run is not None and run.task == FILL:
            made, before = version.data["passages"], run.stage_inputs.kept
            return {
                name: each
                for name, each in passages.items()
                if name in before or each != made.get(name)
            }
    return passages
