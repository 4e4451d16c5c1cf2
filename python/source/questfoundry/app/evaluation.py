"""Define the plan of an evaluation, compute the figures of its stories, and pair playthroughs.

Human judges compare the pairs of two editions, and must not know the editions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

from attrs import frozen
from pydantic import Field, ValidationError

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.errors import InputError, LLMFault
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.ids import slugify
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.run.record import EntryKind
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import play_steps
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.digest import digest
from questfoundry.domain.text.validation import describe_first

if TYPE_CHECKING:
    from questfoundry.app.structure.agency import AgencyFigure, StoryAgency
    from questfoundry.app.structure.check import CheckResult

_NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"
_OWN_KEYS = ("language", "name", "providers", "size")


class EvaluationEdition(FrozenModel):
    """An edition of the program's texts: a folder of prompts, and settings of ``project.yaml``.

    ``prompts``: the folder, relative to the plan; its files replace shipped prompts.
    """

    prompts: str = ""
    settings: Mapping[str, Any] = Field(default_factory=dict)


class EvaluationPlan(FrozenModel):
    """The plan of an evaluation; each idea becomes a story with each model and each edition."""

    size: Size = Size.MICRO
    models: tuple[str, ...] = Field(min_length=1)
    editions: Mapping[Annotated[str, Field(pattern=_NAME)], EvaluationEdition] = Field(min_length=1)
    ideas: tuple[str, ...] = Field(min_length=1)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, name: str) -> EvaluationPlan:
        """Return the plan in ``data``; the ``InputError`` for an invalid plan names the file."""
        try:
            plan = cls.model_validate(dict(data))
        except ValidationError as problem:
            raise InputError(f"{name}: {describe_first(problem)} Correct the file.") from None
        for edition, each in plan.editions.items():
            if taken := next((key for key in _OWN_KEYS if key in each.settings), None):
                raise InputError(
                    f"{name}: editions.{edition}.settings.{taken} is set by the evaluation itself. "
                    "Remove it."
                )
        return plan

    def list_cases(self) -> Iterator[EvaluationCase]:
        """Yield all stories of the evaluation, idea by idea."""
        for number, idea in enumerate(self.ideas, start=1):
            for model in self.models:
                for edition in self.editions:
                    yield EvaluationCase(edition=edition, model=model, number=number, idea=idea)


@frozen(kw_only=True)
class EvaluationCase:
    """One story of an evaluation; ``number`` is that of its idea, from 1."""

    edition: str
    model: str
    number: int
    idea: str

    @property
    def folder(self) -> str:
        """The path of the story's project below the folder of the evaluation."""
        return f"stories/{self.edition}/{slugify(self.model, 60)}/{self.number:02}"


CONTINUITY = frozenset(
    {ProseRule.READING, ProseRule.STRANGER, ProseRule.ABSENT, ProseRule.CONTRADICTION}
)
"""The rules whose findings count as contradictions."""


@frozen(kw_only=True)
class EvaluationFigures:
    """The figures of a story.

    ``influence``, ``differs``, ``memory`` and ``opens``: the agency of its players, from 0 to 1.
    ``contradictions``: the findings of continuity checks and reviewers that are left.
    ``refusals``: the answers in which a model refused.
    ``cost``: in US dollars; ``None`` if the price of a model is unknown.
    """

    influence: float
    differs: float | None
    memory: float | None
    opens: float
    contradictions: float
    words: float
    refusals: float
    calls: float
    tokens: float
    cost: Decimal | None


def compute_figures(
    story: Story, agency: StoryAgency, check: CheckResult, store: ProjectStore, prices: PriceBook
) -> EvaluationFigures:
    """Return the figures of a finished story from its artifacts and its journal alone."""
    runs = [run.id for run in store.runs.list()]
    ledger = ledger_of_paid(store.journal.list_paid(runs), prices)
    return EvaluationFigures(
        influence=agency.influence.value,
        differs=_value_of(agency.differs),
        memory=_value_of(agency.memory),
        opens=agency.opens.value,
        contradictions=sum(each.item.rule in CONTINUITY for each in check.prose),
        words=sum(map(count_words, story.prose.values())),
        refusals=_count_refusals(store, runs),
        calls=ledger.calls,
        tokens=ledger.usage.total_tokens,
        cost=ledger.cost,
    )


def average_figures(figures: Sequence[EvaluationFigures]) -> EvaluationFigures:
    """Return the mean of each figure, over the stories that have the figure.

    The mean cost is ``None`` if the cost of a story is unknown.
    """

    def mean(name: str) -> float:
        return fmean(getattr(each, name) for each in figures)

    costs = [each.cost for each in figures if each.cost is not None]
    return EvaluationFigures(
        influence=mean("influence"),
        differs=_mean_of_known(each.differs for each in figures),
        memory=_mean_of_known(each.memory for each in figures),
        opens=mean("opens"),
        contradictions=mean("contradictions"),
        words=mean("words"),
        refusals=mean("refusals"),
        calls=mean("calls"),
        tokens=mean("tokens"),
        cost=sum(costs, Decimal(0)) / len(costs) if len(costs) == len(figures) else None,
    )


def _value_of(figure: AgencyFigure | None) -> float | None:
    return None if figure is None else figure.value


def _mean_of_known(values: Iterable[float | None]) -> float | None:
    known = [each for each in values if each is not None]
    return fmean(known) if known else None


def _count_refusals(store: ProjectStore, runs: Sequence[str]) -> int:
    answers = (
        response_from_dict(entry.response)
        for run in runs
        for entry in store.journal.entries(run)
        if entry.key.kind is EntryKind.MODEL_CALL
    )
    return sum(each.lack is LLMFault.REFUSED for each in answers)


_MOST_CHOICES = 1_000


@frozen(kw_only=True)
class TranscriptScreen:
    """A passage of a playthrough; ``chosen`` is the label of the player's choice, if any."""

    title: str
    paragraphs: tuple[str, ...]
    offered: tuple[str, ...]
    chosen: str


@frozen(kw_only=True)
class BlindPair:
    """Two playthroughs of stories from the same idea and model; ``editions`` stays secret.

    The first edition of ``editions`` is that of ``left``.
    """

    id: str
    idea: str
    left: tuple[TranscriptScreen, ...]
    right: tuple[TranscriptScreen, ...]
    editions: tuple[str, str]


def build_pairs(stories: Mapping[EvaluationCase, Story]) -> Iterator[BlindPair]:
    """Yield a pair for each idea and model with stories of the first two editions.

    The sides are mixed, in the same way each time.
    """
    editions = tuple(dict.fromkeys(case.edition for case in stories))[:2]
    by_story = {(case.number, case.model, case.edition): case for case in stories}
    for number, model in dict.fromkeys((case.number, case.model) for case in stories):
        cases = [by_story.get((number, model, edition)) for edition in editions]
        found = [case for case in cases if case is not None]
        if len(found) < 2:
            continue
        key = digest(f"{number} {model}")
        if int(key[:8], 16) % 2:
            found.reverse()
        one, other = found
        yield BlindPair(
            id=key[:12],
            idea=one.idea,
            left=transcribe_play(stories[one]),
            right=transcribe_play(stories[other]),
            editions=(one.edition, other.edition),
        )


def transcribe_play(story: Story) -> tuple[TranscriptScreen, ...]:
    """Return a random playthrough of ``story``; the same story always gives the same one."""
    structure = story.existing_structure
    walk = Solver(structure).walk_at_random(Random(1), max_choices=_MOST_CHOICES)  # noqa: S311
    taken = [structure.choices[each].id for each in walk.choices]
    return tuple(_iter_screens(story, taken))


def _iter_screens(story: Story, taken: Sequence[str]) -> Iterator[TranscriptScreen]:
    structure = story.existing_structure
    for number, here in enumerate(play_steps(structure, taken)):
        passage = structure.passage(here.passage)
        yield TranscriptScreen(
            title=passage.title,
            paragraphs=tuple(
                each.plain_text
                for each in story.paragraphs(passage.id)
                if each.is_visible_with(here.flags)
            ),
            offered=tuple(each.label for each in here.open),
            chosen=structure.choice(taken[number]).label if number < len(taken) else "",
        )


def count_wins(
    judgements: Iterable[Mapping[str, str]], editions: Mapping[str, tuple[str, str]]
) -> Mapping[str, int]:
    """Return how often each edition was preferred.

    Each of ``judgements`` says for each pair which side is better, ``left`` or ``right``;
    ``editions`` gives the editions of both sides. Other answers, and unknown pairs, do not count.
    """
    wins = dict.fromkeys((name for pair in editions.values() for name in pair), 0)
    for pair, side in (each for answers in judgements for each in answers.items()):
        if pair in editions and side in ("left", "right"):
            wins[editions[pair][side == "right"]] += 1
    return wins
