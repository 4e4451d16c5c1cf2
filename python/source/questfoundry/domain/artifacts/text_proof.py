"""Define the answers of models about the facts of a text, and the file that stores them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from questfoundry.domain.field_types import Artifact, FrozenModel, Sentence
from questfoundry.domain.story.text_fact import FACT_LINE

_FactLine = Annotated[str, StringConstraints(pattern=FACT_LINE)]
_NumberedLine = Annotated[str, StringConstraints(pattern=rf"^\s*\d{{1,5}}\s*\|{FACT_LINE[1:]}")]
_Quote = Annotated[str, Field(max_length=300)]


class PairVerdict(StrEnum):
    """The judgement of two facts; ``DIFFERENT`` if they are not about the same thing."""

    CONTRADICTION = "contradiction"
    NONE = "none"
    DIFFERENT = "different"


class FactReading(Artifact):
    """The facts of several segments, each line beginning with the number of its segment."""

    facts: Annotated[tuple[_NumberedLine, ...], Field(max_length=1_000)]


class SuspectPairs(Artifact):
    """Pairs of facts that may contradict each other, as ``3-17``, by their numbers in a list."""

    pairs: Annotated[
        tuple[Annotated[str, StringConstraints(pattern=r"^\s*\d{1,5}\s*-\s*\d{1,5}\s*$")], ...],
        Field(max_length=200),
    ]


class PairContradiction(Artifact):
    """The judgement that the facts of the pair ``id`` contradict each other, with two quotes."""

    id: str
    severity: Literal["serious", "slight"]
    reason: Sentence
    first: _Quote
    second: _Quote


class PairJudgements(Artifact):
    """The judgements of several pairs; each pair is in one of the lists, most by its id alone."""

    contradictions: tuple[PairContradiction, ...]
    none: tuple[str, ...]
    different: tuple[str, ...]


class StoredJudgement(FrozenModel):
    """The judgement of two facts, as stored; see :class:`PairContradiction`."""

    verdict: PairVerdict
    severity: Literal["serious", "slight"] = "slight"
    reason: str = ""
    first: str = ""
    second: str = ""


class TextProof(FrozenModel):
    """The content of ``proof.json``: everything that models have read in the text so far.

    ``facts``: the facts of each segment, by the digest of its text; an empty list if it has none.
    ``suspects``: for each list of facts, by its digest, the pairs of indices in it that a model
      suspects to contradict each other.
    ``judgements``: the judgement of each pair, by the digest of both texts and facts.
    """

    version: Literal[1] = 1
    facts: Mapping[str, tuple[_FactLine, ...]] = Field(default_factory=dict)
    suspects: Mapping[str, tuple[tuple[int, int], ...]] = Field(default_factory=dict)
    judgements: Mapping[str, StoredJudgement] = Field(default_factory=dict)
