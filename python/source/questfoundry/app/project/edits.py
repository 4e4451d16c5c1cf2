"""What the author had a hand in since a stage was last made by a model."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion


@frozen(kw_only=True)
class Edit:
    """A version that is no model's, and the one that it replaced; ``None`` where there was none."""

    before: ArtifactVersion | None
    after: ArtifactVersion


def edits_of(store: ProjectStore, stage: str) -> Iterator[Edit]:
    """The versions behind the current one since the last run of the stage, newest first.

    The author's edits, files that were found, and passages that were rewritten are among them.
    """
    versions: dict[int, ArtifactVersion] = {}
    current = store.artifacts.current(stage)
    while current is not None and not current.origin.startswith(f"{stage}-"):
        versions = versions or {each.version: each for each in store.artifacts.versions(stage)}
        before = versions.get(current.replaces or 0)
        yield Edit(before=before, after=current)
        current = before


def is_edited(store: ProjectStore, stage: str) -> bool:
    """Whether making the stage anew would replace what a model did not make."""
    return next(edits_of(store, stage), None) is not None
