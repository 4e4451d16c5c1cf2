"""Check an idea for a new story before the project's folder is created."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from questfoundry.composition.settings.settings import settings_in_memory
from questfoundry.composition.wiring.in_memory import InMemoryProjectContainer
from questfoundry.composition.wiring.inputs import RunOptions, build_stage_inputs
from questfoundry.composition.wiring.models import ProjectModels
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.run.support import require_supported

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import SourceChoices


def require_possible_story(
    idea: str,
    environment: Mapping[str, str],
    *,
    flags: SourceChoices | None = None,
    options: RunOptions | None = None,
) -> None:
    """Raise ``InputError`` if the models of a new project cannot write a story about ``idea``.

    Faulty settings are ignored here; the run reports them.
    """
    container = InMemoryProjectContainer(settings_in_memory(environment), flags=flags)
    models = container.models()
    inputs = build_stage_inputs(container.settings(), options, idea=idea)
    if isinstance(models, ProjectModels):
        with suppress(SettingsError):
            for each in models.resolve_choice(None).traits.values():
                require_supported("dream", inputs, each.capabilities)
