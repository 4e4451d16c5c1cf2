"""Snowman's own program, in a browser: where its players come, and what they can click."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from playwright.sync_api import Browser

from tests.support.browser import opened
from tests.support.ecosystem import run_node

_ARCHIVE = (
    '<tw-storydata name="a" startnode="1" format="Snowman">'
    '<tw-passagedata pid="1" name="Start">x</tw-passagedata></tw-storydata>'
)

# Renders each passage with what the story remembers before it, and clicks all that can be clicked.
_EXPLORE = """(most) => {
  history.pushState = history.replaceState = () => {};
  const story = window.story, show = story.show;
  story.state = {};
  story.userScripts.forEach((code) => (0, eval)(code));
  const met = new Set(), stuck = new Set(), offered = new Set();
  const waiting = [[story.passages[story.startPassage].name, JSON.stringify(story.state), []]];
  const known = new Set();
  let played = 0;
  for (const [name, before, clicks] of waiting) {
    if (++played > most) break;
    const again = () => {
      story.state = JSON.parse(before);
      show.call(story, name);
      clicks.forEach((each) => document.querySelectorAll("#passage a")[each].click());
      return [...document.querySelectorAll("#passage a")];
    };
    met.add(name);
    const links = again();
    if (!links.length) stuck.add(name);
    links.forEach((link, number) => {
      offered.add(`${name}: ${link.innerText}`);
      const now = again()[number], held = JSON.stringify(story.state);
      let gone = null;
      story.show = (target) => { gone = target; };
      now.click();
      delete story.show;
      const after = JSON.stringify(story.state);
      const next = gone !== null ? [gone, after, []] : [name, before, [...clicks, number]];
      const key = JSON.stringify(next);
      if (known.has(key) || (gone === null && (after === held || clicks.length > 1))) return;
      known.add(key);
      waiting.push(next);
    });
  }
  return { met: [...met], stuck: [...stuck], offered: [...offered], whole: played <= most };
}"""


@frozen(kw_only=True)
class Played:
    """The passages that players met, those where they found no link, and ``passage: label``.

    It is the ``whole`` story where nobody stopped before all was met.
    """

    met: frozenset[str]
    stuck: frozenset[str]
    offered: frozenset[str]
    whole: bool


def played(browser: Browser, folder: Path, *stories: str, most: int = 400) -> list[Played]:
    """What players of the stories in Twee meet, by so many steps at ``most`` each."""
    given = [{"twee": each, "archive": _ARCHIVE} for each in stories]
    found = []
    for number, story in enumerate(run_node("read_twine.mjs", given)["stories"]):
        file = folder / f"{number}.html"
        file.write_text(story["html"], encoding="utf-8")
        with opened(browser, file) as page:
            said = page.evaluate(_EXPLORE, most)
        sets = {name: frozenset(said[name]) for name in ("met", "stuck", "offered")}
        found.append(Played(**sets, whole=said["whole"]))
    return found
