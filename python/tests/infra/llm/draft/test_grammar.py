"""Tests of articles and conditions."""

import pytest

from questfoundry.infra.llm.draft.conditions import list_terms, settle_facts, settle_marks
from questfoundry.infra.llm.draft.grammar import capitalise_title, drop_article, form_past

FACTS = {"holder": frozenset({"dead"})}


def test_an_article_can_be_dropped():
    assert drop_article("the green strongbox") == "green strongbox"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[holder=dead: Gone. || Here.]]", "Gone."),
        ("[[holder!dead: Here.]]", ""),
        ("[[holder=dead & told: Yes. || No.]]", "[[told: Yes. || No.]]"),
        ('He asks: "[[holder=dead: Gone?]]" Yes.', 'He asks: "Gone?" Yes.'),
        ('"Oh." [[holder=dead: Gone.]] "Yes."', '"Oh." Gone. "Yes."'),
    ],
)
def test_conditions_about_the_cast_are_decided_at_once(text, words):
    assert settle_facts(text, FACTS) == words


def test_conditions_about_players_are_decided_by_what_they_hold():
    text = "You wait.[[told: You told.]][[!told: You lied.]] Good."
    assert settle_marks(text, lambda term: not term.negated) == "You wait. You told. Good."
    assert [str(each) for each in list_terms(text)] == ["told", "!told"]


def test_a_title_has_capitals_except_for_small_words():
    title = capitalise_title("what the cook Said by the turning of the locks")
    assert title == "What the Cook Said by the Turning of the Locks"


@pytest.mark.parametrize(
    ("verb", "past"),
    [
        ("keep", "kept"),
        ("unforgive", "unforgave"),
        ("carry", "carried"),
        ("play", "played"),
        ("rob", "robbed"),
        ("open", "opened"),
        ("free", "freed"),
        ("admit", "admitted"),
    ],
)
def test_a_verb_has_its_past(verb, past):
    """The answers of a draft say what somebody did. (DRF-4.2)"""
    assert form_past(verb) == past
