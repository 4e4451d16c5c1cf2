"""The sections of ``project.yaml`` for model servers, the studio and the publication."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, model_validator

from questfoundry.composition.settings.file_values import (
    AgentName,
    BudgetText,
    Colour,
    DayText,
    FontName,
    ModelName,
    OwnPath,
    Seconds,
    SettingsSection,
    VariableName,
    WebAddress,
    faults_at,
    mistake,
    model_name,
)
from questfoundry.domain.models.traits import TraitOverrides
from questfoundry.domain.story.publication import DARK, LIGHT

_OTHER_KEY = "Use another variable."


class Backend(SettingsSection):
    """The model of the studio's agent: the provider (``type``) and the provider's model name."""

    type: str
    model: str

    @model_validator(mode="after")
    def _names_a_model(self) -> Backend:
        model_name(f"{self.type}/{self.model}")
        return self


class InteractiveMode(SettingsSection):
    """The settings of the studio: its model, its spending limit and whether tools need approval.

    ``enabled`` makes the studio the default command; ``budget`` limits the spending of one session.
    """

    enabled: bool = False
    require_approval: bool = True
    backend: Backend | None = None
    budget: BudgetText | None = None


class Orchestrator(SettingsSection):
    """The ``orchestrator`` section of ``project.yaml``, which contains the studio's settings."""

    interactive_mode: InteractiveMode = InteractiveMode.model_construct()


class AgentSettings(SettingsSection):
    """An agent for delegated runs: its name, its model and additional instructions (``prompt``)."""

    id: AgentName
    model: ModelName
    prompt: str = ""


class ServerSettings(SettingsSection):
    """An MCP server: its command or address, its environment variables and its allowed tools.

    The tools in ``reads`` change nothing; a call of a tool in ``changes`` needs approval.
    """

    command: tuple[str, ...] = ()
    url: WebAddress | None = None
    env: tuple[VariableName, ...] = ()
    key: VariableName | None = None
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    timeout: Seconds = 30.0

    @model_validator(mode="after")
    def _can_be_reached(self) -> ServerSettings:
        if bool(self.command) == (self.url is not None):
            raise mistake("name either a `command` (a list) or a `url`.")
        if not {*self.reads, *self.changes} or {*self.reads} & {*self.changes}:
            raise mistake("name the allowed tools, each either under `reads` or under `changes`.")
        _refuse_owned_keys((*self.env, *filter(None, [self.key])))
        return self


def _refuse_owned_keys(names: Iterable[str]) -> None:
    # Most projects name no server, so the providers are imported only here and in `_faults_of`.
    from questfoundry.composition.registries.providers import KEY_OWNERS

    for name in names:
        if name in KEY_OWNERS:
            owner = KEY_OWNERS[name].name
            raise mistake(f"{name} may be sent only to the provider {owner!r}. {_OTHER_KEY}")


def _require_unique_names(agents: tuple[AgentSettings, ...]) -> tuple[AgentSettings, ...]:
    names = [each.id for each in agents]
    twice = next((each for each in names if names.count(each) > 1), None)
    if twice is not None:
        raise mistake(f"Two agents are named {twice!r}. Give each agent a different name.")
    return agents


Agents = Annotated[tuple[AgentSettings, ...], AfterValidator(_require_unique_names)]
"""The ``agents`` section of ``project.yaml``; each agent has a different name."""


class Endpoint(SettingsSection):
    """A server with an OpenAI-compatible API, or changes to the settings of a known provider.

    ``key`` names the variable of the API key; ``traits`` (abilities and limits) apply to all models
    of the server.
    """

    base_url: WebAddress | None = None
    key: VariableName | None = None
    traits: TraitOverrides | None = None


def _require_valid(endpoints: dict[str, Endpoint]) -> dict[str, Endpoint]:
    faults = {
        place: sentence
        for name, given in endpoints.items()
        for place, sentence in _faults_of(name, given)
    }
    if faults:
        raise faults_at(faults)
    return endpoints


def _faults_of(name: str, given: Endpoint) -> Iterator[tuple[tuple[str, ...], str]]:
    from questfoundry.composition.registries.providers import KEY_OWNERS, RESERVED
    from questfoundry.infra.llm.openai.compatible import COMPATIBLE

    known, owner = COMPATIBLE.get(name), KEY_OWNERS.get(given.key or "")
    problem = ""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        problem = "is not a valid name. Use a to z, 0 to 9, - and _, beginning with a letter."
    elif known is None and name in RESERVED:
        problem = "is the name of a built-in provider. Choose another name."
    elif known is None and given.base_url is None:
        problem = "needs a base_url, for example http://127.0.0.1:8080/v1. Only these do not: "
        problem += f"{', '.join(COMPATIBLE)}."
    if problem:
        yield (name,), f"{name!r} {problem}"
    # The file may come from another person, so it may not redirect the key of a provider with a
    # fixed address.
    if owner is not None and (owner is not known or known.requires_key):
        problem = f"{given.key} may be sent only to the provider {owner.name!r}. {_OTHER_KEY}"
        yield (name, "key"), problem


_Named = Annotated[Endpoint, BeforeValidator(lambda given: {} if given is None else given)]
Endpoints = Annotated[dict[str, _Named], AfterValidator(_require_valid)]
"""Endpoints by name; an endpoint with a known provider's name may be empty."""


class PublicationSettings(SettingsSection):
    """The author, licence, cover and other publication data of the story.

    ``cover`` is a PNG or JPEG file; ``words`` is a YAML file with translated interface texts.
    """

    author: str = ""
    credits: str = ""
    licence: str = ""
    description: str = ""
    date: DayText = ""
    cover: OwnPath | None = None
    typographic_quotes: bool = False
    show_numbers: bool = False
    words: OwnPath | None = None


class LightSettings(SettingsSection):
    """The colours of the light theme."""

    paper: Colour = LIGHT.paper
    ink: Colour = LIGHT.ink
    accent: Colour = LIGHT.accent


class DarkSettings(SettingsSection):
    """The colours of the dark theme."""

    paper: Colour = DARK.paper
    ink: Colour = DARK.ink
    accent: Colour = DARK.accent


class ThemeSettings(SettingsSection):
    """The colours and fonts of the web page and the EPUB; ``css`` is a style sheet file."""

    light: LightSettings = LightSettings.model_construct()
    dark: DarkSettings = DarkSettings.model_construct()
    text_font: FontName = ""
    interface_font: FontName = ""
    css: OwnPath | None = None
