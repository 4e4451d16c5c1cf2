"""Load the written story of a project, with everything that a model needs to write a passage."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Self

from attrs import frozen

from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
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
            story=story,
            briefer=Briefer(story),
            version=version,
            inputs=_find_inputs(store, version),
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


def _find_inputs(store: ProjectStore, current: ArtifactVersion) -> StageInputs:
    """Return the inputs of the newest run that wrote a version; the author's edits have no run."""
    for version in reversed(store.artifacts.versions(FILL)):
        run = store.runs.get(version.origin)
        if run is not None and version.version <= current.version:
            return run.stage_inputs
    return StageInputs()
