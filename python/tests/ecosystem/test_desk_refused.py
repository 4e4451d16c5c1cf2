"""Tests in a browser of form input that is refused, and of pages whose desk ends."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from questfoundry.testing.scripted import ScriptedChatProvider
from questfoundry.web.entrance import LOOPBACK
from tests.ecosystem.test_desk import WIDE, Serving, at, made, project, visited
from tests.ecosystem.test_desk_folder import ServingFolder
from tests.support.markup import axe_findings
from tests.support.studio import WIDE as WINDOW
from tests.support.studio import launches

pytestmark = pytest.mark.ecosystem
__all__ = ["made", "project"]

FORMS = (
    ("passage/setup-1", "Rewrite this passage: what should change?", "Rewrite"),
    ("passage/setup-1", "Rewrite this passage: what should change?", "Make drafts"),
    ("passage/setup-1/comment/1", "Comment", "Save"),
    ("passage/setup-1/edit", "Title", "Save title and choices"),
    ("passage/setup-1/edit", "Everyone reads", "Save"),
    ("run", "What should be different?", "Regenerate"),
    ("chat", "Message", "Send"),
    ("bible", "File name", "Create"),
    ("bible/bible/people.md", "Text (Markdown)", "Save"),
)
TYPED = "Typed with care."


def send(page: Page, label: str, button: str, text: str = TYPED) -> None:
    page.get_by_label(label, exact=True).first.fill(text)
    page.get_by_role("button", name=button, exact=True).click()


@contextmanager
def reserved_port() -> Iterator[int]:
    """Yield a port that only servers who name it get, so that none takes it between two desks."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind((LOOPBACK, 0))
        yield held.getsockname()[1]


def test_a_desk_that_is_gone_takes_nothing_along(chromium: Browser, project: Path) -> None:
    """Typed text is the author's work and must survive until the desk is back."""
    with reserved_port() as port, ExitStack() as stack:
        serving = Serving(project, port=port)
        page = stack.enter_context(at(chromium, serving.__enter__(), viewport=WIDE))
        opened = []
        for path, label, button in FORMS:
            beside = page.context.new_page()
            beside.goto(path)
            opened.append((beside, label, button))
        serving.__exit__()
        for beside, label, button in opened:
            send(beside, label, button)
            expect(beside.locator("#offline")).to_contain_text("not responding")
            expect(beside.get_by_label(label, exact=True).first).to_have_value(TYPED)
        with Serving(project, port=port) as again:
            beside, label, button = opened[2]
            beside.get_by_role("button", name=button, exact=True).click()
            expect(beside.get_by_role("alert").nth(2)).to_contain_text("Open the desk with the")
            expect(beside.get_by_label(label)).to_have_value(TYPED)
            page.context.new_page().goto(again)
            beside.get_by_role("button", name=button, exact=True).click()
            expect(beside.get_by_text(TYPED, exact=True)).to_be_visible()


def test_what_is_refused_stays_with_its_reason(chromium: Browser, project: Path) -> None:
    """The reason must appear at the field and be announced."""
    with visited(chromium, Serving(project)) as page:
        page.goto("bible")
        send(page, "File name", "Create", "../out")
        form = page.locator("form", has=page.get_by_label("File name"))
        expect(form.locator(".refusal")).to_contain_text("out")
        expect(page.get_by_label("File name")).to_have_value("../out")
        assert axe_findings(page) == []
        send(page, "File name", "Create", "places")
        expect(page.get_by_role("heading", level=1)).to_have_text("bible/places.md")

        page.goto("passage/setup-1/edit")
        beside = page.context.new_page()
        beside.goto("passage/setup-1/edit")
        for each in (page, beside):
            each.locator("textarea.prose").last.fill(f"{TYPED} {id(each)}")
            each.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("Saved")
        expect(beside.get_by_role("status")).to_contain_text("changed elsewhere")
        expect(beside.locator("textarea.prose").last).to_have_value(f"{TYPED} {id(beside)}")

        page.goto("bible/bible/people.md")
        send(page, "Text (Markdown)", "Save", "x" * 1_100_000)
        expect(page.get_by_role("status")).to_contain_text("longer than 1 MB")


def test_a_word_to_what_has_ended_stays(chromium: Browser, project: Path) -> None:
    """A stage may end in another window while the author types a note."""
    with visited(chromium, Serving(project)) as page:
        page.goto("passage/the-last-air-default-commit-1/structure")
        page.get_by_label("Label: what the player does").fill("Look behind the curtain")
        page.get_by_label("Title", exact=True).fill("Behind the Curtain")
        page.get_by_label("What happens, in a sentence or two").fill("Mara finds a door.")
        page.get_by_role("button", name="Add the choice").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Behind the Curtain")
        page.goto("run")
        page.get_by_label("Ask me after each stage").check()
        page.get_by_role("button", name="Continue").click()
        field = page.get_by_label("Or regenerate it: what should be different?")
        field.fill(TYPED)
        beside = page.context.new_page()
        beside.goto("run")
        beside.get_by_role("button", name="Stop").click()
        expect(beside.get_by_text("Next step")).to_be_visible()
        page.get_by_role("button", name="Regenerate").click()
        expect(page.locator("form .refusal").first).to_contain_text("No stage is waiting")
        expect(field).to_have_value(TYPED)


def test_a_reason_stays_while_things_happen(chromium: Browser, tmp_path: Path) -> None:
    """An update from another window must not clear the reason or the typed text."""
    model = ScriptedChatProvider([launches("Find a name for the quay.")], traits=WINDOW)
    with visited(chromium, Serving(tmp_path / "story", models=model)) as page:
        page.goto("chat")
        send(page, "Message", "Send", "What is the quay called?")
        field = page.get_by_label("Reason, if you decline")
        field.fill(TYPED)
        beside = page.context.new_page()
        beside.goto("chat/1")
        send(beside, "Message", "Send", "And the boat?")
        expect(beside.get_by_text("You (queued)")).to_be_visible()
        expect(beside.get_by_label("Message")).to_have_value("")
        expect(field).to_have_value(TYPED)


def test_a_story_that_cannot_be_begun_leaves_its_idea(chromium: Browser, tmp_path: Path) -> None:
    """A wrong project name must not delete the idea that the author typed."""
    with visited(chromium, ServingFolder(tmp_path)) as page:
        page.get_by_label("Project name").fill("../x")
        send(page, "Your idea", "Create story")
        begin = page.get_by_role("region", name="New story")
        expect(begin.get_by_role("alert")).not_to_be_empty()
        expect(page.get_by_label("Your idea")).to_have_value(TYPED)
        page.get_by_label("Project name").fill("")
        page.get_by_role("button", name="Create story").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Generate the story")
        expect(page.get_by_label("Your idea")).to_have_value(TYPED)


def test_a_page_says_that_the_desk_has_died_and_goes_on(chromium: Browser, project: Path) -> None:
    """An author may not notice that the desk has ended, and typed text must not be lost."""
    first = Serving(project)
    address = first.__enter__()
    port = int(address.partition("?")[0].rstrip("/").rpartition(":")[2])
    with at(chromium, address, viewport=WIDE) as page:
        beside = page.context.new_page()
        beside.goto("text")
        instance = beside.locator("html").get_attribute("data-instance")
        page.goto("passage/setup-1/edit")
        first.__exit__()
        gone = page.locator("#offline")
        page.locator("textarea.prose").last.fill("The bell rings once.")
        expect(gone).to_contain_text("not responding")
        expect(page.get_by_role("status")).to_contain_text("Not saved")
        assert axe_findings(page) == []
        expect(beside.locator("#offline")).to_contain_text("not responding")
        with Serving(project, port=port) as again:
            expect(gone).to_contain_text("was restarted")
            page.context.new_page().goto(again)
            expect(gone).to_be_empty()
            expect(page.get_by_role("status")).to_contain_text("Saved as version 2")
            expect(beside.locator("#offline")).to_be_empty()
            expect(beside.locator("html")).not_to_have_attribute("data-instance", str(instance))
