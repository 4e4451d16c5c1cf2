"""Offer research tools: ``web_fetch``, ``web_search`` (by SearXNG), ``search_corpus``, books."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve

from questfoundry.app.books.finder import SearchBooksUseCase
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.library.book import Paragraph
from questfoundry.domain.library.citations import excerpt_of
from questfoundry.domain.library.text import extract_keywords
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.markup import UNREAD_ELEMENTS, markup_text
from questfoundry.infra.research.web import WebError, WebReader, WebResponse, allow_any

if TYPE_CHECKING:
    from ifcraftcorpus import Corpus, CorpusResult


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


MAX_HITS = 5

MAX_SNIPPET = 400

_HTML = frozenset({"text/html", "application/xhtml+xml"})

_SKIPPED = UNREAD_ELEMENTS | {"aside", "footer", "form"}


class _WebTool(ResearchTool):
    def __init__(self, prompts: PromptRepository, reader: WebReader) -> None:
        super().__init__(prompts)
        self._reader = reader

    async def _get(
        self, query: str, url: str, params: Mapping[str, str] | None = None
    ) -> WebResponse | Envelope:
        """Return the response from ``url``, or an answer of the tool that says what went wrong."""
        try:
            response = await self._reader.get(url, params)
        except WebError as error:
            return self._refuse(error.problem, query=query)
        if response.status == 429:
            return self._refuse("status", ToolStatus.RATE_LIMITED, query=query, status=429)
        if response.status != 200:
            return self._refuse("status", query=query, status=response.status)
        return response


class WebFetchTool(_WebTool):
    """A tool that reads a web page for a model."""

    name = "web_fetch"

    def __init__(self, prompts: PromptRepository, *, reader: WebReader | None = None) -> None:
        super().__init__(prompts, reader or WebReader())

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        url = str(arguments["url"]).strip()
        response = await self._get(url, url)
        if isinstance(response, Envelope):
            return response
        page = await asyncio.to_thread(_page, response)
        if page is None:
            return self._refuse("no_text", query=url, media_type=response.media_type)
        title, text = page
        return self._answer(url, text and {"url": response.url, "title": title, "text": text})


def _page(response: WebResponse) -> tuple[str, str] | None:
    """Return the title and the text of a page, or ``None`` if the page is not text."""
    if response.media_type in _HTML:
        found = markup_text(response.body, skipped=_SKIPPED)
        paragraphs = (each.text for each in found.pieces if isinstance(each, Paragraph))
        return found.title, "\n".join(paragraphs)
    if response.media_type.startswith("text/") or response.media_type == "application/json":
        return "", response.body.strip()
    return None


class WebSearchTool(_WebTool):
    """A tool that queries the SearXNG server at ``searxng_url``.

    The server's ``settings.yml`` must list ``json`` under ``search.formats``.
    """

    name = "web_search"

    def __init__(
        self, prompts: PromptRepository, *, searxng_url: str, reader: WebReader | None = None
    ) -> None:
        super().__init__(prompts, reader or WebReader(may_reach=allow_any))
        self._url = f"{searxng_url.rstrip('/')}/search"

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        query = str(arguments["query"])
        response = await self._get(query, self._url, {"q": query, "format": "json"})
        if isinstance(response, Envelope):
            return response
        hits = _hits(response.body)
        if hits is None:
            return self._refuse("status", query=query, status=response.status)
        return self._answer(query, [_format_hit(hit) for hit in hits[:MAX_HITS]])


def _hits(body: str) -> list[Mapping[str, Any]] | None:
    try:
        document = json.loads(body)
    except ValueError:
        return None
    hits = document.get("results") if isinstance(document, dict) else None
    return [hit for hit in hits if isinstance(hit, dict)] if isinstance(hits, list) else None


def _format_hit(hit: Mapping[str, Any]) -> dict[str, str]:
    return {
        "title": str(hit.get("title", "")),
        "url": str(hit.get("url", "")),
        "text": str(hit.get("content", ""))[:MAX_SNIPPET],
    }


MAX_EXCERPT = 800

_MAX_WORDS = 16

_LINKS_ONLY = "See Also"

_FILLER = """
a about all also an and any are as at be been being but by can could do does for from get give
had has have how i if in into is it its just like make may me might more most my no not of on
one or our out should so some such than that the their them then there these they this those to
too up us use very was we were what when where which while who why will with would write writing
you your
"""

_STOP_WORDS = frozenset(_FILLER.split())


class SearchCorpusTool(ResearchTool):
    """A tool that finds passages in texts on how to write interactive fiction."""

    name = "search_corpus"

    def __init__(self, prompts: PromptRepository) -> None:
        super().__init__(prompts)
        self._corpus: Corpus | None = None
        # The corpus holds an SQLite connection, which only the opening thread may use.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="craft-corpus")

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        query = str(arguments["query"])
        loop = asyncio.get_running_loop()
        hits = await loop.run_in_executor(self._thread, self._search, _build_any_word_query(query))
        return self._answer(query, [_format_text(hit) for hit in hits])

    def close(self) -> None:
        """Close the texts, if they were loaded, and stop the thread that searches them."""
        if self._corpus is not None:
            self._thread.submit(self._corpus.close)
        self._thread.shutdown()

    def _search(self, query: str) -> list[CorpusResult]:
        if not query:
            return []
        if self._corpus is None:
            from ifcraftcorpus import Corpus

            self._corpus = Corpus()
        hits = self._corpus.search(query, limit=2 * MAX_HITS, mode="keyword")
        return [hit for hit in hits if hit.section_heading != _LINKS_ONLY][:MAX_HITS]


def _build_any_word_query(query: str) -> str:
    # The corpus matches passages with all words; a plain question needs any word instead.
    words = [word for word in re.findall(r"\w+", query.lower()) if word not in _STOP_WORDS]
    return " OR ".join(f'"{word}"' for word in list(dict.fromkeys(words))[:_MAX_WORDS])


def _format_text(hit: CorpusResult) -> dict[str, str]:
    text = hit.content.strip()
    if len(text) > MAX_EXCERPT:
        text = text[:MAX_EXCERPT].rsplit(maxsplit=1)[0] + " …"
    return {"title": hit.title, "section": hit.section_heading or "", "text": text}
