"""``kill -9`` during a run of three agents: the run continues and repeats no question."""

import json
import re
import threading
from pathlib import Path

import pytest

from questfoundry.domain.chat.exchange import ChatResponse
from tests.support.delegated import CRITERIA
from tests.support.dialects import openai_answer
from tests.support.loopback import Asked, Ending, Loopback, Reply
from tests.support.qf import NOBODY_LISTENS, qf
from tests.support.qf_process import PATIENCE, QfProcess

CALLS = 3 + 3 + 3 + 1 + 3
YAML = """
agents:
  - {id: ann, model: openai/gpt-4o, prompt: You are a poet.}
  - {id: ben, model: openai/gpt-4o, prompt: You are an editor.}
  - {id: cid, model: openai/gpt-4o, prompt: You are a sailor.}
"""
ROLE = re.compile(r"You are a\w* (poet|editor|sailor)")


VOTES_AT = 10
"""The number of answers when the votes begin."""
ASKS_CRITERIA = "You choose the criteria"


class Server:
    """A server that answers a number of questions once each, and more on request.

    The criteria are requested beside the drafts. Before the votes, which need them, nothing shows
    that they arrived, so a server that stops earlier never answers them.
    """

    def __init__(self, stalls_at: int) -> None:
        self.stalls_at = stalls_at
        self.arrived = threading.Event()
        self.answered: list[str] = []

    def reply(self, asked: Asked) -> Reply:
        body = json.dumps(asked.body, sort_keys=True)
        if ASKS_CRITERIA in body and 0 <= self.stalls_at < VOTES_AT:
            return Reply(ending=Ending.STALLED)
        if 0 <= self.stalls_at <= len(self.answered):
            self.arrived.set()
            return Reply(ending=Ending.STALLED)
        self.answered.append(body)
        script = openai_answer(self.response(asked.body, body))
        return script if isinstance(script, Reply) else script(asked)

    def response(self, body: dict[str, object], document: str) -> ChatResponse:
        if ASKS_CRITERIA in document:
            return ChatResponse(text=json.dumps({"criteria": CRITERIA}))
        if "You judge" in document:
            marks = sorted(set(re.findall(r"draft-\d::criterion-\d", document)))
            given = {"reason": "It shows.", "score": 5}
            return ChatResponse(text=json.dumps({"marks": dict.fromkeys(marks, given)}))
        role = ROLE.search(document)
        rounds = document.count('"role": "user"')
        return ChatResponse(text=f"The {role[1]} says {rounds}.")


@pytest.mark.slow
@pytest.mark.parametrize("call", [0, 3, 6, VOTES_AT])
def test_a_killed_run_goes_on(call: int, tmp_path: Path) -> None:
    """Several agents cost several times as much, so a kill must not repeat a paid answer."""
    (tmp_path / "project.yaml").write_text(YAML)
    server = Server(stalls_at=call)
    with Loopback(*[server.reply] * 60) as loopback:
        env = {
            "OLLAMA_HOST": NOBODY_LISTENS,
            "OPENAI_BASE_URL": f"{loopback.url}/v1",
            "OPENAI_API_KEY": "sk-of-the-author",
            "QF_PROVIDER": "openai/gpt-4o",
        }
        with QfProcess("studio", "--automation", "A name.", folder=tmp_path, env=env) as killed:
            assert server.arrived.wait(PATIENCE)
            killed.kill()
        paid = len(server.answered)
        server.stalls_at = -1
        said = qf("studio", "--session", "1", "--yes", "-p", str(tmp_path), env=env)
        runs = json.loads(qf("runs", "--json", "-p", str(tmp_path), env=env).out)
    assert said.code == 0, said.err
    assert paid == call
    assert len(server.answered) == len(set(server.answered)) == CALLS
    assert [(each["stage"], each["status"]) for each in runs] == [
        ("studio", "completed"),
        ("delegated", "completed"),
    ]
    assert runs[1]["usage"]["calls"] == CALLS
    assert (tmp_path / "deliverables/001-a-name.md").read_text().endswith("says 2.")
