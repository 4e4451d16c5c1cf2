"""The keys of ``project.yaml`` for the studio: agents, its model, and MCP servers."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, model_validator

from questfoundry.composition.endpoint_keys import OWNERS
from questfoundry.composition.file_values import (
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
    """The model that the studio's agent talks with: its provider, and its name there."""

    type: str
    model: str

    @model_validator(mode="after")
    def _names_a_model(self) -> Backend:
        model_name(f"{self.type}/{self.model}")
        return self


class InteractiveMode(SettingsSection):
    """The studio: whether it is what opens, who is asked, and what a session may spend."""

    enabled: bool = False
    require_approval: bool = True
    backend: Backend | None = None
    budget: BudgetText | None = None


class Orchestrator(SettingsSection):
    """How several agents work together."""

    interactive_mode: InteractiveMode = InteractiveMode()


class AgentSettings(SettingsSection):
    """An agent of delegated runs: its name, its model, and what it is told it is."""

    id: AgentName
    model: ModelName
    prompt: str = ""


class ServerSettings(SettingsSection):
    """An MCP server: how it is reached, the variables it gets, and the tools that are allowed.

    ``reads`` are tools that change nothing; before one of ``changes`` is called, it is asked.
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
"""Agents with different names."""
