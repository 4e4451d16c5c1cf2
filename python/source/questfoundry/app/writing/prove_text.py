"""Prove the text of a finished story: read its facts once, and judge the pairs that may clash."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
from questfoundry.app.stages.fill import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.text_proof import (
    Contradiction,
    ProofReader,
    key_of,
    read_proof,
    write_proof,
)
from questfoundry.app.writing.proof_requests import (
    ProofRequests,
    reading_model,
    split_pairs,
    split_segments,
)
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.checks.fact_pairs import measure_contradiction_rate
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import ChooseModel, RunStage
from questfoundry.domain.run.inputs import ProofInputs
from questfoundry.domain.run.record import PaidUsage

PROOF = "proof"
"""The task of a run that proves the text."""


@frozen(kw_only=True)
class ProofResult:
    """The result of a proof: all known contradictions of the text, and the cost of this run.

    ``facts``: the number of facts in the text. ``judged``: the number of pairs judged in this run.
    ``rate``: the contradictions that random readers meet in each 10,000 words.
    ``run``: the id of the run; empty if no model was asked.
    """

    contradictions: tuple[Contradiction, ...]
    facts: int
    judged: int
    rate: float
    run: str
    ledger: Ledger


@frozen(kw_only=True)
class ProveTextUseCase:
    """A use case that proves the text of a project's story, or continues an interrupted proof.

    Facts are stored after each answer, by the text that states them. So a later proof asks only
    about changed texts and new pairs.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _runs: RunOpener
    _prompts: PromptRepository
    _files: ProjectFiles

    def estimate(self) -> Ledger:
        """Return the probable calls, tokens and cost of :meth:`execute`.

        Raise ``InputError`` if the story is not written yet, or the model cannot read prose.
        """
        reader, providers = self._load(), self._runs.choose_providers()
        if _has_work(reader):
            _require_reader(providers)
        model = reading_model(providers)
        usage = estimate_proof(reader, model.traits)
        paid = PaidUsage(scope=PROOF, model=str(model.model), usage=usage, seconds=0)
        return ledger_of_paid([paid] if usage.calls else [], self._runs.prices)

    async def execute(self) -> ProofResult:
        """Read the facts of all texts that no model has read, and judge all new pairs.

        Raise ``InputError`` if the story is not written yet, or the model cannot read prose.
        """
        with self._store.lock.hold(PROOF):
            reader, judged, run_id, ledger = self._load(), 0, "", Ledger()
            if _has_work(reader):
                with self._runs.open_newest(PROOF, self._build_inputs(), _require_reader) as run:
                    reader = await self._read_facts(reader, run)
                    reader = await self._find_suspects(reader, run)
                    before = len(reader.proof.judgements)
                    reader = await self._judge_pairs(reader, run)
                    judged, run_id = len(reader.proof.judgements) - before, run.id
                ledger = self._runs.read_ledger(run)
        found = tuple(reader.find_contradictions())
        return ProofResult(
            contradictions=found,
            rate=measure_contradiction_rate(reader.story, [each.pair for each in found]),
            facts=len(reader.list_facts()),
            judged=judged,
            run=run_id,
            ledger=ledger,
        )

    def _load(self) -> ProofReader:
        story = self._registry.story(self._store.artifacts)
        structure = story.structure
        if structure is None or any(each.id not in story.prose for each in structure.passages):
            raise InputError("The story is not written yet.", remedies=(RunStage(FILL),))
        return ProofReader(story, read_proof(self._files))

    def _build_inputs(self) -> ProofInputs:
        source = self._store.find_source_run(FILL)
        return ProofInputs(language=source.stage_inputs.language if source else "en")

    async def _read_facts(self, reader: ProofReader, run: Run) -> ProofReader:
        requests = self._requests(run)
        for part in list(split_segments(reader.list_unread(), requests.provider.traits)):
            found = await requests.request_facts(reader, part)
            facts = {key_of(text): lines for text, lines in found.items()}
            reader = self._store_proof(reader, facts={**reader.proof.facts, **facts})
        return reader

    async def _find_suspects(self, reader: ProofReader, run: Run) -> ProofReader:
        requests = self._requests(run)
        for each in reader.list_unsuspected():
            found = {each.key: await requests.request_suspects(reader, each)}
            reader = self._store_proof(reader, suspects={**reader.proof.suspects, **found})
        return reader

    async def _judge_pairs(self, reader: ProofReader, run: Run) -> ProofReader:
        requests, pairs = self._requests(run), list(reader.find_unjudged())
        for part in list(split_pairs(reader, pairs, requests.provider.traits)):
            new = await requests.request_judgements(reader, part)
            reader = self._store_proof(reader, judgements={**reader.proof.judgements, **new})
        return reader

    def _requests(self, run: Run) -> ProofRequests:
        inputs = run.record.inputs
        language = inputs.language if isinstance(inputs, ProofInputs) else "en"
        return ProofRequests(run=run, prompts=self._prompts, language=language)

    def _store_proof(self, reader: ProofReader, **changes: Mapping[str, object]) -> ProofReader:
        proof = reader.proof.model_copy(update=changes)
        write_proof(self._files, proof)
        return ProofReader(reader.story, proof)


def _has_work(reader: ProofReader) -> bool:
    return bool(reader.list_unread() or reader.list_unsuspected()) or any(
        True for _ in reader.find_unjudged()
    )


def _require_reader(providers: PhaseProviders) -> None:
    model = reading_model(providers)
    if not model.traits.capabilities.comprehension:
        raise InputError(
            f"{model.model} cannot read a story for facts. Choose a larger model.",
            remedies=(ChooseModel("summarize"),),
        )


_PROMPT_TOKENS, _FACT_TOKENS, _PAIR_TOKENS = 1_500, 9, 50
"""The tokens of a request without the prose, of a listed fact, and of a pair without its texts."""

_ANSWER_SHARE, _LISTED_SHARE, _JUDGEMENT_SHARE = 0.5, 0.25, 0.3
"""The tokens of the facts, of the list of facts, and of the judgements, for each token of prose.

The values were measured on the example "Forty, Asleep", answered by hand.
"""


def estimate_proof(reader: ProofReader, traits: ModelTraits) -> Usage:
    """Return the probable usage of all requests that the proof of ``reader`` still needs."""
    unread = reader.list_unread()
    prose = sum(estimate_tokens(each.text) for each in unread)
    parts = len(list(split_segments(unread, traits)))
    listed = sum(len(each.facts) for each in reader.list_unsuspected()) * _FACT_TOKENS
    listed = max(listed, round(prose * _LISTED_SHARE))
    judged = round(prose * _JUDGEMENT_SHARE) if prose else _count_pair_tokens(reader)
    calls = parts + bool(listed) + bool(judged)
    if not calls:
        return NO_USAGE
    return Usage(
        calls=calls,
        input_tokens=prose + parts * _PROMPT_TOKENS + listed + judged,
        output_tokens=round(prose * _ANSWER_SHARE),
        estimated=True,
    )


def _count_pair_tokens(reader: ProofReader) -> int:
    pairs = list(reader.find_unjudged())
    texts = {reader.text_of(fact) for each in pairs for fact in (each.first, each.second)}
    return sum(map(estimate_tokens, texts)) + len(pairs) * _PAIR_TOKENS
