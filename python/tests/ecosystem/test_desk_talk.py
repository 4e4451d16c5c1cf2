"""Tests of a talk with the studio in a browser, with a run that its author approves."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.ecosystem.test_desk import PHONE, Serving, visited
from tests.support.markup import axe_findings, nu_findings
from tests.support.studio import WIDE as WINDOW
from tests.support.studio import launches

pytestmark = pytest.mark.ecosystem


def test_a_run_is_approved_and_answered(chromium: Browser, tmp_path: Path) -> None:
    """An approval must work without a reload, and a reload must show the same state."""
    model = ScriptedChatProvider(
        [
            launches("Find a name for the quay.", agent_mode="single"),
            says("Fallow Quay."),
            says("I would call it Fallow Quay."),
        ],
        traits=WINDOW,
    )
    with visited(chromium, Serving(tmp_path / "story", models=model)) as page:
        page.get_by_role("link", name="Chat").click()
        page.get_by_label("Message").fill("What is the quay called?")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("heading", name="Approve this?")).to_be_visible()
        page.get_by_text("Edit the run first").press("Enter")
        assert axe_findings(page) == []
        page.get_by_role("button", name="Approve", exact=True).click()
        answer = page.get_by_text("I would call it Fallow Quay.")
        expect(answer).to_be_visible()
        expect(page.get_by_role("status")).to_contain_text("Status: ready")
        page.reload()
        expect(answer).to_be_visible()
        page.get_by_text("Drafts, votes and reasons").click()
        page.set_viewport_size(PHONE)
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        shown = tmp_path / "shown.html"
        shown.write_bytes(page.goto("chat/1").body())
        found = nu_findings([shown])
        assert found == [], found


def test_enter_after_a_reason_declines(chromium: Browser, tmp_path: Path) -> None:
    """Approving by accident costs money."""
    model = ScriptedChatProvider([launches("Find a name for the quay.")], traits=WINDOW)
    with visited(chromium, Serving(tmp_path / "story", models=model)) as page:
        page.goto("chat")
        page.get_by_label("Message").fill("What is the quay called?")
        page.get_by_role("button", name="Send").click()
        page.get_by_label("Reason, if you decline").fill("It has a name.")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Approve this?")).to_have_count(0)
        expect(page.get_by_role("article")).to_have_count(0)
