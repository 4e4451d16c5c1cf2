"""What may stand in ``project.yaml`` about servers that offer models, and whose keys are whose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from questfoundry.composition.file_values import (
    SettingsSection,
    VariableName,
    WebAddress,
    faults_at,
)
from questfoundry.composition.providers import BUILT_IN, RESERVED
from questfoundry.domain.models.traits import TraitOverrides
from questfoundry.infra.llm.openai.compatible import COMPATIBLE

OWNERS = {each.key_variable: each for each in (*BUILT_IN.values(), *COMPATIBLE.values())}
"""The providers that are known, by the variables that hold their keys."""


class Endpoint(SettingsSection):
    """A server that speaks OpenAI's format, or what is different about one known by name.

    ``key`` names the variable that holds its key; ``traits`` are those of all its models.
    """

    base_url: WebAddress | None = None
    key: VariableName | None = None
    traits: TraitOverrides | None = None


def _known(endpoints: dict[str, Endpoint]) -> dict[str, Endpoint]:
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
        problem = "is no name. Begin with a letter; a to z, 0 to 9, - and _ may follow."
    elif known is None and name in RESERVED:
        problem = "is the name of a provider of the program. Choose another one."
    elif known is None and given.base_url is None:
        problem = "needs a base_url, as http://127.0.0.1:8080/v1. Without one there are "
        problem += f"{', '.join(COMPATIBLE)}."
    if problem:
        yield (name,), f"{name!r} {problem}"
    # The file may come from somebody else. Only the key of a server that has no fixed address
    # may be sent where the file says.
    if owner is not None and (owner is not known or known.requires_key):
        problem = f"{given.key} goes to the provider {owner.name!r} only. Name another variable."
        yield (name, "key"), problem


_Named = Annotated[Endpoint, BeforeValidator(lambda given: {} if given is None else given)]
Endpoints = Annotated[dict[str, _Named], AfterValidator(_known)]
"""Endpoints by name; one that is known by it needs nothing else."""
