"""The built-in default model, used if no model is chosen."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.ollama.provider import OLLAMA

PREFERRED = ModelRef("ollama", "qwen3:8b")
EMBEDDED = ModelRef("local", "smollm2-135m")
_WAIT = 0.3


@frozen(kw_only=True)
class DefaultModel:
    """The built-in default model, and a sentence for the author that explains the choice."""

    ref: ModelRef
    reason: str


def find_default_model(settings: ProviderSettings) -> DefaultModel:
    """Return Ollama's qwen3:8b if Ollama answers and has the model, else the embedded model.

    Wait about 0.3 seconds at most for Ollama; this call blocks.
    """
    url = OLLAMA.resolve_url(settings)
    answer = OLLAMA.ask(settings, wait=_WAIT)
    if PREFERRED.model in answer.models:
        return DefaultModel(ref=PREFERRED, reason=f"Ollama at {url} has {PREFERRED.model}.")
    if answer.reachable:
        lack = f"Ollama at {url} lacks {PREFERRED.model} (get it: ollama pull {PREFERRED.model})"
    else:
        lack = f"No model is chosen and no Ollama answers at {url}"
    return DefaultModel(
        ref=EMBEDDED,
        reason=f"{lack}, so the embedded model {EMBEDDED.model} writes a rough draft. "
        "A larger model writes better.",
    )
