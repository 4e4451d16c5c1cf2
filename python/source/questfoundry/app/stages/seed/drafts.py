"""Changing the beats of SEED sections, addressed by the ids that the beats will have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    Epilogue,
    PathBeats,
    SeedBeats,
    SeedEpilogues,
    SeedFrame,
    SeedOpening,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of

Change = Callable[[str, BeatDraft], BeatDraft]
"""Returns the changed beat for a beat's id and draft."""


def replace_beats(name: str, part: Artifact, change: Change) -> Artifact:
    """Return the section result ``part`` with ``change`` applied to each beat.

    ``name`` is the section's name. A result without beats is returned as it is.
    """

    def row(drafts: Sequence[BeatDraft], owner: str) -> tuple[BeatDraft, ...]:
        return tuple(
            change(f"beat::{owner}-{number}", each) for number, each in enumerate(drafts, start=1)
        )

    def arm(path: str, of: PathBeats) -> PathBeats:
        owner = slug_of(path)
        (commit,), tail = row((of.commit,), f"{owner}-commit"), row(of.tail, f"{owner}-tail")
        return PathBeats(commit=commit, tail=tail)

    match part:
        case SeedBeats():
            return SeedBeats(
                shared=row(part.shared, f"{slug_of(name.partition('.')[2])}-shared"),
                paths={path: arm(path, each) for path, each in part.paths.items()},
            )
        case SeedOpening():
            setup = row(part.setup, f"chapter-{slug_of(name.partition('.')[2])}-setup")
            return part.model_copy(update={"setup": setup})
        case SeedFrame() | SeedEpilogues():
            closed = {
                ending: Epilogue(beats=row(each.beats, f"{slug_of(ending)}-epilogue"))
                for ending, each in part.epilogues.items()
            }
            begun = {"setup": row(part.setup, "setup")} if isinstance(part, SeedFrame) else {}
            return part.model_copy(update={**begun, "epilogues": closed})
        case _:
            return part
