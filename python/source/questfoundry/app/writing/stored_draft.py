"""Load a project's written story, with the facts that the writing model needs."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Self

from attrs import evolve, frozen

from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.batching import Batch, find_writable_sequences, plan_batches
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing


@frozen(kw_only=True)
class StoredDraft:
    """A stored story with all its prose, and the inputs of the run that wrote it."""

    story: Story
    briefer: Briefer
    version: ArtifactVersion
    inputs: StageInputs

    @classmethod
    def load(cls, registry: StageRegistry, store: ProjectStore) -> Self:
        """Load the current story; raise ``InputError`` if a passage has no prose."""
        version = store.artifacts.current(FILL)
        if version is None:
            raise InputError("The story is not written yet.", remedies=(RunStage(FILL),))
        story = registry.story(store.artifacts)
        missing = [
            passage.id
            for passage in story.existing_structure.passages
            if passage.id not in story.prose
        ]
        if missing:
            raise InputError(
                f"The structure changed after the prose was written: there is no prose for "
                f"{', '.join(missing[:5])}{' and others' if len(missing) > 5 else ''}. "
                "Run FILL to write it; unchanged passages are kept.",
                remedies=(RunStage(FILL),),
            )
        return cls(
            story=story, briefer=Briefer(story), version=version, inputs=find_inputs(store, version)
        )

    def find_passage(self, name: str) -> str:
        """Return the id of the passage with this id, slug or title, or raise ``InputError``."""
        return find_passage_id(self.story.existing_structure, name)

    def build_briefing(self, passage: str) -> Briefing:
        """Build the text for the writer of ``passage`` from the current prose of other passages."""
        return self.briefer.build_briefing(passage, self.story.prose, self.facts)

    @property
    def facts(self) -> Mapping[str, Sequence[Fact]]:
        """The facts that the prose of each passage establishes."""
        facts: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.story.facts:
            facts[fact.passage].append(fact)
        return facts


def find_inputs(store: ProjectStore, current: ArtifactVersion) -> StageInputs:
    """Return the inputs of the newest run that wrote a version; the author's edits have no run."""
    for version in reversed(store.artifacts.versions(FILL)):
        run = store.runs.get(version.origin)
        if run is not None and version.version <= current.version:
            return run.stage_inputs
    return StageInputs()


def group_passages(briefer: Briefer, requests: PassageRequests) -> Mapping[str, Batch]:
    """Return the batch of each passage that FILL requests together with others."""
    groups: Iterable[Batch] = ()
    if requests.can_write_batches:
        groups = plan_batches(briefer, requests.max_batch_words)
    elif requests.can_write_several:
        groups = find_writable_sequences(briefer)
    return {each: group for group in groups for row in group for each in row}


def build_first_briefing(
    briefer: Briefer,
    passage: str,
    prose: Mapping[str, str],
    facts: Mapping[str, Sequence[Fact]],
    same_batch: Collection[str] = (),
) -> Briefing:
    """Return the briefing of ``passage``, made from prose that certainly exists at its turn.

    The request therefore does not depend on the order in which answers arrive. ``same_batch`` are
    the passages of the same request, which have no prose yet.
    """
    earlier = [each for each in briefer.possible_predecessors(passage) if each not in same_batch]
    available = chain(earlier, briefer.turns[passage].dependencies.difference(same_batch))
    return briefer.build_briefing(
        passage,
        prose=dict.fromkeys(same_batch, "") | {name: prose[name] for name in available},
        facts={**facts, **dict.fromkeys(same_batch, ())},
    )


def build_batch_briefings(
    briefer: Briefer, batch: Batch, prose: Mapping[str, str], facts: Mapping[str, Sequence[Fact]]
) -> list[list[Briefing]]:
    """Return the briefings of ``batch``.

    If no later passage can follow, the briefings ask for no continuity notes.
    """
    together = tuple(chain(*batch))
    briefings = [
        [build_first_briefing(briefer, each, prose, facts, together) for each in passages]
        for passages in batch
    ]
    if _has_later_readers(briefer, together):
        return briefings
    return [[evolve(each, continuity=()) for each in passages] for passages in briefings]


def _has_later_readers(briefer: Briefer, passages: Collection[str]) -> bool:
    return any(
        not frozenset(briefer.possible_predecessors(each)).isdisjoint(passages)
        for each in briefer.turns
        if each not in passages
    )
