"""What a stage is: which stages it needs, what it asks for, its own rules, what it adds.

A new stage is one class of this kind, its artifact, and its words in ``prompts/``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section, SectionResults
from questfoundry.domain.answer.diagnosis import parse_artifact
from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import join_path
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.view import brief_fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.summary import Summary, SummaryLine
from questfoundry.domain.unmet_request import UnmetKind
from questfoundry.domain.wording import phrase

MISSING = "schema.missing"
UNKNOWN = "schema.extra_forbidden"


class Stage:
    """One stage; it does no work itself.

    ``name`` is what it is called everywhere, ``summary`` what its command does, in a line.
    ``needs`` are the stages whose artifacts it is made from; one without any needs an idea.
    A stage from outside says in ``after`` which one it follows, and in ``prompts`` where its
    words are.
    """

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    after: str = ""
    prompts: Path | None = None


@former_names(
    accepted="validate",
    asked_first="first_request_section",
    asked_next="next_request_section",
    discussed="discussion_data",
    edited_section="section_to_check",
    gist="build_summary",
    goes_on="can_extend",
    ground="fingerprint",
    joined_section="batch_sections",
    taken_over="carried_sections",
)
class ArtifactStage(Stage, ABC):
    """A stage in which a model is asked for an artifact, which ``artifact`` describes.

    ``settles_size`` says that the size of the story can still be chosen in it, ``settles_shape``
    the same of its shape, ``writes_prose``
    that it asks for the text of passages, many at once, ``has_acts`` that it can do with acts and
    without, ``by_chapter`` that chapters can be added to its artifact.
    """

    artifact: type[Artifact]
    settles_size: bool = False
    settles_shape: bool = False
    has_acts: bool = False
    by_chapter: bool = False
    writes_prose: bool = False

    def require(self, story: Story) -> None:
        """``InputError`` where this stage can make nothing of the story; asked before any model.

        Nothing is required unless a stage says so.
        """
        del story

    def fingerprint(self, story: Story) -> object:
        """What of the story before it the artifact is made from; equal grounds keep it fresh.

        ``None`` is all that the artifacts before it say. Of a stage that writes prose it is a
        mapping, with the ground of each passage.
        """
        del story
        return None

    def can_extend(self, artifact: Artifact, before: Story, story: Story) -> bool:
        """Whether an artifact made from the story ``before`` is to be added to, and not made anew.

        Nothing is, unless a stage says so.
        """
        del artifact, before, story
        return False

    def carried_sections(self, story: Story, inputs: StageInputs) -> SectionResults:
        """The sections that stand in the artifact that is gone on from, which ``settled`` holds.

        None, unless a stage says so.
        """
        del story, inputs
        return {}

    def section_to_check(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section | None:
        """What to hold a whole artifact against after ``made``: as it is asked for.

        A stage that asks for a part of its artifact in handfuls has it here as one.
        """
        return self.next_section(story, inputs, results)

    @abstractmethod
    def next_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section | None:
        """What to serialize after ``made``; ``None`` where the artifact is whole."""

    def batch_sections(
        self, following: Section, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section | None:
        """The ``following`` section with others as one, where they can be asked for in one answer.

        None can, unless a stage says so.
        """
        del following, story, inputs, results
        return None

    def next_request_section(
        self, story: Story, inputs: StageInputs, results: SectionResults, traits: ModelTraits
    ) -> Section | None:
        """What to ask a model with those traits for after ``made``; ``None`` where all is made."""
        following = self.next_section(story, inputs, results)
        if following is None or not traits.can_answer_many:
            return following
        return self.batch_sections(following, story, inputs, results) or following

    def first_request_section(
        self, story: Story, inputs: StageInputs, traits: ModelTraits
    ) -> Section | None:
        """What such a model is asked for first; ``None`` where nothing is left to decide."""
        results: dict[str, Artifact] = {}
        while section := self.next_request_section(story, inputs, results, traits):
            if section.preset is None:
                return section
            results[section.name] = section.preset
        return None

    def assemble(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Mapping[str, Any]:
        """The artifact's data: what was made of each section, at its place."""
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

    def inputs_of(self, artifact: Artifact) -> StageInputs:
        """What would have to be asked for to get such an artifact."""
        return StageInputs(
            size=getattr(artifact, "size", None), shape=getattr(artifact, "shape", None)
        )

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """What is wrong with a whole artifact of valid form, such as an author's edit.

        That is what is wrong with the first section at fault, as if a model had handed it in.
        ``wording`` is ``prompts/feedback.yaml``.
        """
        inputs = self.inputs_of(artifact)
        found: dict[str, Artifact] = {}
        places: list[str] = []
        while section := self.section_to_check(story, inputs, found):
            part = section.part_of(artifact)
            if part is None:
                return (build_misplaced_fault(MISSING, FaultKind.MISSING, section.path, wording),)
            plain = part.model_dump(mode="json", serialize_as_any=True)
            faults = check_structural_completeness(plain, section.manifest, wording)
            faults = faults or tuple(section.check(part))
            if faults:
                return [evolve(each, field=join_path(section.path, each.field)) for each in faults]
            found[section.name] = part
            places.append(section.path)
        return [
            build_misplaced_fault(UNKNOWN, FaultKind.UNKNOWN, f"{name}.{key}", wording)
            for name in dict.fromkeys(place.partition(".")[0] for place in places if "." in place)
            for key in getattr(artifact, name)
            if f"{name}.{key}" not in places
        ]

    def read(self, data: Mapping[str, Any]) -> Artifact:
        """The artifact of data that were accepted; ``InputError`` where its form is another now."""
        self._require_version(data)
        return self.artifact.model_validate(dict(data))

    def validate(
        self, data: Mapping[str, Any], *, story: Story, prompts: PromptRepository
    ) -> Artifact | tuple[Fault, ...]:
        """The whole artifact, or its faults: those of its form before those of its content.

        ``InputError`` where the data are of another version of the artifact's form.
        """
        self._require_version(data)
        wording = prompts.wording("feedback")
        artifact = parse_artifact(
            self.artifact, data, prompts.wording(f"fields/{self.name}"), wording
        )
        if isinstance(artifact, tuple):
            return artifact
        return tuple(self.faults_in(story, artifact, wording)) or artifact

    def _require_version(self, data: Mapping[str, Any]) -> None:
        version = self.artifact.model_fields.get("version")
        found = data.get("version")
        if version and isinstance(found, int) and found != version.default:
            raise InputError(
                f"artifacts/{self.name}.yaml is of version {found}, which an earlier program "
                f"wrote; this one reads version {version.default}. The file is untouched. Have "
                "the stage made anew.",
                remedies=(RunStage(self.name),),
            )

    @abstractmethod
    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """What all of the stage's prompt templates may speak of."""

    @abstractmethod
    def apply(self, story: Story, artifact: Artifact) -> Story:
        """The story with the artifact's decisions in it; a pure function."""

    def discussion_data(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """What of an artifact's data the conversation of this stage is about, by its sections.

        All of it, unless a stage says otherwise.
        """
        return artifact

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """What of the author's should be in the story, which has its artifact in it, and is not.

        ``reads`` says whether its model reads an outline. Nothing, unless a stage says otherwise.
        """
        del story, inputs, reads
        return ()

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """What the artifact is, in three to ten lines; ``story`` has its decisions in it.

        The fields of the artifact, unless a stage knows better.
        """
        del story
        plain = artifact.model_dump(mode="json")
        return tuple(SummaryLine(label, text) for label, text in brief_fields_of(plain))


def build_misplaced_fault(
    rule: str, kind: FaultKind, place: str, wording: Mapping[str, Any]
) -> Fault:
    """The fault of leaving out what is there, or of holding what there is not."""
    return Fault(rule=rule, kind=kind, field=place, problem=phrase(wording, f"{rule}.problem"))
