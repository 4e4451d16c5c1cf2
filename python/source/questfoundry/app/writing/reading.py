"""Ask a model about a passage that is written, in the way of Serialize.

What comes of it is a help and no more: where no answer is valid, the passage stands without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.stages.stage import Section
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.events import ReadingFailed
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository


async def read(
    passage: str,
    section: Section,
    variables: Mapping[str, Any],
    *,
    provider: ChatProvider,
    prompts: PromptRepository,
    events: EventSink,
) -> Artifact | None:
    """What the model hands in; ``None`` where it could not, which an event says.

    A model that does not comprehend texts is not asked.
    """
    traits = provider.traits
    if not traits.capabilities.comprehension:
        return None
    wanted = finalization(section.name, section, prompts)
    prompt = prompts.render(
        section.template,
        {
            **variables,
            "tool_name": wanted.name,
            "structured_output": traits.structured_output.value,
        },
    )
    asked = Serialize(
        provider=provider,
        finalization=wanted,
        wording=prompts.wording("feedback"),
        check=section.check,
        events=events,
        section=section.name,
    )
    try:
        serialized = await asked.run((system(prompt["system"]), user(prompt["user"])))
    except ConversationError as problem:
        events.emit(ReadingFailed(reading=section.name, passage=passage, problem=str(problem)))
        return None
    return serialized.artifact
