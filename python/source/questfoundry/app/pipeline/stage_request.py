"""What one can ask of a stage, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from questfoundry.app.phases.options import OptionsSink
from questfoundry.app.phases.serialize import ATTEMPTS
from questfoundry.app.run.ledger import Ledger
from questfoundry.app.run.recorded import Author
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.protocols import TextSink, Tool

INTERACTIVE_TURNS = 10
"""Turns of Discuss with an author, unless said otherwise."""


@frozen(kw_only=True)
class StageRequest:
    """One execution of a stage.

    ``resume`` names an unfinished run, whose own inputs then count. ``redo`` is a remark
    with which the stage is made anew from its earlier discussion. ``author`` is asked for
    lines in interactive mode; the first one is the idea where the stage needs one and
    ``user_prompt`` is empty. ``on_options`` shows options that the author may choose from;
    the next line is the answer. ``review`` has prose read by a second model.
    """

    user_prompt: str = ""
    interactive: bool = False
    author: Author | None = None
    research_tools: Sequence[Tool] = ()
    max_turns: int | None = None
    attempts: int = ATTEMPTS
    size: str | None = None
    language: str = "en"
    review: bool = False
    resume: str | None = None
    redo: str | None = None
    on_assistant_message: Callable[[str], None] | None = None
    on_text: TextSink | None = None
    on_options: OptionsSink | None = None

    def inputs(self) -> dict[str, Any]:
        """The plain values that decide the run, kept with it so that resuming needs none."""
        turns = self.max_turns or (INTERACTIVE_TURNS if self.interactive else 1)
        return {
            "user_prompt": self.user_prompt.strip(),
            "interactive": self.interactive,
            "max_turns": turns,
            "attempts": self.attempts,
            "size": self.size,
            "language": self.language,
            "review": self.review,
        }


@frozen(kw_only=True)
class StageResult:
    """An accepted artifact and what it took; ``path`` is the file that the author reads."""

    artifact: Artifact
    version: ArtifactVersion
    run: str
    path: Path
    ledger: Ledger

    @property
    def llm_calls(self) -> int:
        """Model calls of the whole run, those before an interruption included."""
        return self.ledger.calls

    @property
    def tokens_used(self) -> int:
        """Tokens read and written in the whole run."""
        return self.ledger.usage.total_tokens
