"""A reply that ends with the brief: notes, a line that marks it, and the brief below.

Where nobody answers, one reply holds all that a talk and its summary would (decision 0097), and may
hold what Serialize would ask for first (decisions 0105 and 0107)::

    Duty against mercy is the harder of the two.
    [the brief]
    Ilk opens the gate at once, and sees the water come.
    [the data]
    {"order": ["dilemma::duty", "dilemma::mercy"]}
"""

from __future__ import annotations

import re
from functools import lru_cache

from questfoundry.domain.protocols import PromptRepository


def get_brief_marker(prompts: PromptRepository) -> str:
    """The line that marks the brief, in the words of ``prompts/brief.yaml``."""
    return str(prompts.wording("brief")["mark"])


def get_data_marker(prompts: PromptRepository) -> str:
    """The line that marks data below the words of a brief, in the words of that file."""
    return str(prompts.wording("brief")["data_mark"])


def extract_brief(reply: str, marker: str) -> str:
    """What stands below the first line that is the mark; empty where there is none.

    More than the brief is no harm, less would be: so the first one counts, and others are left out.
    """
    _, *below = _compile_marker(marker).split(reply)
    return "\n".join(part.strip("\n") for part in below).strip()


def extract_notes(reply: str, marker: str) -> str:
    """What stands above the mark; empty where there is no mark."""
    above, *below = _compile_marker(marker).split(reply, maxsplit=1)
    return above.strip() if below else ""


@lru_cache(maxsize=8)
def _compile_marker(marker: str) -> re.Pattern[str]:
    """A line with nothing but the mark, with brackets or without, as a heading or in bold."""
    words = re.escape(marker.strip("[]"))
    return re.compile(
        rf"^[ \t]*[#*_>`]*[ \t]*\[?{words}\]?[ \t]*:?[*_`]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
    )
