"""SEED plans a long story as a whole first, then chapter by chapter."""

from random import Random
from typing import Any

import pytest

from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedChapters
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import Story
from tests.support.planner import BRAINSTORM, SEED, Planner, material, seed_artifact
from tests.support.sections import answer_sections
from tests.support.stage_runs import shipped_prompts


def sections_of(story: Story) -> list[Section]:
    preset = PRESETS[story.effective_size]
    planner = Planner(story=story, preset=preset, chance=Random(1))
    found = []

    def answered(section: Section) -> Artifact:
        found.append(section)
        return planner.answered(section)

    answer_sections(SEED, story, StageInputs(), answered)
    return found


@pytest.fixture(scope="module")
def sections() -> list[Section]:
    return sections_of(STORY)


STORY = material(Size.MEDIUM, Random(7))
PLAN = seed_artifact(STORY, StageInputs(), Random(7))


def test_the_whole_is_planned_first_then_chapter_by_chapter(sections: list[Section]) -> None:
    """Common endings need a whole plan, and small requests need summaries. (CHP-1.2)"""
    names = [each.name.partition("::")[0] for each in sections]
    count = len(PLAN["chapters"])
    assert names[:2] == ["entities", "chapters"]
    assert [each for each in names if each.startswith("paths")] == [
        f"paths.{number}" for number in range(1, 1 + count)
    ]
    first = names.index("paths.2")
    assert names[first - 1] == "residue.1"
    assert {"openings.chapter", "beats.dilemma"} <= {*names[:first]}
    assert names[-3:] == ["epilogues.1", "epilogues.2", f"residue.{count}"]

    *_, last = [each for each in sections if each.name.startswith("paths")]
    chapter = last.variables["chapter"]
    assert len(last.manifest.sections["paths"]) <= 2 * PRESETS[Size.MEDIUM].dilemmas.most
    assert len(chapter.before) == chapter.number - 1 == len(PLAN["chapters"]) - 1
    assert chapter.follows == ""


def test_every_dilemma_is_dealt_once(sections: list[Section]) -> None:
    """A dilemma in two chapters or in none would be decided twice or never."""
    section = sections[1]
    drafts = [dict(each) for each in PLAN["chapters"]]
    drafts[0] = {**drafts[0], "soft": drafts[1]["soft"]}
    wrong = SeedChapters.model_validate({"chapters": drafts})
    rules = {each.rule for each in section.check(wrong)}
    assert rules == {"seed.in_no_chapter", "seed.in_two_chapters"}
    assert not section.check(section.last_resort(wrong))


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
def test_short_stories_have_no_chapters(size: Size) -> None:
    """Chapters would only add calls to a short story."""
    assert "chapters" not in {each.name for each in sections_of(material(size, Random(1)))}


def test_a_story_with_too_few_dilemmas_has_no_chapters() -> None:
    """Too few dilemmas would leave chapters without a decision."""
    small = material(Size.SHORT, Random(1))
    assert "chapters" not in seed_artifact(small, StageInputs(size=Size.MEDIUM), Random(1))


@pytest.mark.parametrize("chapter", [1, 2, None])
def test_a_plan_is_taken_in_as_an_edit(chapter: int | None) -> None:
    """A plan that fails the check for edits could not be changed. (CHP-4.1)"""
    plan = seed_artifact(STORY, StageInputs(chapter=chapter), Random(3))
    made = SEED.validate(plan, story=STORY, prompts=shipped_prompts())
    assert isinstance(made, SeedArtifact), made
    assert len(made.openings) == (chapter or len(made.chapters))
    assert bool(made.epilogues) is (chapter is None)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"order": ["dilemma::question-1"]}, "schema.extra_forbidden"),
        ({"openings": {}}, "schema.missing"),
        ({"chapters": []}, "schema.missing"),
    ],
)
def test_a_plan_has_one_form(change: dict[str, Any], rule: str) -> None:
    """A plan that mixes chapters and a plain order is ambiguous, so it is refused."""
    faults = SEED.validate({**PLAN, **change}, story=STORY, prompts=shipped_prompts())
    assert rule in {each.rule for each in faults}


def dilemma(number: int, place: int, anchor: str) -> dict[str, Any]:
    return {
        "name": f"Question {number} {place}",
        "question": f"What of {number} and {place} and {number * place}?",
        "why_it_matters": "It does.",
        "default": {"text": "Yes.", "benefit": "It is short."},
        "alternative": {"text": "No.", "benefit": "It is safe."},
        "anchors": [anchor],
    }


def test_dilemmas_are_found_in_handfuls() -> None:
    """Many dilemmas in one answer repeat each other, so each batch sees the earlier questions."""
    made: dict[str, Artifact] = {}
    whole = material(Size.MEDIUM, Random(1))
    entities = [
        {"kind": each.kind.value, "name": each.name, "concept": each.concept}
        for each in whole.entities
    ]

    def answered(section: Section) -> Artifact:
        number, anchor = len(made) + 1, whole.entities[0].id
        handful = [dilemma(number, place, anchor) for place in range(10 * number, 10 * number + 4)]
        answer = {"entities": entities} if number == 1 else {"dilemmas": handful}
        part = section.model.model_validate(answer)
        assert not section.check(part)
        if number == 3:
            rules = {each.rule for each in section.check(made["dilemmas.1"])}
            assert rules == {"brainstorm.doubled", "brainstorm.same_question"}
        made[section.name] = part
        return part

    found = answer_sections(BRAINSTORM, whole, StageInputs(), answered).model_dump(mode="json")
    assert list(made) == ["entities", "dilemmas.1", "dilemmas.2", "dilemmas.3"]
    assert len(found["dilemmas"]) == 12
    edited = BRAINSTORM.validate(found, story=whole, prompts=shipped_prompts())
    assert not isinstance(edited, tuple), edited
