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
    """A judge for votes on story drafts; it supplies the criteria of a vote and the marks.

    The criteria are always those that can be measured. A draft's marks depend on its text and on
    the task, not on the order of the drafts.
    """

    wording: JudgeWording
    embeddings: EmbeddingProvider

    async def answer(self, title: str, message: str) -> Any:
        """Return the criteria or the marks, depending on the schema called ``title``.

        The result is ``None`` if the schema asks for something else.
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
    """Return the share of sentences in ``text`` that have no fault and repeat no earlier sentence.

    The result is a number from 0 to 1.
    """
    sentences: Sequence[str] = split_sentences(text)
    words = [frozenset(bare_words(each)) for each in sentences]
    faults = [count_faults(each, words[:at]) for at, each in enumerate(sentences)]
    return faults.count(0) / max(1, len(faults))


def _distinct_pair_share(text: str) -> float:
    """Return the share of distinct word pairs among all word pairs of ``text``, from 0 to 1.

    A pair is two consecutive words. The result is 1 if the text has no pair.
    """
    pairs = list(pairwise(bare_words(text)))
    return len(set(pairs)) / len(pairs) if pairs else 1.0
