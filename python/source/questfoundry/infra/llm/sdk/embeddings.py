"""Define the base class of the embedding providers that use an official SDK."""

from abc import abstractmethod
from collections.abc import Sequence
from math import hypot
from typing import Any

from attrs import frozen

from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import Usage, report_spending
from questfoundry.domain.errors import LLMError
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.sdk.sdk_caller import AnswerBounds, Client, SdkCaller
from questfoundry.infra.llm.sdk.service import Service

Vectors = list[list[float]]


@frozen
class EmbeddingAnswer:
    """The vectors in a server's answer, and the number of tokens that the server reports."""

    vectors: Sequence[Sequence[float]]
    tokens: Any


class SdkEmbeddingProvider(SdkCaller[Client], EmbeddingProvider):
    """An embedding provider that sends all texts in one request through an official SDK.

    ``timeout`` is the longest time without data from the server, in seconds.
    """

    def __init__(self, service: Service, *, timeout: float = 120.0) -> None:
        super().__init__(service)
        self._bounds = AnswerBounds(silence=timeout)

    @property
    def model(self) -> str:
        return str(self._service.model)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector for each text, in order; a text without words gets a zero vector.

        Some servers refuse an empty text, so a full stop is sent for a text without words.
        """
        if not texts:
            return []
        has_words = [any(map(str.isalnum, text)) for text in texts]
        vectors = await self._request_vectors(
            [text if words else "." for text, words in zip(texts, has_words, strict=True)]
        )
        return [
            vector if words else [0.0] * len(vector)
            for vector, words in zip(vectors, has_words, strict=True)
        ]

    @abstractmethod
    async def _send(self, client: Client, texts: Sequence[str]) -> EmbeddingAnswer:
        """Send ``texts`` in one request and return the answer.

        The vectors in the answer are in the order of ``texts`` and need not have unit length.
        """

    async def _request_vectors(self, texts: Sequence[str]) -> Vectors:
        client = await self._get_client()
        try:
            async with self._bounds.enforce(self._service):
                answer = await self._send(client, texts)
                vectors = [_normalise(vector) for vector in answer.vectors]
        except LLMError:
            raise
        except Exception as exc:
            error = self._to_llm_error(exc)
            if error is None:
                raise
            raise error from self._service.chainable_cause(exc)
        reported = Usage(input_tokens=answer.tokens)
        estimate = Usage(input_tokens=sum(map(estimate_tokens, texts)), estimated=True)
        report_spending(self.model, reported if reported.input_tokens else estimate)
        if len(vectors) != len(texts) or len(set(map(len, vectors))) != 1:
            raise self._service.unusable_error(
                f"it has {len(vectors)} vectors for {len(texts)} texts, or unequal lengths"
            )
        return vectors


def _normalise(vector: Sequence[float]) -> list[float]:
    length = hypot(*vector) or 1.0
    return [number / length for number in vector]
