"""Tests of Chapbook, Harlowe and Snowman: known navigation is modelled, the rest is listed."""

import pytest

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.story.foreign.story import ForeignStory
from tests.support.reading import choices, condition, passage, target, twee, unmodelled


def open_at_first(story: ForeignStory) -> list[str]:
    """Return the choices that are open at the start, without their conditions."""
    return [
        f"{each.label} -> {each.target}"
        for each in story.structure.choices
        if each.source == "Start" and not each.requires
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{link to: 'A'}", ["A -> A"]),
        ("{link to: \"A\", label: 'go'}", ["go -> A"]),
        ("{restart link}, {restart link, label: 'Again'}", []),
        ("{reveal link: 'more', text: 'and a [[go->A]]'}", ["go -> A"]),
        ("{color} {now.day} {embed image: 'a.png', alt: 'b'} {sound effect: 'beep'}", []),
        ("[note]\n[[A]]\n[continue]\n[[B]]", ["B -> B"]),
        ("[CSS]\na[b=[[A]]] {}\n\n[cont'd]\n[[B]]", ["B -> B"]),
        ("[ifnever true]\n[[A]]\n[ifalways false]\n[[B]]", ["B -> B"]),
        ("[align center]\n[[A]]\n[after 2 seconds; append]\n[[B]]", ["A -> A", "B -> B"]),
    ],
)
def test_what_chapbook_leads_to_and_hides_is_modelled(text: str, expected: list[str]) -> None:
    """Literal links must be followed, and notes that players never see must not."""
    for story_format in ("Chapbook", ""):
        story = passage(text, story_format)
        assert (choices(story), story.unmodelled) == (expected, ())


@pytest.mark.parametrize("note", ["note to self", "note to myself", "n.b.", "N.b"])
def test_notes_that_some_versions_show_count_as_open(note: str) -> None:
    """Chapbook's versions differ, so a link in such a note may be reachable."""
    story = passage(f"[{note}]\n[[A]]\n[continue]\n[[B]]", "Chapbook")
    assert choices(story) == ["A -> A", "B -> B"]
    assert unmodelled(story) == [f"3: {condition(note.lower())}"]


@pytest.mark.parametrize(
    "text",
    [
        "(if: $never)[[[A]]](else:)[[[B]]]",
        "(if: not $never)[[[A]]](else:)[[[B]]]",
        '(set: $x to "")(if: $x)[[[A]]](else:)[[[B]]]',
        "(set: $x to 1)(if: $x == 1)[[[A]]](else:)[[[B]]]",
        "(set: $x to 2)(set: $x to $x * 3)(if: $x is 6)[[[A]]](else:)[[[B]]]",
        "(for: each _x, ...(a: 1, 2))[(if: _x is 2)[[[A]]](else:)[[[B]]]]",
    ],
)
def test_what_harlowe_shows_may_be_open(text: str) -> None:
    """Harlowe shows the text below such an error, so what follows may be reachable."""
    assert open_at_first(passage(text, "Harlowe")) == ["A -> A", "B -> B"]


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        (
            "[if random.coinFlip; append]\n[[A]]\n[else]\n[[B]]",
            ["A -> A", "B -> B"],
            condition("random.coinFlip"),
        ),
        ("[unless cloak(1)]\n[[A]]", ["A -> A"], condition("cloak(1)")),
        (
            "{text input for: 'n'}\n[if n === 'x']\n[[A]]",
            ["A -> A"],
            condition("n").replace("2:", "3:"),
        ),
        ("{back link, label: 'go'}", [], target("{back link}")),
        ("{link to: next}", [], target("{link to: next}")),
        ("{smiley face}", [], "'{smiley face}' is not modelled"),
        ("[uppercase]\n[[A]]", ["A -> A"], "'[uppercase]' is not modelled"),
        (
            "[JavaScript]\ngo('[[A]]')\n[continue]\n[[B]]",
            ["B -> B"],
            "'[JavaScript]' is not modelled",
        ),
    ],
)
def test_unmodelled_code_of_chapbook_is_told(text: str, expected: list[str], what: str) -> None:
    """A condition that is not understood must be listed, and its links count as open."""
    story = passage(text, "Chapbook")
    found = [each.what for each in story.unmodelled]
    assert (choices(story), found) == (expected, [what])


CHAPBOOK = [
    ("gold: 6\n--\n[if gold > 5; append]\n[[A]]\n[else]\n[[B]]", ["A -> A"]),
    ("gold (1 > 2): 6\n--\n[unless gold]\n[[A]]\n\n[continue]\n[[B]]", ["A -> A", "B -> B"]),
    ("a: true\nb (a): 'x'\n--\n[if b === 'x' && !c]\n[[A]]", ["A -> A"]),
    ("[if passage.visits > 1]\n[[A]]\n[else]\n[[B]]", ["B -> B"]),
]
HARLOWE = [
    ("(set: $a to 2, $b to it + 1)(if: $a is 2)[[[A]]](else:)[[[B]]]", ["A -> A"]),
    ("(if: $a is true)[ [[A]] ](else-if: not ($a is 1))[ [[B]] ]\n(else:) [ [[C]] ]", ["B -> B"]),
    ("(put: 'x' into $a's b)(unless: $a's b is not 'x') [\n[[A]]]", ["A -> A"]),
    ("(if: (history:) contains 'A')[[[A]]](else:)+(text-style: 'bold')[[[B]]]", ["B -> B"]),
    ("(if: visits is 1)|name>[[[A]]]", ["A -> A"]),
    ("(link: 'go')[(set: $a to 1)(if: $a is 1)[(goto: 'A')](else:)[(goto: 'B')]]", ["go -> A"]),
    ("`[[A]]` (link-goto: 'go','B')", ["go -> B"]),
]


@pytest.mark.parametrize(
    ("story_format", "text", "expected"),
    [*(("Chapbook", *each) for each in CHAPBOOK), *(("Harlowe", *each) for each in HARLOWE)],
)
def test_values_are_modelled(story_format: str, text: str, expected: list[str]) -> None:
    """Without values, every conditional link would count as open and hide errors."""
    story = passage(text, story_format)
    assert story.unmodelled == ()
    assert open_at_first(story) == expected


@pytest.mark.parametrize(
    "code",
    ["$a is 1 or 2", "not $a is 1", "$a and $b or $c", "$a contains $b", "(random: 1, $b) is 1"],
)
def test_what_harlowe_reads_in_its_own_way_is_not_guessed(code: str) -> None:
    """A guess could prove a false error."""
    story = passage(f"(if: {code})[[[A]]](else:)[[[B]]]", "Harlowe")
    assert [each.what for each in story.unmodelled] == [condition(code)]
    assert open_at_first(story) == ["A -> A", "B -> B"]


def test_what_a_click_sets_may_be_set_or_not() -> None:
    """Players may skip an optional click, so both states of its variables are possible."""
    story = twee(
        ':: StoryData\n{"format": "Harlowe"}\n:: Start\n'
        "(link: 'Take the key')[(set: $key to true)You have it.]\n[[Go on->Door]]\n"
        ":: Door\n(if: $key)[[[Open it->In]]](else:)[[[Leave->Out]]]\n:: In\n:: Out\n"
    )
    assert {(each.target, *each.grants) for each in story.structure.choices} == {
        ("Door",),
        ("Door", "$key"),
        ("In",),
        ("Out",),
    }
    assert story.unmodelled == ()
    assert not check_foreign(story).errors


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        ('(link-goto: "go", "A")', ["go -> A"], []),
        ("(Link_Goto: 'A')", ["A -> A"], []),
        ('(goto: "A")', [" -> A"], []),
        ('(text-style: "bold")[ [[A]] ]', ["A -> A"], []),
        (
            "(if: $gold > 5.5)[ [[A]] ](else:)[ [[B]] ]",
            ["A -> A", "B -> B"],
            [f"2: {condition('$gold > 5.5')}"],
        ),
        ("(go-to: $next)", [], ["2: where '(go-to: $next)' leads is not modelled"]),
        ("(link-undo: 'back')", [], ["2: where '(link-undo:)' leads is not modelled"]),
        ("(dance:)", [], ["2: '(dance:)' is not modelled"]),
    ],
)
def test_harlowe_s_jumps_are_modelled(text: str, expected: list[str], what: list[str]) -> None:
    """A jump behaves like a link, and a missed jump reports a reachable passage."""
    story = passage(text, "Harlowe")
    assert (choices(story), unmodelled(story)) == (expected, what)


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
    """A story about brackets must not be read in the syntax of another format."""
    assert unmodelled(passage(text, story_format)) == []
    assert len(unmodelled(passage(text))) >= 2


def test_a_format_that_nobody_names_is_told_by_its_marks() -> None:
    """Old Twee files name no format, and the reader would otherwise understand no macro."""
    story = twee(
        ":: Begin [startup]\n(set: $lamp to true)\n\n"
        ":: Start\n(if: $lamp)[ [[Down->Cellar]] ]\n\n:: Cellar\nDark."
    )
    assert [each.id for each in story.structure.passages] == ["Start", "Cellar"]
    assert check_foreign(story).errors == ()


def test_where_several_formats_may_be_meant_their_tags_all_count() -> None:
    """If the format is uncertain, a special passage must not be reported as unreachable."""
    story = twee(
        ":: Begin [startup]\n(set: $lamp to true)\n\n"
        ":: Start\n<<wave>> [[Down->Cellar]]\n\n:: Cellar\nDark."
    )
    assert [each.id for each in story.structure.passages] == ["Start", "Cellar"]
