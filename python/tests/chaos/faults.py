"""Server faults in all three formats: each function returns a reply instead of the right one."""

import gzip
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from tests.chaos.forging import payload_of, say, submission_of, submit, with_text
from tests.chaos.server import Call, Fault
from tests.support.loopback import Ending, Reply, json_reply

HALF = "\ud83d"
"""The first half of a surrogate pair, which JSON can hold and UTF-8 cannot."""
_OPENAI = {"prompt_tokens", "completion_tokens", "cached_tokens"}
_ANTHROPIC = {"input_tokens", "output_tokens", "cache_read_input_tokens"}
_TOKENS = {*_OPENAI, *_ANTHROPIC, "prompt_eval_count", "eval_count"}


def slow(call: Call) -> Reply:
    """Send each part of the answer slowly."""
    return evolve(call.reply(), delay=0.1, gap=0.01)


def broken(call: Call) -> Reply:
    """Break the connection in the middle of the answer."""
    whole = call.reply()
    body = b"".join(whole.chunks)
    return evolve(whole, chunks=(body[: len(body) // 2],), ending=Ending.DROPPED)


def dropped(call: Call) -> Reply:
    """Break the connection before the answer."""
    return Reply(ending=Ending.DROPPED)


def cut_off(call: Call) -> Reply:
    """Cut the answer off at the model's limit."""
    text = payload_of(call)
    return call.reply(
        ChatResponse(
            text=text[: len(text) // 2], usage=call.right.usage, finish_reason=FinishReason.LENGTH
        )
    )


def refused(call: Call) -> Reply:
    """Refuse to answer."""
    response = ChatResponse(
        text="I cannot help with that.", usage=call.right.usage, finish_reason=FinishReason.REFUSED
    )
    return call.reply(response)


def empty(call: Call) -> Reply:
    """Answer without any text."""
    return call.reply(ChatResponse(usage=call.right.usage))


def cached_above_input(call: Call) -> Reply:
    """Report more cached tokens than input tokens."""
    return _edited(call.reply(), lambda name, count: count * 3 if "cache" in name else count)


def no_usage(call: Call) -> Reply:
    """Report no token counts."""
    return _edited(call.reply(), lambda _, __: None)


def huge_usage(call: Call) -> Reply:
    """Report more tokens than a database column can hold."""
    return _edited(call.reply(), lambda _, __: 1 << 63)


def half_a_surrogate(call: Call) -> Reply:
    """Put half a character into the answer."""
    return with_text(call, lambda value: f"{value} {HALF}")


def deep_brackets(call: Call) -> Reply:
    """Nest the answer deeper than any parser accepts."""
    return say(call, "[" * 4096)


def rate_limited(call: Call) -> Reply:
    """Report too many requests, and allow an immediate retry."""
    return json_reply({"error": {"message": "slow down"}}, 429, {"retry-after": "0"})


def server_error(call: Call) -> Reply:
    """Report an overloaded server."""
    return json_reply({"error": {"message": "overloaded"}}, 503, {"retry-after": "0"})


def wrong_type(call: Call) -> Reply:
    """Answer with the web page of a proxy."""
    return Reply(headers={"content-type": "text/html"}, chunks=(b"<html>Sign in</html>",))


@cache
def _bomb() -> bytes:
    return gzip.compress(b" " * 200_000_000)


def gzip_bomb(call: Call) -> Reply:
    """Send two hundred megabytes, compressed to two hundred kilobytes."""
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    return Reply(headers=headers, chunks=(_bomb(),))


def talks(call: Call) -> Reply:
    """Answer with words instead of the required data."""
    return say(call, "Here is the plan.")


def fenced(call: Call) -> Reply:
    """Put the JSON into a code fence."""
    return say(call, f"```json\n{payload_of(call)}\n```")


def doubled(call: Call) -> Reply:
    """Send the same JSON twice in one text."""
    return say(call, f"{payload_of(call)}\n{payload_of(call)}")


def invalid(call: Call) -> Reply:
    """Leave out a field."""
    answer = submission_of(call)
    if answer is None:
        return call.reply()
    answer.pop(next(iter(answer)))
    return submit(call, answer)


FAULTS: Mapping[str, Fault] = {
    each.__name__: each
    for each in (
        slow,
        broken,
        dropped,
        cut_off,
        refused,
        empty,
        cached_above_input,
        no_usage,
        huge_usage,
        half_a_surrogate,
        deep_brackets,
        rate_limited,
        server_error,
        wrong_type,
        gzip_bomb,
        talks,
        fenced,
        doubled,
        invalid,
    )
}
BILLED = frozenset({cut_off, refused, empty, talks, fenced, doubled, invalid})
"""Faults whose answer reports the correct token counts."""


def _edited(reply: Reply, count: Callable[[str, int], int | None]) -> Reply:
    """Return the reply with changed token counts; ``None`` leaves a count out."""

    def walked(value: Any) -> Any:
        if isinstance(value, dict):
            kept = {}
            for name, item in value.items():
                new = count(name, max(item, 7)) if name in _TOKENS else walked(item)
                if name not in _TOKENS or new is not None:
                    kept[name] = new
            return kept
        return [walked(item) for item in value] if isinstance(value, list) else value

    def changed(line: bytes) -> bytes:
        start = line.find(b"{")
        if start < 0:
            return line
        return line[:start] + json.dumps(walked(json.loads(line[start:]))).encode()

    chunks = (b"\n".join(map(changed, chunk.split(b"\n"))) for chunk in reply.chunks)
    return evolve(reply, chunks=tuple(chunks))
