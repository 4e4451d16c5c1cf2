"""Talk about the text instead of the text itself, and markup, which no export understands."""

from __future__ import annotations

import re

_REMARKS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        # Before the text: an answer to whoever asked for it.
        r"\A[^\n]{0,120}\b(?:here(?:'s|\u2019s| is)|below is)\b[^\n]{0,80}"
        r"\b(?:passage|prose|revision|version|rewrite|draft)\b[^\n]{0,80}:[ \t]*$",
        r"\A(?:i(?:'|\u2019)m sorry|i apologi[sz]e|sorry)\b[^\n]{0,40}"
        r"\b(?:can(?:'|\u2019)t|cannot|unable)\b[^\n]{0,40}"
        r"\b(?:assist|help|fulfil|generate|write|create|continue)\b",
        r"\A(?:title|chapter)[ \t]*\d{0,3}:",
        # Anywhere: labels, counts and notes.
        r"^[ \t]*(?:passage|beat)[ \t]*\d{0,3}:",
        r"^\W{0,3}word count\b|^\(?\d{1,5} words\)?[.]?$",
        r"^\W{0,3}note:[^\n]{0,200}\b(?:passage|revision|prose|rewritten|rewrote|revised)\b",
        r"\[(?:insert|choices?|end of|passage|scene|continue|player)\b[^\[\]\n]{0,80}\]",
        r"\bas an ai (?:language )?(?:model|assistant)\b|\bas a language model\b",
        # Markup.
        r"^[ \t]{0,3}#{1,6}[ \t]+\S[^\n]{0,80}",
        r"```",
        r"(?<![\w*])\*{1,3}\w[^*\n]{0,200}\*",
        r"</?(?:b|i|u|em|strong|p|br|hr|div|span|h[1-6]|think|thinking)\b[^<>\n]{0,80}>",
    )
)


def remark(prose: str) -> str:
    """The first words that are no prose; else empty."""
    text = prose.strip()
    found = [match for pattern in _REMARKS if (match := pattern.search(text))]
    first = min(found, key=lambda match: match.start(), default=None)
    return first.group().strip() if first else ""
