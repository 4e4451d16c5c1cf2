"""A stage whose server makes the same fault in each answer: its end, its costs and its result."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

from attrs import frozen
from dependency_injector import providers

from questfoundry.composition.project.project import Project
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.events import Event, ModelCallStarted
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.testing.scripted import ManualClock
from tests.chaos.question import Question
from tests.chaos.server import ANTHROPIC, OLLAMA, OPENAI, ChaosServer, Fault, Wire

IDEA = "A noir mystery in a drowned city"
STAGES = ("dream", "brainstorm", "seed", "grow", "fill")
MOST_EXTRA = 2
"""The most paid calls that a fault may cost in one section."""
SETTINGS = """\
seed: {stats: false}
name: The Drowned Ledger
research: {corpus: false}
limits: {concurrency: 1}
ifid: 12345678-1234-4234-8234-123456789ABC
phases: full
models:
"""
_LONG = "max_tokens: {discuss: 16000, summarize: 16000, serialize: 16000}"
_MARK = re.compile(r"QUUX|<\|?/?(?:think|im_|eot|channel|end|start)|\[/?THINK|</s>|assistantfinal")


@frozen(kw_only=True)
class Setup:
    """A wire format, and the traits by which the model submits and streams."""

    name: str
    wire: Wire
    traits: str

    @property
    def settings(self) -> str:
        """Return the content of ``project.yaml``."""
        return f"{SETTINGS}  {self.wire.model}: {{{self.traits}}}\n"


SETUPS = (
    Setup(name="openai", wire=OPENAI, traits="structured_output: schema"),
    Setup(name="openai streams calls", wire=OPENAI, traits=f"structured_output: tool, {_LONG}"),
    Setup(name="anthropic", wire=ANTHROPIC, traits="structured_output: tool"),
    Setup(
        name="anthropic streams calls", wire=ANTHROPIC, traits=f"structured_output: tool, {_LONG}"
    ),
    Setup(
        name="anthropic streams text", wire=ANTHROPIC, traits=f"structured_output: schema, {_LONG}"
    ),
    Setup(
        name="ollama streams calls", wire=OLLAMA, traits="structured_output: tool, thinking: true"
    ),
    Setup(name="ollama", wire=OLLAMA, traits="structured_output: schema, thinking: false"),
)


def is_submission(question: Question) -> bool:
    """Return whether the request asks for data of an artifact."""
    return question.schema is not None or any(each.startswith("submit_") for each in question.tools)


PLACES = {"talk": lambda question: not is_submission(question), "data": is_submission}
"""The requests whose answers have the fault: words and prose, or the data of artifacts."""


class _ScopeWatch(EventSink):
    def __init__(self, server: ChaosServer) -> None:
        self._server = server

    def emit(self, event: Event) -> None:
        if isinstance(event, ModelCallStarted):
            self._server.scope = event.scope


@frozen(kw_only=True)
class StageEnd:
    """The end of a stage: the paid calls by section, the result or the error."""

    paid: Counter[str]
    data: Mapping[str, Any] | None = None
    error: str = ""
    is_ours: bool = True


async def run_stage(
    stage: str, folder: Path, server: ChaosServer, *, again: bool = False
) -> StageEnd:
    """Run the stage, or resume it and request the last answer again."""
    server.reset()
    env = {**server.env, "QF_TRUST": "1"}
    async with Project.open(folder, env=env, events=[_ScopeWatch(server)], trust=True) as project:
        project.container.clock.override(providers.Object(ManualClock()))
        idea = IDEA if stage == STAGES[0] else ""
        try:
            ended = await project.run_stage(stage, idea, retry_last=again)
        except QuestFoundryError as error:
            return StageEnd(paid=server.paid.copy(), error=str(error))
        except Exception as error:  # noqa: BLE001 - the table shows any error
            return StageEnd(paid=server.paid.copy(), error=repr(error), is_ours=False)
        data = ended.artifact.model_dump(mode="json")
        return StageEnd(paid=server.paid.copy(), data=data)


async def make_starts(setup: Setup, server: ChaosServer, root: Path) -> dict[str, StageEnd]:
    """Run all stages without faults; keep a project before each stage in ``root``."""
    folder = root / "whole"
    folder.mkdir(parents=True)
    (folder / "project.yaml").write_text(setup.settings, encoding="utf-8")
    ends = {}
    for stage in STAGES:
        copytree(folder, root / stage)
        ends[stage] = await run_stage(stage, folder, server)
        assert not ends[stage].error, ends[stage].error
    return ends


@frozen(kw_only=True)
class Verdict:
    """What a fault did to a stage: the most calls that it cost, and all problems."""

    extra: int
    right: bool
    same: bool
    error: str
    problems: tuple[str, ...]


_ADVICE = re.compile(
    r"\b(Choose|Check|Set|Change|Resume|Allow|Wait|Try|Ask for less|Request less|Copy|allow)\b"
)


async def judge(
    stage: str, fault: Fault, place: str, whole: StageEnd, server: ChaosServer, folder: Path
) -> Verdict:
    """Run a stage with the fault in each answer at ``place``, resume it without, and judge."""
    server.always = (fault, PLACES[place])
    ended = await run_stage(stage, folder, server)
    server.always = None
    problems = []
    extra = max((n - whole.paid[scope] for scope, n in ended.paid.items()), default=0)
    total = ended.paid.total() - whole.paid.total()
    if extra > MOST_EXTRA:
        problems.append(f"{extra} paid calls more in a section: {dict(ended.paid - whole.paid)}")
    if ended.error:
        if not ended.is_ours:
            problems.append(f"a bug: {ended.error}")
        if not _ADVICE.search(ended.error):
            problems.append(f"no advice: {ended.error}")
        resumed = await run_stage(stage, folder, server, again="last answer" in ended.error)
        if resumed.error:
            problems.append(f"not resumed: {resumed.error[:300]}")
    if marks := _marks_in(folder):
        problems.append(f"marks in {marks}")
    problems += server.problems
    server.problems.clear()
    return Verdict(
        extra=max(extra, total if not ended.error else extra),
        right=not ended.error,
        same=ended.data == whole.data,
        error=ended.error,
        problems=tuple(problems),
    )


def _marks_in(folder: Path) -> list[str]:
    return [
        f"{path.name}: {found[0]!r}"
        for path in sorted((folder / "artifacts").glob("*"))
        if (found := _MARK.search(path.read_text(encoding="utf-8")))
    ]
