"""The conversation: a window on what was said, of which only the part around the view is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget

from questfoundry.app.session.history import HistoryEntry, HistoryMessage
from questfoundry.cli.run_progress import RunProgress
from questfoundry.cli.studio_app.messages import AgentText, AuthorText
from questfoundry.cli.studio_app.run_card import RunCard

Earlier = Callable[[int], Sequence[HistoryEntry]]

PAGE = 30
"""Messages that are made at once."""

MOST = 3 * PAGE
"""What is made at most, while an author reads back."""


class ConversationView(VerticalScroll):
    """What was said, the newest at the end; older messages are read when they are scrolled to.

    ``above`` and ``below`` hold what was made and given up again, nearest first.
    """

    DEFAULT_CSS = """
    ConversationView { height: 1fr; padding: 0 0 1 0; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("end", "newest", "Newest", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._earlier: Earlier = lambda _: ()
        self._above: list[HistoryEntry] = []
        self._below: list[HistoryEntry] = []
        self._reading = False

    async def open(self, earlier: Earlier) -> None:
        """Show the newest page of another session."""
        self._reading = True
        await self.remove_children()
        self._earlier, self._above, self._below = earlier, [], []
        await self.mount(*map(_widget, self._older()))
        self.to_end()
        self._reading = False

    async def add(self, widget: Widget) -> None:
        """Something new, above the messages that wait; it is seen, unless the author reads back."""
        if self._below:
            await self.action_newest()
        waiting = [each for each in self.query_children(AuthorText) if each.live]
        if waiting and not isinstance(widget, AuthorText):
            await self.mount(widget, before=waiting[0])
        else:
            await self.mount(widget)
        await self._shed_above()

    def to_end(self) -> None:
        """Have the newest in view from now on, until the author scrolls."""
        # An anchored widget with little content would show the content at its bottom edge.
        self.anchor(self.virtual_size.height > self.size.height)

    def watch_virtual_size(self, old_value: Size, new_value: Size) -> None:
        """Once it is full, the newest is what the author wants to see."""
        del old_value
        if not self.is_anchored and new_value.height > self.size.height:
            self.anchor()

    async def action_newest(self) -> None:
        """Go to the end."""
        if self._below:
            self._reading = True
            settled = [each for each in self.children if not _is_live(each)]
            self._above[:0] = _entries(settled)[::-1]
            self._above[:0] = reversed(self._below)
            self._below = []
            page = [self._above.pop(0) for _ in range(min(PAGE, len(self._above)))]
            await self.remove_children(settled)
            await self.mount(*map(_widget, reversed(page)), before=0 if self.children else None)
            self._reading = False
        self.to_end()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Make what is scrolled to."""
        super().watch_scroll_y(old_value, new_value)
        if self._reading:
            return
        if new_value < old_value and new_value < self.size.height:
            self._reading = True
            self.call_later(self._read_back)
        elif self._below and new_value > self.max_scroll_y - self.size.height:
            self._reading = True
            self.call_later(self._read_on)

    def on_resize(self, event: events.Resize) -> None:
        """A page that does not fill the view is not enough."""
        del event
        if self.max_scroll_y == 0 and not self._reading:
            self._reading = True
            self.call_later(self._read_back)

    def _older(self) -> Sequence[HistoryEntry]:
        if self._above:
            page, self._above = self._above[:PAGE], self._above[PAGE:]
            return page[::-1]
        return self._earlier(PAGE)

    async def _read_back(self) -> None:
        entries = self._older()
        if entries:
            height = self.virtual_size.height
            await self.mount(*map(_widget, entries), before=0 if self.children else None)
            self.call_after_refresh(self._keep_place, height)
        else:
            self._reading = False

    async def _keep_place(self, height: int) -> None:
        """What was in view before stays there, though messages came above it."""
        self.scroll_to(
            y=self.scroll_y + self.virtual_size.height - height, animate=False, force=True
        )
        await self._shed_below()
        self._reading = False

    async def _read_on(self) -> None:
        page, self._below = self._below[:PAGE], self._below[PAGE:]
        await self.mount(*map(_widget, page))
        await self._shed_above()
        self._reading = False

    async def _shed_below(self) -> None:
        gone: list[Widget] = []
        for each in reversed(list(self.children)[MOST:]):
            if _is_live(each):
                break
            gone.append(each)
        self._below[:0] = _entries(gone[::-1])
        await self.remove_children(gone)

    async def _shed_above(self) -> None:
        """Give up what stands far above the end, where the author is."""
        gone: list[Widget] = []
        if self.max_scroll_y - self.scroll_y > self.size.height:
            return
        for each in list(self.children)[: max(0, len(self.children) - MOST)]:
            if _is_live(each):
                break
            gone.append(each)
        self._above[:0] = _entries(gone)[::-1]
        await self.remove_children(gone)


def _is_live(widget: Widget) -> bool:
    """Whether it still changes, so that it cannot be given up."""
    return isinstance(widget, AuthorText | AgentText | RunCard) and widget.live


def _entries(widgets: Sequence[Widget]) -> list[HistoryEntry]:
    """What they can be made of again; notes are for the moment."""
    return [each.entry for each in widgets if isinstance(each, AuthorText | AgentText | RunCard)]


def _widget(entry: HistoryEntry) -> Widget:
    if isinstance(entry, HistoryMessage):
        return AuthorText(entry.text) if entry.by_author else AgentText(entry.text)
    return RunCard(RunProgress.from_history(entry))
