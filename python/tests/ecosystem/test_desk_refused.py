"""What was typed into a form that is refused, or finds no desk, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from questfoundry.testing.scripted import ScriptedChatProvider
from tests.ecosystem.test_desk import WIDE, Serving, at, made, project
from tests.ecosystem.test_desk_folder import ServingFolder
from tests.support.markup import axe_findings
from tests.support.studio import WIDE as WINDOW
from tests.support.studio import launches

pytestmark = pytest.mark.ecosystem
__all__ = ["made", "project"]

FORMS = (
    ("passage/setup-1", "Or have it written anew, in another way", "Write it anew"),
    ("passage/setup-1", "Or have it written anew, in another way", "Make takes"),
    ("passage/setup-1/comment/1", "Your comment", "Keep it"),
    ("passage/setup-1/edit", "Title", "Change them"),
    ("passage/setup-1/edit", "What all read", "Save"),
    ("run", "What should be different", "Make it anew"),
    ("talk", "Say something", "Say it"),
    ("bible", "Its name", "Begin it"),
    ("bible/bible/people.md", "The text, in Markdown", "Save"),
)
TYPED = "Typed with care."


def send(page: Page, label: str, button: str, text: str = TYPED) -> None:
    page.get_by_label(label, exact=True).first.fill(text)
    page.get_by_role("button", name=button, exact=True).click()


def test_a_desk_that_is_gone_takes_nothing_along(chromium: Browser, project: Path) -> None:
    """DSK-6.6. Each page stays, and what is typed there is sent once the desk is back."""
    serving = Serving(project)
    address = serving.__enter__()
    port = int(address.partition("?")[0].rstrip("/").rpartition(":")[2])
    with at(chromium, address, viewport=WIDE) as page:
        opened = []
        for path, label, button in FORMS:
            beside = page.context.new_page()
            beside.goto(path)
            opened.append((beside, label, button))
        serving.__exit__()
        for beside, label, button in opened:
            send(beside, label, button)
            expect(beside.locator("#gone")).to_contain_text("does not answer")
            expect(beside.get_by_label(label, exact=True).first).to_have_value(TYPED)
        with Serving(project, port=port) as again:
            beside, label, button = opened[2]
            beside.get_by_role("button", name=button, exact=True).click()
            expect(beside.get_by_role("alert").nth(2)).to_contain_text("Open the desk by the")
            expect(beside.get_by_label(label)).to_have_value(TYPED)
            page.context.new_page().goto(again)
            beside.get_by_role("button", name=button, exact=True).click()
            expect(beside.get_by_text(TYPED)).to_be_visible()


def test_what_is_refused_stays_with_its_reason(chromium: Browser, project: Path) -> None:
    """DSK-6.6. Beside the field, and read out."""
    with Serving(project) as address, at(chromium, address, viewport=WIDE) as page:
        page.goto("bible")
        send(page, "Its name", "Begin it", "../out")
        refusal = page.locator("form .refusal")
        expect(refusal).to_contain_text("out")
        expect(page.get_by_label("Its name")).to_have_value("../out")
        assert axe_findings(page) == []
        send(page, "Its name", "Begin it", "places")
        expect(page.get_by_role("heading", level=1)).to_have_text("bible/places.md")

        page.goto("passage/setup-1/edit")
        beside = page.context.new_page()
        beside.goto("passage/setup-1/edit")
        for each in (page, beside):
            each.locator("textarea.prose").last.fill(f"{TYPED} {id(each)}")
            each.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Saved")
        expect(beside.get_by_role("status")).to_contain_text("changed elsewhere")
        expect(beside.locator("textarea.prose").last).to_have_value(f"{TYPED} {id(beside)}")

        page.goto("bible/bible/people.md")
        send(page, "The text, in Markdown", "Save", "x" * 1_100_000)
        expect(page.get_by_role("status")).to_contain_text("too long")


def test_a_word_to_what_has_ended_stays(chromium: Browser, project: Path) -> None:
    """DSK-6.6. A stage that waited, and was stopped elsewhere meanwhile."""
    with Serving(project) as address, at(chromium, address, viewport=WIDE) as page:
        page.goto("passage/setup-1/edit")
        send(page, "Title", "Change them", "The Bell")
        page.get_by_role("button", name="Change it").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The Bell")
        page.goto("run")
        page.get_by_label("Ask me after each stage").check()
        page.get_by_role("button", name="Go on").click()
        field = page.get_by_label("Or say what should be different")
        field.fill(TYPED)
        beside = page.context.new_page()
        beside.goto("run")
        beside.get_by_role("button", name="Stop").click()
        expect(beside.get_by_text("What is next")).to_be_visible()
        page.get_by_role("button", name="Make it anew so").click()
        expect(page.locator("form .refusal")).to_contain_text("No stage waits")
        expect(field).to_have_value(TYPED)


def test_a_reason_stays_while_things_happen(chromium: Browser, tmp_path: Path) -> None:
    """DSK-6.6. Something else is said meanwhile, in another window."""
    model = ScriptedChatProvider([launches("Find a name for the quay.")], traits=WINDOW)
    with (
        Serving(tmp_path / "story", models=model) as address,
        at(chromium, address, viewport=WIDE) as page,
    ):
        page.goto("talk")
        send(page, "Say something", "Say it", "What is the quay called?")
        field = page.get_by_label("Or say why not")
        field.fill(TYPED)
        beside = page.context.new_page()
        beside.goto("talk/1")
        send(beside, "Say something", "Say it", "And the boat?")
        expect(beside.get_by_text("You, waiting for its turn")).to_be_visible()
        expect(beside.get_by_label("Say something")).to_have_value("")
        expect(field).to_have_value(TYPED)


def test_a_story_that_cannot_be_begun_leaves_its_idea(chromium: Browser, tmp_path: Path) -> None:
    """DSK-6.6."""
    with ServingFolder(tmp_path) as address, at(chromium, address, viewport=WIDE) as page:
        page.get_by_label("What the project is called").fill("../x")
        send(page, "The idea, in your words", "Begin")
        begin = page.get_by_role("region", name="Begin one")
        expect(begin.get_by_role("alert")).not_to_be_empty()
        expect(page.get_by_label("The idea")).to_have_value(TYPED)
        page.get_by_label("What the project is called").fill("")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Make the story")
        expect(page.get_by_label("The idea")).to_have_value(TYPED)
