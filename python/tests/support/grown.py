"""Any plan grown without a model: valid texts in every section."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, cast
from zlib import crc32

from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from tests.support.sections import PLAIN, answer_sections
from tests.support.stage_runs import shipped_prompts

GROW = GrowStage(shipped_prompts())
FEEDBACK = shipped_prompts().wording("feedback")
FIELDS = {"titles": "title", "labels": "label", "endings": "name"}

COVER = {"title": "A Story", "hook": "It begins.", "onward": "Go on"}

Hours = Literal["one", "each"]


def grow_artifact(
    story: Story, *, hours: Hours = "one", acts: bool = False, before: GrowArtifact | None = None
) -> GrowArtifact:
    """Return GROW's artifact for a plan; ``hours`` is one time for all moments or one each.

    The artifact ``before`` is continued.
    """
    settled = before.model_dump(mode="json") if before else {}
    inputs = StageInputs(acts=acts, settled=settled)
    answer = partial(answer_words, hours=hours)
    return cast(GrowArtifact, answer_sections(GROW, story, inputs, answer))


def grown(story: Story, *, hours: Hours = "one", acts: bool = False) -> Story:
    return GROW.apply(story, grow_artifact(story, hours=hours, acts=acts))


def sections_of(story: Story, *, acts: bool = False) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (section.name, next(iter(section.manifest.sections.values()), ()))
        for section in asked_of(story, acts=acts)
    ]


def asked_of(story: Story, *, acts: bool, before: GrowArtifact | None = None) -> list[Section]:
    """Return the requested sections, in order."""
    settled = before.model_dump(mode="json") if before else {}
    inputs = StageInputs(acts=acts, settled=settled)
    return [section for section, _ in made_of(story, inputs)]


def made_of(
    story: Story, inputs: StageInputs, hours: Hours = "one"
) -> Iterator[tuple[Section, Artifact]]:
    requests = SectionRequests(GROW.sections(story, inputs, PLAIN), is_batching=False)
    while section := requests.section:
        part = answer_words(section, hours)
        yield section, part
        requests.submit(part)


def answer_words(section: Section, hours: Hours = "one") -> Artifact:
    """Return a valid answer as the section's model."""
    answer = words_for(section, hours)
    assert check_structural_completeness(answer, section.manifest, FEEDBACK) == ()
    part = section.model.model_validate(answer)
    assert list(section.check(part)) == [], list(section.check(part))
    return part


def at(time: int, when: str = "Some day") -> dict[str, Any]:
    """Return a time in hours as a model submits it."""
    return {"day": 1 + time // 24, "hour": time % 24, "when": when}


def words_for(section: Section, hours: Hours) -> dict[str, Any]:
    if section.name == "hubs":
        return {"hubs": list(_hubs(section))}
    if not section.manifest.sections:
        return dict(COVER)
    ((name, ids),) = section.manifest.sections.items()
    if name == "acts":
        counts = section.manifest.counts
        return {
            name: {
                each: {"options": _options(each, counts[f"acts.{each}.options"].least)}
                for each in ids
            }
        }
    if name == "dares":
        pins = section.manifest.pins
        return {
            name: {
                each: {**_option(each, 99), "needs": pins[f"dares.{each}.needs"][0]} for each in ids
            }
        }
    if name == "recalls":
        places = [f"recalls.{each}.marks" for each in ids]
        counts, pins = section.manifest.counts, section.manifest.pins
        return {
            name: {
                each: {"marks": pins[at][: counts[at].least]}
                for each, at in zip(ids, places, strict=True)
            }
        }
    if name == "scenes":
        return {name: {each: at(n if hours == "each" else 0) for n, each in enumerate(ids)}}
    field = FIELDS[name]
    words = {each: f"Go {crc32(each.encode())}" for each in ids}
    answer: dict[str, Any] = {name: {each: {field: text} for each, text in words.items()}}
    if name == "endings" and not section.variables["named"]:
        answer |= COVER
    return answer


def _hubs(section: Section) -> Iterator[dict[str, Any]]:
    counts, places = section.manifest.counts, section.variables["places"]
    for place in places[: counts["hubs"].least]:
        passage = place["passage"].id
        topics = [
            {**option, "summary": f"There is {crc32(option['label'].encode())}."}
            for option in _options(f"topic {passage}", counts["hubs.topics"].least)
        ]
        yield {
            "passage": passage,
            "topics": topics,
            "leave": "" if place["question"] else "Leave",
            "first": int(section.variables["needs_first"]),
        }


def _options(of: str, count: int) -> list[dict[str, str]]:
    return [_option(of, number) for number in range(count)]


def _option(of: str, number: int) -> dict[str, str]:
    name = crc32(f"{of} {number}".encode())
    return {"label": f"Do {name}", "leaves": f"You did {name}."}
