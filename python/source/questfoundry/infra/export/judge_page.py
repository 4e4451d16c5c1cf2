"""Build the page on which people judge pairs of playthroughs without knowing the editions."""

from collections.abc import Iterator, Sequence
from html import escape

from questfoundry.app.evaluation import BlindPair, TranscriptScreen

_STYLE = """\
body { max-width: 80rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 Georgia, serif; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; }
.offered { font-family: sans-serif; font-size: .9rem; }
fieldset { margin: 1rem 0 3rem; font-family: sans-serif; }
textarea { width: 100%; }
@media (max-width: 50rem) { .pair { grid-template-columns: 1fr; } }
"""

# The page works without a server: the answers are saved as a file, which the judge sends back.
_SCRIPT = """\
document.querySelector("form").addEventListener("submit", event => {
  event.preventDefault();
  const answers = [...document.querySelectorAll("fieldset")].map(each => ({
    pair: each.dataset.pair,
    better: each.querySelector("input:checked")?.value ?? "",
    why: each.querySelector("textarea").value,
  }));
  const file = new Blob([JSON.stringify({ answers }, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "judgement.json";
  link.click();
});
"""

_SIDES = (("left", "The left one"), ("right", "The right one"), ("same", "Neither"))


def build_judge_page(pairs: Sequence[BlindPair]) -> str:
    """Return the page as HTML; texts of the stories are escaped."""
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>Which story is better?</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>",
            "<h1>Which story is better?</h1>",
            "<p>Each pair shows two playthroughs from the same idea. Read both, say which story "
            "you would rather play again, and save your answers at the end.</p>\n<form>",
            *(line for number, pair in enumerate(pairs, 1) for line in _pair(pair, number)),
            "<button>Save your answers</button>\n</form>",
            f"<script>\n{_SCRIPT}</script>\n</body>\n</html>\n",
        )
    )


def _pair(pair: BlindPair, number: int) -> Iterator[str]:
    yield f"<section>\n<h2>Pair {number}: {escape(pair.idea)}</h2>"
    yield '<div class="pair">'
    for name, screens in (("Left", pair.left), ("Right", pair.right)):
        yield f"<article>\n<h3>{name}</h3>"
        for screen in screens:
            yield from _screen(screen)
        yield "</article>"
    yield f'</div>\n<fieldset data-pair="{escape(pair.id)}">'
    yield f"<legend>Pair {number}: which story would you rather play again?</legend>"
    for value, label in _SIDES:
        yield (
            f'<label><input type="radio" name="{escape(pair.id)}" value="{value}" required> '
            f"{label}</label>"
        )
    yield "<p><label>Why? <textarea></textarea></label></p>\n</fieldset>\n</section>"


def _screen(screen: TranscriptScreen) -> Iterator[str]:
    yield f"<h4>{escape(screen.title)}</h4>"
    yield from (f"<p>{escape(paragraph)}</p>" for paragraph in screen.paragraphs)
    if len(screen.offered) > 1:
        yield '<ul class="offered">'
        for label in screen.offered:
            text = escape(label)
            yield f"<li>{f'<strong>{text}</strong>' if label == screen.chosen else text}</li>"
        yield "</ul>"
