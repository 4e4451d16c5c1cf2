"""Tests of links in the notations that all Twine formats share."""

import pytest

from questfoundry.app.structure.check import check_foreign
from tests.support.reading import choices, passage, twee, unmodelled


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
    """A wrong target of several arrows reports false errors."""
    story = passage(f"Text, then {link} and more.")
    assert (choices(story), story.unmodelled) == ([choice], ())


@pytest.mark.parametrize(
    "text",
    [
        "[[A",
        "[[A]",
        "[A]",
        "<!-- [[A]] -->",
        "<script>x = [[1,2],[3]]; y = [[A]];</script>",
        "<STYLE>a[b=[[A]]]</STYLE>",
        "[[the web->https://example.org/?a|b]]",
        "[[write->mailto:a@example.org]]",
    ],
)
def test_what_is_no_link_within_the_story_is_no_choice(text: str) -> None:
    """Brackets in scripts, comments or web links would otherwise become broken links."""
    assert choices(passage(text)) == []


@pytest.mark.parametrize("text", ["[[go\n->A]]", "[[go->\nA]]", "[[go->A\n]]"])
def test_in_harlowe_a_link_goes_over_lines(text: str) -> None:
    """Only Harlowe allows line breaks in links, so other formats must treat them as text."""
    assert choices(passage(text, "Harlowe")) == ["go -> A"]
    assert choices(passage(text, "SugarCube")) == []


@pytest.mark.parametrize(
    ("text", "story_format"),
    [
        ("<a onclick=\"SugarCube.Engine.play('A')\">go</a>", "SugarCube"),
        ("<button onclick='story.show(\"A\")'>go</button>", "Snowman"),
        ("<a href=\"javascript:window.story.show('A')\">go</a>", "Snowman"),
        ("<a onclick=\"go('A')\">go</a>", "Chapbook"),
        ("<<run Engine.play('A')>>", "SugarCube"),
    ],
)
def test_code_for_a_click_may_lead_on(text: str, story_format: str) -> None:
    """A hidden jump makes a passage reachable, so an unlisted one would cause a false error."""
    story = passage(text, story_format)
    assert choices(story) == [" -> A"]
    assert [each.can_jump for each in story.unmodelled] == [True]


@pytest.mark.parametrize(
    ("code", "leads"),
    [
        ("<<run setup.open()>>", True),
        ("<<set $x to Engine.play('A')>>", True),
        ("<<run $l.forEach(each => go(each))>>", True),
        ("<<set $x to $x.toUpperCase()>>", False),
        ("<<set $x to Number($y) + $z.reduce((a, b) => a + b)>>", False),
    ],
)
def test_only_code_that_calls_what_is_not_known_leads(code: str, leads: bool) -> None:
    """Listing harmless code as a possible jump would hide real errors."""
    assert [each.can_jump for each in passage(code, "SugarCube").unmodelled] == [leads]


def test_a_text_of_the_beginning_may_lead_on_anywhere() -> None:
    """A link stored in a variable can appear anywhere, so no passage may count as unreachable."""
    story = twee(':: Begin [startup]\n(set: $l to "[[A]]")\n\n:: Start\n$l\n\n:: A\nx')
    assert all(each.can_jump for each in story.unmodelled)
    assert not check_foreign(story).errors


@pytest.mark.parametrize(
    "text", ['<<set $x to "[[A]]">>', '<<print \'<<link "a" "A">><</link>>\'>>']
)
def test_texts_with_links_may_lead_on_wherever_they_are_shown(text: str) -> None:
    """A stored or printed link may appear wherever the text is shown."""
    assert [each.can_jump for each in passage(text, "SugarCube").unmodelled] == [True]


@pytest.mark.parametrize(
    ("text", "story_format", "expected"),
    [
        ("<span data-cb-go='A'>go</span>", "Chapbook", [" -> A"]),
        ('<<= either("[[A]]", "[[go->B]]")>>', "SugarCube", ["A -> A", "go -> B"]),
        ("[>img[a.png][A]][<img[b.png][B]]", "SugarCube", [" -> A", " -> B"]),
        ("<<link [img[a.png][A]]>><</link>>", "SugarCube", [" -> A"]),
        ("[[go|'A']]", "SugarCube", ["go -> A"]),
        ('<<link "go" `"A"`>><</link>>', "SugarCube", ["go -> A"]),
        ("<a onclick=\"this.classList.add('x')\">on</a>[[A]]", "SugarCube", ["A -> A"]),
        ("<<set $map to [[1, 2], [3, 4]]>>[[A]]", "SugarCube", ["A -> A"]),
    ],
)
def test_what_is_a_link_in_another_way(text: str, story_format: str, expected: list[str]) -> None:
    """Each format has more notations for links, and a missed link reports a reachable passage."""
    story = passage(text, story_format)
    assert choices(story) == expected
    assert not [each for each in story.unmodelled if each.can_jump]


def test_a_script_within_a_passage_is_told() -> None:
    assert unmodelled(passage("a\n<script>goto('A')</script>")) == ["3: '<script>' is not modelled"]


def test_a_target_that_is_computed_is_told_and_not_followed() -> None:
    """The author must learn which links were not followed."""
    story = passage("[[on->$next]]\n[[back|previous()]]\n[[A]]")
    assert choices(story) == ["A -> A"]
    assert unmodelled(story) == [
        "2: where '$next' leads is not modelled",
        "3: where 'previous()' leads is not modelled",
    ]


def test_choices_are_numbered_where_they_join_the_same_passages() -> None:
    """Two links between the same passages need distinct ids for findings and edits."""
    story = passage("[[A]] [[B]]\n[[again->A]]")
    assert [choice.id for choice in story.structure.choices] == [
        "Start -> A #1",
        "Start -> B #1",
        "Start -> A #2",
    ]
    assert story.places["Start -> A #2"].line == 3
