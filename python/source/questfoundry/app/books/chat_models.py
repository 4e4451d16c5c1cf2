"""The models of a book chat: one that never sees hidden pages, and one that only quotes.

``HorizonChatModel`` filters every request just before it is sent. An earlier filter would not be
enough: the reader may move the horizon, the last page that a model may see, back during a turn, and
a tool may ignore the horizon.

``QuotingChatProvider`` replaces a model that is too small to discuss a text. A model of 135 million
parameters invents content, even if it sees the right excerpts. The model is therefore not called.
The answer quotes the sentences that are most similar to the question.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.library.book import Excerpt, is_visible
from questfoundry.domain.library.citations import find_citations, format_excerpts
from questfoundry.domain.library.text import extract_keywords, split_sentences
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import (
    ChatModel,
    ChatProvider,
    EmbeddingProvider,
    PromptRepository,
    TextSink,
)

# Matches the last page in a label above an excerpt, or a page number as a JSON value.
_PAGES = re.compile(r'\[(?:[^\[\]]*, )?Pages? \d+-(\d+)\]|"(?:\w+_)?pages?": ?"?(\d+)')


@frozen
class HorizonChatModel(ChatModel):
    """A chat model that never receives content of pages after the last visible page."""

    inner: ChatModel
    horizon: Callable[[], int | None]

    @property
    def model(self) -> ModelRef:
        """The name of the model."""
        return self.inner.model

    @property
    def traits(self) -> ModelTraits:
        """The traits of the model: its capabilities and its recommended settings."""
        return self.inner.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` without the content of hidden pages, and return the model's answer."""
        messages = tuple(hide_later_pages(self.horizon(), request.messages))
        return await self.inner.complete(evolve(request, messages=messages), on_text)


def hide_later_pages(horizon: int | None, messages: Sequence[Message]) -> Iterator[Message]:
    """Yield ``messages`` without content of pages after the page ``horizon``.

    ``None`` hides nothing. Excerpts of later pages are removed from tool results. An answer that
    cites a later page is dropped; if it calls tools, only its text is removed.
    """
    excerpts = [each for message in messages for each in message.excerpts]
    hidden = frozenset(
        label
        for each in excerpts
        if not is_visible(each, horizon)
        for label in (each.first_label, each.last_label)
        if label
    )
    for message in messages:
        match message.role:
            case _ if horizon is None:
                yield message
            case Role.TOOL_RESULT:
                yield _filter_result(message, horizon)
            case Role.ASSISTANT if any(
                each.last_page > horizon or {each.first_printed, each.last_printed} & hidden
                for each in find_citations(message.content, excerpts)
            ):
                if message.tool_calls:
                    yield evolve(message, content="")
            case _:
                yield message


def _filter_result(message: Message, horizon: int) -> Message:
    excerpts = tuple(each for each in message.excerpts if is_visible(each, horizon))
    shown = (int(page) for found in _PAGES.findall(message.content) for page in found if page)
    if excerpts == message.excerpts and all(page <= horizon for page in shown):
        return message
    try:
        document = json.loads(message.content)
    except ValueError:
        document = None
    document_fields = document if isinstance(document, dict) else {"result": "success"}
    fields = {
        name: document_fields[name]
        for name in ("result", "query", "action")
        if name in document_fields
    }
    action = {"action": fields.pop("action")} if "action" in fields else {}
    content = json.dumps(
        {**fields, "data": format_excerpts(excerpts), **action}, ensure_ascii=False
    )
    return evolve(message, content=content, excerpts=excerpts)


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
