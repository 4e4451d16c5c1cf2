"""Derive criteria from the task of a run, and let agents judge all drafts without names."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

from attrs import define
from pydantic import Field

from questfoundry.app.phases.single_section import request_artifact
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.runs.team import Agent, choose_judges
from questfoundry.app.runs.teamwork import Team, make_separator, shorten_drafts
from questfoundry.app.stages.section import Result, Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.errors import AuthorLeft, BudgetReachedError, QuestFoundryError
from questfoundry.domain.field_types import Artifact, Line, Sentence
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.request_subjects import VoteSubject
from questfoundry.domain.run.result import Ballot, Candidate, CriterionScore
from questfoundry.domain.text.digest import digest

RUBRIC, VOTE = "rubric", "vote"


class Criteria(Artifact):
    """The three to five criteria by which drafts are judged."""

    criteria: Annotated[tuple[Line, ...], Field(min_length=3, max_length=5)]


class GivenMark(Artifact):
    """A judge's mark; the reason comes first, so that the model examines the draft first."""

    reason: Sentence
    score: Annotated[int, Field(ge=0, le=10)]


class GivenMarks(Artifact):
    """All marks of one judge; each key names a draft and a criterion."""

    marks: dict[str, GivenMark]


@define(kw_only=True)
class Vote:
    """A vote in which judges mark the agents' drafts."""

    team: Team
    prompts: PromptRepository
    _criteria: asyncio.Task[tuple[str, ...]] | None = None

    @asynccontextmanager
    async def prepare_criteria(self) -> AsyncIterator[None]:
        """Return a context that derives the criteria while its ``with`` block runs."""
        judges = choose_judges(each.agent for each in self.team.workers)
        if judges and len(self.team.workers) > 1:
            self._criteria = asyncio.ensure_future(self._make_criteria(judges[0]))
        try:
            yield
        finally:
            if self._criteria is not None:
                self._criteria.cancel()
                await asyncio.gather(self._criteria, return_exceptions=True)

    async def hold_vote(self) -> None:
        """Let the judges mark all drafts, until missing ballots cannot change the winner."""
        state = self.team.state
        judges = choose_judges(each.agent for each in self.team.active_workers)
        if len(state.drafts) < 2 or not judges or self._criteria is None:
            return
        state.criteria = await self._criteria
        alone = len(judges) == 1
        pending = {
            asyncio.ensure_future(self._collect_ballot(judge, alone=alone)): judge
            for judge in judges
        }
        stop: BaseException | None = None
        try:
            while pending and not state.is_decided([each.id for each in pending.values()]):
                done, _ = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                for each in sorted(done, key=lambda task: judges.index(pending[task])):
                    judge = pending.pop(each)
                    stop = self._count_ballot(judge, each) or stop
        finally:
            for each in pending:
                each.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        if stop is not None:
            raise stop

    def _count_ballot(self, judge: Agent, task: asyncio.Future[Ballot]) -> BaseException | None:
        """Store the ballot of a judge, or its problem.

        Return an error only if it must stop the whole run, such as a used-up budget.
        """
        problem = task.exception()
        if problem is None:
            self.team.state.ballots[judge.id] = task.result()
        elif isinstance(problem, AuthorLeft) and self.team.replays:
            self.team.state.stopped.add(judge.id)
        elif isinstance(problem, QuestFoundryError) and not isinstance(
            problem, BudgetReachedError | AuthorLeft
        ):
            self.team.state.problems[judge.id] = str(problem)
        else:
            return problem
        return None

    async def _make_criteria(self, judge: Agent) -> tuple[str, ...]:
        section = Section(
            name=RUBRIC,
            model=Criteria,
            template="templates/studio/rubric",
            guide="fields/studio_rubric",
        )
        try:
            about = VoteSubject(section=RUBRIC, task=self.team.spec.task)
            found = await self._ask_judge(judge, section, RUBRIC, {}, about)
        except BudgetReachedError:
            raise
        except (QuestFoundryError, AuthorLeft) as problem:
            if isinstance(problem, AuthorLeft) and not self.team.replays:
                raise
            usual: Mapping[str, str] = self.prompts.wording("studio")["criteria"]
            return tuple(usual.values())
        return found.criteria

    async def _collect_ballot(self, judge: Agent, *, alone: bool) -> Ballot:
        """Return the marks of a judge, which marks its own draft only if no other agent judges."""
        await yield_to_loop()
        state = self.team.state
        order = [
            each for each in order_drafts(judge.id, state.drafts) if alone or each.agent != judge.id
        ]
        places = [
            (f"draft-{at}", f"criterion-{by}", draft.agent, criterion)
            for at, draft in enumerate(order, start=1)
            for by, criterion in enumerate(state.criteria, start=1)
        ]
        section = Section(
            name=VOTE,
            model=GivenMarks,
            template="templates/studio/vote",
            guide="fields/studio_vote",
            manifest=Manifest(
                sections={"marks": tuple(f"{draft}::{by}" for draft, by, _, _ in places)}
            ),
        )
        drafts = shorten_drafts([each.text for each in order], judge.providers.serialize.traits)
        variables = {
            "criteria": state.criteria,
            "drafts": drafts,
            "separator": make_separator(drafts),
        }
        about = VoteSubject(
            section=VOTE,
            task=self.team.spec.task,
            criteria=tuple(state.criteria),
            drafts=tuple(drafts),
        )
        found = await self._ask_judge(judge, section, f"{VOTE}:{judge.id}", variables, about)
        marks = found.marks
        return Ballot(
            judge=judge.id,
            marks=tuple(
                CriterionScore(
                    candidate=agent,
                    criterion=criterion,
                    score=marks[f"{draft}::{by}"].score,
                    reason=marks[f"{draft}::{by}"].reason,
                )
                for draft, by, agent, criterion in places
            ),
        )

    async def _ask_judge(
        self,
        judge: Agent,
        section: Section[Result],
        scope: str,
        variables: Mapping[str, Any],
        about: VoteSubject,
    ) -> Result:
        spec, run = self.team.spec, self.team.run
        task = {"task": spec.task, "context": spec.context or "", "planning": spec.planning_mode}
        model = run.bind_model(judge.providers.serialize, scope)
        return await request_artifact(
            model, section, {**variables, **task}, run=run, prompts=self.prompts, about=about
        )


def order_drafts(judge: str, drafts: Sequence[Candidate]) -> list[Candidate]:
    """Return the drafts in the order in which the judge ``judge`` always sees them.

    If every agent judges, each draft comes first for one judge, and a judge's own draft comes last.
    This balances the advantage of the first position.
    """
    mixed = sorted(drafts, key=lambda each: digest(f"{each.agent}\n{each.text}"))
    turn = next((at for at, each in enumerate(mixed) if each.agent == judge), 0) + 1
    return [*mixed[turn % len(mixed) :], *mixed[: turn % len(mixed)]]
