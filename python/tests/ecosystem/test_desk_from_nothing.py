"""A story built from nothing in the desk alone, in a browser, shipped and played."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.ecosystem.test_desk import PHONE, WIDE, visited
from tests.ecosystem.test_desk_folder import ServingFolder
from tests.support.browser import opened
from tests.support.markup import axe_findings, nu_findings

pytestmark = pytest.mark.ecosystem

OWN = {
    "Title": "The Ferry",
    "Name of the player": "Ada",
    "Somebody the player meets": "Tom",
    "Place where the story begins": "The Quay",
    "Place where it ends": "The Island",
    "What must the player decide?": "Do you cross the water?",
    "One answer": "Cross the water",
    "Another answer": "Stay on the quay",
}
OPENING, CROSS, STAY = "The Quay", "Cross the water", "Stay on the quay"


@pytest.mark.parametrize("view", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_story_is_built_from_nothing(
    chromium: Browser, tmp_path: Path, view: dict[str, int]
) -> None:
    """An author without a model needs no other program: not one line of YAML. (DSK-18.1)"""
    root, picture = tmp_path / "root", tmp_path / "ferry.png"
    root.mkdir()
    Image.new("RGB", (80, 40), "teal").save(picture)
    with visited(chromium, ServingFolder(root), viewport=view) as page:
        for label, words in OWN.items():
            page.get_by_label(label).fill(words)
        page.get_by_role("button", name="Begin").press("Enter")
        page.get_by_role("link", name="Map", exact=True).click()
        for number in range(2):
            topic(page, OPENING, f"Look at sign {number}", f"Sign {number}")
        between(page, OPENING, CROSS, "The Boat")
        between(page, "The Boat", CROSS, "The Waves")
        between(page, OPENING, STAY, "The Bench")
        branch(page, "The Bench", "Ask Tom for the time", "The Watch", STAY)
        branch(page, "The Boat", "Row yourself", "The Oars", "The Waves")
        check(page)
        go(page, "stats")
        for label, words in (
            ("Name", "Tom's trust"),
            ("The question", "Does Tom trust you?"),
            ("True if it is high", "Tom trusts you."),
            ("True if it is low", "Tom does not trust you."),
        ):
            page.get_by_label(label).first.fill(words)
        page.get_by_role("button", name="Add the stat").click()
        expect(page.get_by_text("Tom's trust").first).to_be_visible()
        move_stat(page, "The Boat", "Row yourself")
        slugs = list_passages(page)
        assert len(slugs) == 10
        for slug in slugs:
            write(page, slug)
        add_picture(page, slugs[0], picture)
        go(page, "findings")
        expect(page.get_by_text("No errors")).to_be_visible()
        check(page)
        go(page, "text")
        found = tmp_path / "text.html"
        found.write_bytes(page.goto(page.url).body())
        assert nu_findings([found]) == []
        go(page, "")
        page.get_by_role("button", name="Export").click()
        expect(page.get_by_role("link", name="the-ferry.html")).to_be_visible()
    with opened(chromium, root / "the-ferry/exports/the-ferry.html", viewport=view) as page:
        for _ in range(9):
            choices = page.locator("button, a").filter(has_text=re.compile("Cross|Row|Go on|Begin"))
            if not choices.count():
                break
            choices.first.click()
        expect(page.get_by_text("You are at Cross the water.")).to_be_visible()


def go(page: Page, path: str) -> None:
    """Open a page of the desk that the present page belongs to; each desk has its own port."""
    page.goto(f"{page.url.partition('//')[0]}//{page.url.split('/')[2]}/{path}")


def check(page: Page) -> None:
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def panel(page: Page, title: str, summary: str) -> None:
    """Open the form named ``summary`` for the passage ``title`` on the map."""
    go(page, "map")
    page.get_by_role("link", name=f"Change the story at {title}", exact=True).press("Enter")
    expect(page.locator("#panel-title")).to_have_text(title)
    page.get_by_role("complementary").locator("summary", has_text=summary).press("Enter")


def fill_passage(page: Page, form: str, title: str) -> None:
    fields = page.locator(f"form[action$='/{form}']")
    fields.get_by_label("Title").fill(title)
    fields.get_by_label("What happens").fill(f"Ada is at {title}.")


def topic(page: Page, hub: str, label: str, title: str) -> None:
    panel(page, hub, "Add a choice")
    page.get_by_label("Label: what the player does").fill(label)
    page.get_by_label("It leads to").select_option("topic")
    fill_passage(page, "choices", title)
    page.get_by_role("button", name="Add the choice").press("Enter")
    expect(page.locator("#panel-title")).to_have_text(title)


def between(page: Page, source: str, target: str, title: str) -> None:
    panel(page, source, "Add a passage after")
    page.get_by_label("Before").select_option(label=target)
    fill_passage(page, "insert", title)
    page.get_by_role("button", name="Add the passage").press("Enter")
    expect(page.locator("#panel-title")).to_have_text(title)


def branch(page: Page, source: str, label: str, title: str, then: str) -> None:
    panel(page, source, "Add a choice")
    page.get_by_label("Label: what the player does").fill(label)
    fill_passage(page, "choices", title)
    page.get_by_label("Afterwards").select_option(label=then)
    page.get_by_role("button", name="Add the choice").press("Enter")
    expect(page.locator("#panel-title")).to_have_text(title)


def move_stat(page: Page, source: str, label: str) -> None:
    panel(page, source, "Change, connect")
    page.get_by_role("link", name=label).click()
    page.get_by_label("Tom's trust").select_option("1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Tom's trust +1").first).to_be_visible()


def list_passages(page: Page) -> list[str]:
    go(page, "map")
    ids = page.locator("a.box").evaluate_all("all => all.map((each) => each.id)")
    return [str(each).removeprefix("at-") for each in ids]


def write(page: Page, slug: str) -> None:
    go(page, f"passage/{slug}/edit")
    title = page.locator("h1").inner_text()
    page.locator("textarea.prose").first.fill(f"You are at {title}.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#saved")).to_contain_text("Saved")


def add_picture(page: Page, slug: str, picture: Path) -> None:
    go(page, f"passage/{slug}/edit")
    page.get_by_label("PNG, JPEG").set_input_files(picture)
    page.get_by_label("What the picture shows").fill("A ferry at a quay")
    page.get_by_role("button", name="Add the picture").click()
    expect(page.locator("#preview img[alt='A ferry at a quay']")).to_be_visible()
    check(page)
