"""The environment variables that QuestFoundry reads.

The variables are passed in as a mapping; no other code in the library reads ``os.environ``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import Phase
from questfoundry.infra.telemetry.redaction import Redactor

_TRUE = frozenset({"1", "true", "yes", "on"})
_OPENTELEMETRY = (
    "OTEL_METRICS_EXPORTER",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
)
"""The variables of OpenTelemetry that say where metrics are sent."""


@frozen(kw_only=True)
class Environment:
    """The environment variables that QuestFoundry reads, as typed values.

    ``variables`` is the whole environment, from which providers read their keys. Fields that hold
    secrets are left out of ``repr``.
    """

    variables: Mapping[str, str] = field(repr=False)
    providers: SourceChoices
    prompts_dir: Path | None
    searxng_url: str | None
    tracing: bool
    metrics: bool = False
    trust: bool = False
    mcp_token: str = field(default="", repr=False)

    @cached_property
    def redact(self) -> Redactor:
        """The redactor that removes the secrets in ``variables`` from logs and messages."""
        return Redactor.from_variables(self.variables)

    @classmethod
    def read(cls, env: Mapping[str, str]) -> Environment:
        """Return the values from the mapping ``env``; an empty variable counts as not set."""

        def get(name: str) -> str | None:
            return env.get(name, "").strip() or None

        prompts_dir = get("QF_PROMPTS_DIR")
        return cls(
            variables=env,
            providers=SourceChoices(
                general=get("QF_PROVIDER"),
                phases={phase: get(f"QF_PROVIDER_{phase.value.upper()}") for phase in Phase},
            ),
            prompts_dir=Path(prompts_dir) if prompts_dir else None,
            searxng_url=get("SEARXNG_URL"),
            tracing=(get("LANGSMITH_TRACING") or "").lower() in _TRUE,
            metrics=get("OTEL_METRICS_EXPORTER") != "none" and any(map(get, _OPENTELEMETRY)),
            trust=(get("QF_TRUST") or "").lower() in _TRUE,
            mcp_token=get("QF_MCP_TOKEN") or "",
        )
