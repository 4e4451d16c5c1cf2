"""Tests of Snowman's templates: the reader must agree with a player of the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.story.foreign.story import ForeignStory
from tests.support.examples import examples
from tests.support.reading import assert_true_for_player, choices, passage, twee, unmodelled

PLACES = ("Start", "A", "B", "C")
SCRIPT = (
    ":: Script [script]\nvar st = window.story.state;\n"
    "if (st.n === undefined) {{ st.n = {n}; }}\nst.bag = st.bag || [];\n"
)
SETS = {
    "s.n += 1;": lambda n, bag, mood: (n + 1, bag, mood),
    "s.n--": lambda n, bag, mood: (n - 1, bag, mood),
    "s.bag.push('key');": lambda n, bag, mood: (n, bag + 1, mood),
    "if (!_.contains(s.bag, 'key')) { s.bag.push('key'); }": lambda n, bag, mood: (
        n,
        bag or 1,
        mood,
    ),
    "s.bag = [];": lambda n, bag, mood: (n, 0, mood),
    "s.mood = s.mood || 'calm';": lambda n, bag, mood: (n, bag, mood or "calm"),
    "if (s.n > 1) {\n  s.mood = 'angry';\n} else { s.n++; }": lambda n, bag, mood: (
        (n, bag, "angry") if n > 1 else (n + 1, bag, mood)
    ),
}
ASKED = {
    "s.n > 0": lambda n, bag, mood: n > 0,
    "s.n <= 0 || s.mood === 'calm'": lambda n, bag, mood: n <= 0 or mood == "calm",
    "s.bag.length >= 2": lambda n, bag, mood: bag >= 2,
    "s.bag.indexOf('key') === -1": lambda n, bag, mood: bag == 0,
    "s.bag.includes('key') && !s.mood": lambda n, bag, mood: bag > 0 and not mood,
    "s.mood": lambda n, bag, mood: bool(mood),
    "s.mood == 'angry'": lambda n, bag, mood: mood == "angry",
}
State = tuple[int, int, str]
SETTING = st.tuples(st.none() | st.sampled_from([*ASKED]), st.sampled_from([*SETS]))
LINKS = st.lists(
    st.tuples(
        st.none() | st.sampled_from([*ASKED]),
        st.sampled_from(PLACES),
        st.none() | st.sampled_from(PLACES),
    ),
    max_size=3,
)
PASSAGES = st.lists(st.tuples(st.lists(SETTING, max_size=2), LINKS), min_size=4, max_size=4)
Passage = tuple[list[tuple[str | None, str]], list[tuple[str | None, str, str | None]]]


@examples(150)
@given(drawn=PASSAGES, begin=st.sampled_from([0, 1, 3]))
def test_errors_are_what_a_player_meets(drawn: list[Passage], begin: int) -> None:
    """A false error in a random story costs the author's trust."""
    passages = dict(zip(PLACES, drawn, strict=True))
    story = twee(written(passages, begin))
    assert_true_for_player(story, *played(passages, begin))


def written(passages: dict[str, Passage], begin: int) -> str:
    """Return the story as Twee."""
    text = f':: StoryData\n{{"format": "Snowman"}}\n{SCRIPT.format(n=begin)}'
    for name, (sets, links) in passages.items():
        text += f":: {name}\nText.\n"
        for asked, code in sets:
            text += f"<% if ({asked}) {{ {code} }} %>\n" if asked else f"<% {code} %>\n"
        for number, (asked, target, other) in enumerate(links):
            label = f"{name} {number}"
            link = f"[[{label} yes->{target}]]"
            if asked:
                otherwise = f"<% }} else {{ %>[[{label} no->{other}]]" if other else ""
                link = f"<% if ({asked}) {{ %>{link}{otherwise}<% }} %>"
            text += f"{link}\n"
    return text


def played(passages: dict[str, Passage], begin: int) -> tuple[set[str], set[str], set[str]]:
    """Return where players come and get stuck, and the links they can take (``n``: -9 to 9)."""
    met, stuck, taken = set[str](), set[str](), set[str]()
    waiting: list[tuple[str, State]] = [("Start", (begin, 0, ""))]
    for name, state in waiting:
        met.add(name)
        sets, links = passages[name]
        for asked, code in sets:
            if not asked or ASKED[asked](*state):
                n, bag, mood = SETS[code](*state)
                state = (max(-9, min(9, n)), min(9, bag), mood)
        offered = []
        for number, (asked, target, other) in enumerate(links):
            if not asked or ASKED[asked](*state):
                offered.append((f"{name} {number} yes", target))
            elif other:
                offered.append((f"{name} {number} no", other))
        if links and not offered:
            stuck.add(name)
        for label, target in offered:
            taken.add(label)
            if (target, state) not in waiting:
                waiting.append((target, state))
    return met, stuck, taken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<% if (s.x) { %>\n[[A]]\n<% } else { %>[[B]]<% } %>",
            ["A -> A, if s.x", "B -> B, if not s.x"],
        ),
        (
            "<% s.x = true; /* so */ s.y = 1 // and\n %>[[A]] <%= s.x ? 'a' : Math.max(s.y, 2) %>",
            ["A -> A, sets s.x"],
        ),
        (
            "<% window.story.state.x = true %>[[A]]<% if (s.x) { %>[[B]]<% } %>",
            ["A -> A, sets s.x", "B -> B, sets s.x"],
        ),
    ],
)
def test_snowman_s_code_is_modelled(text: str, expected: list[str]) -> None:
    """Conditions and setters in JavaScript must be understood, or no error can be proven."""
    story = passage(text + "\n:: D\n<% if (s.x) { %>[[A]]<% } %>", "Snowman")
    assert story.unmodelled == ()
    assert choices(story)[: len(expected)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "<%= '[[B]]' %>",
        "<% _.each(s.list, function (each) { %>\n[[A]]\n<% }); %>",
        "<% for (var i = 0; i < s.n; i++) { s.x = true; } %>",
        "<% damage(s, 2) %>",
        "<% s[name] = true %>",
        "<% if ((s.x = 2)) { %>[[A]]<% } %>",
        "<% setTimeout(function () { s.x = false; story.show('B'); }, 900) %>",
    ],
)
def test_what_is_not_modelled_of_snowman_is_told(text: str) -> None:
    """JavaScript can do anything, so a template that is not understood may change its variables."""
    asking = ":: A\n<% if (s.x === 7) { %>[[C]]<% } %>[[B]]\n:: B\n:: C\n"
    data = ':: StoryData\n{"format": "Snowman"}\n'
    story = twee(f"{data}:: Start\n[[A]]\n{text}\n{asking}")
    assert unmodelled(story)
    assert not {str(e.item.rule) for e in check_foreign(story).errors}


def test_what_a_click_sets_may_be_set() -> None:
    """A click handler may run or not, so both states of its variables are possible."""
    click = "<% $(function () { $('.key').click(function () { s.key = true; }); }); %>"
    data = ':: StoryData\n{"format": "Snowman"}\n'
    story = twee(
        f"{data}:: Start\n{click}\n[[A]]\n:: A\n<% if (s.key) {{ %>[[B]]<% }} %>[[C]]\n:: B\n:: C\n"
    )
    assert check_foreign(story).errors == ()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("$(document).on(':passageend', function () { $('#bar').hide(); }); UIBar.stow();", False),
        ("Config.history.maxStates = 1;", False),
        ("window.story.state.x = window.story.state.x || 1;", False),
        ("State.variables.x = 1;", True),
        ("window.setup.x = function () { story.show('B'); };", True),
        ("window.story.state.x = random();", True),
        ("Config.navigation.override = function (to) { return 'B'; };", True),
    ],
)
def test_a_script_that_touches_nothing_is_not_told(script: str, told: bool) -> None:
    """Listing every cosmetic script would bury the scripts that matter."""
    story: ForeignStory = twee(f":: Start\n[[A]]\n:: A\n:: B\n:: Script [script]\n{script}\n")
    assert bool(story.unmodelled) is told
