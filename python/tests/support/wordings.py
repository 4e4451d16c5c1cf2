"""The shipped wordings without the repository that renders templates."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.prompt import Prompt
from questfoundry.domain.protocols.prompts import PromptRepository

PROMPTS = Path(__file__).parents[3] / "prompts"


class ShippedWordings(PromptRepository):
    """Reads ``prompts/<name>.yaml``, or what a test put in its place."""

    def __init__(self, instead: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._instead = instead or {}

    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        raise NotImplementedError

    def wording(self, name: str) -> Mapping[str, Any]:
        if name in self._instead:
            return self._instead[name]
        return _shipped(name)


@cache
def _shipped(name: str) -> Mapping[str, Any]:
    from ruamel.yaml import YAML

    words: Mapping[str, Any] = YAML(typ="safe").load(PROMPTS / f"{name}.yaml")
    return words
