"""List the book excerpts that the model received during a run."""

from questfoundry.app.store import ProjectStore


def list_shown_excerpts(store: ProjectStore, run_id: str) -> tuple[str, ...]:
    """Return the labels of the book excerpts that the model received, without duplicates.

    The excerpts of an earlier discussion that the run continues come first.
    """
    run = store.runs.get(run_id)
    redo = run.stage_inputs.redo if run else None
    earlier = list_shown_excerpts(store, redo.of) if redo else ()
    messages = store.messages.get_by_conversation(run_id)
    own = (excerpt.label for each in messages for excerpt in each.message.excerpts)
    return tuple(dict.fromkeys((*earlier, *own)))
