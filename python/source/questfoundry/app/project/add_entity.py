"""Add a person, place, thing or group to the story, as one step that can be undone."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.project.find_text import store_jointly
from questfoundry.app.stages.invalid_file import build_refusal
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.brainstorm import EntityEntry
from questfoundry.domain.artifacts.seed import EntityDecision
from questfoundry.domain.artifacts.version import ADDITION
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.entity import EntityKind

BRAINSTORM, SEED = "brainstorm", "seed"


@frozen(kw_only=True)
class AddEntityUseCase:
    """A use case that adds an entity, which passages can use at once."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(self, kind: EntityKind, name: str, concept: str) -> str:
        """Add the entity and return its id; ``concept`` describes it in one sentence.

        The artifacts of all later stages get a new version, too, so that they stay up to date.
        Raise ``InputError``, and change nothing, if the name is in use or a rule forbids the
        entity.
        """
        identifier = make_id(kind, name)
        entity = EntityEntry.model_construct(
            id=identifier,
            kind=kind,
            name=name,
            concept=concept,
            background=kind is EntityKind.CHARACTER,
        )
        with self._store.lock.hold("editing"):
            self._require_new(identifier, name)
            data = self._add(entity)
            store_jointly(self._store, data, step=ADDITION, created_at=self._clock.now())
        return identifier

    def _require_new(self, identifier: str, name: str) -> None:
        if not slug_of(identifier):
            raise InputError(f"The name {name!r} gives no id. Use letters or digits.")
        for each in self._registry.story(self._store.artifacts).entities:
            if each.id == identifier or each.name.casefold() == name.casefold():
                raise InputError(f"The name {name!r} is in use. Choose another name.")

    def _add(self, entity: EntityEntry) -> Mapping[str, Mapping[str, Any]]:
        found = map(self._store.artifacts.current, self._registry.artifact_names)
        data = {each.stage: each.data for each in found if each}
        if BRAINSTORM not in data:
            raise InputError("There is no story yet.", remedies=(RunStage(BRAINSTORM),))
        material = data[BRAINSTORM]
        entities = [*material["entities"], entity.model_dump(mode="json")]
        changed = {BRAINSTORM: {**material, "entities": entities}}
        if SEED in data:
            added = EntityDecision(decision="keep", unplanned=True).model_dump(mode="json")
            decisions = {**data[SEED]["entities"], entity.id: added}
            changed[SEED] = {**data[SEED], "entities": decisions}
        names = [*data]
        later = {name: data[name] for name in names[names.index(BRAINSTORM) :]}
        return later | {name: self._validate(name, changed) for name in changed}

    def _validate(self, name: str, changed: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        story = self._registry.story(self._store.artifacts, before=name, changed=changed)
        checked = self._registry.get(name).validate(
            changed[name], story=story, prompts=self._prompts
        )
        if isinstance(checked, tuple):
            raise build_refusal(checked)
        return checked.model_dump(mode="json")
