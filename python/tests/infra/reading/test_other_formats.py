"""Chapbook, Harlowe and Snowman: navigation by name is modelled, everything else is told."""

from __future__ import annotations

import pytest

from tests.support.reading import change, choices, condition, passage, target, unmodelled


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{link to: 'A'}", ["A -> A"]),
        ("{link to: \"A\", label: 'go'}", ["go -> A"]),
        ("{restart link}, {restart link, label: 'Again'}", []),
        ("{reveal link: 'more', text: 'and a [[go->A]]'}", ["go -> A"]),
        ("{color} {now.day} {embed image: 'a.png', alt: 'b'} {sound effect: 'beep'}", []),
        ("[note to myself]\n[[A]]\n[continue]\n[[B]]", ["B -> B"]),
        ("[CSS]\na[b=[[A]]] {}\n\n[cont'd]\n[[B]]", ["B -> B"]),
        ("[ifnever true]\n[[A]]\n[ifalways false]\n[[B]]", ["B -> B"]),
        ("[align center]\n[[A]]\n[after 2 seconds; append]\n[[B]]", ["A -> A", "B -> B"]),
        ("no variables: here\n\n[[A]]\n--\n[[B]]", ["A -> A", "B -> B"]),
    ],
)
def test_what_chapbook_leads_to_and_hides_is_modelled(text: str, expected: list[str]) -> None:
    """FMT-6.1."""
    for story_format in ("Chapbook", ""):
        story = passage(text, story_format)
        assert (choices(story), story.unmodelled) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        (
            "[if gold > 5; append]\n[[A]]\n[else]\n[[B]]",
            ["A -> A", "B -> B"],
            condition("[if gold > 5]"),
        ),
        ("[unless cloak]\n[[A]]", ["A -> A"], condition("[unless cloak]")),
        (
            "room: 'Bar'\ncount (count < 3): count + 1\n\n--\n[[A]]",
            ["A -> A"],
            "what the variables before the text are set to is not modelled",
        ),
        ("{back link, label: 'go'}", [], target("{back link}")),
        ("{link to: next}", [], target("{link to: next}")),
        ("{text input for: 'n'}", [], change("{text input for}")),
        ("{smiley face}", [], "'{smiley face}' is not modelled"),
        ("[uppercase]\n[[A]]", ["A -> A"], "'[uppercase]' is not modelled"),
        (
            "[JavaScript]\ngo('[[A]]')\n[continue]\n[[B]]",
            ["B -> B"],
            "'[JavaScript]' is not modelled",
        ),
    ],
)
def test_what_is_not_modelled_of_chapbook_is_told(
    text: str, expected: list[str], what: str
) -> None:
    """FMT-6.2."""
    story = passage(text, "Chapbook")
    assert (choices(story), unmodelled(story)) == (expected, [f"2: {what}"])


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        ('(link-goto: "go", "A")', ["go -> A"], []),
        ("(Link_Goto: 'A')", ["A -> A"], []),
        ('(goto: "A")', ["A -> A"], []),
        ('(text-style: "bold")[ [[A]] ]', ["A -> A"], []),
        (
            "(if: $gold > 5)[ [[A]] ](else:)[ [[B]] ]",
            ["A -> A", "B -> B"],
            ["2: the condition '(if:)' is not modelled: what depends on it counts as open"],
        ),
        ("(go-to: $next)", [], ["2: where '(go-to:)' leads is not modelled"]),
        ("(link-undo: 'back')", [], ["2: where '(link-undo:)' leads is not modelled"]),
        ("(set: $x to true)", [], ["2: what '(set:)' changes is not modelled"]),
        ("(dance:)", [], ["2: '(dance:)' is not modelled"]),
    ],
)
def test_harlowe_s_jumps_are_modelled(text: str, expected: list[str], what: list[str]) -> None:
    """FMT-6.3."""
    story = passage(text, "Harlowe")
    assert (choices(story), unmodelled(story)) == (expected, what)


def test_snowman_s_code_is_told() -> None:
    """FMT-6.4."""
    story = passage("<% if (s.x) { %>\n[[A]]\n<% } %> <%= '[[B]]' %>", "Snowman")
    assert (choices(story), unmodelled(story)) == (["A -> A"], ["2: '<% %>' is not modelled"])


@pytest.mark.parametrize(
    ("story_format", "text"),
    [
        ("SugarCube", "{back link}\n[uppercase]\n(dance:) <% %>"),
        ("Harlowe", "<<dance>> {back link} <% %>"),
        ("Chapbook", "<<dance>> (dance:) <% %>"),
        ("Snowman", "<<dance>> (dance:) {back link}"),
    ],
)
def test_the_marks_of_another_format_are_text(story_format: str, text: str) -> None:
    """FMT-6.5."""
    assert unmodelled(passage(text, story_format)) == []
    assert len(unmodelled(passage(text))) >= 2
