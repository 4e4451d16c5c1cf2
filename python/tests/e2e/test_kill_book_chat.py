"""``kill -9`` during a chat with a book: every message is kept, and the chat continues."""

import asyncio
import threading

import pytest

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from tests.support.dialects import openai_answer, openai_rules
from tests.support.libraries import library_project
from tests.support.loopback import Ending, Loopback, Reply
from tests.support.qf import NOBODY_LISTENS, qf
from tests.support.qf_process import PATIENCE, QfProcess

pytestmark = pytest.mark.slow  # each test starts processes

SEARCH = ChatResponse(
    tool_calls=(ToolCall(id="1", name="search_book", arguments={"query": "coins"}),),
    finish_reason=FinishReason.TOOL_CALLS,
)
ANSWER = ChatResponse(text="The clerk (p. 2).")


def test_a_killed_talk_goes_on(tmp_path) -> None:
    """After a kill, the next question continues from the stored search result. (CA-10.4)"""
    folder = asyncio.run(library_project(tmp_path / "story"))
    arrived = threading.Event()

    def stalled(_asked):
        arrived.set()
        return Reply(ending=Ending.STALLED)

    script = (openai_answer(SEARCH), stalled, openai_answer(ANSWER))
    with Loopback(*script, check=openai_rules) as server:
        env = {
            "OLLAMA_HOST": NOBODY_LISTENS,
            "OPENAI_BASE_URL": f"{server.url}/v1",
            "OPENAI_API_KEY": "sk-of-the-author",
            "QF_PROVIDER": "openai/gpt-4o",
        }
        with QfProcess(
            "book", "chat", "the-tides", "Who counted?", folder=folder, env=env
        ) as killed:
            assert arrived.wait(PATIENCE)
            killed.kill()
        said = qf("book", "chat", "the-tides", "Well?", "-c", "1", "-p", str(folder), env=env)

    assert (said.code, said.out.splitlines()[0]) == (0, ANSWER.text)
    roles = [message["role"] for message in server.asked[-1].body["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "user"]
