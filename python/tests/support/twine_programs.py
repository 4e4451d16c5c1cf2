"""Stories for Twine, played in the programs of their own formats.

npm brings the programs as Twine had them, in the package that we call ``twine-formats``.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from attrs import frozen
from playwright.sync_api import Browser

from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.infra.foreign.twee import TweeReader
from tests.support.ecosystem import ECOSYSTEM, not_here

_FORMATS = ECOSYSTEM / "node_modules/twine-formats/story-formats"
PROGRAMS = {
    "SugarCube": "sugarcube-2.31.1",
    "Harlowe": "harlowe-3.1.0",
    "Chapbook": "chapbook-1.2.0",
    "Snowman": "snowman-1.4.0",
}
_EXPLORE = ECOSYSTEM / "explore_twine.js"
_LENT = (
    '<script role="script" type="text/twine-javascript">'
    'window.program={State:require("state"),Engine:require("engine")}</script>'
)
_IFID = "45830947-8992-4F18-9F1F-92A1848C94DB"
_NO_PLACES = ("StoryTitle", "StoryData")


@frozen(kw_only=True)
class Met:
    """A player in a passage, with the state at entry; ``exits`` are labels and next places.

    ``text`` is the text of the page before the first click. A player who continues without a click
    has an exit with an empty label. A place that was not explored has no ``exits``.
    """

    passage: str
    exits: tuple[tuple[str, int], ...] | None
    text: str = ""


@frozen(kw_only=True)
class Played:
    """All visited places, in order; ``whole`` means that no limit stopped the exploration.

    ``said`` holds the complaints of the program.
    """

    met: tuple[Met, ...]
    whole: bool
    said: tuple[str, ...]


def published(twee: str, story_format: str, program: str = "") -> str:
    """Return the story as Twine publishes it, with the program that plays it."""
    passages = TweeReader().read_passages([SourceFile("1.twee", twee.encode())])
    data = json.loads(next((each.text for each in passages if each.name == "StoryData"), "{}"))
    title = next((each.text for each in passages if each.name == "StoryTitle"), "A story")
    start = data.get("start", "Start").strip()
    kinds = {
        "style": "".join(each.text for each in passages if "stylesheet" in each.tags),
        "script": "".join(each.text for each in passages if "script" in each.tags),
    }
    told = [
        each
        for each in passages
        if each.name not in _NO_PLACES and each.tags.isdisjoint({"script", "stylesheet"})
    ]
    number = next((n for n, each in enumerate(told, 1) if each.name == start), 1)
    parts = [
        f'<tw-storydata name="{escape(title)}" startnode="{number}" creator="Twine" '
        f'creator-version="2.3.9" ifid="{data.get("ifid", _IFID)}" '
        f'zoom="1" format="{story_format}" format-version="1" options="" hidden>',
        '<style role="stylesheet" id="twine-user-stylesheet" type="text/twine-css">'
        f"{kinds['style']}</style>",
        '<script role="script" id="twine-user-script" type="text/twine-javascript">'
        f"{kinds['script']}</script>",
        *(
            f'<tw-passagedata pid="{n}" name="{escape(each.name)}" '
            f'tags="{escape(" ".join(sorted(each.tags)))}" position="{n * 100},100" '
            f'size="100,100">{escape(each.text).replace("&#x27;", "&#39;")}</tw-passagedata>'
            for n, each in enumerate(told, 1)
        ),
        "</tw-storydata>",
    ]
    source = _source(program or PROGRAMS[story_format])
    return source.replace("{{STORY_NAME}}", escape(title)).replace("{{STORY_DATA}}", "".join(parts))


def played(browser: Browser, folder: Path, html: str, *, most: int = 300) -> Played:
    """Return at most ``most`` places that players of a published story visit.

    Harlowe shows its state only to scripts of the story, so the story gets one more script.
    """
    file = folder / "played.html"
    lent = 'format="Harlowe"' in html
    file.write_text(html.replace("</tw-storydata>", f"{_LENT}</tw-storydata>") if lent else html)
    said: dict[str, None] = {}
    profile = browser.new_context(offline=True, locale="en-US")
    try:
        page = profile.new_page()
        page.on("pageerror", lambda error: said.setdefault(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.add_init_script(path=_EXPLORE)
        page.goto(file.as_uri())
        found = page.evaluate("(most) => explore(most)", most)
    finally:
        profile.close()
    return Played(
        met=tuple(map(_met, found["places"])), whole=found["whole"], said=(*said, *found["said"])
    )


def _met(place: Mapping[str, object]) -> Met:
    exits: Sequence[Mapping[str, object]] | None = place["exits"]  # type: ignore[assignment]
    left = None if exits is None else [(str(e["label"]), int(str(e["to"]))) for e in exits]
    return Met(
        passage=str(place["passage"]),
        exits=None if left is None else tuple(left),
        text=str(place["text"]),
    )


def _source(program: str) -> str:
    """Return the program, with places for a story; a format's script holds more than JSON."""
    file = _FORMATS / program / "format.js"
    if not file.is_file():
        not_here(
            "The programs of Twine's formats are not there: `npm ci` in python/tests/ecosystem"
        )
    script = file.read_text(encoding="utf-8")
    begin = script.index('"source":') + len('"source":')
    text, _ = json.JSONDecoder().raw_decode(script, begin + (script[begin] == " "))
    return str(text)
