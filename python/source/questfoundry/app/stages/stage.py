"""The base classes of stages: needs, sections, rules, and the change to the story.

A new stage consists of a subclass, its artifact, and its texts in ``prompts/``.
"""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve
from pydantic import ValidationError

from questfoundry.app.stages.descriptions import Stage
from questfoundry.app.stages.section import Section, SectionFlow, request_section
from questfoundry.domain.answer.diagnosis import parse_artifact
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.answer.schema import join_path
from questfoundry.domain.artifacts.version import Summary, SummaryLine, brief_fields_of
from questfoundry.domain.errors import InputError, StoreDamagedError
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.former_names import former_names
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.validation import describe_first
from questfoundry.domain.text.wording import phrase

MISSING = "schema.missing"
UNKNOWN = "schema.extra_forbidden"


@former_names(
    accepted="validate",
    discussed="discussion_data",
    gist="build_summary",
    goes_on="can_extend",
    ground="fingerprint",
)
class ArtifactStage(Stage, ABC):
    """A stage in which a model produces an artifact of the type ``artifact``."""

    artifact: type[Artifact]

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        adopt_former_sections(cls)

    def require(self, story: Story) -> None:
        """Raise ``InputError`` if the stage cannot work with ``story``, before a model is asked."""
        del story

    def fingerprint(self, story: Story) -> object:
        """Return the parts of ``story`` that the artifact depends on, as a comparable value.

        The artifact stays fresh while the fingerprint is equal. ``None``, the default, means that
        every change of an earlier artifact counts. A stage that writes prose returns a mapping with
        a fingerprint for each passage.
        """
        del story
        return None

    def can_extend(self, artifact: Artifact, before: Story, story: Story) -> bool:
        """Return whether ``artifact`` can be extended for ``story`` instead of regenerated.

        ``before`` is the story that the artifact was made from. The default is ``False``.
        """
        del artifact, before, story
        return False

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield each section, receive its result, and return the artifact of all results.

        ``traits`` are those of the model that answers. ``None`` means that a complete artifact is
        checked: a stage that asks for a part in several batches then yields one section for it. The
        default asks for the whole artifact in one section.
        """
        del story, inputs, traits
        return (yield from request_section(Section(name=self.name, model=self.artifact)))

    def open_sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits, wording: Mapping[str, Any]
    ) -> SectionFlow:
        """Return the stage's sections, or a single section for the whole artifact.

        The single section is used if stage and model accept whole artifacts. It is checked like an
        author's edit. ``wording`` is ``prompts/feedback.yaml``.
        """
        if not (traits.capabilities.whole_artifacts and self.accepts_whole):
            return self.sections(story, inputs, traits)
        return request_section(
            Section(
                name=self.name,
                model=self.artifact,
                template="templates/whole_artifact",
                guide=f"fields/{self.name}",
                check=lambda artifact: self.faults_in(story, artifact, wording),
                about=SectionSubject(story=story, size=inputs.size, shape=inputs.shape),
            )
        )

    def follow_brief(
        self, section: Section[Any], brief: str, prompts: PromptRepository
    ) -> Section[Any]:
        """Return ``section`` with checks that its answer keeps what ``brief`` settles.

        The default is ``section`` itself.
        """
        del brief, prompts
        return section

    def inputs_of(self, artifact: Artifact) -> StageInputs:
        """Return the inputs of a run that would make ``artifact``, such as its size."""
        return StageInputs(
            size=getattr(artifact, "size", None), shape=getattr(artifact, "shape", None)
        )

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return the faults of a complete ``artifact`` of valid form, such as an author's edit.

        Only the first faulty section is reported, with the same rules as for a model's answer,
        without the soft rules.
        ``wording`` is ``prompts/feedback.yaml``.
        """
        flow = self.sections(story, self.inputs_of(artifact), None)
        places: list[str] = []
        try:
            section = next(flow)
            while True:
                part = section.part_of(artifact)
                if part is None:
                    place = section.path
                    return (build_misplaced_fault(MISSING, FaultKind.MISSING, place, wording),)
                plain = part.model_dump(mode="json", serialize_as_any=True)
                faults = check_structural_completeness(plain, section.manifest, wording)
                faults = faults or tuple(
                    each for each in section.check(part) if each.rule not in section.soft_rules
                )
                if faults:
                    at = section.path
                    return [evolve(each, field=join_path(at, each.field)) for each in faults]
                places.append(section.path)
                section = flow.send(part)
        except StopIteration:
            return _find_unknown_parts(artifact, places, wording)

    def read(self, data: Mapping[str, Any]) -> Artifact:
        """Return the artifact in ``data``, which are stored.

        Raise ``InputError`` if ``data`` have another version, and ``StoreDamagedError`` if they are
        not valid.
        """
        self.require_version(data)
        try:
            return self.artifact.model_validate(dict(data))
        except ValidationError as problem:
            raise StoreDamagedError(
                f"The artifact of the stage {self.name!r} in story.db is not valid: "
                f"{describe_first(problem)} Restore a copy of story.db, or run the stage again.",
                remedies=(RunStage(self.name),),
            ) from problem

    def validate(
        self, data: Mapping[str, Any], *, story: Story, prompts: PromptRepository
    ) -> Artifact | tuple[Fault, ...]:
        """Return the artifact, or its faults: faults of form first, else faults of content.

        Raise ``InputError`` if ``data`` have another version of the artifact's form.
        """
        self.require_version(data)
        wording = prompts.wording("feedback")
        artifact = parse_artifact(
            self.artifact, data, prompts.wording(f"fields/{self.name}"), wording
        )
        if isinstance(artifact, tuple):
            return artifact
        return tuple(self.faults_in(story, artifact, wording)) or artifact

    def require_version(self, data: Mapping[str, Any]) -> None:
        """Raise ``InputError`` if ``data`` have another version of the artifact's form."""
        version = self.artifact.model_fields.get("version")
        found = data.get("version")
        if version and isinstance(found, int) and found != version.default:
            raise InputError(
                f"artifacts/{self.name}.yaml has version {found}, from an earlier QuestFoundry; "
                f"this one reads version {version.default}. The file is unchanged. Run the stage "
                "again for a new version; the old one stays stored.",
                remedies=(RunStage(self.name),),
            )

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the variables that all prompt templates of the stage can use.

        The default are the size and the language, which every stage must have.
        """
        del story
        return {"size": inputs.size, "language": inputs.language}

    @abstractmethod
    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with the decisions of ``artifact``; a pure function."""

    def default_answer(self, story: Story) -> Artifact | None:
        """Return an artifact for ``story`` that needs no model, or ``None``, the default.

        The draft writer, which uses no model, gives this answer for stages that it does not know.
        """
        del story
        return None

    def discussion_data(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the part of the artifact's data that authors discuss; by default all data."""
        return artifact

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the author's requests that ``story`` does not fulfil, each with its kind.

        ``story`` already contains the artifact. ``reads`` says whether the model reads outlines.
        The default is empty.
        """
        del story, inputs, reads
        return ()

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return a summary of ``artifact`` in three to ten lines.

        ``story`` already contains the artifact. The default lists the fields of the artifact.
        """
        del story
        plain = artifact.model_dump(mode="json")
        return tuple(SummaryLine(label, text) for label, text in brief_fields_of(plain))


def _find_unknown_parts(
    artifact: Artifact, places: Sequence[str], wording: Mapping[str, Any]
) -> Sequence[Fault]:
    return [
        build_misplaced_fault(UNKNOWN, FaultKind.UNKNOWN, f"{name}.{key}", wording)
        for name in dict.fromkeys(place.partition(".")[0] for place in places if "." in place)
        for key in getattr(artifact, name)
        if f"{name}.{key}" not in places
    ]


def build_misplaced_fault(
    rule: str, kind: FaultKind, place: str, wording: Mapping[str, Any]
) -> Fault:
    """Build the fault for a missing or an unknown part at the field path ``place``."""
    return Fault(rule=rule, kind=kind, field=place, problem=phrase(wording, f"{rule}.problem"))


def adopt_former_sections(stage: Any) -> None:
    """Give ``stage`` the method ``sections`` if it has only ``next_section``, and warn."""
    if "next_section" not in vars(stage) or "sections" in vars(stage):
        return
    stage.sections = _yield_sections
    warnings.warn(
        f"{stage.__name__}.next_section is now {stage.__name__}.sections, a generator of sections; "
        "the former method goes away in the next version.",
        DeprecationWarning,
        stacklevel=4,
    )


def _yield_sections(
    stage: Any, story: Story, inputs: StageInputs, traits: ModelTraits | None
) -> SectionFlow:
    find_next = stage.next_section
    if traits is None:
        find_next = getattr(stage, "section_to_check", find_next)
    existing = getattr(stage, "read_existing_sections", None)
    results: dict[str, Artifact] = dict(existing(story, inputs)) if existing else {}
    sections: list[Section[Any]] = []
    while section := find_next(story, inputs, results):
        results[section.name] = yield section
        sections.append(section)
    assemble = getattr(stage, "assemble", None)
    data = assemble(story, inputs, results) if assemble else _place_results(sections, results)
    artifact: Artifact = stage.artifact.model_validate(dict(data))
    return artifact


def _place_results(
    sections: Sequence[Section[Any]], results: Mapping[str, Artifact]
) -> Mapping[str, Any]:
    whole: dict[str, Any] = {}
    for section in sections:
        plain: dict[str, Any] = results[section.name].model_dump(mode="json")
        for step in reversed(section.path.split(".", 1) if section.path else ()):
            plain = {step: plain}
        for name, value in plain.items():
            whole[name] = {**whole[name], **value} if name in whole else value
    return whole
