"""The stages of the pipeline, and what it means that one is stale (ADR-005).

A stage's rules are in ``app/stages/``; here is only what is known without running it.
"""

from __future__ import annotations

PIPELINE = ("dream", "brainstorm", "seed", "grow", "fill", "ship")
"""The stages of DESIGN section 2, in order."""
