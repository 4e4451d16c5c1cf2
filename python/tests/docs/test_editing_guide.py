"""Tests that all examples of the editing guide are valid edits of the small story."""

import asyncio
import re
from copy import deepcopy
from typing import Any

import pytest
import yaml

from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.artifacts.seed import SeedArtifact
from tests.support.checkout import ROOT
from tests.support.small_story import made_until
from tests.support.stage_runs import Workshop, shipped_prompts

GUIDE = (ROOT / "docs/guides/editing.md").read_text("utf-8")
EXAMPLES = re.findall(r"(<!-- seed -->\n)?```yaml\n(.*?)```", GUIDE, re.DOTALL)


def edited(data: Any, change: Any) -> Any:
    """Return the data with the change applied; entries of lists are matched by their ids."""
    if isinstance(data, dict) and isinstance(change, dict):
        return data | {name: edited(data.get(name), each) for name, each in change.items()}
    if isinstance(change, list) and all(isinstance(each, dict) for each in change):
        there = {each["id"]: each for each in data or ()}
        return list(
            (there | {each["id"]: edited(there.get(each["id"]), each) for each in change}).values()
        )
    return change


@pytest.fixture(scope="module")
def story() -> Workshop:
    return asyncio.run(made_until("grow"))


def test_every_example_is_taken_in(story: Workshop) -> None:
    """An author who copies an example from the guide must not get an error."""
    stage = story.registry.get("grow")
    before = story.registry.story(story.store.artifacts, before="grow")
    data = deepcopy(dict(story.current("grow").data))
    examples = [each for of_seed, each in EXAMPLES if not of_seed]
    assert len(examples) == 5
    for each in examples:
        data = edited(data, yaml.safe_load(each))
        accepted = stage.validate(data, story=before, prompts=shipped_prompts())
        assert isinstance(accepted, GrowArtifact), (each, accepted)


def test_sentences_of_the_plan_weave_nothing_anew(story: Workshop) -> None:
    """The guide promises that editing a sentence leaves the structure unchanged."""
    seed, grow = story.registry.get("seed"), story.registry.get("grow")
    before = story.registry.story(story.store.artifacts, before="seed")
    ((_, example),) = [each for each in EXAMPLES if each[0]]
    data = dict(story.current("seed").data)
    changed = seed.validate(
        edited(data, yaml.safe_load(example)), story=before, prompts=shipped_prompts()
    )
    assert isinstance(changed, SeedArtifact), changed
    now, then = seed.apply(before, changed), seed.apply(before, seed.read(data))
    assert now != then
    assert grow.fingerprint(now) == grow.fingerprint(then)
