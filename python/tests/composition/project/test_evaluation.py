"""Tests of evaluations: stories by plan, the same figures without a model, and blind pairs."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from questfoundry.app.evaluation import BlindPair, EvaluationPlan, TranscriptScreen, count_wins
from questfoundry.composition.project.evaluation import Evaluation, EvaluationResult
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.spec import Budget
from questfoundry.infra.export.play_sheets import build_judge_page
from tests.support.qf import qf

PLAN = """\
models: [draft/scenes]
editions: {edition-a: {settings: {grow: {repairs: false}}}, edition-b: {}}
ideas: [A lighthouse keeper finds a letter, Two sisters rob a train]
"""


async def evaluate(folder: Path, budget: str = "") -> EvaluationResult:
    evaluation = Evaluation(folder, {}, trust=True)
    return await evaluation.execute(budget=Budget.parse(budget) if budget else None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("evaluation")
    (found / "eval.yaml").write_text(PLAN, "utf-8")
    return found


@pytest.fixture(scope="module")
def first(folder: Path) -> EvaluationResult:
    """Return the result of the first evaluation in ``folder``."""
    return asyncio.run(evaluate(folder))


async def test_the_same_figures_come_from_a_copy_without_a_model(
    folder: Path, first: EvaluationResult, tmp_path: Path
) -> None:
    """Anybody must be able to check the figures. (EVA-2.1)"""
    assert [(each.edition, each.stories) for each in first.rows] == [
        (f"edition-{name}", 2) for name in "ab"
    ]
    figures = first.rows[0].figures
    assert figures.words > 500
    assert figures.calls > 0
    assert figures.influence > 0
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    again = await evaluate(copy, budget="1tokens")
    assert (again.stories, again.rows) == (first.stories, first.rows)


async def test_a_copy_through_git_has_the_same_figures(
    folder: Path, first: EvaluationResult, tmp_path: Path
) -> None:
    """People share folders with git, so git must take the record of the requests. (EVA-2.1)"""
    copy = tmp_path / "copy"
    run("git", "init", "-q", folder)
    run("git", "-C", folder, "add", "-A")
    run("git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a")
    run("git", "clone", "-q", folder, copy)
    shutil.rmtree(folder / ".git")
    again = await evaluate(copy)
    assert (again.stories, again.rows) == (first.stories, first.rows)


@pytest.mark.usefixtures("first")
async def test_a_story_without_its_record_has_no_figures(folder: Path, tmp_path: Path) -> None:
    """A cost of nothing would be wrong, and would make its edition look cheap. (EVA-2.1)"""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    for file in (copy / "stories/edition-a/draft-scenes/01").glob("story.db*"):
        file.unlink()
    result = await evaluate(copy)
    [problem] = [each.problem for each in result.stories if each.problem]
    assert "Copy story.db to stories/edition-a/draft-scenes/01 from" in problem
    assert [each.stories for each in result.rows] == [1, 2]


def run(*words: str | Path) -> None:
    subprocess.run(words, check=True, capture_output=True)


async def test_the_next_call_makes_what_the_budget_left_out(tmp_path: Path) -> None:
    """An evaluation may cost much, so a limit must hold and nothing be paid twice. (EVA-1.2)"""
    (tmp_path / "eval.yaml").write_text(PLAN, "utf-8")
    cut_off = await evaluate(tmp_path, budget="20tokens")
    assert all("budget" in each.problem for each in cut_off.stories)
    assert not cut_off.rows
    assert all(each.figures for each in (await evaluate(tmp_path)).stories)


async def test_people_judge_pairs_without_knowing_the_editions(
    folder: Path, first: EvaluationResult
) -> None:
    """A judge who knows the edition judges the edition. (EVA-3.1)"""
    page = (folder / "judge.html").read_text("utf-8")
    assert (len(first.pairs), page.count("<fieldset")) == (2, 2)
    assert "edition-" not in page
    keys = json.loads((folder / "pairs.json").read_text("utf-8"))
    answers = [
        {"pair": name, "better": "left" if sides[0] == "edition-b" else "right", "why": ""}
        for name, sides in keys.items()
    ]
    (folder / "judgements").mkdir()
    (folder / "judgements" / "ann.json").write_text(json.dumps({"answers": answers}), "utf-8")
    (folder / "judgements" / "ben.json").write_text(json.dumps({"answers": answers}), "utf-8")
    assert (await evaluate(folder)).wins == {"edition-a": 0, "edition-b": 4}


def test_only_a_side_of_a_known_pair_counts() -> None:
    """Pages of older evaluations, and undecided judges, must not change the count."""
    answers = [{"one": "same", "two": "left"}, {"one": "right"}]
    assert count_wins(answers, {"one": ("a", "b")}) == {"a": 0, "b": 1}


def test_texts_of_stories_are_escaped() -> None:
    """Text from a model must not run in the judge's browser."""
    screen = TranscriptScreen(
        title="<b>", paragraphs=("<script>1</script>",), offered=("<i>", "Go"), chosen="<i>"
    )
    pair = BlindPair(id='"', idea="<u>", left=(screen,), right=(screen,), editions=("one", "two"))
    page = build_judge_page([pair])
    assert not [tag for tag in ("<b>", "<script>1", "<i>", "<u>") if tag in page]


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ({"models": []}, "eval.yaml: models: "),
        ({"editions": {"A b": {}}}, "eval.yaml: editions.A b"),
        ({"editions": {"a": {"settings": {"size": "long"}}}}, "settings.size is set by the eval"),
    ],
)
def test_a_faulty_plan_is_refused_with_the_place(plan: dict[str, object], problem: str) -> None:
    """An evaluation costs much, so its plan is checked before it begins."""
    right = {"models": ["draft/scenes"], "editions": {"a": {}}, "ideas": ["A baker"]}
    with pytest.raises(InputError, match=problem):
        EvaluationPlan.from_dict({**right, **plan}, name="eval.yaml")


def test_a_plan_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    """The advice about accepted versions of a story does not fit a plan."""
    (tmp_path / "eval.yaml").write_text("models: [a]\n  - b\n", "utf-8")
    with pytest.raises(InputError, match=r"(?s)eval.yaml', line 2.* - b\nCorrect the file\.$"):
        Evaluation(tmp_path, {}).read_plan()


def test_the_command_writes_a_plan_with_six_ideas(tmp_path: Path) -> None:
    """Evaluations can be compared only if they use the same ideas."""
    said = qf("eval", str(tmp_path / "new"), code=0)
    assert "Choose models and editions in this file" in said.out
    assert len(Evaluation(tmp_path / "new", {}).read_plan().ideas) == 6


def test_the_command_shows_the_figures(folder: Path) -> None:
    """The author compares editions in one table, and programs read the same figures."""
    said = qf("eval", str(folder), code=0)
    assert "Edition" in said.out
    assert "edition-a" in said.out
    document = qf("eval", str(folder), "--json", code=0).document
    assert {each["edition"] for each in document["rows"]} == {"edition-a", "edition-b"}
