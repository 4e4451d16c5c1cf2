"""The drafts of a project: several proposals for a stage or a passage, to choose from."""

from __future__ import annotations

from typing import Unpack

from attrs import frozen

from questfoundry.app.pipeline.drafts import DraftsUseCase
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.run_options import RunOptions, inputs_of, models_of
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.budget import Budget
from questfoundry.domain.draft import Draft


@frozen
class ProjectDrafts:
    """What one does with takes; each is named by its id, as ``take-3``.

    What is asked for again in the same words is there already; another ``seed`` asks anew.
    """

    container: ProjectContainer

    async def draft_stage(
        self,
        name: str,
        idea: str = "",
        *,
        remark: str = "",
        redo: str | None = None,
        count: int = 3,
        budget: str | None = None,
        **options: Unpack[RunOptions],
    ) -> tuple[Draft, ...]:
        """So many proposals for a stage; nothing of the story changes.

        The words are those of a run of the stage, ``budget`` is for all takes together.
        """
        inputs = inputs_of(self.container.settings(), idea, remark, options)
        return await self._use_case(options, budget).create_stage_drafts(
            name, inputs, count=count, rerun_note=redo
        )

    async def draft_passage(
        self,
        passage: str,
        wish: str,
        *,
        count: int = 3,
        budget: str | None = None,
        **options: Unpack[RunOptions],
    ) -> tuple[Draft, ...]:
        """So many proposals for a passage of the written story; nothing of the story changes."""
        reviewer, review = self.container.settings().file.fill.reviewer, options.get("review")
        return await self._use_case(options, budget).create_passage_drafts(
            passage,
            wish,
            count=count,
            review=reviewer is not None if review is None else bool(review),
            seed=options.get("seed"),
        )

    def list(self, *, stage: str = "", passage: str = "") -> tuple[Draft, ...]:
        """All takes, or those of a stage or a passage, by its id."""
        return self.container.drafts().list_drafts(stage=stage, passage=passage)

    def find(self, draft: str) -> Draft:
        """The take of that id."""
        return self.container.drafts().find_draft(draft)

    async def choose(self, draft: str) -> ArtifactVersion:
        """Have a take count; no model is asked, and what counted before stays a version."""
        return await self.container.drafts().choose_draft(draft)

    def _use_case(self, options: RunOptions, budget: str | None) -> DraftsUseCase:
        container = self.container
        container.sync_edits().execute()
        meter = SpendMeter(
            prices=container.prices(), budget=Budget.parse(budget) if budget else None
        )
        runs = container.run_opener(models=models_of(container, options), meter=meter)
        use_case: DraftsUseCase = container.drafts(
            runs=runs, run_stage=container.run_stage(runs=runs)
        )
        return use_case
