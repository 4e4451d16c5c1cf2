"""Describe the provider Anthropic: its address, its API key and what its models can do."""

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.models.traits import ROOM_TO_THINK, ModelTraits, Profile
from questfoundry.infra.llm.server_provider import ServerProvider

_CLAUDE_3 = ModelTraits.from_capabilities(context_window=200_000, max_output_tokens=4_096)
_CLAUDE_4 = ModelTraits.from_capabilities(context_window=200_000, max_output_tokens=32_000)
_CLAUDE_45 = ModelTraits.from_capabilities(
    context_window=200_000, max_output_tokens=64_000, json_schema=True, reads_schema=True
)
# Opus 4.7 and later reject a temperature. Fable 5.1, Opus 5.5 and later also reject forced tools
# and always think. Unknown models get the strictest traits.
_CLAUDE = ModelTraits.from_capabilities(
    Profile(max_tokens=ROOM_TO_THINK),
    context_window=200_000,
    max_output_tokens=64_000,
    forced_tool_choice=False,
    json_schema=True,
    reads_schema=True,
    temperature=False,
)


@frozen(kw_only=True)
class AnthropicProvider(ServerProvider):
    """A server that offers Anthropic's Messages API."""

    def build_headers(self, key: str | None) -> Mapping[str, str]:
        return {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})


ANTHROPIC = AnthropicProvider(
    name="anthropic",
    title="Anthropic",
    custom_title="The Anthropic-compatible server",
    key_variable="ANTHROPIC_API_KEY",
    url_variable="ANTHROPIC_BASE_URL",
    default_url="https://api.anthropic.com",
    adapter="questfoundry.infra.llm.anthropic.chat:AnthropicChatProvider",
    list_path="/v1/models",
    known=(
        ("claude-3*", _CLAUDE_3),
        ("claude-*-4-[56]*", _CLAUDE_45),
        ("claude-*-4-[01]*", _CLAUDE_4),
        ("claude-*-4-2025*", _CLAUDE_4),
        ("*", _CLAUDE),
    ),
)
