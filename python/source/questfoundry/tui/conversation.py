"""Show the conversation; only messages near the visible part have widgets."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget

from questfoundry.app.session.history import HistoryEntry, HistoryMessage
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.tui.messages import AgentText, AuthorText
from questfoundry.tui.run_detail import RunCard

HistoryReader = Callable[[int], Sequence[HistoryEntry]]

PAGE_SIZE = 30  # the number of messages that are loaded at once
MAX_WIDGETS = 3 * PAGE_SIZE
"""The maximum number of message widgets, not counting messages that can still change."""


class ConversationView(VerticalScroll):
    """The messages of a session, oldest first.

    Older messages are loaded when the author scrolls up. Messages far from the visible part have no
    widgets: ``_above`` and ``_below`` hold their entries, nearest first.
    """

    DEFAULT_CSS = """
    ConversationView { height: 1fr; padding: 0 0 1 0; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("end", "newest", "Newest", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._read_history: HistoryReader = lambda _: ()
        self._above: list[HistoryEntry] = []
        self._below: list[HistoryEntry] = []
        self._is_loading = False

    async def open(self, earlier: HistoryReader) -> None:
        """Show the newest page of messages; each call of ``earlier`` reads the next older page."""
        self._is_loading = True
        await self.remove_children()
        self._read_history, self._above, self._below = earlier, [], []
        await self.mount(*map(_create_widget, self._take_older_page()))
        self.scroll_to_newest()
        self._is_loading = False

    async def add(self, widget: Widget) -> None:
        """Add ``widget`` above queued messages; scroll to it unless the author has scrolled up."""
        if self._below:
            await self.action_newest()
        waiting = [each for each in self.query_children(AuthorText) if each.is_live]
        if waiting and not isinstance(widget, AuthorText):
            await self.mount(widget, before=waiting[0])
        else:
            await self.mount(widget)
        await self._unload_above()

    def scroll_to_newest(self) -> None:
        """Scroll to the end and stay there until the author scrolls."""
        # An anchored widget with little content would show the content at its bottom edge.
        self.anchor(self.virtual_size.height > self.size.height)

    def watch_virtual_size(self, old_value: Size, new_value: Size) -> None:
        del old_value
        if not self.is_anchored and new_value.height > self.size.height:
            self.anchor()

    async def action_newest(self) -> None:
        if self._below:
            self._is_loading = True
            settled = [each for each in self.children if not _is_live(each)]
            self._above[:0] = _to_entries(settled)[::-1]
            self._above[:0] = reversed(self._below)
            self._below = []
            page = [self._above.pop(0) for _ in range(min(PAGE_SIZE, len(self._above)))]
            await self.remove_children(settled)
            await self.mount(
                *map(_create_widget, reversed(page)), before=0 if self.children else None
            )
            self._is_loading = False
        self.scroll_to_newest()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._is_loading:
            return
        if new_value < old_value and new_value < self.size.height:
            self._is_loading = True
            self.call_later(self._load_older)
        elif self._below and new_value > self.max_scroll_y - self.size.height:
            self._is_loading = True
            self.call_later(self._load_newer)

    def on_resize(self, event: events.Resize) -> None:
        del event
        if self.max_scroll_y == 0 and not self._is_loading:
            self._is_loading = True
            self.call_later(self._load_older)

    def _take_older_page(self) -> Sequence[HistoryEntry]:
        if self._above:
            page, self._above = self._above[:PAGE_SIZE], self._above[PAGE_SIZE:]
            return page[::-1]
        return self._read_history(PAGE_SIZE)

    async def _load_older(self) -> None:
        entries = self._take_older_page()
        if entries:
            height = self.virtual_size.height
            await self.mount(*map(_create_widget, entries), before=0 if self.children else None)
            self.call_after_refresh(self._restore_position, height)
        else:
            self._is_loading = False

    async def _restore_position(self, height: int) -> None:
        self.scroll_to(
            y=self.scroll_y + self.virtual_size.height - height, animate=False, force=True
        )
        await self._unload_below()
        self._is_loading = False

    async def _load_newer(self) -> None:
        page, self._below = self._below[:PAGE_SIZE], self._below[PAGE_SIZE:]
        await self.mount(*map(_create_widget, page))
        await self._unload_above()
        self._is_loading = False

    async def _unload_below(self) -> None:
        gone: list[Widget] = []
        for each in reversed(list(self.children)[MAX_WIDGETS:]):
            if _is_live(each):
                break
            gone.append(each)
        self._below[:0] = _to_entries(gone[::-1])
        await self.remove_children(gone)

    async def _unload_above(self) -> None:
        gone: list[Widget] = []
        if self.max_scroll_y - self.scroll_y > self.size.height:
            return
        for each in list(self.children)[: max(0, len(self.children) - MAX_WIDGETS)]:
            if _is_live(each):
                break
            gone.append(each)
        self._above[:0] = _to_entries(gone)[::-1]
        await self.remove_children(gone)


def _is_live(widget: Widget) -> bool:
    return isinstance(widget, AuthorText | AgentText | RunCard) and widget.is_live


def _to_entries(widgets: Sequence[Widget]) -> list[HistoryEntry]:
    return [each.entry for each in widgets if isinstance(each, AuthorText | AgentText | RunCard)]


def _create_widget(entry: HistoryEntry) -> Widget:
    if isinstance(entry, HistoryMessage):
        return AuthorText(entry.text) if entry.by_author else AgentText(entry.text)
    return RunCard(RunProgress.from_history(entry))
