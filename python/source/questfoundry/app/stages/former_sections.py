"""Run stages of other packages that name their sections one by one, as in earlier versions."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.app.stages.section import Section, SectionFlow
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story


def adopt_former_sections(stage: Any) -> None:
    """Give ``stage`` the method ``sections`` if it has only ``next_section``, and warn."""
    if "next_section" not in vars(stage) or "sections" in vars(stage):
        return
    stage.sections = _yield_sections
    warnings.warn(
        f"{stage.__name__}.next_section is now {stage.__name__}.sections, a generator of sections; "
        "the former method goes away in the next version.",
        DeprecationWarning,
        stacklevel=4,
    )


def _yield_sections(
    stage: Any, story: Story, inputs: StageInputs, traits: ModelTraits | None
) -> SectionFlow:
    find_next = stage.next_section
    if traits is None:
        find_next = getattr(stage, "section_to_check", find_next)
    existing = getattr(stage, "read_existing_sections", None)
    results: dict[str, Artifact] = dict(existing(story, inputs)) if existing else {}
    sections: list[Section[Any]] = []
    while section := find_next(story, inputs, results):
        results[section.name] = yield section
        sections.append(section)
    assemble = getattr(stage, "assemble", None)
    data = assemble(story, inputs, results) if assemble else _place_results(sections, results)
    artifact: Artifact = stage.artifact.model_validate(dict(data))
    return artifact


def _place_results(
    sections: Sequence[Section[Any]], results: Mapping[str, Artifact]
) -> Mapping[str, Any]:
    whole: dict[str, Any] = {}
    for section in sections:
        plain: dict[str, Any] = results[section.name].model_dump(mode="json")
        for step in reversed(section.path.split(".", 1) if section.path else ()):
            plain = {step: plain}
        for name, value in plain.items():
            whole[name] = {**whole[name], **value} if name in whole else value
    return whole
