"""The drafts of a project: several proposals for a stage or a passage, to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from attrs import frozen

from questfoundry.composition.wiring.inputs import RunOptions, build_stage_inputs, models_of
from questfoundry.domain.former_names import former_names, former_parameters

if TYPE_CHECKING:
    from questfoundry.app.pipeline.drafts import DraftsUseCase
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.artifacts.version import ArtifactVersion
    from questfoundry.domain.run.record import Draft


@former_names(of_stage="draft_stage", of_passage="draft_passage", kept="list")
@frozen
class ProjectDrafts:
    """The drafts of a project; ``draft`` is a draft's id, such as ``take-3``.

    A repeated request returns the existing drafts; another ``seed`` creates new ones.
    """

    container: ProjectContainer

    @former_parameters(takes="count")
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
        """Create ``count`` drafts of a stage; the story does not change.

        ``idea``, ``remark`` and ``redo`` have the meaning that they have in
        :meth:`Project.run_stage`; ``budget`` limits the spending of all drafts together.
        """
        settings = self.container.settings()
        inputs = build_stage_inputs(settings, options, idea=idea, remark=remark)
        return await self._use_case(options, budget).create_stage_drafts(
            name, inputs, count=count, rerun_note=redo
        )

    @former_parameters(takes="count")
    async def draft_passage(
        self,
        passage: str,
        wish: str | None = None,
        *,
        count: int = 3,
        budget: str | None = None,
        **options: Unpack[RunOptions],
    ) -> tuple[Draft, ...]:
        """Create ``count`` drafts of a passage that follow the note ``wish``, if there is one.

        The story does not change; ``budget`` limits the spending of all drafts together.
        """
        reviewer, review = self.container.settings().file.fill.reviewer, options.get("review")
        return await self._use_case(options, budget).create_passage_drafts(
            passage,
            wish,
            count=count,
            review=reviewer is not None if review is None else bool(review),
            seed=options.get("seed"),
        )

    def list(self, *, stage: str = "", passage: str = "") -> tuple[Draft, ...]:
        """Return all drafts, or the drafts of one stage or of one passage id."""
        return self.container.drafts().list_drafts(stage=stage, passage=passage)

    @former_parameters(take="draft")
    def find(self, draft: str) -> Draft:
        """Return the draft with this id."""
        return self.container.drafts().find_draft(draft)

    @former_parameters(take="draft")
    async def choose(self, draft: str, *, change: int | None = None) -> ArtifactVersion:
        """Make a draft, or one change in a passage's draft, the current version.

        No model is called. The previous version stays stored.
        """
        return await self.container.drafts().choose_draft(draft, change=change)

    def _use_case(self, options: RunOptions, budget: str | None) -> DraftsUseCase:
        container = self.container
        container.sync_edits().execute()
        meter = container.meter(budget)
        runs = container.run_opener(models=models_of(container, options), meter=meter)
        use_case: DraftsUseCase = container.drafts(
            runs=runs, run_stage=container.run_stage(runs=runs)
        )
        return use_case
