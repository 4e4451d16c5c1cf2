"""``qf`` called within the test's own process."""

import json
from collections.abc import Iterable, Mapping
from contextvars import copy_context
from functools import partial
from typing import Any

from attrs import frozen
from typer.testing import CliRunner

from questfoundry.cli.app import app
from questfoundry.composition.registries.providers import BUILT_IN
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.infra.llm.openai.compatible import COMPATIBLE
from tests.support.dialects import openai_answer
from tests.support.loopback import Loopback, Reply

OWN = (
    "LANGSMITH_TRACING QF_DATABASE_URL QF_PROJECT QF_PROMPTS_DIR QF_PROVIDER QF_PROVIDER_DISCUSS "
    "QF_PROVIDER_SERIALIZE QF_PROVIDER_SUMMARIZE QF_TENANT SEARXNG_URL"
)
OF_PROVIDERS = [name for each in {**COMPATIBLE, **BUILT_IN}.values() for name in each.variables]
NOBODY_LISTENS = "127.0.0.1:9"


@frozen(kw_only=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Return the standard output as one JSON document."""
        return json.loads(self.out)


def qf(
    *arguments: str, env: Mapping[str, str] | None = None, typed: str = "", code: int | None = None
) -> Said:
    """Call ``qf`` with only ``env`` as its environment, and without an Ollama server.

    With ``code``, the exit code must be ``code``.
    """
    variables: dict[str, str | None] = dict.fromkeys([*OWN.split(), *OF_PROVIDERS])
    variables |= {"OLLAMA_HOST": NOBODY_LISTENS, "QF_TRUST": "1", **(env or {})}
    # A command keeps its options in a context variable; a context of its own keeps them apart.
    invoke = partial(CliRunner().invoke, app, list(arguments), env=variables, input=typed)
    result = copy_context().run(invoke)
    said = Said(code=result.exit_code, out=result.stdout, err=result.stderr)
    assert code in (None, said.code), said
    return said


def qf_answered(*arguments: str, replies: Iterable[ChatResponse | Reply], **given: Any) -> Said:
    """Call ``qf`` with a local server that gives ``replies`` in OpenAI's format."""
    script = [openai_answer(each) if isinstance(each, ChatResponse) else each for each in replies]
    with Loopback(*script) as server:
        env = {
            "OPENAI_BASE_URL": f"{server.url}/v1",
            "OPENAI_API_KEY": "sk-of-the-author",
            "QF_PROVIDER": "openai/gpt-4o",
        }
        return qf(*arguments, env=env, **given)
