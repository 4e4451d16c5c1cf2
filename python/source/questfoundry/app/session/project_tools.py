"""What the studio's agent does with the project itself, by the use cases that there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.protocols import PromptRepository, Tool
from questfoundry.domain.story.story import Story

Work = Callable[..., Awaitable[Any]]
"""Does it, with the tool's parameters by name; ``None`` or nothing in it is a result, too."""

_MOST_FOUND = 5


class ProjectTool(Tool):
    """One use case as a tool; what it refuses is told to the model, with what to do next."""

    def __init__(
        self, name: str, work: Work, prompts: PromptRepository, *, effects: bool = False
    ) -> None:
        self._name = name
        self._work = work
        self._words = prompts.wording("tools/project")[name]
        self.effects = effects

    @property
    def definition(self) -> ToolDefinition:
        """Every parameter is a text, and needed."""
        parameters: Mapping[str, str] = self._words.get("parameters", {})
        return ToolDefinition(
            name=self._name,
            description=self._words["description"],
            parameters={
                "type": "object",
                "properties": {
                    each: {"type": "string", "description": said}
                    for each, said in parameters.items()
                },
                "required": list(parameters),
                "additionalProperties": False,
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Do it."""
        actions = self._words["actions"]
        given = {name: str(value) for name, value in arguments.items()}
        query = " ".join(given.values())
        try:
            found = await self._work(**given)
        except QuestFoundryError as problem:
            return error(str(problem), action=actions["error"])
        if not found:
            return no_results(query, action=actions["no_results"])
        return success(found, query=query, action=actions["success"])


def passages_about(story: Story, query: str) -> list[dict[str, str]]:
    """The passages that share most words with the query, each with its id, title and prose."""
    wanted = {each for each in query.casefold().split() if len(each) > 2}
    if story.structure is None:
        return []
    ranked: list[tuple[int, int, dict[str, str]]] = []
    for place, passage in enumerate(story.structure.passages):
        prose = (story.prose or {}).get(passage.id, "")
        text = f"{passage.id} {passage.title} {prose}".casefold()
        shared = sum(each in text for each in wanted)
        if shared:
            found = {"passage": passage.id, "title": passage.title, "prose": prose}
            ranked.append((-shared, place, found))
    return [found for _, _, found in sorted(ranked, key=lambda each: each[:2])[:_MOST_FOUND]]
