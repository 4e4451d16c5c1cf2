"""Define the base class of research tools, and the tool that searches the project's books."""

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import evolve

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.library.citations import excerpt_of
from questfoundry.domain.library.text import extract_keywords
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool


class ResearchTool(Tool):
    """A research tool; ``<name>.yaml`` has the texts about it that models read.

    The file is read again for each use. It contains:

    ``description``: The description of the tool.
    ``parameters``: A description of each parameter; all are required strings that are not blank.
    ``actions``: For each status of an answer, what the model should do next.
    ``problems``: Sentences about what went wrong, which may contain ``{query}``.
    """

    name: ClassVar[str]

    def __init__(self, prompts: PromptRepository) -> None:
        self._prompts = prompts

    @property
    def definition(self) -> ToolDefinition:
        texts = self._texts()
        needed = {
            name: {"type": "string", "minLength": 1, "description": text.strip()}
            for name, text in texts["parameters"].items()
        }
        return define_tool(self.name, {**texts, "parameters": needed})

    def _answer(self, query: str, data: Any) -> Envelope:
        """Return the tool's answer with ``data``, the results for ``query``; they may be empty."""
        if data:
            return self._envelope(ToolStatus.SUCCESS, query=query, data=data)
        return self._envelope(ToolStatus.NO_RESULTS, query=query)

    def _refuse(
        self, problem: str, status: ToolStatus = ToolStatus.ERROR, /, **values: object
    ) -> Envelope:
        """Return the tool's answer for an error, with the YAML file's sentence for ``problem``."""
        sentence = str(self._texts()["problems"][problem]).strip().format_map(values)
        return self._envelope(status, error=sentence)

    def _envelope(self, status: ToolStatus, **body: Any) -> Envelope:
        action = str(self._texts()["actions"][status.value]).strip()
        return Envelope(result=status, body=body, action=action)

    def _texts(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{self.name}")


SEARCH_LIBRARY = "search_library"
MAX_HITS = 5


class SearchLibraryTool(ResearchTool):
    """A tool that finds excerpts in the author's books, with book titles and page numbers."""

    name = SEARCH_LIBRARY

    def __init__(self, prompts: PromptRepository, search: SearchBooksUseCase) -> None:
        super().__init__(prompts)
        self._search = search

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        query = str(arguments["query"])
        if not extract_keywords(query):
            return self._refuse("no_words", query=query)
        hits = await self._search.execute(query, top_k=MAX_HITS)
        titles = {book.id: book.title for book in self._search.list_ready_books()}
        excerpts = tuple(
            excerpt_of(each, each.text, book=titles[each.book])
            for each in (hit.chunk for hit in hits)
        )
        data = [{"excerpt": each.label, "text": each.text} for each in excerpts]
        return evolve(self._answer(query, data), excerpts=excerpts)
