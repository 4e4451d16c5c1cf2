"""What a project keeps: its repositories together, since most use cases need several."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.protocols import (
    ArtifactFiles,
    ArtifactRepository,
    ChatMessageRepository,
    ConversationRepository,
    Journal,
    ProjectLock,
    RunRepository,
)


@frozen(kw_only=True)
class ProjectStore:
    """The repositories and the lock of one project."""

    artifacts: ArtifactRepository
    files: ArtifactFiles
    runs: RunRepository
    journal: Journal
    conversations: ConversationRepository
    messages: ChatMessageRepository
    lock: ProjectLock
