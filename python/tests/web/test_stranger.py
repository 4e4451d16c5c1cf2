"""A stranger's project in the web interface: its texts are shown, and none of them acts."""

import json
import re

import pytest
from attrs import evolve
from lxml import html

from questfoundry.domain.story.story import Story
from questfoundry.presentation.text import clean, join_lines
from tests.support.desk import Desk, at_desk, texts

ATTACKS = (
    "</script><script>alert(1)</script>",
    "</textarea></title></style><img src=x onerror=alert(1)>",
    "\" onmouseover=alert(1) x='",
    "javascript:alert(1)",
    "<a href=javascript:alert(1)>x</a><base href=//evil.example>",
    "{{ 7 * 7 }}{% include 'base.html' %}",
    "x\ndata: y\n\nevent: over",
    "url(http://evil.example/x.css) ]]> --> &lt;b>",
    "\u202egnp.exe \u2066 A" + "W" * 3_000,
)
"""Attacks on scripts, fields, attributes, addresses, templates and events, and a name without an
end.
"""

FILLED = {
    "slug": "setup-1",
    "number": "1",
    "number:int": "1",
    "name:path": "bible/people.md",
    "name": "de",
    "suffix": "csv",
}
_FIELD = re.compile(r"\{([\w:]+)\}")


def pages(desk: Desk) -> list[str]:
    """Return every address that can be read, including the addresses of future pages."""
    found = []
    for route in desk.app.routes:
        path, methods = getattr(route, "path", ""), getattr(route, "methods", None) or ()
        if "GET" in methods and not path.startswith(("/static", "/files")):
            found.append(_FIELD.sub(lambda each: FILLED[each[1]], path))
    return found


def hostile(story: Story, attack: str) -> Story:
    """Return the story with ``attack`` in all texts, without the checks of artifacts."""
    structure = story.existing_structure
    passages = tuple(evolve(each, title=attack) for each in structure.passages)
    choices = tuple(evolve(each, label=each.label and attack) for each in structure.choices)
    return evolve(
        story,
        title=attack,
        hook=attack,
        structure=evolve(structure, passages=passages, choices=choices),
        entities=tuple(evolve(each, name=attack, concept=attack) for each in story.entities),
        dilemmas=tuple(evolve(each, question=attack) for each in story.dilemmas),
        beats=tuple(evolve(each, summary=attack) for each in story.beats),
        endings=tuple(evolve(each, name=attack) for each in story.endings),
        prose={each.id: f"{attack}\n\nOn." for each in structure.passages},
        problems={each.id: (attack,) for each in structure.passages},
    )


@pytest.mark.parametrize("attack", ATTACKS)
async def test_what_a_project_says_is_text_on_every_page(project, attack, monkeypatch) -> None:
    """A stranger's text must not become markup on any page. (DSK-1.9)"""
    settings = json.dumps({"name": " ".join(attack.split())[:100]})
    (project / "project.yaml").write_text(settings, "utf-8")
    (project / "bible").mkdir()
    (project / "bible" / "people.md").write_text(f"# {attack}\n\n{attack}", "utf-8")
    note = {"number": 1, "passage": "passage::setup-1", "quote": attack[:200], "text": attack}
    (project / "comments.json").write_text(json.dumps({"comments": [note]}), "utf-8")
    async with at_desk(project) as desk:
        story = hostile(await desk.views.do(desk.views.story), attack)
        monkeypatch.setattr(desk.views, "story", lambda: story)
        desk.views.project.studio.session(title=attack)
        seen = 0
        for path in pages(desk):
            answer = await desk.get(path)
            assert answer.status_code < 500, path
            kind = answer.headers.get("content-type", "")
            if answer.text and kind.startswith("text/html"):
                assert dangers(answer.text) == [], path
                seen += join_lines(clean(attack))[:7] in " ".join(texts(answer, "//main"))
            if kind.startswith("text/event-stream"):
                assert answer.text.count("event: over") == 1, path
        assert seen > 9


def dangers(page: str) -> list[str]:
    """Return the parts of a page that would run, load or lead elsewhere."""
    root, found = html.fromstring(page), []
    found += [each.tag for each in root.xpath("//base | //style | //iframe | //object | //embed")]
    found += [each.tag for each in root.xpath("//img")]
    for each in root.iter():
        for name, value in each.attrib.items():
            here = value.startswith("/") and not value.startswith("//")
            leads = name in {"href", "src", "action", "formaction"} or name.startswith("data-hx-p")
            if (
                name.startswith("on")
                or name == "style"
                or (leads and not (here or value.startswith("#")))
            ):
                found.append(f"{name}={value}")
    found += [each.text for each in root.xpath("//script[not(@src)]")]
    return found
