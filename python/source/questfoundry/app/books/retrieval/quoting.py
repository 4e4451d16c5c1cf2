"""Answer with quotes from the book if the model is too small to discuss a text.

A model of 135 million parameters invents content, even if it sees the right excerpts. The model is
therefore not called. The answer quotes the sentences that are most similar to the question.
"""

from collections.abc import Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.library.text import extract_keywords, split_sentences
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    EmbeddingProvider,
    PromptRepository,
    TextSink,
)

QUOTES = "templates/book/quotes"
MAX_QUOTES = 3
_MIN_SENTENCE_LENGTH = 25
_MAX_SENTENCE_LENGTH = 600


@frozen
class QuotingChatProvider(ChatProvider):
    """A provider that replaces a very small model and answers with quotes from excerpts."""

    _inner: ChatProvider
    _embeddings: EmbeddingProvider = field(kw_only=True)
    _prompts: PromptRepository = field(kw_only=True)

    @property
    def model(self) -> ModelRef:
        """The name of the small model."""
        return self._inner.model

    @property
    def traits(self) -> ModelTraits:
        """The traits of the small model: its capabilities and its recommended settings."""
        return self._inner.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Return an answer that quotes the sentences most similar to the question."""
        questions = [each.content for each in request.messages if each.role is Role.USER]
        excerpts = request.messages[-1].excerpts
        quotes = await self._find_nearest(questions[-1] if questions else "", excerpts)
        text = self._prompts.render(QUOTES, {"quotes": quotes})["answer"]
        if on_text is not None:
            on_text(text)
        return ChatResponse(text=text, usage=NO_USAGE, model=self._inner.model.model)

    async def close(self) -> None:
        """Close the small model."""
        await self._inner.close()

    async def _find_nearest(self, question: str, excerpts: Sequence[Excerpt]) -> list[Excerpt]:
        found = [
            evolve(each, text=sentence)
            for each in excerpts
            for line in each.text.splitlines()
            for sentence in split_sentences(line)
            if _MIN_SENTENCE_LENGTH <= len(sentence) <= _MAX_SENTENCE_LENGTH
        ]
        if not found:
            return list(excerpts[:1])
        texts = [question, *(each.text for each in found)]
        question_vector, *vectors = await self._embeddings.embed(texts)
        words = set(extract_keywords(question))
        scores = [
            sum(a * b for a, b in zip(question_vector, vector, strict=True))
            + _compute_overlap(words, each.text)
            for each, vector in zip(found, vectors, strict=True)
        ]
        best = sorted(range(len(found)), key=lambda at: -scores[at])
        return [found[at] for at in best[:MAX_QUOTES]]


def _compute_overlap(words: set[str], text: str) -> float:
    return len(words & set(extract_keywords(text))) / max(1, len(words))
