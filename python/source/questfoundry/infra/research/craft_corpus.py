"""Offer the tool ``search_corpus``: offline search in texts on how to write interactive fiction.

The texts come from the package ``ifcraftcorpus`` by pvliesdonk and are under CC BY 4.0.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.infra.research.tool import ResearchTool

if TYPE_CHECKING:
    from ifcraftcorpus import Corpus, CorpusResult

MAX_HITS = 5
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
        return self._answer(query, [_format_hit(hit) for hit in hits])

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


def _format_hit(hit: CorpusResult) -> dict[str, str]:
    text = hit.content.strip()
    if len(text) > MAX_EXCERPT:
        text = text[:MAX_EXCERPT].rsplit(maxsplit=1)[0] + " …"
    return {"title": hit.title, "section": hit.section_heading or "", "text": text}
