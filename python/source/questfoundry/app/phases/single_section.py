"""Request a section that belongs to no stage, such as a vote or a review."""

from collections.abc import Mapping
from typing import Any, cast

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.serialize import MAX_ATTEMPTS, Serialize
from questfoundry.app.run.run import Run
from questfoundry.app.stages.section import Result, Section
from questfoundry.domain.chat.exchange import RequestSubject
from questfoundry.domain.chat.messages import Message, system, user
from questfoundry.domain.models.traits import StructuredOutput
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository


async def request_artifact(
    model: ChatModel,
    section: Section[Result],
    variables: Mapping[str, Any],
    *,
    run: Run,
    prompts: PromptRepository,
    about: RequestSubject | None = None,
    attempts: int = MAX_ATTEMPTS,
) -> Result:
    """Let ``model`` answer a section that belongs to no stage, and return the artifact.

    ``variables`` are those of the section's template. ``attempts`` is the maximum number of
    attempts, including the first.
    """
    target = build_finalization(section.name, section, prompts)

    def prompt(strategy: StructuredOutput) -> tuple[Message, ...]:
        tool = {"tool_name": target.name, "structured_output": strategy.value}
        style = model.traits.profile.prompt_style
        rendered = prompts.render(section.template, {**variables, **tool}, style)
        return (system(rendered["system"]), user(rendered["user"]))

    driver = Serialize(
        model=model,
        finalization=target,
        events=run.events,
        run=run.id,
        attempts=attempts,
        about=about,
    )
    return cast(Result, (await driver.run(prompt)).artifact)
