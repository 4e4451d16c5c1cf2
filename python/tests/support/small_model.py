"""Replacements for the embedded model: its sentences, its embeddings and its server."""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from unittest.mock import patch
from zlib import crc32

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.gguf.chat import LlamaServer
from questfoundry.infra.llm.tiny.sentences import bare_words

TOPIC = "A noir mystery in a drowned city"
# No two of these words overlap, so no sentence repeats an earlier one.
_WORDS = re.findall(
    r"\w+",
    """
    amber basil cedar delta ember fjord grove harbor indigo jasper kelp lagoon marsh nectar
    onyx pebble quartz river saffron tundra umber valley willow yarrow zephyr anchor beacon
    cobble drift echo falcon glacier hollow island juniper knoll
    """,
)


class SharedWords(EmbeddingProvider):
    model = "shared-words"
    dimension = 512

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        for word in bare_words(text):
            vector[crc32(word.encode()) % self.dimension] = 1.0
        length = sum(vector) ** 0.5 or 1.0
        return [value / length for value in vector]


class Continues:
    """A model that continues from its script, then with fresh words, and records all requests."""

    def __init__(self, *script: str, finish_reason: FinishReason = FinishReason.STOP) -> None:
        self._script = list(script)
        self._finish_reason = finish_reason
        self.asked: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> ChatResponse:
        self.asked.append(request)
        text = self._script.pop(0) if self._script else self._fresh()
        return ChatResponse(
            text=text,
            usage=Usage(input_tokens=40, output_tokens=8),
            finish_reason=self._finish_reason,
        )

    def _fresh(self) -> str:
        start = 5 * len(self.asked)
        words = [_WORDS[(start + step) % len(_WORDS)] for step in range(5)]
        return f" {' '.join(words)} {TOPIC.lower()}"


def served_at(address: str) -> AbstractContextManager[object]:
    """Use ``address`` as the server of every model file, so that no model is loaded."""
    return patch.object(LlamaServer, "start", return_value=address)
