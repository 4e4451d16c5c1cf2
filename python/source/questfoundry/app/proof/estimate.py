"""Estimate the calls and tokens of a proof of the text before it begins."""

from questfoundry.app.proof.requests import split_segments
from questfoundry.app.structure.text_proof import ProofReader
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.models.traits import ModelTraits

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
