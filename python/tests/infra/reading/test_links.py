"""Links in the notations that all formats of Twine share."""

from __future__ import annotations

import pytest

from tests.support.reading import choices, passage, unmodelled


@pytest.mark.parametrize(
    ("link", "choice"),
    [
        ("[[A]]", "A -> A"),
        ("[[go->A]]", "go -> A"),
        ("[[A<-go]]", "go -> A"),
        ("[[go|A]]", "go -> A"),
        ("[[ go -> A ]]", "go -> A"),
        ("[[x->y->A]]", "x->y -> A"),
        ("[[A<-x<-y]]", "x<-y -> A"),
        ("[[x<-y->A]]", "x<-y -> A"),
        ("[[x|y->A]]", "x|y -> A"),
        ("[[a [b] c->A]]", "a [b] c -> A"),
        ("[[x [[A]]", "A -> A"),
        ("{[[go->A]]}", "go -> A"),
        ("[[nowhere]]", "nowhere -> nowhere"),
    ],
)
def test_a_link_has_a_label_and_a_target(link: str, choice: str) -> None:
    """FMT-4.1."""
    story = passage(f"Text, then {link} and more.")
    assert (choices(story), story.unmodelled) == ([choice], ())


@pytest.mark.parametrize(
    "text",
    [
        "[[A",
        "[[A]",
        "[[go\n->A]]",
        "[A]",
        "<!-- [[A]] -->",
        "<script>x = [[1,2],[3]]; y = [[A]];</script>",
        "<STYLE>a[b=[[A]]]</STYLE>",
        "[[the web->https://example.org/?a|b]]",
        "[[write->mailto:a@example.org]]",
    ],
)
def test_what_is_no_link_within_the_story_is_no_choice(text: str) -> None:
    """FMT-4.2."""
    assert choices(passage(text)) == []


def test_a_script_within_a_passage_is_told() -> None:
    assert unmodelled(passage("a\n<script>goto('A')</script>")) == ["3: '<script>' is not modelled"]


def test_a_target_that_is_computed_is_told_and_not_followed() -> None:
    """FMT-4.3."""
    story = passage("[[on->$next]]\n[[back|previous()]]\n[[A]]")
    assert choices(story) == ["A -> A"]
    assert unmodelled(story) == [
        "2: where '$next' leads is not modelled",
        "3: where 'previous()' leads is not modelled",
    ]


def test_choices_are_numbered_where_they_join_the_same_passages() -> None:
    """FMT-4.4."""
    story = passage("[[A]] [[B]]\n[[again->A]]")
    assert [choice.id for choice in story.structure.choices] == [
        "Start -> A #1",
        "Start -> B #1",
        "Start -> A #2",
    ]
    assert story.places["Start -> A #2"].line == 3
