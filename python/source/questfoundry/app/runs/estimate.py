"""Estimate the calls, tokens and cost of a delegated run before it starts."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from attrs import frozen

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.runs.team import Agent, choose_judges
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import RunEstimate
from questfoundry.domain.run.inputs import DelegatedInputs
from questfoundry.domain.run.record import PaidUsage, RunStatus, collect_paid_usage
from questfoundry.domain.run.spec import DELEGATED, RunMode, RunSpec

StageUsage = Callable[[Agent], Mapping[str, PaidUsage]]
"""A function that returns the typical usage of an agent's model for each stage, by stage name."""

_INSTRUCTION_TOKENS, _REFINE_TOKENS, _CRITERIA_TOKENS = 400, 150, 220
"""Tokens of the instructions and tools of a draft, of refining it, and of choosing criteria."""
_VOTE_TOKENS, _VOTE_TOKENS_PER_DRAFT = 400, 60
_CRITERIA_ANSWER_TOKENS, _MARKS_TOKENS = 100, 180
"""Tokens of the answer with the criteria, and of a judge's marks for one draft."""
_DRAFT_TOKENS = 400
"""Tokens of a draft, if neither its task nor an earlier run of its model tells more.

The value is between those of a short answer and of a long one, so that neither is far off.
"""
_MIN_DRAFT_TOKENS = 40
_THINKING_TOKENS = 1_000
"""Tokens that a model that always thinks adds to an answer."""
_MAX_FILES, _FILE_TOKENS, _TOOL_CALL_TOKENS = 5, 1_400, 60
"""The files that an agent reads if the run names files, and tokens of a file and of the calls."""
_SAMPLE_RUNS = 5
"""The number of past runs whose drafts are averaged."""
_DRAFT_PARTS = frozenset({"draft", "refine", "execute"})
_SHORT_DRAFT_USAGE = Usage(input_tokens=100, output_tokens=150)
"""The usage of a draft by a model without comprehension, besides its task."""
_STAGE_USAGE = Usage(calls=8, input_tokens=30_000, output_tokens=6_000)
"""The usage of a stage of a plug-in that has not run in this project yet."""

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_UNIT_TOKENS = {"word": 1.4, "name": 15, "title": 15, "line": 15, "sentence": 35} | {
    "paragraph": 130,
    "page": 600,
}
_LENGTH = re.compile(
    rf"\b(\d{{1,5}}|{'|'.join(_NUMBERS)})[ -](?:[a-z]+ )?({'|'.join(_UNIT_TOKENS)})s?\b",
    re.IGNORECASE,
)


@frozen(kw_only=True)
class RunEstimator:
    """An estimator for the runs of one project, which learns from the project's earlier runs."""

    store: ProjectStore
    prices: PriceBook
    stage_usage: StageUsage = lambda _: {}

    def estimate(self, spec: RunSpec, agents: Sequence[Agent], briefing: str) -> RunEstimate:
        """Return the estimate for a run; the request of each agent contains ``briefing``."""
        if spec.stage:
            uses = [(each.model, self._find_stage_usage(spec.stage, each)) for each in agents]
            drafts = {
                each.id: use.output_tokens for each, (_, use) in zip(agents, uses, strict=True)
            }
        else:
            drafts = {each.id: self._guess_draft_tokens(spec, each.model) for each in agents}
            uses = list(_list_work(spec, agents, drafts, estimate_tokens(briefing)))
        if len(agents) > 1:
            uses += _list_votes(agents, drafts, estimate_tokens(briefing))
        costs = [self.prices.cost(model, use) for model, use in uses]
        known = [cost for cost in costs if cost is not None]
        return RunEstimate(
            calls=sum(use.calls for _, use in uses),
            tokens=sum(use.total_tokens for _, use in uses),
            cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
        )

    def _find_stage_usage(self, stage: str, agent: Agent) -> Usage:
        done = self.store.runs.list(task=stage, status=RunStatus.COMPLETED)
        for run in reversed(done):
            ledger = ledger_of_paid(self.store.journal.list_paid([run.id]), self.prices)
            if ledger.calls:
                return ledger.usage
        typical = self.stage_usage(agent).get(stage)
        return typical.usage if typical else _STAGE_USAGE

    def _guess_draft_tokens(self, spec: RunSpec, model: str) -> int:
        if not spec.planning_mode and (tokens := guess_length(spec.task)):
            return tokens
        done = self.store.runs.list(task=DELEGATED, status=RunStatus.COMPLETED)
        drafted = [
            run.id
            for run in done
            if isinstance(run.inputs, DelegatedInputs) and not run.inputs.spec.stage
        ]
        paid = [
            each.usage
            for run in drafted[-_SAMPLE_RUNS:]
            for each in collect_paid_usage(self.store.journal.entries(run))
            if each.model == model and each.scope.partition(":")[0] in _DRAFT_PARTS
        ]
        calls = sum(each.calls for each in paid)
        average = sum(each.output_tokens for each in paid) // calls if calls else _DRAFT_TOKENS
        return max(_MIN_DRAFT_TOKENS, average)


def guess_length(task: str) -> int:
    """Return the tokens of the text that ``task`` asks for, such as "300 words", or 0."""
    found = [
        int((_NUMBERS.get(number.casefold()) or int(number)) * _UNIT_TOKENS[unit.casefold()])
        for number, unit in _LENGTH.findall(task)
    ]
    return max(_MIN_DRAFT_TOKENS, *found) if found else 0


def _list_work(
    spec: RunSpec, agents: Sequence[Agent], drafts: Mapping[str, int], briefing: int
) -> Iterator[tuple[str, Usage]]:
    """Yield the usage of each part of the agents' work; ``drafts`` maps agents to tokens."""
    opening, all_drafts = _INSTRUCTION_TOKENS + briefing, sum(drafts.values())
    rounds = spec.coordination_overrides.max_rounds if spec.has_refinement else 0
    for agent in agents:
        if not agent.can_comprehend:
            yield agent.model, _SHORT_DRAFT_USAGE + Usage(calls=0, input_tokens=briefing)
            continue
        refined = opening + _REFINE_TOKENS + all_drafts
        for read in (opening, *([refined] * rounds)):
            yield agent.model, _build_usage(agent, read, drafts[agent.id])
        yield agent.model, _estimate_reading(spec, agent, opening)
    if spec.mode is RunMode.PLAN_AND_EXECUTE:
        longest = max(drafts.values())
        written = guess_length(spec.task) or 2 * longest
        yield agents[0].model, _build_usage(agents[0], opening + longest, written)


def _estimate_reading(spec: RunSpec, agent: Agent, opening: int) -> Usage:
    """Return the usage of the call with which an agent reads the files that the run names."""
    count = min(len(spec.context_paths), _MAX_FILES)
    if not count or not agent.providers.discuss.traits.capabilities.tools:
        return NO_USAGE
    return _build_usage(agent, opening + count * _FILE_TOKENS, _TOOL_CALL_TOKENS)


def _list_votes(
    agents: Sequence[Agent], drafts: Mapping[str, int], briefing: int
) -> Iterator[tuple[str, Usage]]:
    """Yield the usage of choosing criteria and of each judge's ballot."""
    judges = choose_judges(agents)
    for at, judge in enumerate(judges):
        model = str(judge.providers.serialize.model)
        if not at:
            read = _CRITERIA_TOKENS + briefing
            yield model, _build_usage(judge, read, _CRITERIA_ANSWER_TOKENS)
        marked = [n for name, n in drafts.items() if name != judge.id or len(judges) == 1]
        read = _VOTE_TOKENS + briefing + sum(each + _VOTE_TOKENS_PER_DRAFT for each in marked)
        yield model, _build_usage(judge, read, _MARKS_TOKENS * len(marked))


def _build_usage(agent: Agent, read: int, written: int) -> Usage:
    """Return the usage of a call: none for a model without comprehension, which is not called."""
    if not agent.can_comprehend:
        return Usage()
    always_thinks = not agent.providers.discuss.traits.capabilities.temperature
    thought = _THINKING_TOKENS if always_thinks else 0
    return Usage(input_tokens=read, output_tokens=written + thought)
