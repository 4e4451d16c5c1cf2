"""Join sentences, and add the full stops that they lack."""

from collections.abc import Iterable

_STOPS = tuple(".!?…:;。\uff01\uff1f")
_AFTER_STOP = " \n\"'”\u2019»\u203a)]*_」』"
"""Characters that may follow a sentence's stop: quotes, brackets, emphasis."""


def join_sentences(text: str | Iterable[str], more: Iterable[str] = ()) -> str:
    """Return the texts joined by spaces; add missing full stops and skip empty texts."""
    texts = (*([text] if isinstance(text, str) else text), *more)
    return " ".join(
        each if each.rstrip(_AFTER_STOP)[-1:] in _STOPS else f"{each.rstrip()}."
        for each in texts
        if each
    )
