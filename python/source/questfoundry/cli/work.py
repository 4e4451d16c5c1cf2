"""Work that asks models: it can be interrupted, and ends with how to go on."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import typer

from questfoundry.cli.console import note
from questfoundry.cli.errors import INTERRUPTED, say_interrupted
from questfoundry.cli.interrupts import Interrupts, run_interruptible
from questfoundry.cli.screen import Screen
from questfoundry.domain.errors import AuthorLeft


def run_work(
    work: Callable[[Interrupts], Coroutine[Any, Any, None]],
    *,
    screen: Screen,
    how_to_go_on: Callable[[], str],
    as_json: bool,
) -> None:
    """Run it; ``how_to_go_on`` says nothing where nothing was begun that could go on."""
    try:
        run_interruptible(work)
    except KeyboardInterrupt:
        screen.settle()
        say_interrupted(how_to_go_on() or "Nothing was begun.", as_json=as_json)
        raise typer.Exit(INTERRUPTED) from None
    except AuthorLeft:
        note(how_to_go_on() or "Nothing was begun.")
    except Exception as problem:
        screen.settle()
        if advice := how_to_go_on():
            problem.add_note(advice)
        raise
