"""``qf`` called within the test's own process."""

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen
from typer.testing import CliRunner

from questfoundry.cli.app import app
from questfoundry.composition.registries.providers import BUILT_IN
from questfoundry.infra.llm.openai.compatible import COMPATIBLE

OWN = (
    "LANGSMITH_TRACING QF_PROJECT QF_PROMPTS_DIR QF_PROVIDER QF_PROVIDER_DISCUSS "
    "QF_PROVIDER_SERIALIZE QF_PROVIDER_SUMMARIZE SEARXNG_URL"
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


def qf(*arguments: str, env: Mapping[str, str] | None = None, typed: str = "") -> Said:
    """Call ``qf`` with only ``env`` as its environment, and without an Ollama server."""
    variables: dict[str, str | None] = dict.fromkeys([*OWN.split(), *OF_PROVIDERS])
    variables |= {"OLLAMA_HOST": NOBODY_LISTENS, "QF_TRUST": "1", **(env or {})}
    result = CliRunner().invoke(app, list(arguments), env=variables, input=typed)
    return Said(code=result.exit_code, out=result.stdout, err=result.stderr)
