"""Measure the CPU time of a turn, a stage and a stored conversation, against hand-written code.

Run ``python python/benchmarks/conversation.py``. The hand-written side requests the same answers
through the bare OpenAI SDK, and stores the same data. The medians of both sides are compared.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import openai

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


from benchmarks.model_call import SUBMIT, Pair, measure, server_of
from questfoundry.app.agent import Toolset, run_turn
from questfoundry.app.context import FullHistoryContextStrategy
from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.stages.dream import DreamStage
from questfoundry.composition.project.project import Project
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import (
    ChatMessage,
    Conversation,
    Message,
    assistant,
    system,
    user,
)
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import EMPTY_STORY
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider
from questfoundry.infra.llm.openai.provider import OPENAI
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.testing.scripted import RecordingEventSink
from tests.support.loopback import Asked, Loopback, Reply, json_reply
from tests.support.sections import next_section
from tests.support.stage_runs import VISION, shipped_prompts
from tests.support.tools import LookupTool
from tests.support.wire_providers import service_at

IDEA = "A noir mystery in a drowned city"
SYSTEM = "You plan stories. " * 20
MESSAGES = 40


def reply(asked: Asked) -> Reply:
    """Return the requested vision, or a lookup if one is offered and none was made, or words."""
    names = {tool["function"]["name"] for tool in asked.body.get("tools", ())}
    answered = any(message["role"] == "tool" for message in asked.body["messages"])
    if "submit_dream" in names:
        return _message(called=("submit_dream", VISION))
    if "lookup" in names and not answered:
        return _message(called=("lookup", {"query": "noir"}))
    return _message(text="word " * 60)


def serve(ready: Connection) -> None:
    """Run the server until the other end of the pipe is closed."""
    with Loopback(reply) as server:
        ready.send(server.url)
        ready.poll(None)


def _message(*, text: str | None = None, called: tuple[str, Any] | None = None) -> Reply:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if called:
        function = {"name": called[0], "arguments": json.dumps(called[1])}
        message["tool_calls"] = [{"id": "c1", "type": "function", "function": function}]
    finish = "tool_calls" if called else "stop"
    return json_reply(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 60, "total_tokens": 150},
        }
    )


def _function(tool: Any) -> Any:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }


def turn(client: openai.AsyncOpenAI, provider: OpenAIChatProvider) -> Pair:
    """Return a pair that asks, runs the called tool, and asks again."""
    lookup = LookupTool()
    tools = [_function(lookup.definition)]
    prompts, events = shipped_prompts(), RecordingEventSink()

    async def bare() -> object:
        messages: list[Any] = [{"role": "user", "content": IDEA}]
        while True:
            answer = await client.chat.completions.create(
                model="m", messages=messages, tools=tools, temperature=0.8
            )
            message: Any = answer.choices[0].message
            if not message.tool_calls:
                return message.content
            messages.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                found = {"found": json.loads(call.function.arguments)["query"]}
                messages.append(
                    {"role": "tool", "tool_call_id": call.id, "content": json.dumps(found)}
                )

    async def ours() -> object:
        toolset = Toolset([lookup], prompts=prompts, events=events)
        request = ChatRequest(messages=(user(IDEA),), temperature=0.8)
        return (await run_turn(provider, request, toolset, max_calls=4)).text

    return Pair(bare, ours)


def bare_conversation(client: openai.AsyncOpenAI) -> Callable[[], Awaitable[DreamArtifact]]:
    """Discuss with a lookup, summarize, serialize, validate, by hand."""
    tools, submit = [_function(LookupTool().definition)], [_function(SUBMIT)]

    async def ask(messages: list[Any], **more: Any) -> Any:
        answer = await client.chat.completions.create(model="m", messages=messages, **more)
        return answer.choices[0].message

    async def converse() -> DreamArtifact:
        talk: list[Any] = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": IDEA}]
        called = await ask(talk, tools=tools, temperature=0.8)
        talk.append(called.model_dump(exclude_none=True))
        talk.append(
            {"role": "tool", "tool_call_id": "c1", "content": json.dumps({"found": "noir"})}
        )
        said = await ask(talk, tools=tools, temperature=0.8)
        talk += [said.model_dump(exclude_none=True), {"role": "user", "content": "Sum it up."}]
        brief = await ask(talk, temperature=0.3)
        made = await ask(
            [talk[0], {"role": "user", "content": brief.content}],
            tools=submit,
            tool_choice="required",
            temperature=0.1,
        )
        return DreamArtifact.model_validate_json(made.tool_calls[0].function.arguments)

    return converse


def request_vision(client: Any, provider: OpenAIChatProvider) -> Pair:
    """Return a pair that requests one vision by a tool call; ours uses the phase Serialize."""
    prompts, events = shipped_prompts(), RecordingEventSink()
    submit = [_function(SUBMIT)]

    async def bare() -> object:
        answer = await client.chat.completions.create(
            model="m",
            messages=[{"role": "system", "content": SYSTEM}, {"role": "user", "content": IDEA}],
            tools=submit,
            tool_choice="required",
            temperature=0.1,
        )
        [call] = answer.choices[0].message.tool_calls
        return DreamArtifact.model_validate_json(call.function.arguments).genre

    async def ours() -> object:
        section = next_section(DreamStage(), EMPTY_STORY, StageInputs(), {})
        assert section is not None
        serialize = Serialize(
            model=provider,
            finalization=build_finalization("dream", section, prompts),
            events=events,
            run="dream-1",
        )
        done = await serialize.run(lambda _: (system(SYSTEM), user(IDEA)))
        assert isinstance(done.artifact, DreamArtifact)
        return done.artifact.genre

    return Pair(bare, ours)


def conversation(client: openai.AsyncOpenAI, provider: OpenAIChatProvider) -> Pair:
    """Return a pair that runs the three phases and stores nothing."""
    converse = bare_conversation(client)
    project = Project.open_in_memory(models=provider, env={})

    async def bare() -> object:
        return (await converse()).genre

    return Pair(bare, _dream_in(project))


def stage(client: openai.AsyncOpenAI, project: Project, folder: Path) -> Pair:
    """Return a pair that runs the three phases; bare stores only the vision, ours everything."""
    converse = bare_conversation(client)

    async def bare() -> object:
        vision = await converse()
        (folder / "bare.json").write_text(vision.model_dump_json())
        return vision.genre

    return Pair(bare, _dream_in(project))


def _dream_in(project: Project) -> Callable[[], Awaitable[object]]:
    async def ours() -> object:
        result = await project.run_stage("dream", IDEA, research_tools=[LookupTool()])
        assert isinstance(result.artifact, DreamArtifact)
        return result.artifact.genre

    return ours


def continue_talk(client: openai.AsyncOpenAI, provider: OpenAIChatProvider, folder: Path) -> Pair:
    """Return a pair that loads a conversation from SQLite, sends it, and stores the answer."""
    plain = sqlite3.connect(folder / "bare.db")
    plain.execute("create table messages (position integer primary key, role text, content text)")
    database = Database(folder / "ours.db")
    SqlConversationRepository(database).save(Conversation(id="c", subject="talk"))
    messages = SqlChatMessageRepository(database)
    context = FullHistoryContextStrategy(max_messages=MESSAGES)
    for position in range(MESSAGES):
        say = assistant if position % 2 else user
        keep(messages, position, say(f"Line {position}. " * 9))
        plain.execute(
            "insert into messages values (?, ?, ?)",
            (position, say("").role.value, f"Line {position}. " * 9),
        )
    plain.commit()
    asked = {"bare": MESSAGES, "ours": MESSAGES}

    async def bare() -> object:
        rows = plain.execute(
            "select role, content from messages order by position desc limit ?", (MESSAGES,)
        ).fetchall()
        talk: list[Any] = [{"role": "system", "content": SYSTEM}]
        talk += [{"role": role, "content": content} for role, content in reversed(rows)]
        answer = await client.chat.completions.create(
            model="m", messages=[*talk, {"role": "user", "content": IDEA}]
        )
        text = answer.choices[0].message.content
        for role, content in (("user", IDEA), ("assistant", text)):
            plain.execute("insert into messages values (?, ?, ?)", (asked["bare"], role, content))
            plain.commit()
            asked["bare"] += 1
        return text

    async def ours() -> object:
        history = messages.get_by_conversation("c", newest=MESSAGES)
        shown = (*context.build_context(history, SYSTEM), user(IDEA))
        response = await provider.complete(ChatRequest(messages=shown))
        for message in (user(IDEA), assistant(response.text)):
            keep(messages, asked["ours"], message)
            asked["ours"] += 1
        return response.text

    return Pair(bare, ours)


def keep(messages: SqlChatMessageRepository, position: int, message: Message) -> None:
    messages.save(ChatMessage(conversation_id="c", position=position, message=message))


async def main() -> None:
    """Print one line a case: the ratio, and both medians."""
    with tempfile.TemporaryDirectory() as name, server_of(serve) as url:
        folder = Path(name)
        client = openai.AsyncOpenAI(api_key="k", base_url=f"{url}/v1")
        provider = OpenAIChatProvider(
            service_at(OPENAI, "m", url=f"{url}/v1"), traits=ModelTraits()
        )
        env = {"OPENAI_BASE_URL": f"{url}/v1"}
        (folder / "project.yaml").write_text("providers: {default: openai/gpt-4-turbo}\n")
        async with Project.open(folder, env=env, trust=True) as project:
            cases = {
                "structured call": request_vision(client, provider),
                "turn with one tool call": turn(client, provider),
                "three phases": conversation(client, provider),
                "three phases, kept": stage(client, project, folder),
                "turn on 40 stored messages": continue_talk(client, provider, folder),
            }
            for case, pair in cases.items():
                bare, ours = await measure(pair)
                print(
                    f"{case:28}{ours / bare:6.2f}   bare {bare * 1e6:7.0f} us"
                    f"   ours {ours * 1e6:7.0f} us"
                )
        await provider.close()


if __name__ == "__main__":
    asyncio.run(main())
