"""Woven stories with any texts, and their maps as text."""

from collections.abc import Callable

from attrs import evolve

from questfoundry.app.story_map.builder import build_map
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Ending
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.infra.story_map.mermaid import MermaidMapRenderer
from questfoundry.infra.story_map.svg import SvgMapRenderer
from tests.support.shapes import soft_and_hard

Words = Callable[[str], str]
"""A function from an id to a text."""


def in_words(story: Story, words: Words = slug_of) -> Story:
    """Return the story with passages, and with every visible text from ``words``."""
    woven = weave(story)
    structure = woven.structure
    endings = dict.fromkeys(each.ending for each in structure.passages if each.ending)
    return evolve(
        story,
        title=words("title"),
        dilemmas=tuple(
            evolve(
                each,
                question=words(each.id),
                default=evolve(each.default, text=words(each.default.id)),
                alternative=evolve(each.alternative, text=words(each.alternative.id)),
            )
            for each in story.dilemmas
        ),
        beats=tuple(evolve(each, summary=words(each.id)) for each in woven.beats),
        structure=evolve(
            structure,
            passages=tuple(evolve(each, title=words(each.id)) for each in structure.passages),
            choices=tuple(evolve(each, label=words(each.id)) for each in structure.choices),
        ),
        endings=tuple(Ending(id=each, name=words(each)) for each in endings),
    )


def written() -> str:
    """Return the map of a larger story, as SVG and as Mermaid."""
    story_map = build_map(in_words(soft_and_hard(3, 2)), beats=True)
    return (SvgMapRenderer().render(story_map) + MermaidMapRenderer().render(story_map)).decode()
