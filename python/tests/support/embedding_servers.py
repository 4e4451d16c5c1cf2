"""Servers of embeddings on 127.0.0.1: texts with common words have near vectors."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pkgutil import resolve_name
from typing import Any
from zlib import crc32

from attrs import frozen

from questfoundry.infra.llm.ollama.provider import OLLAMA as OLLAMA_RECORD
from questfoundry.infra.llm.openai.provider import OPENAI as OPENAI_RECORD
from questfoundry.infra.llm.sdk.embeddings import SdkEmbeddingProvider
from questfoundry.infra.llm.server_provider import ServerProvider
from tests.support.loopback import Asked, Loopback, Reply, Script, json_reply
from tests.support.wire_providers import service_at

DIMENSION = 64


def vector_of(text: str) -> list[float]:
    """Return a vector whose length is not 1, because servers need not normalise."""
    vector = [0.0] * DIMENSION
    for word in text.lower().replace(",", "").split():
        vector[crc32(word.encode()) % DIMENSION] += 2.0
    return vector


def openai_reply(asked: Asked) -> Reply:
    """Reply with the vectors in another order, each with its index."""
    if asked.path != "/v1/embeddings" or "" in asked.body["input"]:
        return json_reply({"error": {"message": "No such thing."}}, 400)
    data = [
        {"object": "embedding", "index": at, "embedding": vector_of(text)}
        for at, text in enumerate(asked.body["input"])
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return json_reply(
        {"object": "list", "data": data[::-1], "model": asked.body["model"], "usage": usage}
    )


def ollama_reply(asked: Asked) -> Reply:
    if asked.path != "/api/embed":
        return json_reply({"error": "No such thing."}, 400)
    return json_reply(
        {"model": "m", "embeddings": [vector_of(each) for each in asked.body["input"]]}
    )


@frozen(kw_only=True)
class EmbeddingWire:
    name: str
    record: ServerProvider
    path: str
    reply: Script

    @asynccontextmanager
    async def asked_of(self, url: str, **given: Any) -> AsyncIterator[SdkEmbeddingProvider[Any]]:
        service = service_at(self.record, "embed-test", url=f"{url}{self.path}")
        provider = resolve_name(self.record.embedder)(service, **given)
        try:
            yield provider
        finally:
            await provider.close()

    @asynccontextmanager
    async def served(self, *script: Script) -> AsyncIterator[tuple[Loopback, Any]]:
        with Loopback(*(script or (self.reply,))) as server:
            async with self.asked_of(server.url) as provider:
                yield server, provider


OPENAI = EmbeddingWire(name="openai", record=OPENAI_RECORD, path="/v1", reply=openai_reply)
OLLAMA = EmbeddingWire(name="ollama", record=OLLAMA_RECORD, path="", reply=ollama_reply)
WIRES = (OPENAI, OLLAMA)
