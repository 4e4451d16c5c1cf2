"""Small stories for each of Twine's formats: random ones, and one with a passage for each text."""

import random
import re
from collections.abc import Sequence

from attrs import frozen

_PLACES = ("Start", "A", "B", "C")
_NAMED = re.compile(r"\b([BC])\b")


@frozen(kw_only=True)
class Notation:
    """A format's notation for random stories; a setting or a link may have a condition.

    ``first`` sets all variables, ``link`` has a condition, a link and other text. Some ``deeds``
    set a variable by a click or later, some show the passage Side, some jump.
    """

    first: str
    sets: tuple[str, ...]
    asks: tuple[str, ...]
    conditional: str
    link: str
    deeds: tuple[str, ...] = ()
    heads: bool = False


NOTATIONS = {
    "SugarCube": Notation(
        first='<<set $n to 0; $mood to "calm"; $seen to false; $bag to []>>',
        sets=(
            "<<set $n += 1>>",
            "<<set $n-->>",
            "<<set $n *= 2>>",
            "<<set $mood to 'cross'>>",
            "<<set $n to 2>>",
            "<<set $mood to $mood.toUpperCase()>>",
            "<<set $seen to not $seen>>",
            '<<run $bag.push("key")>>',
            "<<set $bag to []>>",
            "<<set $mood to $seen ? 'glad' : 'calm'>>",
        ),
        asks=(
            "$n gt 0",
            "$n lte 0 or $mood is 'calm'",
            "$mood is not 'calm'",
            "not $seen",
            "$n is 2 and $seen",
            "visited() gt 1",
            'hasVisited("A")',
            '$bag.includes("key")',
            "$bag.length gte 2",
        ),
        conditional="<<if {asked}>>{text}<</if>>",
        link="<<if {asked}>>{yes}<<else>>{no}<</if>>",
        deeds=(
            '<<link "do">>{set}<</link>>',
            '<<linkreplace "do">>{set}<</linkreplace>>',
            "<<timed 1s>>{set}<</timed>>",
            '<<include "Side">>',
            '<<if {asked}>><<include "Side">><</if>>',
            '<<if {asked}>><<goto "A">><</if>>',
            '<<link "go" "B">>{set}<</link>>',
        ),
    ),
    "Harlowe": Notation(
        first='(set: $n to 0, $mood to "calm", $seen to false, $bag to (a:))',
        sets=(
            "(set: $n to it + 1)",
            "(set: $n to $n - 1)",
            "(set: $n to it * 2)",
            "(set: $mood to 'cross')",
            "(set: $n to 2)",
            "(set: $mood to (uppercase: it))",
            "(set: $seen to not $seen)",
            '(set: $bag to it + (a: "key"))',
            "(put: 'glad' into $mood)",
        ),
        asks=(
            "$n > 0",
            "$n <= 0",
            "$mood is not 'calm'",
            "not $seen",
            "$seen and $n is 2",
            "$mood is 'calm' or $seen",
            '$bag contains "key"',
            "$bag's length >= 2",
        ),
        conditional="(if: {asked})[{text}]",
        link="(if: {asked})[{yes}](else:)[{no}]",
        deeds=(
            '(link: "do")[{set}]',
            '(link-repeat: "do")[{set}]',
            "(after: 1s)[{set}]",
            '(display: "Side")',
            '(if: {asked})[(display: "Side")]',
            '(if: {asked})[(go-to: "A")]',
            '(link: "go")[{set}(go-to: "B")]',
        ),
    ),
    "Chapbook": Notation(
        first="n: 0\nmood: 'calm'\nseen: false\n--",
        sets=(
            "n: n + 1",
            "n: n - 1",
            "n: 2",
            "n: n * 2",
            "mood: 'cross'",
            "mood: mood.toUpperCase()",
            "seen: !seen",
            "mood: 'glad'",
        ),
        asks=(
            "n > 0",
            "n <= 0 || mood === 'calm'",
            "mood !== 'calm'",
            "!seen",
            "seen && n === 2",
            "passage.visits > 1",
        ),
        conditional="{name} ({asked}):{text}",
        link="[if {asked}]\n{yes}\n\n[else]\n{no}\n\n[continue]",
        deeds=('{{reveal link: "do", passage: "Side"}}', '{{embed passage: "Side"}}'),
        heads=True,
    ),
    "Snowman": Notation(
        first="<% s.n = 0; s.mood = 'calm'; s.seen = false; s.bag = []; %>",
        sets=(
            "<% s.n += 1; %>",
            "<% s.n--; %>",
            "<% s.n *= 2; %>",
            "<% s.mood = 'cross'; %>",
            "<% s.n = 2; %>",
            "<% s.mood = s.mood.toUpperCase(); %>",
            "<% s.seen = !s.seen; %>",
            "<% s.bag.push('key'); %>",
            "<% s.bag = []; %>",
        ),
        asks=(
            "s.n > 0",
            "s.n <= 0 || s.mood === 'calm'",
            "s.mood !== 'calm'",
            "!s.seen",
            "s.seen && s.n === 2",
            "s.bag.indexOf('key') === -1",
            "s.bag.length >= 2",
        ),
        conditional="<% if ({asked}) {{ %>{text}<% }} %>",
        link="<% if ({asked}) {{ %>{yes}<% }} else {{ %>{no}<% }} %>",
        deeds=(
            '<%= story.render("Side") %>',
            "<a onclick=\"window.story.state.mood = 'cross'\">do</a>",
            "<a data-passage='B' onclick='window.story.state.seen = true'>go</a>",
        ),
    ),
}


def drawn_story(draw: random.Random, story_format: str) -> str:
    notation = NOTATIONS[story_format]
    text = f':: StoryData\n{{"format": "{story_format}", "start": "Begin"}}\n\n'
    text += f":: Begin\n{notation.first}\n[[Start]]\n"
    for place in _PLACES:
        sets = [_setting(draw, notation) for _ in range(draw.randrange(4))]
        links = [_link(draw, notation, place, number) for number in range(draw.randrange(4))]
        deeds = [_deed(draw, notation)] if draw.random() < 0.4 else []
        head = [*sets, "--"] if notation.heads and sets else sets
        text += "\n".join(["", f":: {place}", *head, "Text.", "", *deeds, "", *links, ""])
    head = [draw.choice(notation.sets), *(["--"] if notation.heads else [])]
    return "\n".join([text, ":: Side", *head, "Beside.", ""])


def _deed(draw: random.Random, notation: Notation) -> str:
    return draw.choice(notation.deeds).format(
        set=draw.choice(notation.sets), asked=draw.choice(notation.asks)
    )


def _setting(draw: random.Random, notation: Notation) -> str:
    text = draw.choice(notation.sets)
    if draw.random() < 0.6:
        return text
    name, _, value = text.partition(":")
    return notation.conditional.format(
        asked=draw.choice(notation.asks), text=value if notation.heads else text, name=name
    )


def _link(draw: random.Random, notation: Notation, place: str, number: int) -> str:
    yes, no = (f"[[{place} {number} {each}->{draw.choice(_PLACES)}]]" for each in ("yes", "no"))
    if draw.random() < 0.4:
        return f"{yes}\n"
    asked = draw.choice(notation.asks)
    return notation.link.format(asked=asked, yes=yes, no=draw.choice(["", no])) + "\n"


def story_of_texts(story_format: str, texts: Sequence[str]) -> str:
    """Return a story that begins with a link to each text; the texts may lead to B and C."""
    links = "\n".join(f"[[{number}]]\n" for number in range(len(texts)))
    story = f':: StoryData\n{{"format": "{story_format}"}}\n\n:: Start\n{links}\n'
    for number, text in enumerate(texts):
        own = _NAMED.sub(rf"\g<1>{number}", text)
        story += f":: {number}\n{own}\n\n:: B{number}\nOver.\n\n:: C{number}\nOver.\n\n"
    return story
