"""Describe the provider OpenAI: its address, its API key and what its models can do."""

from attrs import frozen

from questfoundry.domain.models.traits import ROOM_TO_THINK, ModelTraits, Profile, StructuredOutput
from questfoundry.domain.protocols.provider import ProviderSettings, ServerAnswer
from questfoundry.infra.llm.sdk.service import OPENAI_URL
from questfoundry.infra.llm.server_provider import ServerProvider

# OpenAI's models follow a response schema more reliably than a tool's schema.
_NATIVE_JSON = Profile(structured_output=StructuredOutput.SCHEMA)

_OPENAI = ModelTraits.from_capabilities(
    _NATIVE_JSON,
    context_window=128_000,
    max_output_tokens=16_384,
    json_schema=True,
    reads_schema=True,
)
_OPENAI_REASONING = ModelTraits.from_capabilities(
    Profile(structured_output=StructuredOutput.SCHEMA, max_tokens=ROOM_TO_THINK),
    context_window=200_000,
    max_output_tokens=100_000,
    json_schema=True,
    reads_schema=True,
    temperature=False,
    thinking=True,
)
_OPENAI_GPT_5 = ModelTraits.from_capabilities(
    _OPENAI_REASONING.profile,
    context_window=400_000,
    max_output_tokens=128_000,
    json_schema=True,
    reads_schema=True,
    temperature=False,
    thinking=True,
)
# The first o1 models cannot call tools, so they can run Serialize but not Discuss.
_OPENAI_O1_SMALL = ModelTraits.from_capabilities(
    _OPENAI_REASONING.profile,
    context_window=128_000,
    max_output_tokens=32_768,
    tools=False,
    forced_tool_choice=False,
    json_schema=True,
    reads_schema=True,
    temperature=False,
)
_OPENAI_GPT_41 = ModelTraits.from_capabilities(
    _NATIVE_JSON,
    context_window=1_000_000,
    max_output_tokens=32_768,
    json_schema=True,
    reads_schema=True,
)
_OPENAI_OLD = ModelTraits.from_capabilities(context_window=8_192, max_output_tokens=4_096)
# OPENAI_BASE_URL may name any server; most of them support tools.
_OPENAI_COMPATIBLE = ModelTraits.from_capabilities(context_window=32_768)


@frozen(kw_only=True)
class OpenAIProvider(ServerProvider):
    """A server that offers OpenAI's chat completions API."""

    custom_title: str = "The OpenAI-compatible server"
    adapter: str = "questfoundry.infra.llm.openai.chat:OpenAIChatProvider"
    embedder: str = "questfoundry.infra.llm.openai.embeddings:OpenAIEmbeddingProvider"
    embeds: bool = True
    accepts_any_model: bool = False
    """True if the server answers requests for models that it does not list."""

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:
        """Return why ``model`` cannot be used, or an empty string if it is usable.

        ``model`` is looked up in the server's list of models. The prefix ``models/`` in Gemini's
        list is ignored, and so is a suffix such as ``:free`` of an OpenRouter model.
        """
        names = {model, f"models/{model}", model.rpartition(":")[0]}
        if not answer.problem and (self.accepts_any_model or names & set(answer.models)):
            return ""
        return super().lack(model, answer, settings)


OPENAI = OpenAIProvider(
    name="openai",
    title="OpenAI",
    key_variable="OPENAI_API_KEY",
    url_variable="OPENAI_BASE_URL",
    default_url=OPENAI_URL,
    known=(
        ("o1-mini*", _OPENAI_O1_SMALL),
        ("o1-preview*", _OPENAI_O1_SMALL),
        ("o[0-9]*", _OPENAI_REASONING),
        ("gpt-4o*", _OPENAI),
        ("chatgpt-4o*", _OPENAI),
        ("gpt-4.1*", _OPENAI_GPT_41),
        ("gpt-4*", _OPENAI_OLD),
        ("gpt-3.5*", _OPENAI_OLD),
        ("gpt-[0-9]*", _OPENAI_GPT_5),
        ("*", _OPENAI_COMPATIBLE),
    ),
)
