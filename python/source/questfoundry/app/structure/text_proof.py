"""Store the facts and judgements of models about a text, and list the contradictions."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve, frozen
from pydantic import ValidationError

from questfoundry.domain.artifacts.text_proof import PairVerdict, StoredJudgement, TextProof
from questfoundry.domain.checks.fact_pairs import FactPair, PairKind, find_fact_pairs
from questfoundry.domain.errors import StoreDamagedError
from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.text_fact import TextFact, TextSegment, facts_of, segments_of
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.domain.text.validation import describe_first

FILE = "proof.json"
"""The name of the project's file with the facts and judgements."""

MAX_LISTED_FACTS = 600
"""The most facts in one list, unless one subject has more."""

_MAX_BYTES = 40_000_000
_KEY_LENGTH = 20

_FIX = "Rewrite one of the two texts, or remove the finding with a baseline if you disagree."


def read_proof(files: ProjectFiles) -> TextProof:
    """Return the stored facts and judgements; raise ``StoreDamagedError`` for an invalid file."""
    content = files.read(FILE, max_bytes=_MAX_BYTES)
    if content is None:
        return TextProof()
    try:
        return TextProof.model_validate_json(content)
    except ValidationError as problem:
        raise StoreDamagedError(
            f"{files.place(FILE)!r} is not a valid file of facts: {describe_first(problem)} "
            "Delete it; the next proof of the text makes it again."
        ) from problem


def write_proof(files: ProjectFiles, proof: TextProof) -> None:
    """Store ``proof`` in place of the earlier facts and judgements."""
    files.replace(FILE, f"{proof.model_dump_json(indent=1)}\n")


@frozen(kw_only=True)
class Contradiction:
    """Two facts that a model judged to contradict each other, and its judgement."""

    pair: FactPair
    judgement: StoredJudgement


@frozen
class FactList:
    """Facts in which a model looks for contradictions with one request."""

    facts: tuple[TextFact, ...]

    @property
    def key(self) -> str:
        """The key under which the suspects of the list are stored: a digest of the facts."""
        lines = [[e.subject, e.attribute, e.value, e.mode] for e in self.facts]
        return key_of(to_canonical_json({"facts": lines}))


@frozen
class ProofReader:
    """The facts and judgements that apply to the current text of ``story``."""

    story: Story
    proof: TextProof

    def list_segments(self) -> Sequence[TextSegment]:
        """Return all segments of the story, in the order of its passages."""
        passages = self.story.existing_structure.passages
        return [each for passage in passages for each in segments_of(self.story, passage.id)]

    def list_facts(self) -> tuple[TextFact, ...]:
        """Return the known facts of all segments."""
        texts = dict.fromkeys(each.text for each in self.list_segments())
        return facts_of(
            self.story, {each: self.proof.facts.get(key_of(each), ()) for each in texts}
        )

    def list_unread(self) -> Sequence[TextSegment]:
        """Return the segments from which no model has taken facts yet."""
        return [each for each in self.list_segments() if key_of(each.text) not in self.proof.facts]

    def list_fact_lists(self) -> Sequence[FactList]:
        """Return the facts in lists for one request each, by subject, without repetitions."""
        by_subject: dict[str, dict[object, TextFact]] = defaultdict(dict)
        for each in self.list_facts():
            by_subject[each.subject].setdefault(each.statement, each)
        lists: list[list[TextFact]] = [[]]
        for found in by_subject.values():
            if lists[-1] and len(lists[-1]) + len(found) > MAX_LISTED_FACTS:
                lists.append([])
            lists[-1] += found.values()
        return [FactList(tuple(each)) for each in lists if each]

    def list_unsuspected(self) -> Sequence[FactList]:
        """Return the lists of facts in which no model has looked for contradictions yet."""
        return [each for each in self.list_fact_lists() if each.key not in self.proof.suspects]

    def find_unjudged(self) -> Iterator[FactPair]:
        """Yield the pairs that some reader meets and that no model has judged yet."""
        for each in self._find_pairs(lambda _: True):
            if self.key_of_pair(each) not in self.proof.judgements:
                yield each

    def find_contradictions(self) -> Iterator[Contradiction]:
        """Yield the pairs that a model judged to be contradictions, and that a reader meets.

        Of two segments, a pair with different slots is left out if another pair was yielded: the
        two say the same in other words.
        """
        judged = {
            key
            for key, each in self.proof.judgements.items()
            if each.verdict is PairVerdict.CONTRADICTION
        }
        if not judged:
            return
        pairs = [*self._find_pairs(lambda pair: self.key_of_pair(pair) in judged)]
        seen = {each.places for each in pairs if each.is_of_one_slot}
        for pair in pairs:
            if pair.is_of_one_slot or pair.places not in seen:
                seen.add(pair.places)
                yield Contradiction(
                    pair=pair, judgement=self.proof.judgements[self.key_of_pair(pair)]
                )

    def _find_pairs(self, keep: Callable[[FactPair], bool]) -> Iterator[FactPair]:
        suspects = (
            (each.facts[one], each.facts[other])
            for each in self.list_fact_lists()
            for one, other in self.proof.suspects.get(each.key, ())
            if max(one, other) < len(each.facts)
        )
        search = Solver(self.story.existing_structure).search
        return find_fact_pairs(search, self.list_facts(), suspects, keep)

    def segment_of(self, fact: TextFact) -> TextSegment:
        """Return the segment that states ``fact``."""
        return segments_of(self.story, fact.passage)[fact.number]

    def text_of(self, fact: TextFact) -> str:
        """Return the text of the segment that states ``fact``."""
        return self.segment_of(fact).text

    def key_of_pair(self, pair: FactPair) -> str:
        """Return the key of the pair's judgement: a digest of both texts and facts."""
        parts = [
            [self.text_of(each), each.subject, each.attribute, each.value, each.mode]
            for each in (pair.first, pair.second)
        ]
        return key_of(to_canonical_json({"kind": pair.kind, "facts": parts}))


def key_of(text: str) -> str:
    """Return the key under which the facts of a segment with this ``text`` are stored."""
    return digest(text)[:_KEY_LENGTH]


def list_findings(story: Story, contradictions: Iterable[Contradiction]) -> Iterator[Finding]:
    """Yield a warning for each contradiction, at the passage of the second fact."""
    for each in contradictions:
        pair, judged = each.pair, each.judgement
        first = story.existing_structure.passage(pair.first.passage)
        quotes = f"“{judged.first or pair.first.value}” ({first.title or first.id})"
        joint = "without" if pair.kind is PairKind.WITHOUT else "after"
        yield evolve(
            ProseRule.CONTRADICTION.make_finding(
                passage=pair.second.passage,
                problem=f"Contradiction ({judged.severity}): {judged.reason} Some readers meet "
                f"“{judged.second or pair.second.value}” {joint} {quotes}.",
                fix=_FIX,
            ),
            counterexample=pair.route,
        )
