"""What stages that were never made in a project are expected to take of its models."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.app.pipeline.typical import typical_of
from questfoundry.composition.containers import ProjectContainer
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.journal import Paid
from questfoundry.domain.story.size import Size


def expected_of(container: ProjectContainer, size: Size | None) -> Mapping[str, Paid]:
    """By stage; nothing where no model can be asked yet.

    The size is the story's, where that is settled, or else the one asked for or the project's.
    """
    try:
        models = container.phase_providers()
    except SettingsError:
        return {}
    story = container.registry().story(container.store().artifacts)
    return typical_of(models, story.size or size or container.settings().file.size)
