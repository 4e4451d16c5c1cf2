"""Play a draft at random and return what a player reads, for the writers of material."""

import random
from collections.abc import Iterator

from attrs import evolve

from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import paragraphs_of
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.bench.laws import build_whole
from questfoundry.infra.llm.draft.casting import (
    Selection,
    build_cast,
    list_trade_nouns,
    select_material,
)
from questfoundry.infra.llm.draft.draw import draw_story
from questfoundry.infra.llm.draft.idea import Idea, IdeaWords
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.plan import PlanBuilder


def read_aloud(
    prompts: PromptRepository, idea_text: str, seed: str, **chosen: str
) -> Iterator[str]:
    """Yield the lines of one random playthrough; ``chosen`` names files, such as ``premise``."""
    library = MaterialLibrary(prompts)
    words = IdeaWords(entries=prompts.wording(f"{FOLDER}/idea"))
    idea = Idea(idea_text, words, list_trade_nouns(library))
    selection: Selection = evolve(select_material(idea, library, seed), **chosen)
    material = selection.load(library)
    drawn = draw_story(material, build_cast(idea, material, seed), f"{seed} {idea_text}")
    story = build_whole(drawn, prompts)
    weaver = PlanBuilder(
        drawn=drawn, story=story, words=prompts.wording(f"{FOLDER}/words")
    ).build_weaver()
    yield f"# {drawn.title} ({selection.record})"
    rng = random.Random(f"play {seed}")  # noqa: S311 - no secrets
    yield from _play(story, {name: weaver.write(name) for name in drawn.scenes}, rng)


def _play(story: Story, prose: dict[str, str], rng: random.Random) -> Iterator[str]:
    structure, flags = story.existing_structure, frozenset[str]()
    here = structure.passage(structure.start)
    while True:
        yield from _show(story, here, prose[here.id.partition("::")[2]], flags)
        choices = structure.selectable_choices(here.id)
        if not choices:
            yield f"THE END: {next(each.name for each in story.endings if each.id == here.ending)}"
            return
        taken = rng.choice([each for each in choices if each.is_open(flags)])
        yield from _list_labels(choices, taken, flags)
        flags |= taken.grants
        here = structure.passage(taken.target)


def _show(story: Story, here: Passage, prose: str, flags: frozenset[str]) -> Iterator[str]:
    yield f"\n## {here.title}\n"
    for paragraph in paragraphs_of(prose, story.flags_by_name):
        if paragraph.is_visible_with(flags):
            yield f"{paragraph.text}\n"


def _list_labels(
    choices: tuple[Choice, ...], taken: Choice, flags: frozenset[str]
) -> Iterator[str]:
    for each in choices:
        if each is taken:
            yield f"- **{each.label}**"
        elif each.is_open(flags):
            yield f"- {each.label}"
        elif each.is_shown_closed(flags):
            yield f"- ({each.closed})"
