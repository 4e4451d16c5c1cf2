"""Remove the thoughts and end marks that some servers leave in the text of a model's answer."""

import re
from collections.abc import Mapping
from typing import Any

# The tags around thoughts before an answer: of DeepSeek, Qwen and most others, and of Seed.
_TAGS = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "seed:think")
_WRAPPERS = ("response", "answer")  # The tags around an answer that follows thoughts
# The channels of gpt-oss: after this mark follows the answer, or a call that was left as text.
_FINAL_CHANNEL = re.compile(
    r"<\|channel\|>(?:final|commentary[^<]*\bto=)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>",
    re.IGNORECASE,
)
_PAIRS = (  # other marks around thoughts; without a closing: a mark alone
    *((f"<{tag}>", f"</{tag}>") for tag in _TAGS),
    *((f"</{tag}>", "") for tag in _TAGS),
    ("[think]", "[/think]"),  # Mistral
    ("◁think▷", "◁/think▷"),  # Kimi
    ("<|think|>", "<|/think|>"),
    ("<|channel>thought", "<channel|>"),  # Gemma
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|begin_of_solution|>", ""),
    ("<|begin_of_box|>", ""),  # GLM
    ("<|start_thinking|>", "<|end_thinking|>"),  # Cohere
    ("<|start_response|>", ""),
    ("<|start_text|>", ""),
    ("<|im_start|>assistant", ""),
    ("<|start_header_id|>assistant<|end_header_id|>", ""),
    ("<|assistant|>", ""),
    ("<start_of_turn>model", ""),
    ("assistantfinal", ""),
)
_WORD, _FINAL_WORD = "analysis", "assistantfinal"  # The channels without their marks
_BLOCKS: Mapping[str, re.Pattern[str] | None] = {
    **{
        opening: re.compile(re.escape(closing), re.IGNORECASE) if closing else None
        for opening, closing in _PAIRS
    },
    "<|start|>": _FINAL_CHANNEL,
    "<|channel|>": _FINAL_CHANNEL,
    _WORD: re.compile(_FINAL_WORD, re.IGNORECASE),
}
_TAG_WITH_ATTRIBUTES = re.compile(rf"<({'|'.join(_TAGS)})\s[^<>]*(>|\Z)", re.IGNORECASE)
_LONGEST_CLOSING = 120
_ENDS = (
    *("<|im_end|>", "<|im_start|>", "<|eot_id|>", "<|eom_id|>", "<|end|>", "<|return|>", "<|eot|>"),
    *("<|endoftext|>", "<|end_of_text|>", "<|end_of_turn|>", "<end_of_turn>", "<start_of_turn>"),
    *("<|end_response|>", "<|end_text|>", "<|end_of_solution|>", "<|eos|>", "<eos>", "[/inst]"),
    *("<|start_header_id|>", "<|start|>", "<|user|>", "<|assistant|>", "<|call|>", "[e~["),
    *("<\uff5cend▁of▁sentence\uff5c>", "<|end_of_box|>"),
)
_LAST_ENDS = ("</s>", "</response>", "</answer>")  # In HTML or XML, so only at the very end
_FIRST_CHARACTERS = "<[◁"
_MARKED_BLOCKS = {
    opening: closing for opening, closing in _BLOCKS.items() if opening[0] in _FIRST_CHARACTERS
}


def _match_any(*marks: str) -> re.Pattern[str]:
    last = "|".join(map(re.escape, _LAST_ENDS))
    return re.compile("|".join((*map(re.escape, marks), rf"(?:{last})\s*\Z")), re.IGNORECASE)


_END = _match_any(*_ENDS)
_ANY_MARK = _match_any(*_ENDS, *_MARKED_BLOCKS, *(closing for _, closing in _PAIRS if closing))


def find_model_mark(text: str) -> str:
    """Return the first mark of thoughts or of an answer's end in ``text``, or an empty text."""
    may_have = any(character in text for character in _FIRST_CHARACTERS)
    found = _ANY_MARK.search(text) if may_have else None
    return found[0].strip() if found else ""


def remove_thoughts(text: str) -> str:
    """Return ``text`` without thoughts before the answer, and without the answer's end mark.

    The opening mark of the thoughts may be missing. An opening mark later in the text belongs to
    the answer. In JSON only end marks after the last brace are removed.
    """
    if not (find_model_mark(text) or _starts_with_word(text)):
        return text
    thoughts = ThoughtFilter()
    text = thoughts.feed(text) + thoughts.flush()
    while (start := _find_unopened_end(text)) >= 0:
        text = text[start:].lstrip()
    return text


def remove_thoughts_inside(value: Any) -> Any:
    """Return the JSON ``value`` without thoughts and end marks in its texts."""
    if isinstance(value, str):
        return remove_thoughts(value)
    if isinstance(value, Mapping):
        return {key: remove_thoughts_inside(each) for key, each in value.items()}
    return [remove_thoughts_inside(each) for each in value] if isinstance(value, list) else value


def _starts_with_word(text: str) -> bool:
    return text.lstrip().startswith((_WORD, _FINAL_WORD)) and _FINAL_WORD in text


def _find_unopened_end(text: str) -> int:
    """Return the index after a closing mark without an opening mark before it, or -1."""
    ends = (
        found.end()
        for opening, closing in _MARKED_BLOCKS.items()
        if closing is not None
        and (found := closing.search(text))
        and opening not in text[: found.start()].casefold()
    )
    return -1 if _is_json(text) else min(ends, default=-1)


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


class ThoughtFilter:
    """A filter that removes thoughts and end marks from an answer that arrives in pieces.

    The filter holds back text that may belong to a thought or an end mark.
    """

    def __init__(self) -> None:
        self._buffer = ""
        self._searched = 0
        self._is_past_thoughts = False
        self._has_dropped = False
        self._has_ended = False

    def feed(self, piece: str) -> str:
        """Add ``piece`` of an answer; return the text that certainly belongs to the answer."""
        if self._has_ended:
            return ""
        self._buffer += piece
        if not self._is_past_thoughts and not self._skip_thoughts():
            return ""
        return "" if _is_json(self._buffer) else self._release(held=self._count_held())

    def flush(self) -> str:
        """Return the text still held back when the answer ends; drop an unfinished thought."""
        if (
            not self._is_past_thoughts
            and self._find_opening(self._buffer.lstrip()) in _MARKED_BLOCKS
        ):
            self._buffer = ""
        return self._release(held=0)

    def _skip_thoughts(self) -> bool:
        """Drop complete thoughts at the start; return whether the answer itself has begun."""
        while start := self._buffer.lstrip():
            opening = self._find_opening(start)
            if opening is None:
                self._buffer = start if self._has_dropped else self._buffer
                self._is_past_thoughts = True
                return True
            if (end := self._find_end(start, opening)) < 0:
                return False
            self._buffer, self._has_dropped, self._searched = start[end:], True, 0
        return False

    def _find_opening(self, start: str) -> str | None:
        """Return the opening mark at ``start``; empty if more text is needed, else ``None``."""
        head = start[:_LONGEST_CLOSING].casefold()
        if tag := _TAG_WITH_ATTRIBUTES.match(head):
            return f"<{tag[1]}>" if tag[2] else ""
        marks = [*_BLOCKS, *(f"<{each}>" for each in _WRAPPERS if self._has_dropped)]
        if found := [each for each in marks if head.startswith(each)]:
            return max(found, key=len)
        return "" if any(each.startswith(head) for each in marks) else None

    def _find_end(self, start: str, opening: str) -> int:
        """Return the index behind the thoughts that begin with ``opening``, or -1."""
        closing = _BLOCKS.get(opening)
        if closing is None:
            return len(opening) or -1
        found = closing.search(start, max(0, self._searched - _LONGEST_CLOSING))
        self._searched = len(start)
        return found.end() if found else -1

    def _count_held(self) -> int:
        """Return how many characters at the end may be the beginning of an end mark."""
        tail = self._buffer[-_LONGEST_CLOSING:].casefold()
        starts = (at for at, each in enumerate(tail) if each in _FIRST_CHARACTERS)
        held = (
            len(tail) - at
            for at in starts
            if any(mark.startswith(tail[at:]) for mark in (*_ENDS, *_LAST_ENDS))
            or tail[at:].rstrip() in _LAST_ENDS
        )
        return max(held, default=0)

    def _release(self, *, held: int) -> str:
        text = self._buffer[: len(self._buffer) - held]
        self._buffer = self._buffer[len(text) :]
        first = text.rfind("}") + 1 if _is_json(text) else 0
        if found := _END.search(text, first):
            self._has_ended, self._buffer = True, ""
            return text[: found.start()]
        return text
