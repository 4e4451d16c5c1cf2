"""Record the example story again after a change of prompts, and measure its requests.

    python python/benchmarks/recording.py [--since COMMIT]

The idea of the example runs again with today's prompts. Each request gets the recorded answer of
the same stage and scope (the name of a section or phase, with the number of a second attempt). The
program names requests without an answer, answers without a request, and files of the example that
the run changed; then it writes nothing and exits with 1. With ``--since``, a table in
``docs/measurements/requests.md`` compares the requests with those recorded at COMMIT.
"""

import argparse
import asyncio
import json
import shlex
import subprocess
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from attrs import define, evolve, field, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry import Project
from questfoundry.domain.answer.short_ids import ShortIds
from questfoundry.domain.chat.codec import request_to_dict, response_from_dict, response_to_dict
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    estimate_request_tokens,
    estimate_tokens,
)
from questfoundry.domain.errors import QuestFoundryError, ReplayError
from questfoundry.domain.events import Event, ModelCallStarted
from questfoundry.domain.events.stages import StageStarted
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.infra.llm.openai.provider import OPENAI
from tests.support.checkout import ROOT

EXAMPLE = ROOT / "examples" / "forty-asleep"
RECORDING = EXAMPLE / "recording.jsonl"
TABLE = ROOT / "docs" / "measurements" / "requests.md"
MODEL = ModelRef.parse("openai/gpt-4o")

Line = Mapping[str, Any]
"""A line of a recording: scope, model, request and response, and the short forms of its ids."""


_SHORT_IDS: ContextVar[ShortIds] = ContextVar("short_ids")
"""The short forms of the ids in the request that a task is about to send."""


@contextmanager
def noting_short_ids() -> Iterator[None]:
    """Note the short forms of the ids in each request."""
    build = ShortIds.from_request

    def note(request: ChatRequest, traits: ModelTraits) -> ShortIds:
        found = build(request, traits)
        _SHORT_IDS.set(found)
        return found

    with patch.object(ShortIds, "from_request", note):
        yield


@define(kw_only=True)
class CallScopes(EventSink):
    """A sink that notes the stage and the scope of the call that a task is about to make."""

    _stage: str = ""
    _scope: ContextVar[str] = field(factory=lambda: ContextVar("scope"))

    def emit(self, event: Event) -> None:
        match event:
            case StageStarted(stage=stage):
                self._stage = stage
            case ModelCallStarted(scope=scope):
                self._scope.set(f"{self._stage}/{scope}")

    def get_scope(self) -> str:
        """Return the scope of the call that the current task makes, as ``grow/serialize.acts``."""
        return self._scope.get()


@define(kw_only=True, eq=False)
class ScopedReplay(ChatProvider):
    """A chat provider that answers with recorded answers of the same scope, and records."""

    scopes: CallScopes
    answers: Mapping[str, deque[ChatResponse]]
    model: ModelRef = MODEL
    traits: ModelTraits = field(factory=lambda: OPENAI.traits_of(MODEL.model))
    lines: list[Line] = field(factory=list)

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        del on_text
        scope = self.scopes.get_scope()
        if not self.answers.get(scope):
            raise ReplayError(f"No answer is recorded for {scope}:\n\n{_print(request)}")
        ids = _SHORT_IDS.get(ShortIds({}))
        _SHORT_IDS.set(ShortIds({}))
        response = _shorten(self.answers[scope].popleft(), ids)
        usage = evolve(response.usage, input_tokens=estimate_request_tokens(request))
        response = evolve(response, usage=usage)
        self.lines.append(
            {
                "scope": scope,
                "model": str(self.model),
                "request": request_to_dict(request),
                "response": response_to_dict(response),
                "ids": dict(ids.numbers),
            }
        )
        return response

    async def close(self) -> None:
        """Do nothing, since no connection is open."""


def _shorten(response: ChatResponse, ids: ShortIds) -> ChatResponse:
    """Return ``response`` with the short forms ``ids``."""
    return ShortIds({number: each for each, number in ids.numbers.items()}).expand(response)


def record_again(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines of a run that is answered from ``lines``.

    Exit if a request has no answer, an answer is not used, or a file of the example changes.
    """
    answers = defaultdict[str, deque[ChatResponse]](deque)
    for line in lines:
        ids = ShortIds(line.get("ids", {}))
        answers[line["scope"]].append(ids.expand(response_from_dict(line["response"])))
    scopes = CallScopes()
    replay = ScopedReplay(scopes=scopes, answers=answers)
    with TemporaryDirectory() as folder, noting_short_ids():
        story = Path(folder)
        (story / "project.yaml").write_bytes((EXAMPLE / "project.yaml").read_bytes())
        asyncio.run(_run_example(story, replay, scopes))
        problems = [f"No request used the answer of {name}." for name in answers if answers[name]]
        problems += _list_changes(story)
    if problems:
        sys.exit("\n".join(problems))
    return tuple(replay.lines)


async def _run_example(folder: Path, replay: ScopedReplay, scopes: CallScopes) -> None:
    async with Project.open(folder, models=replay, env={}, events=[scopes]) as project:
        try:
            await project.run(_read_idea(), size="short", phases="condensed")
        except QuestFoundryError as error:
            sys.exit(str(error))


def _read_idea() -> str:
    readme = (ROOT / "examples" / "README.md").read_text("utf-8")
    (command,) = (line for line in readme.splitlines() if "--provider recorded/" in line)
    return shlex.split(command)[2]


def _list_changes(story: Path) -> Iterable[str]:
    # Other exports name the model of the run, which is another one here.
    exports = (f"exports/{EXAMPLE.name}.{ending}" for ending in ("json", "twee", "ink", "md"))
    for pattern in ("artifacts/*.yaml", *exports):
        for file in sorted(EXAMPLE.glob(pattern)):
            name = file.relative_to(EXAMPLE)
            made = story / name
            if not made.exists() or made.read_bytes() != file.read_bytes():
                yield f"The run changed {name}."


def _print(request: ChatRequest) -> str:
    return "\n\n".join(f"[{each.role}]\n{each.content}" for each in request.messages)


def read_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of the recording in ``text``."""
    return tuple(json.loads(line) for line in text.splitlines())


@frozen(kw_only=True)
class Size:
    """The tokens of all requests of a scope: instructions, the data below them, the schema."""

    requests: int
    system: int
    user: int
    schema: int

    @property
    def total(self) -> int:
        return self.system + self.user + self.schema


def measure(lines: Sequence[Line]) -> dict[str, Size]:
    """Return the size of the requests of each scope, and of all under ``all``."""
    scopes = dict.fromkeys(line["scope"] for line in lines)
    sizes = {name: _sum([each for each in lines if each["scope"] == name]) for name in scopes}
    return {**sizes, "all": _sum(lines)}


def _sum(lines: Sequence[Line]) -> Size:
    requests = [line["request"] for line in lines]
    return Size(
        requests=len(lines),
        system=sum(_count(each, is_system=True) for each in requests),
        user=sum(_count(each, is_system=False) for each in requests),
        schema=sum(estimate_tokens(_json(each)) for each in requests),
    )


def _count(request: Mapping[str, Any], *, is_system: bool) -> int:
    messages = [each for each in request["messages"] if (each["role"] == "system") == is_system]
    return sum(estimate_tokens(each.get("content") or "") for each in messages)


def _json(request: Mapping[str, Any]) -> str:
    parts = [request[name] for name in ("tools", "response_schema") if request.get(name)]
    return "".join(json.dumps(each, ensure_ascii=False) for each in parts)


_HEAD = """# Requests of the recorded example

The tokens of each request that made *Forty, Asleep*, before and after the prompts were rewritten.
`python python/benchmarks/recording.py --since {commit}` writes this table: it runs the example's
idea again with today's prompts and answers each request with the recorded answer. Tokens are
estimated, one for four bytes. Instructions are the system message, the data is the rest, and the
schema is the form of the answer.

| Stage and section | Requests | Before | After | Change | Instructions | Data | Schema |
|---|--:|--:|--:|--:|--:|--:|--:|
"""


def write_table(before: Mapping[str, Size], after: Mapping[str, Size], commit: str) -> str:
    """Return the table as a page of Markdown."""
    names = dict.fromkeys([*before, *after])
    names["all"] = names.pop("all")
    rows = (_write_row(name, before.get(name), after.get(name)) for name in names)
    return _HEAD.format(commit=commit) + "".join(f"{row}\n" for row in rows)


def _write_row(name: str, old: Size | None, new: Size | None) -> str:
    change = f"{100 * (new.total - old.total) / old.total:+.0f}%" if old and new else ""
    parts = ["requests", "system", "user", "schema"]
    counts, system, user, schema = (_pair(old, new, part) for part in parts)
    whole = [f"{each.total:,}" if each else "" for each in (old, new)]
    return "| " + " | ".join([name, counts, *whole, change, system, user, schema]) + " |"


def _pair(old: Size | None, new: Size | None, part: str) -> str:
    values = dict.fromkeys(f"{getattr(each, part):,}" if each else "none" for each in (old, new))
    return " to ".join(values)


def read_commit(commit: str) -> tuple[Line, ...]:
    """Return the lines of the recording at ``commit``."""
    name = f"{commit}:{RECORDING.relative_to(ROOT)}"
    found = subprocess.run(["git", "show", name], cwd=ROOT, check=True, capture_output=True)
    return read_lines(found.stdout.decode())


def main() -> None:
    """Write the recording, and the table if a commit is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--since", metavar="COMMIT", help="compare with the recording at COMMIT")
    since = parser.parse_args().since
    lines = record_again(read_lines(RECORDING.read_text("utf-8")))
    RECORDING.write_text(
        "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), "utf-8"
    )
    before = read_commit(since) if since else lines
    page = write_table(measure(before), measure(lines), since or "COMMIT")
    if since:
        TABLE.write_text(page, "utf-8")
    print(page)


if __name__ == "__main__":
    main()
