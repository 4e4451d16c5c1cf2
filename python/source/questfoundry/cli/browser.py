"""Opening an address in the user's browser, if there is one."""

from __future__ import annotations

import os
import sys


def open_in_browser(address: str) -> bool:
    """Show it there; whether that went well."""
    if not _has_display():
        return False
    import webbrowser

    return webbrowser.open(address)


def _has_display() -> bool:
    """Whether a window can appear; without one a text browser would take the terminal."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
