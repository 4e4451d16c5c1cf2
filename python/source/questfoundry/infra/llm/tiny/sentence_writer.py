"""Write single sentences: the code begins a sentence, and a very small model completes it."""

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Self
from zlib import crc32

from attrs import define, field, frozen

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.tiny.faults import CountFaults, count_faults
from questfoundry.infra.llm.tiny.selector import cosine_similarities
from questfoundry.infra.llm.tiny.sentences import bare_words, close_quote, cut_to, tidy

Ask = Callable[[ChatRequest], Awaitable[ChatResponse]]
"""A function that sends one request to the model, which continues the assistant's last message."""

TRIES = 4
"""The most model calls for one sentence."""

_MAX_TOKENS = 48
_TEMPERATURE = 0.6
_STOPS = (".", "!", "?", "\n")
_ON_TOPIC = 0.15


@frozen(kw_only=True)
class TextLimits:
    """The limits that a JSON Schema sets for a text: a pattern, and lengths in characters."""

    shortest: int = 0
    longest: int = 1000
    pattern: str | None = None

    @classmethod
    def from_schema(cls, node: Schema) -> Self:
        """Return the limits in ``node``, the JSON Schema of a string."""
        return cls(
            shortest=node.get("minLength", 0),
            longest=int(node.get("maxLength", 1000)),
            pattern=node.get("pattern"),
        )

    def can_accept(self, text: str) -> bool:
        """Return whether ``text`` is long enough and matches the pattern."""
        return len(text) >= self.shortest and (
            self.pattern is None or re.search(self.pattern, text) is not None
        )


def _split_words(texts: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(bare_words(text)) for text in texts]


@frozen(kw_only=True)
class _Draft:
    text: str
    continuation: str
    faults: int
    similarity: float


@define(kw_only=True)
class SentenceWriter:
    """A writer of sentences on one topic that do not repeat each other.

    Sentences in ``earlier`` are not repeated either. ``usage`` counts the tokens of all model
    calls.
    """

    _ask: Ask
    _embeddings: EmbeddingProvider
    _system: str
    _topic: str
    _seed: str
    _earlier: list[frozenset[str]] = field(factory=tuple, converter=_split_words)
    _count_faults: CountFaults = count_faults
    usage: Usage = field(init=False, default=NO_USAGE)

    async def write(
        self, question: str, begin: str, limits: TextLimits, *, before: str = ""
    ) -> str:
        """Return a sentence that starts with ``begin`` and follows the text ``before``.

        ``question`` tells the model what to write. The sentence is the first draft without a fault,
        or the best of ``TRIES`` drafts.
        """
        drafts: list[_Draft] = []
        while len(drafts) < TRIES and not (drafts and drafts[-1].faults == 0):
            request = self._build_request(question, f"{before} {begin}".strip(), len(drafts))
            drafts.append(await self._write_draft(request, begin, limits))
        best = min(drafts, key=lambda draft: (draft.faults, -draft.similarity))
        self._earlier.append(frozenset(bare_words(best.continuation)))
        return best.text

    async def _write_draft(self, request: ChatRequest, begin: str, limits: TextLimits) -> _Draft:
        response = await self._ask(request)
        self.usage += response.usage
        text = cut_to(close_quote(f"{tidy(begin + response.text)}."), limits.longest)
        (similarity,) = await cosine_similarities(self._embeddings, self._topic, text)
        faults = self._count_faults(response.text, self._earlier)
        faults += (response.finish_reason is FinishReason.LENGTH) + (similarity < _ON_TOPIC)
        faults += 2 * (not limits.can_accept(text))
        return _Draft(text=text, continuation=response.text, faults=faults, similarity=similarity)

    def _build_request(self, question: str, begun: str, number: int) -> ChatRequest:
        seed_text = f"{self._seed}\n{question}\n{begun}"
        return ChatRequest(
            messages=(system(self._system), user(question), assistant(begun)),
            temperature=_TEMPERATURE,
            max_tokens=_MAX_TOKENS,
            seed=(crc32(seed_text.encode()) + number) & 0x7FFF_FFFF,
            stop=_STOPS,
        )
