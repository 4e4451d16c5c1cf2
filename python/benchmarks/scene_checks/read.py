"""Build a story from a premise, check it by the rules of the stages, and play it at random."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from benchmarks.scene_checks.compose import list_casts, pick_variant
from benchmarks.scene_checks.finding import MaterialFinding
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.brainstorm import build_brainstorm
from questfoundry.infra.llm.draft.draw import DrawnStory, WordingError, draw_story
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.plan import PlanBuilder
from questfoundry.infra.llm.draft.premise import Premise, SlotError
from questfoundry.infra.llm.draft.reading import read_tale
from questfoundry.infra.llm.draft.selection import Selection, select_material
from questfoundry.infra.llm.draft.tale import build_cast


class BrokenDraftError(Exception):
    """An error for a draft with an artifact that breaks a rule; the message names the rule."""


def find_broken_laws(
    premise: Premise, file: str, prompts: PromptRepository
) -> Iterator[MaterialFinding]:
    """Yield the first broken rule in each story; story n has variant n of each scene."""
    most = max(len(each.variants) for each in premise.scenes.values())
    casts = list(list_casts(premise))
    for number in range(most):
        try:
            story = draw_story(
                premise, casts[number % len(casts)], str(number), pick_variant(number)
            )
            build_whole(story, prompts)
        except (BrokenDraftError, SlotError) as error:
            yield MaterialFinding(
                file=file,
                problem=f"with variant {number + 1} of each scene: {error}",
                fix="Correct the scenes or the dilemmas.",
            )
        except WordingError:
            return  # reported when the premise is composed


def build_whole(drawn: DrawnStory, prompts: PromptRepository) -> Story:
    """Return the story of ``drawn`` with its structure, but without prose.

    Raise ``BrokenDraftError`` if an artifact breaks a rule.
    """
    words = prompts.wording(f"{FOLDER}/words")
    story = _apply(
        BrainstormStage(prompts), build_brainstorm(drawn, words), Story(size=Size.MICRO), prompts
    )
    plan = PlanBuilder(drawn=drawn, story=story, words=words)
    story = _apply(SeedStage(prompts), plan.build_seed(), story, prompts)
    plan = PlanBuilder(drawn=drawn, story=story, words=words)
    return _apply(GrowStage(prompts), plan.build_grow(), story, prompts)


def _apply(
    stage: ArtifactStage, data: Mapping[str, Any], story: Story, prompts: PromptRepository
) -> Story:
    whole = {"type": stage.name, "version": stage.artifact.model_fields["version"].default, **data}
    found = stage.validate(whole, story=story, prompts=prompts)
    if isinstance(found, tuple):
        raise BrokenDraftError(f"{stage.name}: {found[0].field}: {found[0].problem}")
    return stage.apply(story, found)


@frozen(kw_only=True)
class WholeDraft:
    """A draft with its prose; ``record`` names the premise and the seed of its ``Selection``."""

    title: str
    record: str
    story: Story

    @property
    def premise(self) -> str:
        """The name of the premise."""
        return Selection.from_record(self.record).premise


def compose_draft(
    prompts: PromptRepository,
    idea: str,
    seed: str,
    premise: str = "",
    used: frozenset[str] = frozenset(),
) -> WholeDraft:
    """Return the whole draft of ``idea``; ``premise`` replaces the chosen one.

    ``used``: the premises of earlier stories, which are avoided.
    """
    library = MaterialLibrary(prompts)
    selection = select_material(idea, library, seed, used)
    selection = evolve(selection, premise=premise or selection.premise)
    loaded = selection.load(library)
    drawn = draw_story(loaded, build_cast(read_tale(idea, library), loaded), f"{seed} {idea}")
    story = build_whole(drawn, prompts)
    weaver = PlanBuilder(
        drawn=drawn, story=story, words=prompts.wording(f"{FOLDER}/words")
    ).build_weaver()
    passages = [each.id for each in story.existing_structure.passages]
    prose = {each: weaver.write(slug_of(each)) for each in passages}
    return WholeDraft(title=drawn.title, record=selection.record, story=evolve(story, prose=prose))


def read_aloud(prompts: PromptRepository, idea: str, seed: str, premise: str = "") -> Iterator[str]:
    """Yield the lines of one random playthrough; the parameters are those of ``compose_draft``."""
    draft = compose_draft(prompts, idea, seed, premise)
    yield f"# {draft.title} ({draft.record})"
    yield from _play(draft.story, random.Random(f"play {seed}"))


def _play(story: Story, rng: random.Random) -> Iterator[str]:
    structure, flags = story.existing_structure, frozenset[str]()
    here = structure.passage(structure.start)
    while True:
        yield from _show(story, here, flags)
        choices = structure.selectable_choices(here.id)
        if not choices:
            yield f"THE END: {next(each.name for each in story.endings if each.id == here.ending)}"
            return
        taken = rng.choice([each for each in choices if each.is_open(flags)])
        yield from _list_labels(choices, taken, flags)
        flags |= taken.grants
        here = structure.passage(taken.target)


def _show(story: Story, here: Passage, flags: frozenset[str]) -> Iterator[str]:
    yield f"\n## {here.title}\n"
    for paragraph in story.paragraphs(here.id):
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
