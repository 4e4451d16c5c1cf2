"""Which excerpts of the author's books a run's model was shown."""

from __future__ import annotations

from questfoundry.app.store import ProjectStore


def list_shown_excerpts(store: ProjectStore, run_id: str) -> tuple[str, ...]:
    """Their labels, each once, first shown first; those of the talk that was gone on from too."""
    run = store.runs.get(run_id)
    redo = run.stage_inputs.redo if run else None
    earlier = list_shown_excerpts(store, redo.of) if redo else ()
    messages = store.messages.get_by_conversation(run_id)
    own = (excerpt.label for each in messages for excerpt in each.message.excerpts)
    return tuple(dict.fromkeys((*earlier, *own)))
