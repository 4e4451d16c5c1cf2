"""Where each provider's models are, and whether one of them can be used right now."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from questfoundry.composition.environment import Environment
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.infra.llm.gguf.models import find_model, list_models
from questfoundry.infra.llm.servers import ServerAnswer, ask_for_models, ollama_url

_WAIT = 3.0


def ask_provider(
    provider: str, environment: Environment, models_folder: Path
) -> ServerAnswer | None:
    """Ask a provider for its models, for seconds at most; ``None`` where there is none to ask."""
    match provider:
        case "ollama":
            url = f"{ollama_url(environment.ollama_host)}/api/tags"
            return ask_for_models(url, _bearer(environment.ollama_api_key), timeout=_WAIT)
        case "openai":
            return _openai(environment.openai_base_url, environment.openai_api_key)
        case "anthropic":
            return _anthropic(environment.anthropic_base_url, environment.anthropic_api_key)
        case "local":
            return _embedded(models_folder)
        case _:
            return None


def unusable(ref: ModelRef, answer: ServerAnswer, models_folder: Path) -> str:
    """Why the model cannot be used, in whole sentences; empty where it can."""
    if answer.problem:
        return f"{answer.url}: {answer.problem}"
    if ref.provider == "local":
        try:
            find_model(ref.model, models_folder)
        except SettingsError as error:
            return str(error)
    elif not {ref.model, f"{ref.model}:latest"} & set(answer.models):
        pull = f" Get it with: ollama pull {ref.model}" if ref.provider == "ollama" else ""
        return f"it is not among the models at {answer.url}.{pull}"
    return ""


def _openai(base: str | None, key: str | None) -> ServerAnswer:
    url = f"{(base or 'https://api.openai.com/v1').rstrip('/')}/models"
    if not (base or key):
        return _without_key(url, "OPENAI_API_KEY")
    return ask_for_models(url, _bearer(key), timeout=_WAIT)


def _anthropic(base: str | None, key: str | None) -> ServerAnswer:
    url = f"{(base or 'https://api.anthropic.com').rstrip('/')}/v1/models"
    if not (base or key):
        return _without_key(url, "ANTHROPIC_API_KEY")
    headers = {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})
    return ask_for_models(url, headers, timeout=_WAIT)


def _bearer(key: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _without_key(url: str, variable: str) -> ServerAnswer:
    return ServerAnswer(url=url, reachable=False, problem=f"not asked. Set {variable}.")


def _embedded(models_folder: Path) -> ServerAnswer:
    installed = find_spec("xllamacpp") is not None
    return ServerAnswer(
        url=str(models_folder),
        reachable=installed,
        models=tuple(model.name for model in list_models(models_folder)),
        problem="" if installed else 'Install it with: pip install "questfoundry[local]"',
    )
