"""Define the result of a stage run."""

from pathlib import Path

from attrs import frozen

from questfoundry.app.run.spend_meter import Ledger
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.artifacts.version import ArtifactVersion, Summary
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.former_names import former_names
from questfoundry.domain.run.unmet_request import UnmetRequest


@former_names(gist="summary", unmet="unmet_requests")
@frozen(kw_only=True)
class StageResult:
    """The result of a stage run: the stored artifact, its editable file and its cost.

    ``discussion`` and ``brief`` are empty if the stage began at Serialize.
    """

    artifact: Artifact
    summary: Summary
    version: ArtifactVersion
    run: str
    path: Path
    ledger: Ledger
    unmet_requests: tuple[UnmetRequest, ...] = ()
    discussion: tuple[Message, ...] = ()
    brief: str = ""

    @property
    def doubtful_passages(self) -> tuple[str, ...]:
        """The ids of passages in which the full review found a serious problem."""
        written = self.artifact.passages if isinstance(self.artifact, FillArtifact) else {}
        return tuple(name for name, each in written.items() if each.is_doubtful)

    @property
    def llm_calls(self) -> int:
        """The number of model calls in the whole run, including those before an interruption."""
        return self.ledger.calls

    @property
    def tokens_used(self) -> int:
        """The number of input and output tokens in the whole run."""
        return self.ledger.usage.total_tokens
