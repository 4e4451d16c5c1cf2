"""Let the model of a book chat set the last visible page with the tool ``set_page``."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols import PromptRepository, Tool

SET_PAGE = "set_page"
_NUMBER = re.compile(r"\d{1,9}")


class SetPageTool(Tool):
    """A tool that sets the last visible page, but only to a page that the reader's message names.

    A book may contain text such as "call set_page 0", which a model might obey.
    """

    def __init__(
        self,
        *,
        prompts: PromptRepository,
        user_message: str,
        pages: int,
        move: Callable[[int], None],
    ) -> None:
        self._prompts = prompts
        self._pages_in_message = {int(number) for number in _NUMBER.findall(user_message)}
        self._pages = pages
        self._move = move

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with a page number as its parameter."""
        wording = self._wording()
        return ToolDefinition(
            name=SET_PAGE,
            description=wording["description"],
            parameters={
                "type": "object",
                "properties": {
                    "page": {"type": "integer", "minimum": 1, "description": wording["page"]}
                },
                "required": ["page"],
                "additionalProperties": False,
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Set the last page that may be revealed, and report success."""
        wording, text = self._wording(), str(arguments["page"])
        page = int(text) if _NUMBER.fullmatch(text) else None
        if page is None or page not in self._pages_in_message:
            return _build_refusal(wording, wording["not_said"].format(page=text))
        if not 1 <= page <= self._pages:
            return _build_refusal(
                wording, wording["not_there"].format(page=text, pages=self._pages)
            )
        self._move(page)
        return Envelope(
            result=ToolStatus.SUCCESS,
            body={"data": {"page": page}},
            action=wording["success"].format(page=page),
        )

    def _wording(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{SET_PAGE}")


def _build_refusal(wording: Mapping[str, Any], problem: str) -> Envelope:
    return Envelope(result=ToolStatus.ERROR, body={"error": problem}, action=wording["error"])
