"""Stages in the former form, which derives the next section from the results so far."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section, SectionFlow
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story

SectionResults = Mapping[str, Artifact]
"""The valid results of an artifact's sections, by section name, in order."""


class FormerSections:
    """The methods of a stage in the former form."""

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the sections in the former form, and return the artifact."""
        results = dict(self.read_existing_sections(story, inputs))
        while section := (
            self.next_request_section(story, inputs, results, traits)
            if traits
            else self.section_to_check(story, inputs, results)
        ):
            answer: Artifact = yield evolve(section, split_answer=None)
            if section.preset is answer:
                results[section.name] = answer
            else:
                results.update(section.results_from(answer))
        stage: Any = self
        artifact: Artifact = stage.artifact.model_validate(
            dict(self.assemble(story, inputs, results))
        )
        return artifact

    def read_existing_sections(self, story: Story, inputs: StageInputs) -> SectionResults:
        """Return the results that stay unchanged in the existing artifact ``inputs.settled``.

        The default has no results.
        """
        del story, inputs
        return {}

    def section_to_check(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the next section after ``results`` for checking a whole artifact, or ``None``.

        The default is the section for the model. A stage that requests a part in several batches
        returns that part here as one section.
        """
        return self.next_section(story, inputs, results)

    @abstractmethod
    def next_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the section to serialize after ``results``, or ``None`` if all are finished."""

    def batch_sections(
        self, following: Section[Any], story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return one section that joins ``following`` with later sections, or ``None``.

        Models that can answer many sections at once are asked for the joined section. The default
        is ``None``: no sections are joined.
        """
        del following, story, inputs, results
        return None

    def next_request_section(
        self, story: Story, inputs: StageInputs, results: SectionResults, traits: ModelTraits
    ) -> Section[Any] | None:
        """Return the section to request after ``results`` from a model with ``traits``.

        Return ``None`` if the artifact is complete.
        """
        following = self.next_section(story, inputs, results)
        if following is None or not traits.can_answer_many:
            return following
        return self.batch_sections(following, story, inputs, results) or following

    def first_request_section(
        self, story: Story, inputs: StageInputs, traits: ModelTraits
    ) -> Section[Any] | None:
        """Return the first section to request from a model with ``traits``.

        Sections that code presets are skipped. Return ``None`` if nothing is left to decide.
        """
        results: dict[str, Artifact] = {}
        while section := self.next_request_section(story, inputs, results, traits):
            if section.preset is None:
                return section
            results[section.name] = section.preset
        return None

    def assemble(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Mapping[str, Any]:
        """Return the data of the artifact, with the result of each section at its path."""
        whole: dict[str, Any] = {}
        placed: dict[str, Artifact] = {}
        while section := self.next_section(story, inputs, placed):
            placed[section.name] = results[section.name]
            plain = results[section.name].model_dump(mode="json")
            for step in reversed(section.path.split(".", 1) if section.path else ()):
                plain = {step: plain}
            for name, value in plain.items():
                whole[name] = {**whole[name], **value} if name in whole else value
        return whole
