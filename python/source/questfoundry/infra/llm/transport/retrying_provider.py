"""Define providers that retry failed calls; unusable answers are not repaired here."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.chat.codec import request_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.protocols.provider import ChatProvider, EmbeddingProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.text.digest import to_canonical_json
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
from questfoundry.infra.llm.transport.retries import DEFAULT_POLICIES, Retries, RetryPolicy


class RetryingChatProvider(ForwardingChatProvider):
    """A chat provider that wraps another and retries failed calls."""

    def __init__(
        self,
        inner: ChatProvider,
        *,
        clock: Clock,
        events: EventSink,
        policies: Mapping[type[LLMError], RetryPolicy] = DEFAULT_POLICIES,
    ) -> None:
        super().__init__(inner)
        self._retries = Retries(
            model=str(inner.model), clock=clock, events=events, policies=policies
        )

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        def request_text() -> str:
            return to_canonical_json(request_to_dict(request))

        if on_text is None:
            return await self._retries.run(
                lambda: self._inner.complete(request), request_text=request_text
            )
        text = SeamlessText(on_text)
        response = await self._retries.run(
            lambda: self._inner.complete(request, text),
            request_text=request_text,
            before_retry=text.restart,
        )
        text.finish()
        return response


class SeamlessText:
    """A text sink that hides retries: it passes on only text that was not shown before.

    A retry starts the answer again from the beginning. While the repeated answer equals the text
    already shown, nothing is passed on. If it differs, a line break and the whole repeated answer
    are passed on.
    """

    def __init__(self, sink: TextSink) -> None:
        self._sink = sink
        self._shown: list[str] = []
        self._repeated: str | None = None

    def __call__(self, piece: str) -> None:
        """Receive the next piece of the current answer."""
        if self._repeated is None:
            self._show(piece)
            return
        self._repeated += piece
        shown = "".join(self._shown)
        if self._repeated.startswith(shown):
            new, self._repeated = self._repeated[len(shown) :], None
            self._show(new)
        elif not shown.startswith(self._repeated):
            self._replace()

    def restart(self) -> None:
        """Prepare for a repeated answer, because the current answer was interrupted."""
        if self._shown:
            self._repeated = ""

    def finish(self) -> None:
        """End the answer; show the repeated answer in full if it is shorter than the shown text."""
        if self._repeated:
            self._replace()

    def _replace(self) -> None:
        self._sink("\n")
        self._shown, text, self._repeated = [], self._repeated, None
        self._show(text or "")

    def _show(self, piece: str) -> None:
        if piece:
            self._shown.append(piece)
            self._sink(piece)


@frozen
class RetryingEmbeddingProvider(EmbeddingProvider):
    """An embedding provider that retries failed requests and limits concurrent requests."""

    _inner: EmbeddingProvider
    _retries: Retries
    _limiter: AdaptiveLimiter

    @property
    def model(self) -> str:
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return await self._retries.run(
            lambda: self._limiter.run(lambda _: self._inner.embed(texts)),
            request_text=lambda: "\n".join(texts),
        )

    async def close(self) -> None:
        await self._inner.close()
