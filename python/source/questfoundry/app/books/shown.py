"""Which passages of the author's books a run's model was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.app.run.redo import REDO
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import Message, Role

SEARCH_LIBRARY = "search_library"
"""The tool whose results hold passages."""


def passages_shown(store: ProjectStore, run_id: str) -> tuple[str, ...]:
    """Their labels, each once, first shown first; those of the talk that was gone on from too."""
    run = store.runs.get(run_id)
    redo: Mapping[str, Any] | None = run.inputs.get(REDO) if run else None
    earlier = passages_shown(store, redo["of"]) if redo else ()
    said = store.messages.get_by_conversation(run_id)
    own = (label for each in said for label in _labels(each.message))
    return tuple(dict.fromkeys((*earlier, *own)))


def _labels(message: Message) -> Iterator[str]:
    if message.role is not Role.TOOL_RESULT or message.tool_name != SEARCH_LIBRARY:
        return
    found = json.loads(message.content).get("data")
    # A tool of an embedder's own may bear the name, and answer in another form.
    for passage in found if isinstance(found, list) else ():
        if isinstance(passage, dict) and isinstance(label := passage.get("passage"), str):
            yield label
