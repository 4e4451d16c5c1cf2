"""Request the facts of segments, and judgements of pairs of facts, from a reading model."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import frozen

from questfoundry.app.phases.single_section import request_artifact
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Section
from questfoundry.app.structure.text_proof import FactList, ProofReader
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.text_proof import (
    FactReading,
    PairJudgements,
    PairVerdict,
    StoredJudgement,
    SuspectPairs,
)
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.checks.fact_pairs import FactPair
from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.story.text_fact import FactLine, TextFact, TextSegment

MAX_READ_TOKENS = 6_000
"""The most tokens of prose in one request for facts, so that the answer fits a usual limit."""

MAX_PAIRS = 40
"""The most pairs in one request for judgements."""

MIN_WORD_LENGTH = 4
"""The length from which a word of a value shows which paragraph states it."""

FACTS, SUSPECTS, JUDGEMENT = "facts", "suspects", "judgement"
"""The names of the three sections."""


@frozen(kw_only=True)
class ProofRequests:
    """An object that asks the reading model of ``run`` about a story in ``language``."""

    run: Run
    prompts: PromptRepository
    language: str

    @property
    def provider(self) -> ChatProvider:
        """The model that reads: the review model, or else the model of Summarize."""
        return reading_model(self.run.providers)

    async def request_facts(
        self, reader: ProofReader, segments: Sequence[TextSegment]
    ) -> Mapping[str, tuple[str, ...]]:
        """Return the facts of each of ``segments``, by text, without the number of the segment.

        A segment without facts has an empty tuple. Lines with an unknown number are left out.
        """
        section = Section(
            name=FACTS,
            model=FactReading,
            template="templates/proof/facts",
            guide="fields/proof_facts",
        )
        story = reader.story
        variables = {
            "passages": [
                {
                    "title": story.existing_structure.passage(passage).title,
                    "segments": [
                        {
                            "number": number,
                            "text": each.text,
                            "only_some": bool(each.flag),
                            "is_label": each.is_label,
                        }
                        for number, each in group
                    ],
                }
                for passage, group in groupby(
                    enumerate(segments, start=1), key=lambda pair: pair[1].passage
                )
            ],
            "entities": story.list_kept_entities(),
            "player": story.player.name if story.player else "",
        }
        model = self.run.bind_model(self.provider, FACTS)
        reading = await request_artifact(
            model, section, variables, run=self.run, prompts=self.prompts
        )
        return _sort_lines(reading, segments)

    async def request_suspects(
        self, reader: ProofReader, facts: FactList
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of indices in ``facts`` that may contradict each other."""
        section = Section(
            name=SUSPECTS,
            model=SuspectPairs,
            template="templates/proof/suspects",
            guide="fields/proof_suspects",
        )
        numbered = enumerate(facts.facts, start=1)
        subjects = [
            {
                "name": reader.story.entity_name(subject),
                "facts": [
                    {
                        "number": number,
                        "attribute": each.attribute,
                        "value": each.value,
                        "is_change": each.is_change,
                    }
                    for number, each in group
                ],
            }
            for subject, group in groupby(numbered, key=lambda pair: pair[1].subject)
        ]
        model = self.run.bind_model(self.provider, SUSPECTS)
        answer = await request_artifact(
            model, section, {"subjects": subjects}, run=self.run, prompts=self.prompts
        )
        pairs = (sorted(int(part) - 1 for part in each.split("-")) for each in answer.pairs)
        known = ((one, other) for one, other in pairs if 0 <= one < other < len(facts.facts))
        return tuple(dict.fromkeys(known))

    async def request_judgements(
        self, reader: ProofReader, pairs: Sequence[FactPair]
    ) -> Mapping[str, StoredJudgement]:
        """Return the judgements of ``pairs``, by the key of the pair.

        A pair that the answer leaves out has no judgement.
        """
        ids = tuple(f"p{number}" for number in range(1, len(pairs) + 1))
        section = Section(
            name=JUDGEMENT,
            model=PairJudgements,
            template="templates/proof/judge",
            guide="fields/proof_judgement",
            manifest=Manifest(pins={"contradictions.id": ids, "none": ids, "different": ids}),
        )
        numbers: dict[str, int] = {}
        for fact in (each for pair in pairs for each in (pair.first, pair.second)):
            numbers.setdefault(_format_text(reader, fact), len(numbers) + 1)
        variables = {
            "texts": [{"number": number, "text": text} for text, number in numbers.items()],
            "pairs": [
                {
                    "id": name,
                    "kind": each.kind.value,
                    "first": _describe(reader, each.first, numbers),
                    "second": _describe(reader, each.second, numbers),
                    "changes": [_format_change(reader, change) for change in each.changes],
                }
                for name, each in zip(ids, pairs, strict=True)
            ],
            "language": self.language,
        }
        model = self.run.bind_model(self.provider, JUDGEMENT)
        answer = await request_artifact(
            model, section, variables, run=self.run, prompts=self.prompts
        )
        keys = {name: reader.key_of_pair(each) for name, each in zip(ids, pairs, strict=True)}
        found = {each: StoredJudgement(verdict=PairVerdict.NONE) for each in answer.none}
        found |= {each: StoredJudgement(verdict=PairVerdict.DIFFERENT) for each in answer.different}
        found |= {
            each.id: StoredJudgement(
                verdict=PairVerdict.CONTRADICTION, **each.model_dump(exclude={"id"})
            )
            for each in answer.contradictions
        }
        return {keys[name]: each for name, each in found.items()}


def reading_model(providers: PhaseProviders) -> ChatProvider:
    """Return the model that reads the text: the review model, or else the model of Summarize."""
    return providers.review or providers.summarize


def split_segments(
    segments: Sequence[TextSegment], traits: ModelTraits
) -> Iterator[Sequence[TextSegment]]:
    """Yield ``segments`` in parts, each for one request."""
    limit = min(MAX_READ_TOKENS, traits.capabilities.context_window // 3)
    part, tokens = list[TextSegment](), 0
    for each in segments:
        size = estimate_tokens(each.text)
        if part and tokens + size > limit:
            yield part
            part, tokens = [], 0
        part.append(each)
        tokens += size
    if part:
        yield part


def split_pairs(
    reader: ProofReader, pairs: Sequence[FactPair], traits: ModelTraits
) -> Iterator[Sequence[FactPair]]:
    """Yield ``pairs`` in parts, each for one request."""
    limit = min(MAX_READ_TOKENS, traits.capabilities.context_window // 3)
    part, texts = list[FactPair](), set[str]()
    for each in pairs:
        both = {reader.text_of(each.first), reader.text_of(each.second)}
        if part and (len(part) == MAX_PAIRS or sum(map(estimate_tokens, texts | both)) > limit):
            yield part
            part, texts = [], set()
        part.append(each)
        texts |= both
    if part:
        yield part


def _sort_lines(
    reading: FactReading, segments: Sequence[TextSegment]
) -> Mapping[str, tuple[str, ...]]:
    lines: dict[str, list[str]] = {each.text: [] for each in segments}
    for each in reading.facts:
        number, _, line = each.partition("|")
        if 1 <= int(number) <= len(segments):
            lines[segments[int(number) - 1].text].append(str(FactLine.parse(line)))
    return {text: tuple(dict.fromkeys(found)) for text, found in lines.items()}


def _format_text(reader: ProofReader, fact: TextFact) -> str:
    """Return the title of the passage, and the paragraphs of the segment that state ``fact``.

    These are the paragraphs from the first to the last with a long word of the value, or all.
    """
    segment = reader.segment_of(fact)
    paragraphs = segment.text.split("\n\n")
    words = [each for each in split_plain_words(fact.value) if len(each) >= MIN_WORD_LENGTH]
    plain = [set(split_plain_words(each)) for each in paragraphs]
    places = [place for place, each in enumerate(plain) if not each.isdisjoint(words)]
    shown = paragraphs[places[0] : places[-1] + 1] if places else paragraphs
    title = reader.story.existing_structure.passage(fact.passage).title
    return "\n".join(("Choice:" if segment.is_label else title, *shown))


def _describe(reader: ProofReader, fact: TextFact, numbers: Mapping[str, int]) -> Mapping[str, Any]:
    return {
        "number": numbers[_format_text(reader, fact)],
        "slot": f"{reader.story.entity_name(fact.subject)}, {fact.attribute}",
        "value": fact.value,
    }


def _format_change(reader: ProofReader, fact: TextFact) -> str:
    return f"{reader.story.entity_name(fact.subject)}, {fact.attribute}: {fact.value}"
