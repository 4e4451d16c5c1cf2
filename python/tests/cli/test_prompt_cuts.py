"""A doubtful count of tokens is a warning, shown once for each model."""

from pathlib import Path

from attrs import evolve

from questfoundry.domain.chat.usage import Usage
from tests.cli.test_three_phases import FORMATS
from tests.support.loopback import Asked, Loopback, Reply
from tests.support.qf import qf

OPENAI = FORMATS["openai"]
IDEA = "A noir mystery. " + "The tide rises over the old quarter. " * 600


def reply(asked: Asked) -> Reply:
    """Answer as a server that dropped messages, so that its count fits no window."""
    if asked.body is None:
        return OPENAI.answer(asked)
    counted = Usage(input_tokens=1500, output_tokens=10)
    script = OPENAI.wire.answer(evolve(OPENAI._reply(asked.body), usage=counted))
    return script(asked) if callable(script) else script


def test_a_doubtful_count_is_a_warning(tmp_path: Path) -> None:
    """The server may have cut the prompt, or may leave its cache out of the count. (PRV-3.6)"""
    with Loopback(reply) as server:
        env = {**OPENAI.env(server.url), "QF_PROVIDER": OPENAI.model}
        said = qf("dream", IDEA, "-I", "-p", str(tmp_path), env=env, code=0)
    words = " ".join(said.err.split())
    assert words.count("warning: openai/gpt-4o counted 1,500 tokens of a prompt with at least") == 1
