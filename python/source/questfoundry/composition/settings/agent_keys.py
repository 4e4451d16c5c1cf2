"""The settings in ``project.yaml`` for the studio: its agents, its model and MCP servers."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, model_validator

from questfoundry.composition.settings.endpoint_keys import OWNERS
from questfoundry.composition.settings.file_values import (
    AgentName,
    BudgetText,
    ModelName,
    Seconds,
    SettingsSection,
    VariableName,
    WebAddress,
    mistake,
    model_name,
)


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
    """The ``orchestrator`` section of ``project.yaml``."""

    interactive_mode: InteractiveMode = InteractiveMode()


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
        owned = next((e for e in (*self.env, self.key) if e and e in OWNERS), None)
        if bool(self.command) == (self.url is not None):
            raise mistake("name either a `command` (a list) or a `url`.")
        if not {*self.reads, *self.changes} or {*self.reads} & {*self.changes}:
            raise mistake("name the allowed tools, each either under `reads` or under `changes`.")
        if owned is not None:
            owner = OWNERS[owned]
            raise mistake(
                f"{owned} may be sent only to the provider {owner.name!r}. Use another variable."
            )
        return self


def _require_unique_names(agents: tuple[AgentSettings, ...]) -> tuple[AgentSettings, ...]:
    names = [each.id for each in agents]
    twice = next((each for each in names if names.count(each) > 1), None)
    if twice is not None:
        raise mistake(f"Two agents are named {twice!r}. Give each agent a different name.")
    return agents


Agents = Annotated[tuple[AgentSettings, ...], AfterValidator(_require_unique_names)]
"""The ``agents`` section of ``project.yaml``; the names must differ."""
