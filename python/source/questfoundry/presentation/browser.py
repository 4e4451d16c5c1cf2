"""Opening an address in the user's browser, if a browser is available."""

import os
import sys


def open_in_browser(address: str) -> bool:
    """Open ``address`` in the user's browser; return ``False`` if that is not possible."""
    if not _has_display():
        return False
    import webbrowser

    return webbrowser.open(address)


def _has_display() -> bool:
    """Return whether a window can appear.

    Without a display, a text-mode browser would take over the terminal.
    """
    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
