"""Offer the tool ``web_search``: web search through a SearXNG server that the author chose."""

import json
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.research.web import WebError, WebReader, WebResponse, allow_any
from questfoundry.infra.research.wording import ToolWording

MAX_HITS = 5
MAX_SNIPPET = 400


class WebSearchTool(Tool):
    """A tool that queries the SearXNG server at ``searxng_url``.

    The server's ``settings.yml`` must list ``json`` under ``search.formats``.
    """

    def __init__(
        self, prompts: PromptRepository, *, searxng_url: str, reader: WebReader | None = None
    ) -> None:
        self._wording = ToolWording(prompts, "web_search")
        self._url = f"{searxng_url.rstrip('/')}/search"
        self._reader = reader or WebReader(may_reach=allow_any)

    @property
    def definition(self) -> ToolDefinition:
        """Return the tool's definition, with the search query as the only parameter."""
        return self._wording.definition()

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Return the tool's answer: the first search hits, or a sentence about what went wrong."""
        query = str(arguments["query"])
        try:
            response = await self._reader.get(self._url, {"q": query, "format": "json"})
        except WebError as error:
            return self._wording.error(error.problem, query=query)
        if response.status == 429:
            return self._wording.rate_limited("status", query=query, status=response.status)
        hits = _hits(response)
        if hits is None:
            return self._wording.error("status", query=query, status=response.status)
        if not hits:
            return self._wording.no_results(query)
        return self._wording.success(query, [_format_hit(hit) for hit in hits[:MAX_HITS]])


def _hits(response: WebResponse) -> list[Mapping[str, Any]] | None:
    try:
        document = json.loads(response.body) if response.status == 200 else None
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
