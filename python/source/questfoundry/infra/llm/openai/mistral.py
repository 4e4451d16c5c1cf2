"""Define the chat provider for Mistral's API, which differs from OpenAI's in two fields."""

from types import MappingProxyType
from typing import Any

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider


class MistralChatProvider(OpenAIChatProvider):
    """A chat provider for one Mistral model.

    It sends the seed under the name ``random_seed`` and leaves out the field ``stream_options``.
    """

    stream_options = MappingProxyType({"stream": True})

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        body = super()._build_body(request)
        if "seed" in body:
            body["random_seed"] = body.pop("seed")
        return body
