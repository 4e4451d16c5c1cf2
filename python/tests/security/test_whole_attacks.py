"""Tests of complete attacks through the command line, as an attacker would try them."""

import base64
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from tests.support.loopback import Asked, Loopback, Reply, json_reply
from tests.support.qf import qf

KEY = "brass-lamp-in-the-north-tower"
PASSWORD = "swordfish-and-chips"
PROMPT = f"{(ROOT / 'prompts/templates/dream/discuss.md').read_text('utf-8')}\n$(touch owned)\n"


def _written(project: Path) -> bytes:
    """Return the content of all files in the project."""
    return b"".join(each.read_bytes() for each in project.rglob("*") if each.is_file())


def _echo(asked: Asked) -> Reply:
    """Reply with the request's headers in the error, as debugging servers do."""
    return json_reply({"error": {"message": f"{dict(asked.headers)} {asked.path}"}}, status=400)


@pytest.mark.parametrize(
    ("model", "variable", "key_variable", "path"),
    [
        ("openai/m", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/v1"),
        ("ollama/m", "OLLAMA_HOST", "OLLAMA_API_KEY", ""),
    ],
)
def test_an_echo_of_key_and_password_is_nowhere(
    tmp_path: Path, model: str, variable: str, key_variable: str, path: str
) -> None:
    """A secret must not appear in output, files or logs, even with all debug options. (FGN-5.1)"""
    project = tmp_path / "story"
    assert qf("init", "Story", "-p", str(project)).code == 0
    with Loopback(*[_echo] * 9) as server:
        address = f"{server.url}{path}".replace("://", f"://ann:{PASSWORD}@")
        env = {variable: address, key_variable: KEY, "QF_PROVIDER": model}
        arguments = ("dream", "A flood", "-p", str(project), "--log", "--debug", "-vv")
        said = qf(*arguments, env=env)
        doctor = qf("doctor", "-p", str(project), env=env)
    assert said.code == 5, said
    assert "[redacted]" in said.err
    all_of_it = f"{said}{doctor}".encode() + _written(project)
    basic = base64.b64encode(f"ann:{PASSWORD}".encode())
    for secret in (KEY.encode(), PASSWORD.encode(), basic):
        assert secret not in all_of_it


def test_a_log_that_is_linked_to_a_start_file_and_a_prompt_run_nothing(tmp_path: Path) -> None:
    """Trust must not run code. (FGN-1.1)"""
    start_file, project = tmp_path / ".bashrc", tmp_path / "theirs"
    start_file.write_text("# mine\n")
    (project / "logs").mkdir(parents=True)
    for name in ("llm_calls.jsonl", "debug.jsonl"):
        (project / "logs" / name).symlink_to(start_file)
    (project / "prompts/templates/dream").mkdir(parents=True)
    (project / "prompts/templates/dream/discuss.md").write_text(PROMPT)
    with Loopback(*[_echo] * 9) as server:
        (project / "project.yaml").write_text(
            f"endpoints: {{mine: {{base_url: '{server.url}/v1'}}}}\n"
            "providers: {default: mine/m}\nlogging: {enabled: true}\n"
        )
        refused = qf("dream", "A flood", "-p", str(project), env={"QF_TRUST": ""})
        assert (refused.code, server.asked) == (3, [])
        said = qf("dream", "A flood", "-p", str(project), env={"QF_TRUST": "1"})
        assert (said.code, len(server.asked)) == (5, 1)
    assert start_file.read_text() == "# mine\n"
