"""What the studio's agent does with the project itself, by the use cases that there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.protocols import PromptRepository, Tool
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

Work = Callable[..., Awaitable[Any]]
"""Does it, with the tool's parameters by name; ``None`` or nothing in it is a result, too."""

_MOST_FOUND, _SHORT = 5, 2


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
        """Every parameter is a text; those under ``optional`` may be left out."""
        needed: Mapping[str, str] = self._words.get("parameters", {})
        optional: Mapping[str, str] = self._words.get("optional", {})
        return ToolDefinition(
            name=self._name,
            description=self._words["description"],
            parameters={
                "type": "object",
                "properties": {
                    each: {"type": "string", "description": said}
                    for each, said in {**needed, **optional}.items()
                },
                "required": list(needed),
                "additionalProperties": False,
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Do it."""
        actions = self._words["actions"]
        known = self.definition.parameters["properties"]
        given = {name: str(value) for name, value in arguments.items() if name in known}
        query = " ".join(given.values())
        try:
            found = await self._work(**given)
        except QuestFoundryError as problem:
            return error(str(problem), action=actions["error"])
        if not found:
            return no_results(query, action=actions["no_results"])
        return success(found, query=query, action=actions["success"])


def passages_about(story: Story, query: str, known_at: str = "") -> list[dict[str, str]]:
    """The passages that share most words with the query, each with its id, title and prose.

    ``known_at`` names a passage: nothing is found then but what a player can have read who has
    come there. ``InputError`` where there is no such passage.
    """
    if story.structure is None:
        return []
    wanted = {each for each in query.casefold().split() if len(each) > _SHORT}
    read = _read_at(story.structure, known_at) if known_at else None
    ranked: list[tuple[int, int, dict[str, str]]] = []
    for place, passage in enumerate(story.structure.passages):
        if read is not None and passage.id not in read:
            continue
        prose = story.prose.get(passage.id, "")
        text = f"{passage.id} {passage.title} {prose}".casefold()
        shared = sum(each in text for each in wanted)
        if shared:
            found = {"passage": passage.id, "title": passage.title, "prose": prose}
            ranked.append((-shared, place, found))
    return [found for _, _, found in sorted(ranked, key=lambda each: each[:2])[:_MOST_FOUND]]


def _read_at(structure: Structure, passage: str) -> set[str]:
    """That passage, and all that lie on some way to it."""
    names = {each.id for each in structure.passages}
    if passage not in names:
        raise InputError(f"There is no passage {passage!r} in the story.")
    read, left = {passage}, [passage]
    while left:
        for choice in structure.arriving(left.pop()):
            if choice.source not in read:
                read.add(choice.source)
                left.append(choice.source)
    return read
