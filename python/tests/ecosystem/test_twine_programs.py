"""Tests of Twine stories in the programs of their formats, compared with our findings."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from questfoundry.app.structure.check import check_foreign
from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase
from questfoundry.composition.project.import_material import import_story
from questfoundry.domain.checks.law import Law
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.foreign.source_folder import SourceFolder
from questfoundry.infra.foreign.twine_html import TwineHtmlReader
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.stage_runs import Workshop, one_provider
from tests.support.twine_claims import agreement
from tests.support.twine_programs import PROGRAMS, Met, played, published
from tests.support.twine_stories import drawn_story, story_of_texts

pytestmark = pytest.mark.ecosystem

STORIES = 12
WHOLE = {
    "SugarCube": """:: Start
<<if not $keys>><<set $keys to []>><</if>>You stand at the gate.

<<if $keys.length gte 2>>[[Open->Gate]]<</if>>
[[Wood]]
<<if $mood is not "glad">>[[Ruin]]<<else>>[[Never]]<</if>>

:: Wood
<<if not $keys.includes("iron")>><<set $keys.push("iron")>><</if>>Trees.
[[Back->Start]]

:: Ruin
<<if not $keys.includes("bone")>><<set $keys.push("bone")>><</if>>Walls.
[[Back->Start]]

:: Gate
The end.

:: Never
x
""",
    "Harlowe": """:: Begin [startup]
(set: $iron to false, $bone to false)

:: Start
You stand at the gate.

(if: $iron and $bone)[[[Open->Gate]]]
[[Wood]]
(if: $mood is not "glad")[[[Ruin]]](else:)[[[Never]]]

:: Wood
(set: $iron to true)Trees.
[[Back->Start]]

:: Ruin
(set: $bone to true)Walls.
[[Back->Start]]

:: Gate
The end.

:: Never
x
""",
    "Chapbook": """:: Start
iron: false
bone: false
--
[[Begin->Road]]

:: Road
You stand at the gate.

[if iron && bone]
[[Open->Gate]]

[continue]
[[Wood]]

[unless iron === 'rust']
[[Ruin]]

[else]
[[Never]]

:: Wood
iron: true
--
Trees. [[Back->Road]]

:: Ruin
bone: true
--
Walls. [[Back->Road]]

:: Gate
The end.

:: Never
x
""",
    "Snowman": """:: Script [script]
var st = window.story.state;
if (st.keys === undefined) {
  st.keys = [];
  st.mood = 'calm';
}

:: Start
You stand at the gate.

<% if (s.keys.length >= 2) { %>[[Open->Gate]]<% } %>
[[Wood]]
<% if (s.mood !== 'glad') { %>[[Ruin]]<% } else { %>[[Never]]<% } %>

:: Wood
<% if (!_.contains(s.keys, 'iron')) { s.keys.push('iron'); } %>Trees.
[[Back->Start]]

:: Ruin
<% if (s.keys.indexOf('bone') === -1) { s.keys.push('bone'); } %>Walls.
[[Back->Start]]

:: Gate
The end. <%= s.keys.length %>

:: Never
x
""",
}
TEXTS = {
    "SugarCube": [
        '<<set $x to "[[B]]">>$x',
        '<<set _l to ["[[B]]"]>><<= _l[0]>>',
        '<<print "[[B]]">>',
        '<<= either("[[B]]", "[[C]]")>>',
        '<<print \'<<link "a" "B">><</link>>\'>>',
        "<a onclick=\"SugarCube.Engine.play('B')\">a</a>",
        '<a data-passage="B" data-setter="$y to 1">a</a>',
        "<<link [img[x.png][B]]>><</link>>",
        '<<link "a" `"B"`>><</link>>',
        '<<link "a">><<run Engine.play("B")>><</link>>',
        '[[a|"B"]]',
        "[>img[x.png][B]]",
        "<<if $never is not 1>>[[B]]<<else>>[[C]]<</if>>",
        "<<set $n to 1>><<set $n *= 3>><<if $n is 3>>[[B]]<<else>>[[C]]<</if>>",
        "<<set $m to 9>><<set $m to $m.clamp(0, 5)>><<if $m is 5>>[[B]]<</if>>",
        "<<set $a to 1>><<run setup.f = () => 1>><<if setup.f() is 1>>[[B]]<</if>>",
    ],
    "Harlowe": [
        "[[a\n->B]]",
        "[[a->B\n]]",
        "(for: each _x, ...(a: 1, 2))[(if: _x is 2)[[[B]]]]",
        "(if: $never)[[[B]]](else:)[[[C]]]",
        '(set: $e to "")(if: $e)[[[B]]](else:)[[[C]]]',
        "(set: $o to 1)(if: $o == 1)[[[B]]](else:)[[[C]]]",
        "(set: $n to 1)(set: $n += 1)(if: $n is 2)[[[B]]](else:)[[[C]]]",
        '(set: $s to "a")(set: $s to $s + "b")(if: $s is "ab")[[[B]]](else:)[[[C]]]',
        "(set: $m to 2)(set: $m to $m * 3)(if: $m is 6)[[[B]]](else:)[[[C]]]",
    ],
    "Chapbook": [
        "<button onclick=\"go('B')\">a</button>",
        '<span data-cb-go="B">a</span>',
        "<a href=\"javascript:void(0)\" data-cb-go='B'>a</a>",
        "[note to myself]\n[[B]]",
        "[n.b.]\n[[B]]",
        "[note to self]\n[[C]]\n[continue]\n[[B]]",
        "x: 1\nx: x * 3\n--\n[if x === 3]\n[[B]]\n[else]\n[[C]]",
    ],
    "Snowman": [
        "<a onclick=\"window.story.show('B')\">a</a>",
        '<a href="#" onclick="story.show(\'B\'); return false">a</a>',
        "<% s.x = 1; s.x *= 3; %><% if (s.x === 3) { %>[[B]]<% } else { %>[[C]]<% } %>",
        "<a data-passage='B' onclick='window.story.state.y = 1'>a</a>",
    ],
}


def read(html: str) -> ForeignStory:
    return TwineHtmlReader().read([SourceFile("story.html", html.encode())])


def as_met(places: tuple[Met, ...]) -> list[tuple[str, object]]:
    return [(each.passage, each.exits) for each in places]


@pytest.mark.parametrize("story_format", PROGRAMS)
def test_published_stories_change(chromium: Browser, tmp_path: Path, story_format: str) -> None:
    """Links stay. (FMT-6.17, IMP-3.1)"""
    html = published(WHOLE[story_format], story_format)
    (tmp_path / "s.html").write_bytes(html.encode())
    project = import_story([tmp_path / "s.html"], tmp_path / "p").place.paths.root
    story = read(html)
    before = played(chromium, tmp_path, html)
    agreed = agreement(story, before)
    assert before.whole
    assert (agreed.false, story.unmodelled, agreed.alike) == ((), (), agreed.places)
    said = {
        each.item.place for each in check_foreign(story).errors if each.item.rule == Law.REACHED
    }
    assert (
        said
        == {"Never"}
        == {e.id for e in story.structure.passages} - {each.passage for each in before.met}
    )

    with ThreadPoolExecutor(1) as pool:  # the browser's thread already runs a loop
        new = "The gate is behind you."
        pool.submit(asyncio.run, rewrite(project, "Gate", "The end.", new)).result()
    rewritten = (project / "source/s.html").read_bytes().decode()
    assert rewritten == html.replace("The end.", new)
    assert as_met(played(chromium, tmp_path, rewritten).met) == as_met(before.met)


async def rewrite(project: Path, passage: str, old: str, new: str) -> None:
    """Rewrite one passage with a scripted model that keeps the code."""
    shop, source = Workshop(), SourceFolder(FolderProjectFiles(project))
    answer = says(source.text(passage).prose_with_placeholders.replace(old, new))
    await RewriteSourceUseCase(
        source=source,
        store=shop.store,
        runs=shop.opener(one_provider(ScriptedChatProvider([answer]))),
        prompts=shop.prompts,
    ).execute(passage, "Otherwise.")


@pytest.mark.parametrize("story_format", PROGRAMS)
def test_open_links_stay_open(chromium: Browser, tmp_path: Path, story_format: str) -> None:
    """Each of these texts once caused a false error, which costs the author's trust. (FMT-6.18)"""
    html = published(story_of_texts(story_format, TEXTS[story_format]), story_format)
    seen = played(chromium, tmp_path, html)
    assert agreement(read(html), seen).false == ()
    assert {str(n) for n in range(len(TEXTS[story_format]))} <= {e.passage for e in seen.met}


@pytest.mark.parametrize("story_format", PROGRAMS)
def test_drawn_stories_are_as_told(chromium: Browser, tmp_path: Path, story_format: str) -> None:
    """Random stories in the real programs find false errors that no example contains. (FMT-6.18)"""
    draw = random.Random(88)
    for _ in range(STORIES):
        html = published(drawn_story(draw, story_format), story_format)
        seen = played(chromium, tmp_path, html, most=40)
        assert agreement(read(html), seen).false == ()
        assert seen.said == ()
