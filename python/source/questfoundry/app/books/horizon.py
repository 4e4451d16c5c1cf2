"""Hide all content after the horizon, the last page of a book that a model may see.

``HorizonChatModel`` filters every request just before it is sent. An earlier filter would not be
enough: the reader may move the horizon back during a turn, and a tool may ignore the horizon.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.library.book import is_visible
from questfoundry.domain.library.citations import find_citations, format_excerpts
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatModel, TextSink

# Matches the last page in a label above an excerpt, or a page number as a JSON value.
_PAGES = re.compile(r'\[(?:[^\[\]]*, )?Pages? \d+-(\d+)\]|"(?:\w+_)?pages?": ?"?(\d+)')


@frozen
class HorizonChatModel(ChatModel):
    """A chat model that never receives content of pages after the last visible page."""

    inner: ChatModel
    horizon: Callable[[], int | None]

    @property
    def model(self) -> ModelRef:
        """The name of the model."""
        return self.inner.model

    @property
    def traits(self) -> ModelTraits:
        """The traits of the model: its capabilities and its recommended settings."""
        return self.inner.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` without the content of hidden pages, and return the model's answer."""
        messages = tuple(hide_later_pages(self.horizon(), request.messages))
        return await self.inner.complete(evolve(request, messages=messages), on_text)


def hide_later_pages(horizon: int | None, messages: Sequence[Message]) -> Iterator[Message]:
    """Yield ``messages`` without content of pages after the page ``horizon``.

    ``None`` hides nothing. Excerpts of later pages are removed from tool results. An answer that
    cites a later page is dropped; if it calls tools, only its text is removed.
    """
    excerpts = [each for message in messages for each in message.excerpts]
    hidden = frozenset(
        label
        for each in excerpts
        if not is_visible(each, horizon)
        for label in (each.first_label, each.last_label)
        if label
    )
    for message in messages:
        match message.role:
            case _ if horizon is None:
                yield message
            case Role.TOOL_RESULT:
                yield _filter_result(message, horizon)
            case Role.ASSISTANT if any(
                each.last_page > horizon or {each.first_printed, each.last_printed} & hidden
                for each in find_citations(message.content, excerpts)
            ):
                if message.tool_calls:
                    yield evolve(message, content="")
            case _:
                yield message


def _filter_result(message: Message, horizon: int) -> Message:
    excerpts = tuple(each for each in message.excerpts if is_visible(each, horizon))
    shown = (int(page) for found in _PAGES.findall(message.content) for page in found if page)
    if excerpts == message.excerpts and all(page <= horizon for page in shown):
        return message
    try:
        document = json.loads(message.content)
    except ValueError:
        document = None
    document_fields = document if isinstance(document, dict) else {"result": "success"}
    fields = {
        name: document_fields[name]
        for name in ("result", "query", "action")
        if name in document_fields
    }
    action = {"action": fields.pop("action")} if "action" in fields else {}
    content = json.dumps(
        {**fields, "data": format_excerpts(excerpts), **action}, ensure_ascii=False
    )
    return evolve(message, content=content, excerpts=excerpts)
