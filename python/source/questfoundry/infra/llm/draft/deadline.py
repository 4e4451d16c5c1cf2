"""Find the end of the evening that an idea states, such as ``before dawn``."""

import re
from collections.abc import Mapping, Sequence

from questfoundry.infra.llm.draft.setting import Deadline

_BEFORE = r"\b(?:before|by|until|till) (?:the )?"


def find_deadline(text: str, entries: Sequence[Mapping[str, str]]) -> Deadline | None:
    """Return the deadline in the idea ``text``, or ``None``.

    ``entries``: for each kind of time, the ``words``, and the ``name`` and what ``comes``, in
    which ``{time}`` is the time as the idea states it.
    """
    for entry in entries:
        found = re.search(rf"{_BEFORE}({entry['words']})\b", text, re.IGNORECASE)
        if found:
            time = {"time": found[1]}
            return Deadline(
                name=entry["name"].format_map(time), comes=entry["comes"].format_map(time)
            )
    return None
