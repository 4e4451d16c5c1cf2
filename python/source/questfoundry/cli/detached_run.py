"""Leave a run to the workers of a database, for ``qf run --detach``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questfoundry.cli.database_commands import connect_workplace
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.job import JobOptions, PipelineJob
from questfoundry.presentation.command import Call, CommandResult

if TYPE_CHECKING:
    from questfoundry.cli.run_command import PipelineOptions
    from questfoundry.presentation.parameters import ModelFlags


async def start_detached(call: Call, options: PipelineOptions, models: ModelFlags) -> CommandResult:
    """Put the run into the queue and return its id, without waiting for a worker."""
    if options.interactive or options.preview or options.log or options.prose:
        raise InputError(
            "--detach leaves the run to a worker, so it cannot be combined with --interactive, "
            "--preview, --log or --prose. Leave them out."
        )
    job = _build_job(options, models)
    with connect_workplace(call, queue=options.queue) as workplace:
        started = await workplace.start(
            call.place.name, job, key=options.key, language=options.language
        )
        state = started.state
    return CommandResult({"job": started.id, "state": state}, started.id)


def _build_job(options: PipelineOptions, models: ModelFlags) -> PipelineJob:
    choices = models.source_choices
    return PipelineJob(
        idea=(options.idea or "").strip(),
        start=options.start,
        end=options.end,
        budget=options.budget,
        retry_last=options.retry_last,
        chapter=options.chapter,
        options=JobOptions(
            size=options.size.value if options.size else None,
            shape=options.shape.value if options.shape else None,
            seed=options.seed,
            questions=False if options.no_questions else None,
            stats=False if options.no_stats else None,
            acts=False if options.no_minor_choices else None,
            repairs=False if options.no_repairs else None,
            phases="condensed" if options.condensed else None,
            language=options.language,
            provider=choices.general,
            providers={
                phase.value: model for phase, model in choices.phases.items() if model is not None
            },
        ),
    )
