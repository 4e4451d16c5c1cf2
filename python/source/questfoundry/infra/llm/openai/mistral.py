"""The chat provider for Mistral's API, where it is stricter than OpenAI's."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider


class MistralChatProvider(OpenAIChatProvider):
    """Asks one model; a seed has another name, and the usage is streamed unasked."""

    streaming = MappingProxyType({"stream": True})

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body = super()._body(request)
        if "seed" in body:
            body["random_seed"] = body.pop("seed")
        return body
