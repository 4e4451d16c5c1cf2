"""What a run of a stage came to."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from questfoundry.app.run.ledger import Ledger
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.summary import Summary
from questfoundry.domain.unmet_request import UnmetRequest


@frozen(kw_only=True)
class StageResult:
    """An accepted artifact and what it took; ``path`` is the file that the author reads.

    ``gist`` says what the artifact is, in a few lines, ``unmet`` what of the author's it has not.
    """

    artifact: Artifact
    summary: Summary
    version: ArtifactVersion
    run: str
    path: Path
    ledger: Ledger
    unmet_requests: tuple[UnmetRequest, ...] = ()

    @property
    def llm_calls(self) -> int:
        """Model calls of the whole run, those before an interruption included."""
        return self.ledger.calls

    @property
    def tokens_used(self) -> int:
        """Tokens read and written in the whole run."""
        return self.ledger.usage.total_tokens
