"""Tests that the bench accepts all material, and that it finds planted faults."""

import pytest

from questfoundry.infra.llm.draft.bench.casts import list_casts
from questfoundry.infra.llm.draft.bench.check import check_material
from questfoundry.infra.llm.draft.bench.compose import compose_once, list_materials
from questfoundry.infra.llm.draft.bench.draws import find_overdrawn
from questfoundry.infra.llm.draft.bench.finding import MaterialFinding, find_line
from questfoundry.infra.llm.draft.bench.graph import GraphCheck
from questfoundry.infra.llm.draft.bench.order import OrderCheck
from questfoundry.infra.llm.draft.bench.prose import find_prose_faults
from questfoundry.infra.llm.draft.library import MaterialLibrary
from questfoundry.infra.llm.draft.premise import Premise, Scene
from tests.support.stage_runs import shipped_prompts


@pytest.fixture(scope="module")
def library():
    return MaterialLibrary(shipped_prompts())


@pytest.fixture(scope="module")
def premise(library):
    return library.load_premise("the-promise")


def with_text(premise: Premise, name: str, text: str, **changes: object) -> Premise:
    """Return ``premise`` with ``text`` in the first variant of the scene ``name``."""
    scene: Scene = premise.scenes[name]
    first = scene.variants[0].model_copy(update={"text": text, **changes})
    changed = scene.model_copy(update={"variants": (first, *scene.variants[1:])})
    return premise.model_copy(update={"scenes": {**premise.scenes, name: changed}})


def test_all_material_is_without_faults():
    """Each premise is composed with every class, number, pronoun, status and variant."""
    assert list(check_material(shipped_prompts())) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{rival.they} says no.", "the verb does not agree"),
        ("You are an ferryman.", "the article is wrong"),
        ("You you wait.", "a word stands twice"),
        ('"Well, says {rival}.', "a quotation mark is missing"),
        ("You wait.{Rival} waits.", "a space is missing"),
        ("{nobody} waits.", "the slot {nobody} asks for something that is not there"),
        ("{set.moon} is up.", "the slot {set.moon} asks for something that is not there"),
        ("[[never-set: You wait.]]", "the condition 'never-set' is no mark"),
        ("[[holder=asleep: x]] [[elsewhere=here: You wait.]]", "unknown fact 'elsewhere'"),
        ("[[told: A]] [[sent-for: B]] C", "one paragraph asks about"),
    ],
)
def test_a_planted_fault_is_found_in_its_scene_and_variant(premise, library, text, problem):
    planted = with_text(premise, "due", text)
    material = list_materials(planted, library)[0]
    cast = next(each for each in list_casts(planted) if each.people["rival"].they == "they")
    found = list(compose_once(material, cast, "file", 1, 0))
    assert {(each.scene, each.variant) for each in found} == {("due", 1)}
    assert any(problem in each.problem for each in found)


def test_a_mark_that_the_next_scene_does_not_answer_is_found(premise):
    planted = with_text(premise, "arrival", "Nothing is said about it.")
    problems = [each.problem for each in GraphCheck(planted, "file").find()]
    assert "nothing answers the mark 'refused' in arrival, variant 1" in problems


def test_a_third_answer_like_the_plea_is_found(premise):
    classes = {**premise.classes, "box": {**premise.classes["box"], "third": "hand it to both"}}
    planted = premise.model_copy(update={"classes": classes})
    assert [each.problem for each in GraphCheck(planted, "file").find()] == [
        "in the class 'box', `third` begins like `plea`"
    ]


def test_a_condition_before_its_choice_is_found(premise):
    planted = with_text(premise, "opening", "[[stood: You stand.]]")
    problems = [each.problem for each in OrderCheck(planted, "file").find()]
    assert problems == ["the text asks for a mark of turn, which comes later"]


def test_plain_prose_has_no_faults():
    text = 'You have an hour. "Did she say so?" asks Ines, as if it were late; they say so.'
    assert list(find_prose_faults(text)) == []


def test_a_finding_names_the_line_of_its_words():
    text = (
        "scenes:\n  one:\n    variants:\n      - title: A\n        text: |\n          Ines waits.\n"
    )
    finding = MaterialFinding(file="f", scene="one", variant=1, problem="p", words="Ines waits.")
    assert find_line(finding, text) == 6


def test_variants_that_draw_too_much_together_are_found(premise: Premise):
    """A draft with such variants would fail, though each variant alone is composed."""
    text = "{any.weather} You wait. {any.weather} {any.weather}"
    (found,) = find_overdrawn(with_text(premise, "due", text), "file")
    assert "{any.weather} night" in found.problem or "{any.weather} dusk" in found.problem
    assert not list(find_overdrawn(premise, "file"))
