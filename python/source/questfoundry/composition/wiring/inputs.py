"""The options of a run, as a program passes them, and the typed values built from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, TypedDict, cast

import attrs
from pydantic import ValidationError

from questfoundry.app.agent import ToolOffer
from questfoundry.app.jobs import LiveParts
from questfoundry.app.phases.discuss_tools import PRESENT_OPTIONS, READY, OptionsSink
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.run.run import Author
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.job import JobOptions
from questfoundry.domain.story.shape import counts_of
from questfoundry.domain.text.validation import describe_all
from questfoundry.infra.storage.material_files import read_material

if TYPE_CHECKING:
    from questfoundry.app.run.models import ModelSource
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.containers import ProjectContainer


class RunOptions(TypedDict, total=False):
    """The options of one stage run, or of every stage in a pipeline run.

    ``interactive`` is off by default; it needs ``author``, an async function that returns the
    author's next line. ``seed`` is passed to models that support a seed. ``provider`` is the model
    for all phases as ``provider/model``; ``providers`` maps phases to models. An option that is
    ``None`` counts as not given.
    """

    interactive: bool
    author: Author
    research_tools: Sequence[Tool]
    max_turns: int | None
    attempts: int | None
    review: bool | str | None
    questions: bool | None
    acts: bool | None
    repairs: bool | None
    played_scenes: bool | None
    stats: bool | None
    phases: str | None
    size: str | None
    shape: str | None
    language: str | None
    seed: int | None
    provider: str
    providers: Mapping[str, str]
    on_assistant_message: Callable[[str], None]
    on_text: TextSink | None
    on_options: OptionsSink | None


def build_stage_inputs(
    settings: ProjectSettings,
    options: RunOptions | None = None,
    *,
    idea: str = "",
    remark: str = "",
    chapter: int | None = None,
) -> StageInputs:
    """Build the inputs of a stage from the parameters, with the project's settings as defaults.

    Raise ``InputError`` for invalid values, a size that the shape does not allow, or a file of the
    author's material that cannot be read.
    """
    file, given = settings.file, options or {}
    interactive = given.get("interactive", False)
    defaults = {
        "max_turns": file.interactive.max_turns if interactive else 1,
        "attempts": file.serialize.attempts,
        "size": file.size,
        "shape": file.shape,
        "language": file.language,
        "questions": file.seed.questions,
        "acts": file.grow.acts,
        "repairs": file.grow.repairs,
        "played_scenes": file.grow.played_scenes,
        "stats": file.seed.stats,
        "phases": file.phases,
        "review": file.fill.default_review,
        "seed": None,
    }
    values = {
        "idea": idea.strip(),
        "remark": remark.strip(),
        "material": read_material(settings.files),
        "interactive": interactive,
        "chapter": chapter,
        **defaults,
        "prose": file.prose,
        **{name: each for name in defaults if (each := given.get(name)) not in {None, ""}},
    }
    # Without minor choices, nothing could move stats.
    values["stats"] = values["stats"] and values["acts"]
    try:
        inputs = StageInputs.model_validate(values)
    except ValidationError as problem:
        raise _invalid(problem) from problem
    if inputs.size:
        counts_of(inputs.size, inputs.shape)
    return inputs


_LIVE = frozenset(attrs.fields_dict(LiveParts))


def job_options_of(options: RunOptions) -> JobOptions:
    """Return the options that are data; raise ``InputError`` for an unknown or invalid option."""
    given = {name: value for name, value in options.items() if name not in _LIVE}
    try:
        return JobOptions.model_validate(given)
    except ValidationError as problem:
        raise _invalid(problem) from problem


def live_parts_of(options: RunOptions) -> LiveParts:
    """Return the objects of this process among ``options``."""
    given: dict[str, Any] = {name: value for name, value in options.items() if name in _LIVE}
    return LiveParts(**given)


def run_options_of(options: JobOptions, live: LiveParts) -> RunOptions:
    """Return the options of a run in one mapping."""
    return cast("RunOptions", {**options.model_dump(exclude_unset=True), **live.list_given()})


def _invalid(problem: ValidationError) -> InputError:
    return InputError(f"Invalid values: {describe_all(problem)} Use other values.")


def require_language(settings: ProjectSettings, language: str | None) -> None:
    """Raise ``InputError`` if ``language`` is given and is not the project's language."""
    known = settings.file.language
    if language is not None and language != known:
        raise InputError(
            f"This project's language is {known!r}, not {language!r}. To change it, write "
            f"`language: {language}` in project.yaml first.",
            remedies=(RunPipeline(start="dream"),),
        )


def models_of(container: ProjectContainer, options: RunOptions) -> ModelSource:
    """Return the models named in ``options``, else the project's models."""
    named = {Phase(name): model for name, model in options.get("providers", {}).items()}
    flags = SourceChoices(general=options.get("provider"), phases=named)
    if flags.general or named:
        return container.select_models(flags=flags)
    return container.models()


def require_coroutine_function(name: str, author: Author) -> None:
    """Raise ``UsageError`` if ``author``, passed as ``name``, is no coroutine function.

    Such a function would fail only after the model's first paid answer.
    """
    if not any(map(iscoroutinefunction, (author, type(author).__call__))):
        raise UsageError(
            f"`{name}` must be a coroutine function, and {author!r} is none. Define it with "
            "`async def`."
        )


def require_usable_tools(tools: Sequence[Tool], reserved: AbstractSet[str]) -> None:
    """Raise ``UsageError`` if a tool has a reserved name, or the name of another tool."""
    names = [each.definition.name for each in tools]
    if taken := sorted(reserved & {*names}):
        raise UsageError(f"The tool name {', '.join(taken)} is reserved. Rename your tool.")
    if twice := sorted({each for each in names if names.count(each) > 1}):
        raise UsageError(f"Two tools have the name {', '.join(twice)}. Rename one.")


def interaction_of(container: ProjectContainer, options: RunOptions) -> Interaction:
    """Return the interaction of a run, after checking that a run can use all of it.

    Raise ``UsageError`` for an interactive run without an author, an author that is no coroutine
    function, or a tool with a reserved name, and ``PromptError`` for a faulty prompt of the author.
    """
    author = options.get("author")
    if options.get("interactive") and author is None:
        raise UsageError(
            "An interactive run needs an author. Pass a function as `author`, or leave out "
            "`interactive`."
        )
    if author is not None:
        require_coroutine_function("author", author)
    research = options.get("research_tools")
    offer = container.research() if research is None else ToolOffer(tools=tuple(research))
    submits = (f"submit_{each.name}" for each in container.registry().artifacts)
    require_usable_tools(offer.tools, {READY, PRESENT_OPTIONS, *submits})
    container.settings().require_valid_prompts()
    return Interaction(
        author=author,
        research=offer,
        on_assistant_message=options.get("on_assistant_message"),
        on_text=options.get("on_text"),
        on_options=options.get("on_options"),
    )
