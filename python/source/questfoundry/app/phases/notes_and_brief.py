"""Split a Discuss reply that ends with the brief into notes, brief and data.

Without an author, one reply can do the work of two phases: notes instead of the discussion, and the
brief that sums them up (decision 0017). Marker lines separate the parts. After the brief, the reply
may contain the data that the first request of the phase Serialize would ask for::

    Duty against mercy is the harder of the two.
    [the brief]
    Ilk opens the gate at once, and sees the water come.
    [the data]
    {"order": ["dilemma::duty", "dilemma::mercy"]}
"""

import re
from functools import lru_cache

from questfoundry.domain.protocols import PromptRepository


def get_brief_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the brief in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["mark"])


def get_data_marker(prompts: PromptRepository) -> str:
    """Return the line that precedes the data in a reply, as worded in ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["data_mark"])


def extract_brief(reply: str, marker: str) -> str:
    """Return the text below the first ``marker`` line of ``reply``, without further marker lines.

    Return "" if there is no marker line. The first of several marker lines counts, because a brief
    that is too long does less harm than a brief that is too short.
    """
    _, *below = _compile_marker(marker).split(reply)
    return "\n".join(part.strip("\n") for part in below).strip()


def extract_notes(reply: str, marker: str) -> str:
    """Return the text above the first ``marker`` line of ``reply``, or "" without such a line."""
    above, *below = _compile_marker(marker).split(reply, maxsplit=1)
    return above.strip() if below else ""


@lru_cache(maxsize=8)
def _compile_marker(marker: str) -> re.Pattern[str]:
    words = re.escape(marker.strip("[]"))
    return re.compile(
        rf"^[ \t]*[#*_>`]*[ \t]*\[?{words}\]?[ \t]*:?[*_`]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
    )
