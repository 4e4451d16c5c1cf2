"""A stage searches the author's books, and its artifact names the excerpts."""

import asyncio
import json

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from tests.support.dream_server import DreamServer
from tests.support.libraries import TIDES, library_project
from tests.support.qf import qf


class Researching(DreamServer):
    """A server that searches the library once in each discussion, and then answers as usual."""

    def _answer(self, body):
        if "search_library" not in str(body.get("tools")) or self._searched(body):
            return super()._answer(body)
        call = ToolCall(id="call-1", name="search_library", arguments={"query": "drowned coins"})
        return ChatResponse(
            tool_calls=(call,), finish_reason=FinishReason.TOOL_CALLS, model="gpt-4o"
        )

    @staticmethod
    def _searched(body):
        return any(message["role"] == "tool" for message in body["messages"])


def test_what_a_stage_saw_of_the_books_is_shown_with_its_artifact(tmp_path):
    """The author must be able to check which excerpts of a book influenced the story. (RES-9.4)"""
    folder = str(asyncio.run(library_project(tmp_path / "story")))
    with Researching() as server:
        assert qf("dream", "-I", "A noir", "-p", folder, env=server.env).code == 0
        (seen,) = {
            message["content"]
            for body in server.bodies
            for message in body["messages"]
            if message["role"] == "tool"
        }
        said = qf("show", "dream", "-p", folder)
        shown = qf("show", "dream", "--json", "-p", folder).document["passages_shown"]
        assert qf("dream", "--redo", "Darker", "-I", "-p", folder, env=server.env).code == 0

    labels = [each["excerpt"] for each in json.loads(seen)["data"]]
    assert TIDES[1] in seen
    assert labels[0] == "[The Tides, Pages 2-2]"
    assert shown == labels
    assert f"Excerpts from your books that its model read: {' '.join(labels)}" in said.out
    again = qf("show", "dream", "--json", "-p", folder).document
    assert (again["version"], again["passages_shown"]) == (2, labels)


def test_without_a_book_there_is_no_search_and_nothing_is_said_of_it(tmp_path):
    """Without a book, a search tool would only confuse the model."""
    folder = str(tmp_path / "story")
    with Researching() as server:
        assert qf("dream", "-I", "A noir", "-p", folder, env=server.env).code == 0
    assert "search_library" not in json.dumps(server.bodies)
    assert qf("show", "dream", "--json", "-p", folder).document["passages_shown"] == []
    assert "from your books" not in qf("show", "dream", "-p", folder).out
