"""Stages whose whole artifact is judged section by section, as if a model handed it in."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.stage import ArtifactStage, Made
from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import joined
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.wording import phrase

MISSING = "schema.missing"
UNKNOWN = "schema.extra_forbidden"


class SectionedStage(ArtifactStage):
    """A stage of whose artifact everything lies in some section."""

    @abstractmethod
    def parts(self, artifact: Artifact) -> Made:
        """The sections that an artifact is made of, under the names of :meth:`next_section`."""

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """The faults of the first section that has any, held against its manifest and its rules."""
        parts = self.parts(artifact)
        inputs = StageInputs(size=getattr(artifact, "size", None))
        made: dict[str, Artifact] = {}
        while section := self.next_section(story, inputs, made):
            part = parts.get(section.name)
            if part is None:
                problem = phrase(wording, f"{MISSING}.problem")
                where = section.at or section.name
                return (Fault(rule=MISSING, kind=FaultKind.MISSING, field=where, problem=problem),)
            plain = part.model_dump(mode="json", serialize_as_any=True)
            faults = check_structural_completeness(plain, section.manifest, wording)
            faults = faults or tuple(section.check(part))
            if faults:
                return [evolve(each, field=joined(section.at, each.field)) for each in faults]
            made[section.name] = part
        problem = phrase(wording, f"{UNKNOWN}.problem")
        extra = [name for name in parts if name not in made]
        return [
            Fault(rule=UNKNOWN, kind=FaultKind.UNKNOWN, field=name, problem=problem)
            for name in extra
        ]
