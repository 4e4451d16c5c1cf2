"""The command of a stage and its options; loading them loads no use case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.domain.story.size import Size
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.parameters import DraftsFlag, ModelFlags, Positive, SeedFlag, Verbose

if TYPE_CHECKING:
    from questfoundry.app.stages.descriptions import Stage


@frozen(kw_only=True)
class StageOptions:
    """The arguments and options of the command ``qf <stage>``.

    With the option ``--resume``, ``idea`` or ``note`` contains the id of a run.

    IDEA: Your idea (default: qf asks you, or reads standard input). With --resume: the id of a run.
    NOTE: A note to the model (optional). With --resume: the id of a run.
    --interactive/--no-interactive, -i/-I: Discuss with the model, or let it decide alone (default:
        discuss in a terminal).
    --resume: Resume the newest unfinished run, or the named run.
    --retry-last: With --resume: request the last answer again.
    --redo NOTE: Regenerate with this note, from the result and its earlier discussion.
    --max-turns N: Maximum number of turns in the discussion.
    --size: Intended size of the story.
    --condensed: Without you, let a large model do several phases in one call.
    --no-minor-choices: Offer only choices that answer dilemmas (the main decisions of the story).
    --review/--no-review: Review each passage, or review nothing (default: fill.review in
        project.yaml).
    --concurrency N: Maximum number of simultaneous calls to a provider.
    --log: Write all calls and events to the folder logs/.
    """

    idea: str | None = None
    note: str | None = None
    interactive: bool | None = None
    resume: bool = False
    retry_last: bool = False
    redo: str | None = None
    drafts: DraftsFlag = None
    seed: SeedFlag = None
    max_turns: Positive | None = None
    size: Size | None = None
    condensed: bool = False
    no_minor_choices: bool = False
    review: bool | None = None
    concurrency: Positive | None = None
    log: bool = False
    verbose: Verbose = 0


def stage_command(stage: type[Stage]) -> Callable[..., None]:
    """Return a function that Typer can make the command of ``stage``; its docstring is the help."""

    @command(without=tuple(_unused_options(stage)))
    async def run(call: Call, options: StageOptions, models: ModelFlags) -> CommandResult:
        from questfoundry.cli.stage_run import StageRun

        return await StageRun(call, stage, options, models).execute()

    run.__doc__ = stage.summary
    return run


def _unused_options(stage: type[Stage]) -> Iterator[str]:
    yield "idea" if stage.needs else "note"
    if not stage.writes_prose:
        yield from ("review", "concurrency")
    if not stage.has_acts:
        yield "no_minor_choices"
    if not (stage.settles_size or stage.writes_prose):
        yield "size"
