"""The central questions in SEED: requests, refusals and repairs."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.stages.grow.apply import apply_times
from questfoundry.app.stages.grow.order import find_nearest_order
from questfoundry.app.stages.seed import clues
from questfoundry.app.stages.seed.clues import (
    build_question_entries,
    drop_early_reliance,
    find_question_faults,
    weave_plan,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.summary import summarize_plan
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedQuestions
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.fault import Fault
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.order import Reason, build_constraints
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.weave import weave
from questfoundry.testing.scripted import calls
from tests.strategies.shapes import CHANCES
from tests.strategies.woven import SMALL, settled, times
from tests.support.examples import examples
from tests.support.led_stages import IDEAS, led_stages
from tests.support.shapes import Shape, shaped
from tests.support.small_story import FLOOD, QUESTIONS, RESIDUE, made_until, seed_script, story_of
from tests.support.stage_runs import Ask, Workshop, asked, issues_of, shipped_prompts

LAWS = {Law.CLUES, Law.QUESTIONS, Law.LEARNT}
SHARED, EPILOGUE = (
    "beat::the-drowned-ledger-shared-1",
    "beat::the-drowned-ledger-default-epilogue-1",
)
DESK, PAGE = (f"beat::the-drowned-ledger-{each}-commit-1" for each in ("default", "alternative"))
OTHER_END = "ending::the-drowned-ledger-alternative"


def changed(**fields: Any) -> dict[str, Any]:
    """Return the small story's question with changed clue fields or endings."""
    answer = deepcopy(QUESTIONS)
    (question,) = answer["questions"]
    question["unanswered"] = fields.pop("unanswered", [])
    question["clues"][0] |= fields
    return answer


async def test_a_question_is_asked_for_with_all_moments_in_their_planned_order() -> None:
    """The model can place clues in time only if it sees all beats in order."""
    workshop = await made_until("brainstorm")
    provider = await workshop.run_script(seed_script(), stage="seed")

    user = provider.requests[-1].messages[-1].content
    told = [
        line.split(" = ")[0]
        for line in user.split("# All beats in their planned order\n")[1].split("\n")
    ]
    assert told.index("beat::setup-1") < told.index(SHARED) < told.index(DESK)
    _, _, page = user.partition('Only after the answer "She gives it away.":')
    assert f"{PAGE} = Police Barge: She reads the first page to the families." in page
    assert f"Only at {OTHER_END} (" in user
    question = asked(provider, -1)["properties"]["questions"]
    assert (question["minItems"], question["maxItems"]) == (1, 1)
    learnt = question["items"]["properties"]["clues"]["items"]["properties"]["learnt"]
    assert learnt["items"]["enum"][:2] == [SHARED, "beat::the-last-air-shared-1"]
    (clue,) = story_of(workshop).clues
    assert (clue.id, clue.question, clue.answers) == (FLOOD, "Who paid for the flood?", True)
    assert clue.relying_beats == (PAGE,)


async def test_an_ending_that_a_path_closes_is_offered_with_its_answers() -> None:
    """Its beats are among those in which players may learn something."""
    workshop, effects = await made_until("brainstorm"), deepcopy(RESIDUE)
    effects["residue"]["path::the-last-air-default"]["closes"] = "They row out together."
    script = seed_script()
    script[-2] = calls("submit_seed", effects)
    provider = await workshop.run_script(script, stage="seed")
    user = provider.requests[-1].messages[-1].content
    own = f"{OTHER_END}--after-the-last-air-default"
    answer = story_of(workshop).answer_of("path::the-last-air-default").text
    assert f"Only at {own} ({answer} She gives it away.):" in user


async def test_the_plan_in_short_has_question_and_answer() -> None:
    """Authors look for the mystery and its answer in the summary of the plan."""
    story = story_of(await made_until("seed"))
    lines = [each for each in summarize_plan(story) if each.label == "Asks"]
    assert [each.text for each in lines] == [
        "Who paid for the flood? The mayor paid for the flood."
    ]


async def test_a_plan_without_questions_is_not_asked_for_any() -> None:
    """Authors can switch questions off, and plans of older versions have none."""
    workshop = await made_until("brainstorm")
    provider = await workshop.run_script(seed_script()[:-1], Ask(questions=False), "seed")
    assert story_of(workshop).clues == ()
    assert "Who opened" not in provider.requests[0].messages[0].content

    assert SeedArtifact.model_fields["questions"].default == ()


BREACHES: dict[str, tuple[dict[str, Any], str, str]] = {
    "learnt too late": (
        changed(learnt=[SHARED], needs=["beat::the-last-air-shared-1"]),
        "questions.0.clues.0.needs",
        "seed.clue_comes_late",
    ),
    "learnt on one side": (
        changed(learnt=["beat::the-last-air-default-tail-1", SHARED], needs=[SHARED]),
        "questions.0.clues.0.needs",
        "seed.clue_comes_late",
    ),
    "no answer at one end": (
        changed(learnt=[DESK], needs=[]),
        "questions.0.clues.0.learnt",
        "seed.question_open",
    ),
}


@pytest.mark.parametrize("case", BREACHES)
async def test_what_breaks_a_law_is_asked_anew_where_it_stands(case: str) -> None:
    """A player must not rely on a clue that the player has not learnt. (CLU-3.4)"""
    wrong, field, rule = BREACHES[case]
    workshop = await made_until("brainstorm")
    replies = [*seed_script()[:-1], calls("submit_seed", wrong), seed_script()[-1]]
    provider = await workshop.run_script(replies, stage="seed")

    (issue,) = issues_of(provider, -1)
    assert issue["field"] == field
    assert [each.field for each in faults_of_edit(workshop, wrong)] == [field]
    assert [each.rule for each in faults_of_edit(workshop, wrong)] == [rule]


def faults_of_edit(workshop: Workshop, change: dict[str, Any]) -> list[Fault]:
    """Return the faults of the small story's plan with the questions in ``change``."""
    data: dict[str, Any] = deepcopy(dict(workshop.current("seed").data))
    data["questions"] = [{"id": "question::mine", **each} for each in change["questions"]]
    stage = workshop.registry.get("seed")
    story = story_of(workshop, before="seed")
    found = stage.validate(data, story=story, prompts=workshop.prompts)
    return list(found) if isinstance(found, tuple) else []


async def test_an_edit_may_ask_other_questions_or_none() -> None:
    """Authors may change or delete questions by hand, within the same rules. (CLU-3.4)"""
    workshop = await made_until("seed")
    assert faults_of_edit(workshop, {"questions": []}) == []
    assert faults_of_edit(workshop, changed(learnt=[DESK], needs=[], unanswered=[OTHER_END])) == []
    (stranger,) = faults_of_edit(workshop, changed(learnt=["beat::nowhere"]))
    assert stranger.field == "questions.0.clues.0.learnt.0"
    twice = {"questions": [*QUESTIONS["questions"], *QUESTIONS["questions"]]}
    assert faults_of_edit(workshop, twice) != []


async def test_an_edit_may_name_a_beat_that_is_too_much_for_a_request(monkeypatch) -> None:
    """A request lists only some beats, but authors may use every beat. (CLU-3.4)"""
    workshop = await made_until("seed")
    monkeypatch.setattr(clues, "MOST_MOMENTS", 3)
    tails = [f"beat::the-drowned-ledger-{each}-tail-1" for each in ("default", "alternative")]
    told = weave_plan(story_of(workshop))
    assert not {*tails} & {*told.places}
    assert faults_of_edit(workshop, changed(learnt=tails, needs=[])) == []


@st.composite
def answers(draw: DrawFn, story: Story) -> SeedQuestions:
    """Draw any questions that a model may answer about a plan."""
    chance = Random(draw(CHANCES))
    told = weave_plan(story)
    places = [each.beat.id for each in told.moments]

    def some(of: list[str], least: int, most: int) -> list[str]:
        return chance.sample(of, min(len(of), chance.randint(least, most)))

    return SeedQuestions.model_validate(
        {
            "questions": [
                {
                    "question": f"Why number {number}?",
                    "clues": [
                        {"text": "So.", "learnt": some(places, 1, 3), "needs": some(places, 0, 2)}
                        for _ in range(chance.randint(1, 3))
                    ],
                    "unanswered": some(list(told.endings), 0, 1),
                }
                for number in range(chance.randint(1, 3))
            ]
        }
    )


@given(st.data())
@examples(60)
def test_what_is_mended_holds_in_any_order_that_grow_may_find(data: st.DataObject) -> None:
    """A repaired clue must stay valid after GROW orders the beats."""
    story = data.draw(settled(SMALL))
    told, rules = weave_plan(story), SeedRules(shipped_prompts())
    given_answer = data.draw(answers(story))
    right = drop_early_reliance(given_answer, told)
    assert list(find_question_faults(right, told, rules)) == []
    assert (right == given_answer) == (not find_question_faults(given_answer, told, rules))

    planned = told.add_clues(right.questions)
    plan = evolve(story, clues=planned.clues)
    scenes = find_nearest_order(read_plan(plan), data.draw(times(plan))).scenes
    woven = weave(apply_times(plan, scenes))
    whole = evolve(plan, beats=woven.beats)
    broken = {each.rule for each in check(grant_clues(woven.structure, whole), story=whole)}
    assert not broken & LAWS


def test_what_is_learnt_stays_before_what_relies_on_it() -> None:
    """GROW must not move a clue behind the scene that relies on the clue."""
    story = shaped(Shape(), Shape(), Shape(hard=True))
    told = weave_plan(story)
    (question,) = SeedQuestions.model_validate(
        {
            "questions": [
                {
                    "question": "Why?",
                    "clues": [
                        {
                            "text": "So.",
                            "learnt": ["beat::d1-x-tail-1", "beat::d1-y-tail-1"],
                            "needs": ["beat::d2-shared-2"],
                        }
                    ],
                }
            ]
        }
    ).questions
    plan = evolve(story, clues=told.add_clues([question]).clues)
    (pair,) = {each for each in build_constraints(read_plan(plan)) if each.reason is Reason.LEARNT}
    assert (pair.first, pair.second) == ("beat::d1-shared-2", "beat::d2-shared-2")
    assert build_question_entries([question])[0].id == "question::why"


@pytest.mark.parametrize("idea", IDEAS)
async def test_the_embedded_model_has_a_question_that_every_ending_answers(idea: str) -> None:
    """Stories of the embedded model also need a question that is answered."""
    led = await led_stages(idea)
    assert led.faults == ()
    (clue,) = led.story.clues
    assert clue.answers
    assert "{" not in clue.question + clue.text
    assert not clue.open_endings
    (learnt,) = (led.story.beat(each) for each in clue.teaching_beats)
    assert learnt.role in (BeatRole.SETUP, BeatRole.SHARED, BeatRole.COMMIT, BeatRole.TAIL)
