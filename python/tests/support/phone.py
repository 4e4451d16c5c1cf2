"""Parts of a page that are unreadable or untouchable on a telephone."""

from playwright.sync_api import Page

SIZES = tuple({"width": width, "height": 700} for width in (320, 375, 390))
"""From the narrowest telephone to a usual one."""

_FOUND = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push("the page scrolls sideways");
  const CONTROLS = "button, .button, select, textarea, summary, nav a, "
    + "input:not([type=hidden], [type=checkbox], [type=radio])";
  const TICKS = "input[type=checkbox], input[type=radio]";
  const style = (each) => getComputedStyle(each);
  const named = (each) => `${each.tagName} ${(each.textContent || each.name || "").trim()}`;
  const scrolls = (each) => ["auto", "scroll"].includes(style(each).overflowX);
  const hasOwnBox = (each) => each && (scrolls(each) || hasOwnBox(each.parentElement));
  const hasWords = (each) => [...each.childNodes].some((one) => one.nodeType === Node.TEXT_NODE
    && one.data.trim());
  for (const each of document.body.querySelectorAll("*:not(.skip, .aside)")) {
    const box = each.getBoundingClientRect(), name = named(each).slice(0, 60);
    const small = Math.min(box.width, box.height);
    if (!each.checkVisibility() || box.width <= 1 || hasOwnBox(each.parentElement)) continue;
    if (box.left < -0.5 || box.right > wide + 0.5)
      found.push(`${name}: reaches from ${box.left} to ${box.right}`);
    if (each.matches(CONTROLS) && (box.height < 43.9 || small < 23.9)
        || each.matches(TICKS) && small < 23.9)
      found.push(`${name}: is ${box.width} by ${box.height}`);
    if (each.matches("a, button, summary") && style(each).display !== "inline"
        && each.scrollWidth > each.clientWidth + 1)
      found.push(`${name}: is cut`);
    if (hasWords(each) && parseFloat(style(each).fontSize) < 12)
      found.push(`${name}: is too small to read`);
  }
  return found;
}"""


def phone_findings(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_FOUND)
    return found
