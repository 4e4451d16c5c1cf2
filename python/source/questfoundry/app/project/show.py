"""Show the current artifact of a stage."""

from attrs import frozen

from questfoundry.app.books.shown_excerpts import list_shown_excerpts
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunStage


@frozen(kw_only=True)
class ShowArtifactUseCase:
    """A use case that returns the current version of a stage's artifact."""

    _registry: StageRegistry
    _store: ProjectStore

    def execute(self, stage_name: str) -> ArtifactVersion:
        """Return the current artifact of a stage; raise ``InputError`` if there is none."""
        stage = self._registry.get(stage_name)
        current = self._store.artifacts.current(stage.name)
        if current is None:
            raise InputError(
                f"This project has no {stage.name} artifact yet.",
                remedies=(RunStage(stage.name),),
            )
        return current

    def list_shown_excerpts(self, version: ArtifactVersion) -> tuple[str, ...]:
        """Return the labels of the book excerpts that the model received for this version."""
        return list_shown_excerpts(self._store, version.origin)
