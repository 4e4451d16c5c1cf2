"""The settings in ``project.yaml`` for model servers, and the owners of API key variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from questfoundry.composition.registries.providers import BUILT_IN, RESERVED
from questfoundry.composition.settings.file_values import (
    SettingsSection,
    VariableName,
    WebAddress,
    faults_at,
)
from questfoundry.domain.models.traits import TraitOverrides
from questfoundry.infra.llm.openai.compatible import COMPATIBLE

OWNERS = {each.key_variable: each for each in (*BUILT_IN.values(), *COMPATIBLE.values())}
"""The known providers by the environment variable of their API key."""


class Endpoint(SettingsSection):
    """A server with an OpenAI-compatible API, or changes to the settings of a known provider.

    ``key`` names the variable of the API key; ``traits`` apply to all models of the server.
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
    known, owner = COMPATIBLE.get(name), OWNERS.get(given.key or "")
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
        problem = (
            f"{given.key} may be sent only to the provider {owner.name!r}. Use another variable."
        )
        yield (name, "key"), problem


_Named = Annotated[Endpoint, BeforeValidator(lambda given: {} if given is None else given)]
Endpoints = Annotated[dict[str, _Named], AfterValidator(_require_valid)]
"""Endpoints by name; an endpoint named like a known provider needs no settings of its own."""
