"""Judge story drafts by measuring them, because the embedded model cannot understand them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.infra.llm.tiny.faults import count_faults
from questfoundry.infra.llm.tiny.guides import JudgeWording
from questfoundry.infra.llm.tiny.selector import cosine_similarities
from questfoundry.infra.llm.tiny.sentences import bare_words, split_sentences

_SAME_MATTER = 0.5
"""The typical similarity of a task and a text about its topic."""

_LINE = re.compile(r"^((?:criterion|draft)-\d+) = ?(.*)$", re.MULTILINE)


@frozen(kw_only=True)
class Judge:
    """A judge that answers votes on story drafts without calling the model.

    The criteria are always those that code can measure. A draft's marks depend on its text and on
    the task, not on the order of the drafts.
    """

    wording: JudgeWording
    embeddings: EmbeddingProvider

    async def answer(self, title: str, message: str) -> Any:
        """Return the criteria or the marks, depending on the schema called ``title``.

        ``message`` is the request with the task and the drafts. The result is ``None`` if the
        schema asks for something else.
        """
        if title == self.wording.rubric:
            return {"criteria": list(self.wording.criteria.values())}
        return {"marks": await self._score_drafts(message)} if title == self.wording.vote else None

    async def _score_drafts(self, message: str) -> Mapping[str, Any]:
        task, _, lines = message.rpartition("\n\nCriteria:\n")
        read = dict(_LINE.findall(lines))
        drafts = {name: text for name, text in read.items() if name.startswith("draft")}
        near = await cosine_similarities(self.embeddings, task, *drafts.values())
        measured = {
            name: {
                "near": _scale_similarity(similarity),
                "clean": _faultless_share(text),
                "varied": _distinct_pair_share(text),
            }
            for (name, text), similarity in zip(drafts.items(), near, strict=True)
        }
        by_text = {text: name for name, text in self.wording.criteria.items()}
        return {
            f"{draft}::{name}": self._build_mark(shares, by_text.get(read[name], "near"))
            for draft, shares in measured.items()
            for name in read
            if name not in drafts
        }

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
