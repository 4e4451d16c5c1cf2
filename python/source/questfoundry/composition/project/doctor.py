"""The diagnosis of a project: its settings and their origins, keys, servers and problems.

The diagnosis only checks whether keys are set and never shows the keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.composition.registries.formats import own_exporters
from questfoundry.composition.registries.providers import BUILT_IN, RESERVED, find_default_model
from questfoundry.composition.wiring.model_choice import REPLAY
from questfoundry.domain.checks.law import Law
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen, SourceChoices, require_fit, resolve_model
from questfoundry.domain.models.traits import ModelRef, Phase
from questfoundry.infra import plugins
from questfoundry.infra.llm.ollama.provider import OLLAMA

if TYPE_CHECKING:
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.protocols.provider import Provider, ProviderSettings, ServerAnswer
    from questfoundry.infra.plugins import Plugin

_WAIT = 3.0
_SECTIONS = ("research", "library", "interactive", "serialize", "limits", "logging")


@frozen(kw_only=True)
class Setting:
    """An effective setting and its origin, such as ``project.yaml`` or an environment variable.

    ``value`` is plain JSON.
    """

    name: str
    value: Any
    origin: str


@frozen(kw_only=True)
class Diagnosis:
    """The result of :func:`examine`; ``keys`` maps API key variables to whether they are set."""

    settings: tuple[Setting, ...]
    keys: Mapping[str, bool]
    servers: Mapping[str, ServerAnswer]
    problems: tuple[str, ...]
    plugins: tuple[Plugin, ...] = ()


def examine(
    settings: ProjectSettings, *, models_folder: Path, flags: SourceChoices | None = None
) -> Diagnosis:
    """Check a project's settings, keys, servers and plug-ins; asking servers takes seconds."""
    provider_settings = settings.provider_settings(models_folder)
    default = find_default_model(provider_settings)
    choices = settings.collect_choices(flags)
    chosen = {phase: resolve_model(phase, choices, lambda: default.ref) for phase in Phase}
    in_use = {*settings.file.endpoints, *(choice.ref.provider for choice in chosen.values())}
    providers = {name: found for name in in_use if (found := _provider(settings, name))}
    servers = _ask_providers({OLLAMA.name: OLLAMA, **providers}, provider_settings)
    of_models = _find_model_problems(settings, chosen, servers, provider_settings)
    built_in = Setting(name="built-in default", value=str(default.ref), origin=default.reason)
    return Diagnosis(
        settings=(
            *(
                Setting(name=f"model for {phase.value}", value=str(each.ref), origin=each.origin)
                for phase, each in chosen.items()
            ),
            built_in,
            *_list_other_settings(settings),
        ),
        keys=_keys({**BUILT_IN, **providers}.values(), provider_settings),
        servers=servers,
        problems=tuple(dict.fromkeys((*of_models, *_find_plugin_problems()))),
        plugins=tuple(each for group in plugins.GROUPS for each in plugins.find_plugins(group)),
    )


def list_available_models(
    settings: ProjectSettings, *, models_folder: Path, provider: str = ""
) -> Mapping[str, ServerAnswer]:
    """Return the models that servers offer, by provider: ``provider``, or all whose key is set."""
    provider_settings = settings.provider_settings(models_folder)
    if provider:
        settings.providers.require([Chosen(ref=ModelRef(provider, "*"), origin="The command")])
        return _ask_providers({provider: settings.providers[provider]}, provider_settings)
    found = {name: found for name in settings.providers if (found := _provider(settings, name))}
    ready = {name: each for name, each in found.items() if not each.missing_key(provider_settings)}
    return _ask_providers(ready, provider_settings)


def _ask_providers(
    providers: Mapping[str, Provider], settings: ProviderSettings
) -> dict[str, ServerAnswer]:
    return {
        name: answer
        for name in sorted(providers)
        if (answer := providers[name].ask(settings, wait=_WAIT))
    }


def _provider(settings: ProjectSettings, name: str) -> Provider | None:
    try:
        return settings.providers.get(name)
    except SettingsError:
        return None  # a faulty plug-in; reported with the other plug-ins


def _list_other_settings(settings: ProjectSettings) -> Iterable[Setting]:
    prompts = settings.find_prompts_folder()
    yield Setting(name="prompts", value=str(prompts.folder), origin=prompts.origin)
    environment = settings.environment
    from_variables = {
        "research.searxng_url": ("SEARXNG_URL", environment.searxng_url),
        "logging.enabled": ("LANGSMITH_TRACING", environment.tracing),
        "logging.metrics": ("OTEL_METRICS_EXPORTER", environment.metrics),
    }
    for section_name in _SECTIONS:
        section = getattr(settings.file, section_name)
        dumped = section.model_dump(mode="json")
        for field in type(section).model_fields:
            name = f"{section_name}.{field}"
            variable, value = from_variables.get(name, ("", None))
            if value:
                yield Setting(name=name, value=environment.redact(value), origin=variable)
                continue
            given = field in section.model_fields_set
            yield Setting(
                name=name,
                value=environment.redact(dumped[field]),
                origin="project.yaml" if given else "built-in default",
            )


def _keys(providers: Iterable[Provider], settings: ProviderSettings) -> dict[str, bool]:
    variables = {each.key_variable for each in providers if each.key_variable}
    return {name: settings.variable(name) is not None for name in sorted(variables)}


def _find_plugin_problems() -> Iterator[str]:
    taken = {
        plugins.EXPORTERS: {each.format for each in own_exporters()},
        plugins.PROVIDERS: RESERVED,
        plugins.EMBEDDINGS: RESERVED,
        plugins.LAWS: tuple(Law),
    }
    for group in plugins.GROUPS:
        yield from plugins.find_problems(group, reserved=taken.get(group, ()))


def _find_model_problems(
    settings: ProjectSettings,
    chosen: Mapping[Phase, Chosen],
    servers: Mapping[str, ServerAnswer],
    provider_settings: ProviderSettings,
) -> Iterable[str]:
    known = {phase: each for phase, each in chosen.items() if each.ref.provider != REPLAY}
    try:
        settings.providers.require(chosen.values(), REPLAY)
        require_fit(known, {phase: settings.traits_of(each.ref) for phase, each in known.items()})
    except SettingsError as error:
        yield from str(error).splitlines()
    for ref, origin in {choice.ref: choice.origin for choice in chosen.values()}.items():
        if ref.provider in servers:
            provider = settings.providers[ref.provider]
            if problem := provider.lack(ref.model, servers[ref.provider], provider_settings):
                yield f"{ref}, chosen by {origin}, cannot be used: {problem}"
