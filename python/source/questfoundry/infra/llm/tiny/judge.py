"""Judge story drafts by measuring them, because the embedded model cannot understand them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.domain.run.request_subjects import VoteSubject
from questfoundry.infra.llm.tiny.faults import count_faults
from questfoundry.infra.llm.tiny.guides import JudgeWording
from questfoundry.infra.llm.tiny.selector import cosine_similarities
from questfoundry.infra.llm.tiny.sentences import bare_words, split_sentences

_SAME_MATTER = 0.5
"""The typical similarity of a task and a text about its topic."""


@frozen(kw_only=True)
class Judge:
    """A judge that answers votes on story drafts without calling the model.

    All drafts are judged by criteria that code can measure. A draft's marks depend on its text and
    on the task, not on the order of the drafts.
    """

    wording: JudgeWording
    embeddings: EmbeddingProvider

    async def answer(self, subject: VoteSubject) -> Mapping[str, Any]:
        """Return the marks of all drafts of ``subject``, or the criteria if it has no drafts."""
        if not subject.drafts:
            return {"criteria": list(self.wording.criteria.values())}
        return {"marks": await self._score_drafts(subject)}

    async def _score_drafts(self, subject: VoteSubject) -> Mapping[str, Any]:
        near = await cosine_similarities(self.embeddings, subject.task, *subject.drafts)
        by_text = {text: name for name, text in self.wording.criteria.items()}
        marks: dict[str, Any] = {}
        for at, (text, similarity) in enumerate(zip(subject.drafts, near, strict=True), start=1):
            shares = {
                "near": _scale_similarity(similarity),
                "clean": _faultless_share(text),
                "varied": _distinct_pair_share(text),
            }
            for by, criterion in enumerate(subject.criteria, start=1):
                mark = self._build_mark(shares, by_text.get(criterion, "near"))
                marks[f"draft-{at}::criterion-{by}"] = mark
        return marks

    def _build_mark(self, shares: Mapping[str, float], criterion: str) -> Mapping[str, Any]:
        percent = round(100 * shares[criterion])
        reason = self.wording.reasons[criterion].replace("{percent}", str(percent))
        return {"reason": reason, "score": round(percent / 10)}


def _scale_similarity(similarity: float) -> float:
    return min(1.0, max(0.0, similarity / _SAME_MATTER))


def _faultless_share(text: str) -> float:
    """Return the share, from 0 to 1, of faultless sentences that repeat no earlier sentence."""
    sentences: Sequence[str] = split_sentences(text)
    words = [frozenset(bare_words(each)) for each in sentences]
    faults = [count_faults(each, words[:at]) for at, each in enumerate(sentences)]
    return faults.count(0) / max(1, len(faults))


def _distinct_pair_share(text: str) -> float:
    """Return the share, from 0 to 1, of distinct pairs among all pairs of consecutive words.

    The result is 1 if ``text`` has no pair.
    """
    pairs = list(pairwise(bare_words(text)))
    return len(set(pairs)) / len(pairs) if pairs else 1.0
