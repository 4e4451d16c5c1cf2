"""Tests that every tool which a model may call has a valid schema and leads the model on."""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from questfoundry.app.books.retrieval import SearchBookTool, SetPageTool
from questfoundry.app.phases.discuss_tools import PresentOptions, ReadyToSummarize
from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.runs.files import ListFilesTool, ReadFileTool, WriteFileTool
from questfoundry.app.session.turn import preview_turn
from questfoundry.composition.project.project import Project
from questfoundry.composition.wiring.studio import build_studio
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.infra.research.tools import SearchCorpusTool, WebFetchTool, WebSearchTool
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.docs.test_prompts import sections_of_the_small_story
from tests.support.checkout import PROMPTS
from tests.support.stage_runs import shipped_prompts

FILES = [each for each in sorted(PROMPTS.rglob("*.yaml")) if "draft" not in each.parts]
LEADS = re.compile(
    r"(?:^|[.;,:] |, then |, or |, and )(?:Check|Correct|Do|Let|[Aa]nswer|[Aa]sk|Build|[Cc]all"
    r"|[Cc]hoose|Continue|Give|Leave|Look|Put|Read|Say|Show|Take|Tell|Use|Wait)\b"
)
"""A sentence that says what to do next."""
ENDS = frozenset(("feedback.action.accepted", "ready_to_summarize.actions.accepted"))
"""The actions after which the model does nothing more."""

GIVE_UP = ("no_results", "rate_limited", ".failed", "errors.failed.action", "withdrawn.action")
"""The ends of the names of actions after which another call is useless."""


async def list_tools() -> list[ToolDefinition]:
    """Return the tools of stages, of books, of research, of runs and of the studio."""
    prompts, files = shipped_prompts(), FileProjectWorkspace(InMemoryProjectFiles())
    search: Any = None
    own: tuple[Any, ...] = (
        ReadyToSummarize(prompts),
        PresentOptions(prompts),
        SearchCorpusTool(prompts),
        WebFetchTool(prompts),
        WebSearchTool(prompts, searxng_url="http://127.0.0.1:9"),
        SearchBookTool(search=search, prompts=prompts, reading=search, window=8_192),
        SetPageTool(prompts=prompts, user_message="", pages=9, move=print),
        *(each(files, prompts, tuple) for each in (ListFilesTool, ReadFileTool, WriteFileTool)),
    )
    sections = await sections_of_the_small_story()
    submitted = [build_finalization("dream", each, prompts).build_tool() for each in sections]
    async with Project.open_in_memory(models=ScriptedChatProvider(), env={}) as project:
        studio = (await preview_turn(build_studio(project.container), "Go.")).request.tools
    return [*(each.definition for each in own), *submitted, *studio]


async def test_every_tool_has_a_schema_that_providers_accept() -> None:
    """A provider refuses a request with one invalid schema, whatever tool is meant."""
    tools = await list_tools()
    assert {"launch_run", "undo", "search_book", "web_search", "submit_dream"} <= {
        each.name for each in tools
    }
    for each in tools:
        Draft202012Validator.check_schema(each.parameters)
        assert each.parameters["type"] == "object", each.name
        assert each.description.strip(), each.name


def test_every_action_says_what_to_do_next() -> None:
    """A model that reads only what went wrong calls the same tool once more."""
    for path in FILES:
        document = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
        for name, text in find_actions(document, path.stem):
            assert name in ENDS or LEADS.search(text), name
            if name.endswith(
                ("no_results", "rate_limited", ".failed", "failed.action", "withdrawn.action")
            ):
                assert not re.search(r"\b[Cc]all\b|\bMend\b", text), name


def find_actions(node: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the dotted names and the texts of all actions."""
    for key, value in node.items() if isinstance(node, dict) else ():
        dotted = f"{name}.{key}"
        if isinstance(value, dict):
            yield from find_actions(value, dotted)
        elif re.search(r"\.actions?(\.|$)", dotted):
            yield dotted, str(value)
