"""Check the structure of a project as its file stands, edited or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve
from pydantic import ValidationError

from questfoundry.app.project.edit_faults import not_valid
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.grow.apply import apply_grow
from questfoundry.app.stages.grow.edit import strangers_in, words_at_fault
from questfoundry.app.stages.grow.places import START, places_of
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.stages.story_fold import load_story
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.report import CheckReport, ProseDoubt, WordFault, report_on
from questfoundry.app.structure.words import usual_words
from questfoundry.domain.answer.diagnosis import faults_of
from questfoundry.domain.answer.field_path import steps_to
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.errors import InputError
from questfoundry.domain.play.space import MOST
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.foreign import Spot

GROW = "grow"


class CheckProjectUseCase:
    """Holds what ``artifacts/grow.yaml`` says against the laws, with the plan it was woven from.

    Unlike every other use of an edit, this one does not refuse a structure that is not
    sound: telling of it is what it is for. Titles and labels are looked at where it is.
    """

    def __init__(
        self, *, registry: StageRegistry, store: ProjectStore, prompts: PromptRepository
    ) -> None:
        self._registry = registry
        self._store = store
        self._prompts = prompts

    def execute(self, *, most: int = MOST) -> CheckReport:
        """What there is to say; ``InputError`` where the file is no structure at all."""
        data = self._data()
        grow = self._grow(data)
        plan = load_story(self._registry, self._store.artifacts, before=GROW)
        rules = GrowRules(self._prompts)
        if strangers := list(strangers_in(plan, grow, rules)):
            raise not_valid(self._store.files, GROW, data, strangers)
        story, places = apply_grow(plan, grow), places_of(grow)

        def spot(field: str) -> Spot | None:
            line = self._store.files.line_of(GROW, steps_to(field, data))
            return None if line is None else Spot(f"artifacts/{GROW}.yaml", line)

        report = report_on(
            story.settled_structure,
            title=story.title,
            spot=lambda place: spot(places.get(place, START)),
            most=most,
            words=usual_words(story),
            story=story,
        )
        report = evolve(report, doubts=tuple(self._doubts(report)))
        if report.errors:
            return report
        return evolve(
            report,
            wording=tuple(
                WordFault(fault=fault, spot=spot(fault.field))
                for fault in words_at_fault(story, grow, rules)
            ),
        )

    def _doubts(self, report: CheckReport) -> Iterator[ProseDoubt]:
        """Those about passages that there still are, in their order."""
        current = self._store.artifacts.current(FILL)
        written = current.data["passages"] if current else {}
        for passage in report.structure.passages:
            for number, problem in enumerate(written.get(passage.id, {}).get("doubts", ())):
                at = ("passages", passage.id, "doubts", number)
                line = self._store.files.line_of(FILL, at)
                spot = None if line is None else Spot(f"artifacts/{FILL}.yaml", line)
                yield ProseDoubt(passage=passage.id, problem=problem, spot=spot)

    def _data(self) -> Mapping[str, Any]:
        edited = self._store.files.read(GROW)
        if edited is not None:
            return edited
        current = self._store.artifacts.current(GROW)
        if current is None:
            raise InputError(
                "There is no structure to check yet. A file can be checked instead.",
                remedies=(RunStage(GROW),),
            )
        return current.data

    def _grow(self, data: Mapping[str, Any]) -> GrowArtifact:
        try:
            return GrowArtifact.model_validate(dict(data))
        except ValidationError as error:
            guide = self._prompts.wording(f"fields/{GROW}")
            wording = self._prompts.wording("feedback")
            faults = faults_of(error, GrowArtifact, guide, wording, submitted=data)
            raise not_valid(self._store.files, GROW, data, faults) from error
