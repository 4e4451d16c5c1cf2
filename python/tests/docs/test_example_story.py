"""Tests that the stories in examples/ are what their artifacts give today, byte for byte."""

import asyncio
import json
import shlex
from pathlib import Path

import pytest
from attrs import evolve
from ruamel.yaml import YAML

from questfoundry.app.shipping.edition import edition_of, require_complete
from questfoundry.app.story_map.builder import build_map
from questfoundry.composition.registries.formats import story_exporters
from questfoundry.composition.registries.stages import stage_registry
from questfoundry.domain.prose.finished_prose import check_finished_prose
from questfoundry.domain.story.hands import HandTotals
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.infra.story_map.svg import SvgMapRenderer
from tests.support.checkout import ROOT
from tests.support.deeds import with_deeds
from tests.support.editions import REPORTS
from tests.support.qf import qf
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import shipped_prompts

EXAMPLES = [each.parent for each in sorted((ROOT / "examples").glob("*/artifacts"))]
RECORDED = ROOT / "examples" / "forty-asleep"


def load_story(example: Path) -> Story:
    """Return the story that the files of the example describe."""
    registry = stage_registry(shipped_prompts())
    story = EMPTY_STORY
    for stage in registry.artifacts:
        file = example / "artifacts" / f"{stage.name}.yaml"
        if file.exists():  # a stage may be newer than the example
            data = YAML(typ="safe").load(file)
            story = stage.apply(story, stage.artifact.model_validate(data))
    return story


def edition(example: Path) -> Edition:
    """Return the edition that the files of the example describe."""
    story = load_story(example)
    require_complete(story)
    settings = YAML(typ="safe").load(example / "project.yaml")
    return edition_of(story, ifid=settings["ifid"], language=settings["language"])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_the_example_has_no_slips_in_its_prose(example: Path) -> None:
    """Finished prose of a large and of a small model is accepted as it is. (PRS-9.1)"""
    wording = shipped_prompts().wording("rules/finished_prose")
    assert check_finished_prose(load_story(example), wording) == ()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_the_example_is_what_the_exporters_write(example: Path) -> None:
    """Outdated examples would show readers what the program no longer writes. (SHP-1.1)"""
    hands = json.loads((example / "exports" / "hands.json").read_bytes())
    told = evolve(edition(example), hands=HandTotals.from_document(hands["total"]))
    made = {
        file.name: file.content for exporter in story_exporters() for file in exporter.export(told)
    }
    made["map.svg"] = SvgMapRenderer().render(build_map(load_story(example)))
    shipped = example / "exports"
    assert {each.name for each in shipped.iterdir()} == {*made, *REPORTS, "manifest.json"}
    for name, content in made.items():
        assert (shipped / name).read_bytes() == content, name


def test_the_picture_of_the_small_story_is_what_the_program_draws() -> None:
    """An outdated picture in the reference would mislead readers. (MAP-6.1)"""
    story = with_deeds(story_of(asyncio.run(made_until("grow"))))
    picture = ROOT / "docs" / "pictures" / "map.svg"
    assert picture.read_bytes() == SvgMapRenderer().render(build_map(story))


def test_the_recorded_example_is_made_again_from_its_recording(tmp_path: Path) -> None:
    """The program made the example, without asking a model. (PRV-9.1)"""
    (command,) = (
        line.removeprefix("qf ")
        for line in (ROOT / "examples" / "README.md").read_text("utf-8").splitlines()
        if "--provider recorded/" in line
    )
    arguments = [
        str(ROOT / each.removeprefix("recorded/")) if each.startswith("recorded/") else each
        for each in shlex.split(command)
    ]
    folder = tmp_path / "story"
    place = arguments.index("--provider") + 1
    arguments[place] = f"recorded/{arguments[place]}"
    made = qf(*arguments, "--project", str(folder))

    assert made.code == 0, made.err
    for artifact in (RECORDED / "artifacts").iterdir():
        assert (folder / "artifacts" / artifact.name).read_text() == artifact.read_text()
    hands = (RECORDED / "exports" / "hands.json").read_text()
    assert (folder / "exports" / "hands.json").read_text() == hands
