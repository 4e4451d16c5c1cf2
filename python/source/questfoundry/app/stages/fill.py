"""FILL: a discussion settles the narrative voice, then the prose of all passages is written."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import vision_variables
from questfoundry.app.stages.descriptions import FillDescription
from questfoundry.app.stages.section import Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_prose
from questfoundry.app.store import ProjectStore
from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.artifacts.fill import FillArtifact, NewLabel, PassageProse
from questfoundry.domain.artifacts.version import RENAME, Summary
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material_parts import SAMPLES, Material, parts_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact, FillVoice
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.fact import FactKind, exclude_facts
from questfoundry.domain.writing.fitting import beginning_of
from questfoundry.domain.writing.order import find_writing_order
from questfoundry.domain.writing.request_change import RequestContent

FILL = "fill"
VOICE = "voice"
LABELS = "labels"
SCENES = "scenes"


class FillStage(FillDescription, ArtifactStage):
    """The fifth stage, FILL: the narrative voice, then the prose of all passages.

    The discussion is about the voice alone, which does not depend on how the story branches. A
    small change of the structure therefore leaves the voice valid. The passages are written after
    the discussion, by ``WriteStory``.
    """

    artifact = FillArtifact

    def require(self, story: Story) -> None:
        """Raise an error if there is no order in which the passages can be written."""
        find_writing_order(story.existing_structure)

    def fingerprint(self, story: Story) -> Mapping[str, object]:
        """Return the content of the request for each passage, by id, without any prose."""
        return collect_contents(story)

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the section for the voice; the passages are written later."""
        del story, traits
        voice = yield from request_section(
            Section(name=VOICE, model=FillVoice, path=VOICE, is_creative=True)
        )
        if sample := excerpt_sample(inputs.material):
            voice = voice.model_copy(update={"sample": sample})
        return FillArtifact(voice=voice, passages={})

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return faults for mistyped passages, and for facts about unknown entities.

        A passage that was added later may lack prose, and the prose of a removed passage may stay.
        """
        fill = cast(FillArtifact, artifact)
        facts = (fact.entity for each in fill.passages.values() for fact in each.facts)
        # Entities that only the prose knows have a name and no id.
        names = (each for each in facts if "::" not in each)
        manifest = Manifest(
            sections={"passages": _list_expected_passages(story, fill)},
            pins={
                "passages.facts.entity": (*(each.id for each in story.list_kept_entities()), *names)
            },
        )
        plain = artifact.model_dump(mode="json")
        return check_structural_completeness(plain, manifest, wording)

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the variables for templates: vision, player, entities, beginning and endings."""
        structure = story.existing_structure
        first = structure.passage(structure.start)
        return {
            # The structure fixes the size; only a new plan can change it.
            **vision_variables(story, inputs.model_copy(update={"size": None})),
            "title": story.title,
            "hook": story.hook,
            "lead": story.player,
            "entities": story.list_kept_entities(),
            "opening": [beat.summary for beat in story.beats_in(first)],
            "endings": [ending.name for ending in story.endings],
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with voice, corrected labels, and prose of passages that still exist."""
        fill = cast(FillArtifact, artifact)
        written = apply_prose(story, fill)
        return evolve(
            written, structure=_replace_labels(_add_conditional_flags(written), fill.labels)
        )

    def discussion_data(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return only the voice, because the prose is written after the discussion."""
        return {VOICE: artifact[VOICE]} if VOICE in artifact else {}

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the voice and the prose."""
        return summarize_prose(story, cast(FillArtifact, artifact))


def _list_expected_passages(story: Story, fill: FillArtifact) -> tuple[str, ...]:
    known = tuple(each.id for each in story.existing_structure.passages)
    missing = [each for each in known if each not in fill.passages]
    unknown = [each for each in fill.passages if each not in known]
    is_mistyped = any(get_close_matches(each, missing, n=1, cutoff=0.9) for each in unknown)
    return known if is_mistyped else tuple(fill.passages)


SAMPLE_WORDS = 120
"""The number of words of the author's own prose that the voice holds."""


def excerpt_sample(material: Material) -> str:
    """Return the first words of the author's prose samples, or an empty text without samples."""
    parts = parts_of(material.select_folders(SAMPLES))
    return beginning_of(" ".join(" ".join(each.text.split()) for each in parts), SAMPLE_WORDS)


def apply_prose(story: Story, fill: FillArtifact) -> Story:
    """Return ``story`` with the voice, and with the prose and facts of passages that exist."""
    known = {passage.id for passage in story.existing_structure.passages}
    prose = {name: each for name, each in fill.passages.items() if name in known}
    return evolve(
        story,
        voice=fill.voice,
        prose={name: each.prose for name, each in prose.items()},
        facts=tuple(fact for name, each in prose.items() for fact in facts_in(name, each)),
        problems={name: each.problems for name, each in prose.items() if each.problems},
    )


def _add_conditional_flags(story: Story) -> Structure:
    structure = story.existing_structure
    passages = tuple(
        evolve(
            each, conditional_flags={part.flag for part in story.paragraphs(each.id) if part.flag}
        )
        if each.id in story.prose
        else each
        for each in structure.passages
    )
    return evolve(structure, passages=passages)


def _replace_labels(structure: Structure, labels: Mapping[str, NewLabel]) -> Structure:
    """Return the structure with the new labels, except where GROW has changed the label since."""
    new_labels = {(name, each.was): each.label for name, each in labels.items()}
    choices = (
        evolve(each, label=new_labels.get((each.id, each.label), each.label))
        for each in structure.choices
    )
    return evolve(structure, choices=tuple(choices)) if new_labels else structure


def collect_contents(story: Story) -> Mapping[str, RequestContent]:
    """Return the content of the request for each passage of a woven story, by passage id."""
    briefer = Briefer(story)
    return {name: _collect_content(story, briefer, name) for name in briefer.turns}


def _collect_content(story: Story, briefer: Briefer, passage: str) -> RequestContent:
    turn = briefer.turns[passage]
    briefing = briefer.build_briefing(passage, dict.fromkeys(turn.dependencies, ""), {})
    minor_choices = tuple(evolve(each, title="", ago=0) for each in briefing.minor_choices)
    # Leave out the text of other passages, and what any other edit of the story may move.
    inputs = evolve(
        briefing,
        line=0,
        follows=None,
        before=(),
        continuity=(),
        variant=None,
        origins=(),
        minor_choices=minor_choices,
        facts=exclude_facts(briefing.facts, FactKind.EVENT),
    )
    return RequestContent(
        briefing=inputs, origins=briefer.list_origins(passage), vision=story.vision
    )


def facts_in(name: str, passage: PassageProse) -> tuple[Fact, ...]:
    """Return the facts that the prose ``passage`` establishes; ``name`` is the passage's id."""
    return tuple(
        Fact(entity=each.entity, text=each.fact, passage=name, now=each.now)
        for each in passage.facts
    )


def find_authored_passages(store: ProjectStore) -> Mapping[str, Any]:
    """Return the passages, by id, that the author edited, rewrote or kept since FILL's last run.

    An edit without an earlier version does not count, because it is unknown who wrote that prose.
    """
    current = store.artifacts.current(FILL)
    if current is None:
        return {}
    edits = [each for each in store.edits_of(FILL) if each.before is not None]
    run = store.runs.get(edits[-1].before.origin if edits and edits[-1].before else current.origin)
    names = set(run.stage_inputs.kept) if run else set()
    for edit in reversed(edits):
        before, after = edit.before.data if edit.before else {}, edit.after.data
        if edit.after.origin.startswith(RENAME):
            # A rename changes ids and sentences without rewriting passages.
            renamed = dict(zip(before["passages"], after["passages"], strict=True))
            names = {renamed.get(name, name) for name in names}
        else:
            names |= _find_changed(before["passages"], after["passages"])
    passages = current.data["passages"]
    return {name: each for name, each in passages.items() if name in names}


def _find_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    return {name for name, each in after.items() if each != before.get(name)}
