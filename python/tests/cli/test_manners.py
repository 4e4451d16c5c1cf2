"""The manner of asking that a server has forced is kept with the run, and shown."""

from pathlib import Path
from typing import Any

from tests.cli.test_three_phases import FORMATS
from tests.support.loopback import Asked, Loopback, Reply, json_reply
from tests.support.qf import qf

OPENAI = FORMATS["openai"]
MODEL = OPENAI.model


class StrictServer:
    """The replies of a server that refuses a temperature, and all calls from ``until`` on."""

    def __init__(self, until: int = 1000) -> None:
        self.refusals = 0
        self._until = until
        self._calls = 0

    def reply(self, asked: Asked) -> Reply:
        if asked.body and "temperature" in asked.body:
            self.refusals += 1
            return json_reply({"error": {"message": "temperature is deprecated"}}, 400)
        self._calls += bool(asked.body)
        if self._calls >= self._until:
            return json_reply({"error": {"message": "No such key."}}, 401)
        return OPENAI.answer(asked)


def run(server: StrictServer, folder: Path, *arguments: str, code: int = 0) -> Any:
    with Loopback(server.reply) as loopback:
        env = {**OPENAI.env(loopback.url), "QF_PROVIDER": MODEL}
        return qf(*arguments, "-p", str(folder), env=env, code=code)


def test_a_changed_manner_is_shown_by_runs_and_models(tmp_path: Path) -> None:
    """An author who set a temperature should learn that the server does not get it. (PRV-4.8)"""
    server = StrictServer()
    run(server, tmp_path, "dream", "A noir mystery", "-I")
    assert server.refusals == 1
    runs = run(server, tmp_path, "runs").out
    assert MODEL in runs
    assert "asked with no temperature" in " ".join(runs.split())
    listed = run(server, tmp_path, "models", "ask", "openai").out
    assert f"{MODEL} is asked with no temperature" in " ".join(listed.split())
    document = run(server, tmp_path, "models", "ask", "openai", "--json").document
    assert [each["manners"] for each in document] == [{MODEL: ["temperature"]}]
    assert run(server, tmp_path, "runs", "--json").document[0]["manners"] == {
        MODEL: ["temperature"]
    }


def test_a_resumed_run_asks_in_the_manner_in_which_it_stopped(tmp_path: Path) -> None:
    """The server would otherwise refuse the first call of each resumed run again. (PRV-4.8)"""
    run(StrictServer(until=2), tmp_path, "dream", "A noir mystery", "-I", code=5)
    server = StrictServer()
    run(server, tmp_path, "dream", "--resume", "dream-1")
    assert server.refusals == 0
    stored = run(server, tmp_path, "runs", "--json").document[0]
    assert (stored["status"], stored["manners"]) == ("completed", {MODEL: ["temperature"]})
