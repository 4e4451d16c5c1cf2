"""Build the artifacts of stories from a premise, and check them by the rules of the stages."""

from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.grow.stage import GrowStage
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.infra.llm.draft.bench.casts import list_casts
from questfoundry.infra.llm.draft.bench.compose import pick_variant
from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.brainstorm import build_brainstorm
from questfoundry.infra.llm.draft.draw import DrawnStory, WordingError, draw_story
from questfoundry.infra.llm.draft.library import FOLDER
from questfoundry.infra.llm.draft.material import SlotError
from questfoundry.infra.llm.draft.plan import PlanBuilder
from questfoundry.infra.llm.draft.premise import Premise


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
            story = draw_story(premise, casts[number], str(number), pick_variant(number))
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
