"""Detect refusals in the text of an answer, for servers that have no field for a refusal."""

from __future__ import annotations

import re

LONGEST_REFUSAL = 40
"""Maximum number of words of a refusal; a longer text says something else too."""

_REFUSAL = re.compile(
    r"""
    (?: (?:i['\u2019]m|i[ ]am)[ ]sorry,?[ ](?:but[ ])? | sorry,?[ ](?:but[ ])? | unfortunately,?[ ]
      | i[ ]apologi[sz]e,?[ ](?:but[ ])?
      | as[ ]an[ ]ai[ ](?:\w+[ ]){0,2}?(?:model|assistant),?[ ] )?
    i (?: [ ]can['\u2019]t | [ ]cannot | [ ]can[ ]not | [ ]won['\u2019]t | [ ]will[ ]not
      | (?:[ ]am|['\u2019]m)[ ](?:unable|not[ ]able)[ ]to )
    [ ](?: help[ ](?:you[ ])?with | assist | fulfil | comply | continue[ ](?:with[ ])?(?:this|that)
      | (?:write|create|generate|produce|provide)[ ](?:this|that|such|content|it\b)
      | engage[ ](?:with|in)[ ](?:this|that) )
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_refusal(text: str) -> bool:
    """Return whether ``text`` is a short English statement that the model will not do the task."""
    begins = _REFUSAL.match(" ".join(text[:500].split()))
    return begins is not None and len(text.split()) <= LONGEST_REFUSAL
