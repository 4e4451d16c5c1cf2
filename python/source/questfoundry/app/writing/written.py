"""The written story of a project, as the writer of one of its passages would find it now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

from attrs import frozen

from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.remedy import RunStage, ShowArtifact
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing


@frozen(kw_only=True)
class WrittenStory:
    """A story with prose for every passage; ``inputs`` are those of the run that wrote it."""

    story: Story
    briefer: Briefer
    version: ArtifactVersion
    inputs: StageInputs

    @classmethod
    def of_project(cls, registry: StageRegistry, store: ProjectStore) -> Self:
        """The story; ``InputError`` where it is not written, or was woven anew since."""
        version = store.artifacts.current(FILL)
        if version is None:
            raise InputError("The story is not written yet.", remedies=(RunStage(FILL),))
        story = registry.story(store.artifacts)
        missing = [
            passage.id
            for passage in story.settled_structure.passages
            if passage.id not in story.prose
        ]
        if missing:
            raise InputError(
                f"The story was woven anew since it was written: there is no prose for "
                f"{', '.join(missing[:5])}{' and others' if len(missing) > 5 else ''}. "
                "It is written there, and what did not change is kept.",
                remedies=(RunStage(FILL),),
            )
        return cls(
            story=story, briefer=Briefer(story), version=version, inputs=_inputs(store, version)
        )

    def find(self, name: str) -> str:
        """The id of the passage of that id, slug or title; ``InputError`` names the nearest."""
        passages = self.story.settled_structure.passages
        slugs = {each.id.partition(SEPARATOR)[2]: each.id for each in passages}
        titled = [each.id for each in passages if each.title.casefold() == name.casefold()]
        if name in self.briefer.turns:
            return name
        if name in slugs:
            return slugs[name]
        if len(titled) == 1:
            return titled[0]
        near = titled or _nearest(name, (*slugs, *(each.title for each in passages)))
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        many = "more than one passage" if titled else "no passage"
        raise InputError(f"There is {many} {name!r}.{hint}", remedies=(ShowArtifact("grow"),))

    def briefing(self, passage: str) -> Briefing:
        """What its writer would be told."""
        known = self.briefer.knows_of(passage)
        facts: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.story.facts:
            if fact.passage in known:
                facts[fact.passage].append(fact)
        return self.briefer.briefing(passage, self.story.prose, facts)


def _nearest(name: str, known: Iterable[str]) -> list[str]:
    return get_close_matches(name, list(dict.fromkeys(known)), n=3, cutoff=0.5)


def _inputs(store: ProjectStore, current: ArtifactVersion) -> StageInputs:
    """Of the newest run among the versions up to this one; an edit has no run."""
    for version in reversed(store.artifacts.versions(FILL)):
        run = store.runs.get(version.origin)
        if run is not None and version.version <= current.version:
            return run.stage_inputs
    return StageInputs()
