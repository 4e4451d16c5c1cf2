"""Tests that the bench accepts all material, and that it finds planted faults."""

import re

import pytest
from attrs import evolve
from pydantic import ValidationError
from ruamel.yaml import YAML

from benchmarks.scene_checks.check import check_material
from benchmarks.scene_checks.compose import compose_once, find_prose_faults, list_casts
from benchmarks.scene_checks.finding import MaterialFinding, find_line
from benchmarks.scene_checks.graph import GraphCheck, OrderCheck
from benchmarks.scene_checks.read import compose_draft
from benchmarks.scene_checks.recalls import find_recalls
from benchmarks.scene_checks.told import check_tellings
from questfoundry.domain.story.passage import play
from questfoundry.infra.llm.draft.draw import draw_story
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.premise import Premise, Scene, SceneOption
from tests.support.checkout import ROOT
from tests.support.stage_runs import shipped_prompts


@pytest.fixture(scope="module")
def library():
    return MaterialLibrary(shipped_prompts())


@pytest.fixture(scope="module")
def premise(library):
    return library.load_premise("the-prompter")


def with_text(premise: Premise, name: str, text: str, **changes: object) -> Premise:
    """Return ``premise`` with ``text`` in the first variant of the scene ``name``."""
    scene: Scene = premise.scenes[name]
    first = scene.variants[0].model_copy(update={"text": text, **changes})
    changed = scene.model_copy(update={"variants": (first, *scene.variants[1:])})
    return premise.model_copy(update={"scenes": {**premise.scenes, name: changed}})


def test_all_material_is_without_faults():
    """Each premise is composed for ideas that name much or little, with each form of question."""
    assert list(check_material(shipped_prompts())) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("You are an ferryman.", "the article is wrong"),
        ("You you wait.", "a word stands twice"),
        ('"Well, says {ludo}.', "a quotation mark is missing"),
        ("You wait.{Ludo} waits.", "a space is missing"),
        ("{nobody} waits.", "the slot {nobody} asks for something that is not there"),
        ("[[never-set: You wait.]]", "the condition 'never-set' is no mark"),
        ("[[weather=fine: You wait.]]", "unknown fact 'weather'"),
        ("[[told: A]] [[torn: B]] C", "one paragraph asks about"),
    ],
)
def test_a_planted_fault_is_found_in_its_scene_and_variant(premise, text, problem):
    planted = with_text(premise, "due", text)
    found = list(compose_once(planted, next(iter(list_casts(planted))), "file", 0))
    assert {(each.scene, each.variant) for each in found} == {("due", 1)}
    assert any(problem in each.problem for each in found)


def test_players_at_neither_side_of_the_stat_read_no_half_sentence(library):
    fog = library.load_premise("the-fog")
    for text, problems in (("[[high: Near.]] [[low: Far.]]", 0), ("[[high: Near || Far]]", 1)):
        planted = with_text(fog, "due", text)
        found = compose_once(planted, next(iter(list_casts(planted))), "file", 0)
        assert sum("on neither side" in each.problem for each in found) == problems


def test_players_whose_options_lean_high_turn_to_the_high_page():
    """What the player did decides how the answer ends."""
    idea = "Does she burn the letters or send them?"
    structure = compose_draft(shipped_prompts(), idea, "0", premise="the-fog").story.structure
    leans = {"one-person": 1, "hall": -1, "quicker": 1, "repeated": -1}
    moves = {f"mark::{mark}": step for mark, step in leans.items()}
    for side, step in (("high", 1), ("low", -1)):
        wanted = {mark for mark, each in moves.items() if each == step}
        played = play(structure)
        while not played.ending:
            option = next((e for e in played.open if e.grants & wanted), played.open[0])
            played = play(structure, (*played.choices, option.id))
        assert played.passage.endswith(f"-{side}")


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("stat",), None, "need the key `stat`"),
        (("scenes", "one", "last", "low"), None, "Input should be a valid dictionary"),
        (("scenes", "one", "ending"), "Alongside", "neither `ending` nor `to`"),
    ],
)
def test_a_last_page_needs_its_stat_and_its_other_page(path, value, problem):
    text = (ROOT / "prompts/draft/premises/the-fog.yaml").read_text("utf-8")
    written = YAML(typ="safe").load(text)
    Premise.model_validate(written)
    *parents, key = path
    part = written
    for each in parents:
        part = part[each]
    part[key] = value
    with pytest.raises(ValidationError, match=re.escape(problem)):
        Premise.model_validate(written)


def test_a_mark_that_the_next_scene_does_not_answer_is_found(premise):
    option = SceneOption(label="Wait", mark="waited")
    planted = with_text(premise, "opening", "You wait.", options=(option,))
    problems = [each.problem for each in GraphCheck(planted, "file").find()]
    assert "nothing answers the mark 'waited' in entrance, variant 1" in problems


def test_a_condition_before_its_choice_is_found(premise):
    planted = with_text(premise, "opening", "[[slowly: You stand.]]")
    problems = [each.problem for each in OrderCheck(planted, "file").find()]
    assert problems == ["the text asks for a mark of entrance, which comes later"]


@pytest.mark.parametrize(
    ("scene", "text", "found"),
    [
        ("one", "You throw him the oranges.", "'orange'"),
        ("one", "[[box-two: You see the orange that he has not got.]]", ""),
        ("one", "[[gallery: You see the orange.]]", "'orange'"),
        ("one", "You throw him an orange; he eats the orange.", ""),
        ("one", "He bows to the stage and the house.", ""),
    ],
)
def test_a_text_that_recalls_an_unread_topic_is_found(premise, scene, text, found):
    """A line that remembers what was not played is the fault that readers met most often."""
    hub = premise.scenes["hub"].variants[0].text.replace("People are eating oranges.", "")
    planted = with_text(with_text(premise, "hub", hub), scene, text)
    last = planted.scenes["last-act"].variants[0].text.replace("The oranges are put away.", "")
    planted = with_text(planted, "last-act", last)
    problems = {each.problem for each in find_recalls(planted, "file") if each.scene == scene}
    assert len(problems) == bool(found)
    assert all(found in each for each in problems)


@pytest.mark.parametrize("tone", ["funny", "tense"])
def test_only_an_idea_that_asks_for_a_tone_gets_a_telling_of_this_tone(library, premise, tone):
    """A funny idea gets a funny telling, and a grave idea never does."""
    tellings = library.load_tellings("verb")
    cast = next(iter(list_casts(premise)))
    tale = evolve(cast.tale, tones=frozenset({tone}), tellings=tellings)
    drawn = (draw_story(premise, evolve(cast, tale=tale), f"{seed} An idea.") for seed in range(9))
    told = {each.filler.telling for each in drawn}
    assert told == {each for each in tellings if bool(each.suits) is (tone == "funny")}


@pytest.mark.parametrize(
    ("turn", "problem"),
    [
        ("It was *that* one.", "an asterisk"),
        ("All of them[[at=none: || {at}]] went.", "a space is missing"),
    ],
)
def test_a_fault_planted_in_a_telling_is_found(library, monkeypatch, turn, problem):
    first, *others = library.load_all_tellings()["verb"]
    planted = (first.model_copy(update={"turn": turn}), *others)
    tellings = {**library.load_all_tellings(), "verb": planted}
    monkeypatch.setattr(MaterialLibrary, "load_all_tellings", lambda _: tellings)
    found = list(check_tellings(library))
    assert {(each.scene, each.variant) for each in found} == {("verb", 1)}
    assert all(problem in each.problem for each in found)


def test_plain_prose_has_no_faults():
    text = 'You have an hour. "Did she say so?" asks Ines, as if it were late; they say so.'
    assert list(find_prose_faults(text)) == []


def test_a_finding_names_the_line_of_its_words():
    text = (
        "scenes:\n  one:\n    variants:\n      - title: A\n        text: |\n          Ines waits.\n"
    )
    finding = MaterialFinding(file="f", scene="one", variant=1, problem="p", words="Ines waits.")
    assert find_line(finding, text) == 6
