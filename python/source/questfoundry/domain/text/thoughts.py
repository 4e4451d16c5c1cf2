"""Remove the thoughts and end marks that some servers leave in the text of a model's answer."""

import re

_BLOCKS = (  # the marks around thoughts before an answer; without a closing: a mark alone
    ("<think>", "</think>"),  # DeepSeek, Qwen and most others
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<seed:think>", "</seed:think>"),
    ("[think]", "[/think]"),  # Mistral
    ("◁think▷", "◁/think▷"),  # Kimi
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|begin_of_solution|>", ""),
    ("<|start_thinking|>", "<|end_thinking|>"),  # Cohere
    ("<|start_response|>", ""),
    ("<|start_text|>", ""),
    # The channels of gpt-oss, and the last form: what a server leaves that removes the marks.
    ("<|start|>", "<|channel|>final<|message|>"),
    ("<|channel|>", "<|channel|>final<|message|>"),
    ("analysis", "assistantfinal"),
)
_ENDS = (
    *("<|im_end|>", "<|im_start|>", "<|eot_id|>", "<|eom_id|>", "<|end|>", "<|return|>", "<|eot|>"),
    *("<|endoftext|>", "<|end_of_text|>", "<|end_of_turn|>", "<end_of_turn>", "<start_of_turn>"),
    *("<|end_response|>", "<|end_text|>", "<|end_of_solution|>", "<|eos|>", "<eos>", "[/inst]"),
    *(
        "<|start_header_id|>",
        "<|start|>",
        "<|user|>",
        "<|assistant|>",
        "<\uff5cend▁of▁sentence\uff5c>",
    ),
)
_LAST_END = "</s>"  # It also closes struck text in HTML, so it counts only at the very end.
_FIRST_CHARACTERS = frozenset("<[◁")
_MARKED_BLOCKS = tuple(each for each in _BLOCKS if each[0][0] in _FIRST_CHARACTERS)


def _match_any(marks: tuple[str, ...]) -> re.Pattern[str]:
    literals = "|".join(map(re.escape, marks))
    return re.compile(rf"{literals}|{_LAST_END}\s*\Z", re.IGNORECASE)


_END = _match_any(_ENDS)
_ANY_MARK = _match_any((*_ENDS, *(mark for pair in _MARKED_BLOCKS for mark in pair if mark)))


def find_model_mark(text: str) -> str:
    """Return the first mark of thoughts or of an answer's end in ``text``, or an empty text."""
    found = _ANY_MARK.search(text) if _FIRST_CHARACTERS & {*text} else None
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


def _starts_with_word(text: str) -> bool:
    opening, closing = _BLOCKS[-1]
    return text.lstrip().startswith(opening) and closing in text


def _find_unopened_end(text: str) -> int:
    """Return the index after a closing mark without an opening mark before it, or -1."""
    lowered = text.casefold()
    ends = (
        lowered.find(closing) + len(closing)
        for opening, closing in _MARKED_BLOCKS
        if closing and closing in lowered and opening not in lowered.partition(closing)[0]
    )
    return -1 if _is_json(text) else min(ends, default=-1)


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


class ThoughtFilter:
    """A filter for an answer that arrives in pieces; it holds back possible thoughts and marks."""

    def __init__(self) -> None:
        self._buffer = ""
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
        start = self._buffer.lstrip().casefold()
        if not self._is_past_thoughts and start.startswith(
            tuple(opening for opening, _ in _MARKED_BLOCKS)
        ):
            self._buffer = ""
        return self._release(held=0)

    def _skip_thoughts(self) -> bool:
        """Drop complete thoughts at the start; return whether the answer itself has begun."""
        while start := self._buffer.lstrip():
            lowered = start.casefold()
            found = [each for each in _BLOCKS if lowered.startswith(each[0])]
            if not found:
                self._buffer = start if self._has_dropped else self._buffer
                self._is_past_thoughts = not any(mark.startswith(lowered) for mark, _ in _BLOCKS)
                return self._is_past_thoughts
            opening, closing = found[0]
            end = lowered.find(closing, 0 if closing.startswith(opening) else len(opening))
            if end < 0:
                return False
            self._buffer, self._has_dropped = start[end + len(closing) :], True
        return False

    def _count_held(self) -> int:
        """Return how many characters at the end may be the beginning of an end mark."""
        start = max(self._buffer.rfind("<"), self._buffer.rfind("["))
        tail = self._buffer[start:].casefold()
        is_mark = start >= 0 and (
            any(mark.startswith(tail) for mark in (*_ENDS, _LAST_END)) or tail.rstrip() == _LAST_END
        )
        return len(tail) if is_mark else 0

    def _release(self, *, held: int) -> str:
        text = self._buffer[: len(self._buffer) - held]
        self._buffer = self._buffer[len(text) :]
        first = text.rfind("}") + 1 if _is_json(text) else 0
        if found := _END.search(text, first):
            self._has_ended, self._buffer = True, ""
            return text[: found.start()]
        return text
