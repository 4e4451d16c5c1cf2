"""The options of a stage run or a pipeline run, as a program passes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from questfoundry.app.phases.discuss_tools import OptionsSink
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.run.run import Author
from questfoundry.composition.wiring.inputs import build_stage_inputs
from questfoundry.domain.errors import UsageError
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import TextSink, Tool

if TYPE_CHECKING:
    from questfoundry.app.run.models import ModelSource
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.run.inputs import StageInputs


class RunOptions(TypedDict, total=False):
    """The options of one stage run, or of every stage in a pipeline run.

    ``interactive`` is off by default and needs ``author``, a function that is awaited for the
    author's lines. ``seed`` is passed to models that support a seed. ``provider`` names the model
    of all phases as ``provider/model``; ``providers`` names models by phase.
    """

    interactive: bool
    author: Author
    research_tools: Sequence[Tool]
    max_turns: int
    attempts: int
    review: bool | str
    questions: bool
    acts: bool
    size: str
    shape: str
    language: str
    seed: int
    provider: str
    providers: Mapping[str, str]
    on_assistant_message: Callable[[str], None]
    on_text: TextSink
    on_options: OptionsSink


def inputs_of(
    settings: ProjectSettings,
    idea: str,
    remark: str,
    options: RunOptions,
    chapter: int | None = None,
) -> StageInputs:
    """Return the validated inputs of a run with these options."""
    return build_stage_inputs(
        settings,
        idea=idea,
        remark=remark,
        interactive=options.get("interactive", False),
        max_turns=options.get("max_turns"),
        attempts=options.get("attempts"),
        size=options.get("size"),
        shape=options.get("shape"),
        language=options.get("language"),
        review=options.get("review"),
        questions=options.get("questions"),
        acts=options.get("acts"),
        seed=options.get("seed"),
        chapter=chapter,
    )


def models_of(container: ProjectContainer, options: RunOptions) -> ModelSource:
    """Return the models named in ``options``, else the project's models."""
    named = {Phase(name): model for name, model in options.get("providers", {}).items()}
    flags = SourceChoices(general=options.get("provider"), phases=named)
    if flags.general or named:
        return container.select_models(flags=flags)
    return container.models()


def interaction_of(container: ProjectContainer, options: RunOptions) -> Interaction:
    """Return the author, research tools and callbacks of a run with these options.

    Raise ``UsageError`` for an interactive run without an author.
    """
    author = options.get("author")
    if options.get("interactive") and author is None:
        raise UsageError(
            "An interactive run needs an author. Pass a function as `author`, or leave out "
            "`interactive`."
        )
    research = options.get("research_tools")
    return Interaction(
        author=author,
        research=container.research().tools if research is None else tuple(research),
        on_assistant_message=options.get("on_assistant_message"),
        on_text=options.get("on_text"),
        on_options=options.get("on_options"),
    )
