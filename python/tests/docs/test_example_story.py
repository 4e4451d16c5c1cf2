"""The story in examples/ is what its artifacts give today, sound, and shipped byte for byte."""

from __future__ import annotations

from ruamel.yaml import YAML

from questfoundry.app.shipping.edition import edition_of, require_whole
from questfoundry.composition.exporters import story_exporters
from questfoundry.composition.stages import stage_registry
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.story import EMPTY_STORY
from tests.support.checkout import ROOT
from tests.support.stage_runs import shipped_prompts

(EXAMPLE,) = (each.parent for each in (ROOT / "examples").glob("*/artifacts"))


def edition() -> Edition:
    """What the files of the example say."""
    registry = stage_registry(shipped_prompts())
    story = EMPTY_STORY
    for name in (each.name for each in registry.artifacts):
        stage = registry.get(name)
        data = YAML(typ="safe").load(EXAMPLE / "artifacts" / f"{name}.yaml")
        story = stage.apply(story, stage.artifact.model_validate(data))
    require_whole(story)
    settings = YAML(typ="safe").load(EXAMPLE / "project.yaml")
    return edition_of(story, ifid=settings["ifid"], language=settings["language"])


def test_the_example_is_what_the_exporters_write() -> None:
    """SHP-1.1: `qf ship` in a project of these artifacts writes these bytes."""
    told = edition()
    made = {
        file.name: file.content for exporter in story_exporters() for file in exporter.export(told)
    }
    shipped = EXAMPLE / "exports"
    reports = {"manifest.json", "report.json", "report.md", "map.svg"}
    assert {each.name for each in shipped.iterdir()} - reports == set(made)
    for name, content in made.items():
        assert (shipped / name).read_bytes() == content, name
