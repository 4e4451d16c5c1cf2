"""Describe the provider Ollama: its address and what its models can do."""

import json
from urllib.parse import urlsplit

from attrs import evolve, frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef, ModelTraits, Profile, StructuredOutput
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    PromptRepository,
    ProviderSettings,
    ServerAnswer,
)
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.llm.server_provider import ServerProvider, send_request

_PORT = 11_434
_SHOW_WAIT = 1.0
"""The seconds to wait for the details of a model."""

# context_window is the num_ctx sent to Ollama, not the model's maximum, because Ollama's memory
# use grows with it. Ollama cannot force a tool call, but its models call tools more reliably
# than they follow a schema.
_OLLAMA = ModelTraits.from_capabilities(
    Profile(structured_output=StructuredOutput.TOOL),
    context_window=16_384,
    forced_tool_choice=False,
    json_schema=True,
)
_OLLAMA_THINKING = ModelTraits.from_capabilities(
    _OLLAMA.profile,
    context_window=16_384,
    forced_tool_choice=False,
    json_schema=True,
    thinking=True,
)
_OLLAMA_NO_TOOLS = ModelTraits.from_capabilities(
    context_window=8_192, tools=False, forced_tool_choice=False, json_schema=True
)
_OLLAMA_R1 = ModelTraits.from_capabilities(
    context_window=16_384, tools=False, forced_tool_choice=False, json_schema=True, thinking=True
)


@frozen(kw_only=True)
class OllamaProvider(ServerProvider):
    """An Ollama server; an API key is optional."""

    def resolve_url(self, settings: ProviderSettings) -> str:
        return parse_ollama_host(settings.variable(self.url_variable))

    def build_service(self, model: ModelRef, settings: ProviderSettings) -> Service:
        return evolve(
            super().build_service(model, settings),
            key=settings.variable(self.key_variable),
            start_hint="Start it with `ollama serve`, or set OLLAMA_HOST.",
            model_hint=f"Get it with `ollama pull {model.model}`.",
        )

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        known = self._ask_window(chosen.ref.model, settings)
        if known is not None and known < traits.capabilities.context_window:
            able = traits.capabilities.model_copy(update={"context_window": known})
            traits = traits.model_copy(update={"capabilities": able})
        return super().make(chosen, traits, settings, prompts)

    def _ask_window(self, model: str, settings: ProviderSettings) -> int | None:
        """Return the context length of ``model``, or ``None`` if the server does not say it.

        Ollama cuts a prompt to this length even if the request sets a larger window.
        """
        url = f"{self.resolve_url(settings)}/api/show"
        headers = self.build_headers(settings.variable(self.key_variable))
        body = json.dumps({"model": model}).encode()
        try:
            answer = send_request(url, headers, _SHOW_WAIT, body)
            details = json.loads(answer.body)["model_info"]
            found = [n for key, n in details.items() if key.endswith(".context_length")]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return next((each for each in found if isinstance(each, int) and each > 0), None)

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:
        """Return why ``model`` cannot be used, or an empty string if it is usable."""
        if f"{model}:latest" in answer.models:
            return ""
        problem = super().lack(model, answer, settings)
        missing = problem and not answer.problem
        return f"{problem} Get it with: ollama pull {model}" if missing else problem


OLLAMA = OllamaProvider(
    name="ollama",
    title="Ollama",
    custom_title="Ollama",
    key_variable="OLLAMA_API_KEY",
    requires_key=False,
    url_variable="OLLAMA_HOST",
    default_url=f"http://127.0.0.1:{_PORT}",
    adapter="questfoundry.infra.llm.ollama.chat:OllamaChatProvider",
    embedder="questfoundry.infra.llm.ollama.chat:OllamaEmbeddingProvider",
    list_path="/api/tags",
    # A local model may take minutes to load and to answer.
    timeout=600.0,
    embeds=True,
    window_hint="Choose a model with a larger window, or free memory for it on the server",
    known=(
        ("qwen3-coder*", _OLLAMA),
        ("qwen3*", _OLLAMA_THINKING),
        ("magistral*", _OLLAMA_THINKING),
        ("gemma4*", _OLLAMA_THINKING),
        ("deepseek-r1*", _OLLAMA_R1),
        ("gemma*", _OLLAMA_NO_TOOLS),
        ("llama3", _OLLAMA_NO_TOOLS),
        ("llama3:*", _OLLAMA_NO_TOOLS),
        ("llama3.2-vision*", _OLLAMA_NO_TOOLS),
        ("phi4-mini*", _OLLAMA),
        ("phi*", _OLLAMA_NO_TOOLS),
        ("*", _OLLAMA),
    ),
)


def parse_ollama_host(host: str | None) -> str:
    """Return the URL for ``host``, a value of the variable ``OLLAMA_HOST``.

    The value may be a host, ``host:port``, a URL, or nothing. Raise ``SettingsError`` for an
    invalid address.
    """
    text = (host or "").strip()
    scheme, separator, rest = text.partition("://")
    if not separator:
        scheme, rest = "http", text
    try:
        parts = urlsplit(f"{scheme}://{rest}")
        name, port = parts.hostname or "127.0.0.1", parts.port
    except ValueError as error:
        raise SettingsError(
            f"OLLAMA_HOST is {text!r}, which is not a valid address: {error}. "
            f"Set it to a host and port, for example 127.0.0.1:{_PORT}."
        ) from error
    usual = {"http": 80, "https": 443}.get(scheme, _PORT) if separator else _PORT
    # 0.0.0.0 is an address to listen on; not every system can connect to it.
    name = "127.0.0.1" if name == "0.0.0.0" else f"[{name}]" if ":" in name else name  # noqa: S104
    return f"{scheme}://{name}:{port or usual}{parts.path.rstrip('/')}"
