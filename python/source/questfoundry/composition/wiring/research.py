"""The research tools for the Discuss phase, and the reasons for omitted tools."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from questfoundry.app.agent.toolset import ToolOffer
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.domain.library.book import BookStatus
from questfoundry.domain.protocols import PromptRepository, Tool
from questfoundry.domain.protocols.library import BookRepository


def research_tools(
    settings: ProjectSettings,
    prompts: PromptRepository,
    books: BookRepository,
    search_books: Callable[[], SearchBooksUseCase],
    closing: AsyncExitStack,
) -> ToolOffer:
    """Return the enabled research tools, with a reason for each omitted tool.

    Book search needs a book that is ready; only then is ``search_books`` called, because it needs
    optional packages. ``closing`` closes the resources of the tools.
    """
    from questfoundry.infra.research.craft_corpus import SearchCorpusTool
    from questfoundry.infra.research.library import SEARCH_LIBRARY, SearchLibraryTool
    from questfoundry.infra.research.web_fetch import WebFetchTool
    from questfoundry.infra.research.web_search import WebSearchTool

    wanted = settings.file.research
    tools: list[Tool] = []
    left_out: dict[str, str] = {}
    if any(book.status is BookStatus.READY for book in books.list()):
        tools.append(SearchLibraryTool(prompts, search_books()))
    else:
        left_out[SEARCH_LIBRARY] = "no book of the project is ready"
    if wanted.corpus:
        corpus = SearchCorpusTool(prompts)
        closing.callback(corpus.close)
        tools.append(corpus)
    else:
        left_out["search_corpus"] = "research.corpus in project.yaml is false"
    web_is_off = "research.web in project.yaml is not true"
    if not wanted.web:
        left_out["web_search"] = left_out["web_fetch"] = web_is_off
    else:
        tools.append(WebFetchTool(prompts))
        if settings.searxng_url:
            tools.append(WebSearchTool(prompts, searxng_url=settings.searxng_url))
        else:
            left_out["web_search"] = "neither SEARXNG_URL nor research.searxng_url is set"
    return ToolOffer(tools=tuple(tools), left_out=left_out)
