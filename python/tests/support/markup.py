"""Findings of page checkers: the Nu checker for HTML, axe for accessibility."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

from tests.support.ecosystem import ECOSYSTEM, not_here

VNU = ECOSYSTEM / "node_modules/vnu-jar/build/dist/vnu.jar"
AXE = ECOSYSTEM / "node_modules/axe-core/axe.min.js"
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

EXCUSED = ("Content Security Policy", "Unicode Normalization Form C")
"""Ignored warnings: the checker rejects the hash of a script that it has not read yet (browsers
apply the policy), and a story's text is shown as its author wrote it.
"""


def nu_findings(files: Sequence[Path]) -> list[str]:
    java = shutil.which("java")
    if java is None or not VNU.is_file():
        not_here(
            "The Nu checker is not there: it needs Java and `npm ci` in python/tests/ecosystem"
        )
    # A run is short: without the optimising compiler, it takes a fifth of the time.
    command = [java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m", "-jar", str(VNU)]
    command += ["--format", "json", "--exit-zero-always", *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=100)
    return [
        f"{Path(each['url']).name}:{each.get('lastLine')}: {each['message']}"
        for each in json.loads(run.stderr)["messages"]
        if each["type"] == "error" or not any(words in each["message"] for words in EXCUSED)
    ]


def axe_findings(page: Page) -> list[str]:
    # A text that fades in has too little contrast until its animation has ended.
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    page.evaluate(AXE.read_text("utf-8"))
    result = page.evaluate("(tags) => axe.run(document, { runOnly: tags })", list(WCAG))
    assert result["passes"]
    return [
        f"{found['id']}: {node['html'][:120]}: {node['failureSummary']}"
        for found in result["violations"]
        for node in found["nodes"]
    ]
