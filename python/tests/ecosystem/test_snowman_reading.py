"""What is said of stories for Snowman, held against Snowman's own program in a browser."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.foreign import ForeignStory
from tests.infra.reading.test_snowman_stories import ASKED, PLACES, SETS, Passage, written
from tests.support.reading import twee
from tests.support.snowman import Played, played

pytestmark = pytest.mark.ecosystem

STORIES = 40
DATA = ':: StoryTitle\nA\n\n:: StoryData\n{"ifid": "45830947-8992-4F18-9F1F-92A1848C94DB"}\n\n'
KEYS = f"""{DATA}:: Script [script]
window.story.state.keys = window.story.state.keys || [];

:: Start
<% if (s.keys.length >= 2) {{ %>
[[Open->Gate]]
<% }} %>
[[Wood]]
[[Ruin]]

:: Wood
<% if (!_.contains(s.keys, 'iron')) {{ s.keys.push('iron'); }} %>
[[Back->Start]]

:: Ruin
<% if (!_.contains(s.keys, 'bone')) {{ s.keys.push('bone'); }} %>
[[Back->Start]]

:: Gate
The end. <%= s.keys.length %>

:: Nowhere
x
"""
DAYS = f"""{DATA}:: Script [script]
var st = window.story.state;
if (st.day === undefined) {{
  st.day = 1;
  st.food = 2;
}}

:: Start
<% if (s.food <= 0) {{ %>
[[Starve->Dead]]
<% }} else if (s.day > 3) {{ %>
[[Rescue->Saved]]
<% }} else {{ %>
[[Hunt]]
[[Rest]]
<% if (s.day === 7) {{ %>[[Late]]<% }} %>
<% }} %>

:: Hunt
<% s.day += 1; %>
[[On->Start]]

:: Rest
<% s.day++; s.food--; %>
[[On->Start]]

:: Late
x

:: Dead
x

:: Saved
x
"""
MOODS = f"""{DATA}:: Start
<% s.mood = s.mood || 'calm'; %>
[[Tease]]
<% if (s.mood == 'calm') {{ %>[[Leave]]<% }} else {{ %>[[Flee]]<% }} %>

:: Tease
<% if (s.mood === 'calm') {{ s.mood = 'cross'; }}
   else if (s.mood === 'cross') {{ s.mood = 'wild'; }} %>
[[On->Start]]
<% if (s.mood === 'glad') {{ %>[[Never]]<% }} %>

:: Leave
x

:: Flee
<% if (s.mood == 'wild') {{ %>[[Far]]<% }} %>
x

:: Far
x

:: Never
x
"""


@pytest.mark.parametrize("text", [KEYS, DAYS, MOODS], ids=["keys", "days", "moods"])
def test_where_players_come_is_what_is_said(chromium: Browser, tmp_path: Path, text: str) -> None:
    """FMT-6.17."""
    story = twee(text.replace('{"ifid"', '{"format": "Snowman", "ifid"'))
    (seen,) = played(chromium, tmp_path, text)
    assert seen.whole
    assert not story.unmodelled
    assert unreached(story) == {each.id for each in story.structure.passages} - seen.met
    agree(story, seen)


def test_nothing_that_a_player_meets_is_called_an_error(chromium: Browser, tmp_path: Path) -> None:
    """FMT-6.17. The stories are drawn."""
    draw = random.Random(88)
    texts = [f"{DATA}{drawn(draw)}" for _ in range(STORIES)]
    for text, seen in zip(texts, played(chromium, tmp_path, *texts, most=150), strict=True):
        agree(twee(text.replace('{"ifid"', '{"format": "Snowman", "ifid"')), seen)


def drawn(draw: random.Random) -> str:
    """A story of four passages, without its data."""

    def asked() -> str | None:
        return draw.choice([None, *ASKED])

    def passage() -> Passage:
        sets = [(asked(), draw.choice([*SETS])) for _ in range(draw.randrange(3))]
        links = [
            (asked(), draw.choice(PLACES), draw.choice([None, *PLACES]))
            for _ in range(draw.randrange(4))
        ]
        return sets, links

    story = written({place: passage() for place in PLACES}, draw.choice([0, 1, 3]))
    return story.partition("\n")[2].partition("\n")[2]


def unreached(story: ForeignStory) -> set[str]:
    errors = check_foreign(story).errors
    return {each.item.place for each in errors if each.item.rule == Law.REACHED}


def agree(story: ForeignStory, seen: Played) -> None:
    """No error is of what a player met."""
    for each in check_foreign(story).errors:
        match each.item.rule:
            case Law.REACHED:
                assert each.item.place not in seen.met
            case Law.STUCK if seen.whole:
                assert each.item.place in seen.stuck
            case Law.OPENS:
                (link,) = (e for e in story.structure.choices if e.id == each.item.place)
                assert f"{link.source}: {link.label}" not in seen.offered
