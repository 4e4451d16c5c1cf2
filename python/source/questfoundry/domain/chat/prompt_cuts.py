"""Recognise answers to a prompt that the server has cut without saying so.

Some servers read only the end of a prompt that is longer than their context window, and answer as
if nothing had happened. A comparison with an estimated number of tokens would raise false alarms,
since the tokens per character differ by a factor of ten between languages and models. So the read
tokens are compared with a lower bound, the number of words: in all usual tokenisers, no token spans
the boundary between two words.
"""

from __future__ import annotations

import re

from attrs import frozen

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    FinishReason,
    estimate_request_tokens,
)

_WORD = re.compile(r"[^\W\d_](?:['\u2019]?[^\W\d_])+")
_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u9fff])\1*")
"""Matches a character of Chinese or Japanese, whose words are not separated, with repetitions."""

_CHARACTERS_PER_TOKEN = 4
"""More Chinese or Japanese characters than the best tokenisers put into a token on average."""

_CERTAIN, _SUSPICIOUS = 0.8, 0.5
"""The share of the lower bound up to which a count shows a cut, with and without a window."""

_FEWEST = 1_000
"""The lower bound from which a suspicion is reported; short prompts fit into each window."""

_WINDOWS = frozenset(factor * 2**power for factor in (1, 3, 5) for power in range(9, 21))


@frozen
class PromptCut:
    """A prompt with at least ``least`` tokens, and the smaller number that the server ``read``.

    ``window`` is the window to which the server has cut the prompt. It is ``None`` if the count
    fits no window: perhaps the server does not count what it had stored of an earlier prompt.
    """

    read: int
    least: int
    window: int | None = None


def find_prompt_cut(
    request: ChatRequest, response: ChatResponse, window: int | None = None
) -> PromptCut | None:
    """Return how the server has cut ``request`` according to the usage in ``response``.

    The result is ``None`` if the server has read the whole prompt, or does not say what it read.
    ``window`` is a window to consider beside those that servers usually have.
    """
    read = response.usage.input_tokens
    if not read or response.usage.estimated or read >= estimate_request_tokens(request):
        return None
    least = count_least_tokens(request)
    filled = _find_window(response, window)
    if filled is not None and read <= _CERTAIN * least:
        return PromptCut(read, least, filled)
    if least >= _FEWEST and read <= _SUSPICIOUS * least:
        return PromptCut(read, least)
    return None


def count_least_tokens(request: ChatRequest) -> int:
    """Return a number of tokens that the messages of ``request`` have at least.

    Tools and schemas are not counted, since not every server writes them into the prompt.
    """
    return sum(_count_least(each.content) for each in request.messages)


def _count_least(text: str) -> int:
    words = _WORD.findall(text)
    # One search in the whole text takes less time than one in each word.
    return sum(map(_count_least_of_word, words)) if _UNSPACED.search(text) else len(words)


def _count_least_of_word(word: str) -> int:
    return max(1, len(_UNSPACED.findall(word)) // _CHARACTERS_PER_TOKEN)


def _find_window(response: ChatResponse, known: int | None) -> int | None:
    """Return the window that ``response`` says to have filled, or ``None``.

    Ollama cuts a prompt to the whole window, in newer versions to half of it and two tokens. If
    the answer was cut off too, the window holds the prompt and the answer.
    """
    read, written = response.usage.input_tokens, response.usage.output_tokens
    filled = [read, read + 1, 2 * (read - 2)]
    if response.finish_reason is FinishReason.LENGTH:
        filled += [read + written, read + written + 1]
    windows = _WINDOWS | ({known} if known else set())
    return next((each for each in filled if each in windows), None)
