"""The book is searched before each answer: the way for models that cannot call tools."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.app.books.retrieval.book_search import BookSearch
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, system, user
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Reading
from questfoundry.domain.library.passages import SEARCH_BOOK, joined, shown_in
from questfoundry.domain.protocols import ChatProvider, PromptRepository, RetrievalStrategy

QUESTION = "templates/book/question"
REWRITE = "templates/book/rewrite"

_LINES = 6
_LONGEST_LINE = 600
_REWRITE_TOKENS = 200


class AlwaysRetrieveStrategy(RetrievalStrategy):
    """Searches for what the reader asked, and shows the passages with the question.

    A follow-up question is first made one that stands by itself, by the model; for one that
    does not comprehend texts, the reader's last two questions are the query.
    """

    def __init__(
        self, *, provider: ChatProvider, search: BookSearch, prompts: PromptRepository
    ) -> None:
        self._provider = provider
        self._search = search
        self._prompts = prompts
        self._comprehends = provider.traits.capabilities.comprehension

    def build_tool_definitions(self) -> Sequence[ToolDefinition]:
        """None."""
        return ()

    async def execute_tool(self, tool_call: ToolCall, reading: Reading) -> Envelope:  # noqa: ARG002
        """``UsageError``: there is no tool to call."""
        raise UsageError(f"No tool {tool_call.name!r} is offered. Answer without one.")

    async def look_up(self, history: Sequence[Message], reading: Reading) -> Message | None:
        """The passages for the reader's last message."""
        found = await self._search.execute(await self._query(history), reading)
        return Message(role=Role.TOOL_RESULT, content=found.to_json(), tool_name=SEARCH_BOOK)

    def arranged(self, context: Sequence[Message]) -> Sequence[Message]:
        """The passages and the question as one message, without the passages of earlier turns.

        A model that does not comprehend texts gets what was found as it is, for one question.
        """
        *before, question = [each for each in context if each.role is not Role.TOOL_RESULT]
        if question.role is not Role.USER:  # the context had no room for it
            return context
        if not self._comprehends:
            return (context[0], question, context[-1])
        passages = joined(shown_in(context[-1]))
        asked = self._prompts.render(
            QUESTION,
            {"passages": passages or self._search.nothing, "question": question.content},
        )
        return (*before, user(asked["user"]))

    async def _query(self, history: Sequence[Message]) -> str:
        spoken = [
            each for each in history if each.content and each.role in (Role.USER, Role.ASSISTANT)
        ]
        *before, question = spoken
        if not before:
            return question.content
        if not self._comprehends:
            asked = [each.content for each in spoken if each.role is Role.USER]
            return "\n".join(asked[-2:])
        prompt = self._prompts.render(
            REWRITE,
            {
                "lines": [
                    {"speaker": each.role.value, "text": each.content[:_LONGEST_LINE]}
                    for each in before[-_LINES:]
                ],
                "question": question.content,
            },
        )
        response = await self._provider.complete(
            ChatRequest(
                messages=(system(prompt["system"]), user(prompt["user"])),
                temperature=0.0,
                max_tokens=_REWRITE_TOKENS,
            )
        )
        return response.text.strip() or question.content
