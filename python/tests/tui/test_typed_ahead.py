"""Keys typed while the studio's application loads."""

import os
import sys

import pytest

from questfoundry.tui.command import read_typed_lines


def test_an_enter_before_the_application_is_an_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter pressed too early must count, and the terminal must return to its old mode."""
    termios = pytest.importorskip("termios")
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        before = termios.tcgetattr(theirs)
        os.write(ours, b"Hello.\rI a\x1bm")
        with read_typed_lines() as typed:
            assert typed == "Hello.\nI am"
            os.write(ours, b"\r")
            assert os.read(theirs, 10) == b"\r"
        assert termios.tcgetattr(theirs) == before
    os.close(ours)
