"""Write files for testers: plays to read, try or speak, and pairs of playthroughs to judge."""

import csv
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO

from questfoundry.app.evaluation import BlindPair, TranscriptScreen
from questfoundry.app.playing.cover_plays import CoverPlay, PlaySet, SheetKind
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, play_steps
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.story import Story
from questfoundry.infra.export.markdown import escape_line

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


NEW = "\u25cf"
"""The mark of a text that no earlier play of a proof has shown."""


def format_sheet(kind: SheetKind, story: Story, plays: PlaySet) -> str:
    """Return the sheet: a proof or a plan as Markdown, a script as CSV."""
    if kind is SheetKind.VOICE:
        return _write_script(story, plays)
    write = _proof_lines if kind is SheetKind.PROOF else _plan_lines
    return "\n\n".join(write(story, plays)) + "\n"


def _iter_stops(
    story: Story, each: CoverPlay
) -> Iterator[tuple[Passage, Playthrough, Choice | None]]:
    structure = story.existing_structure
    for count, player in enumerate(play_steps(structure, each.choices)):
        taken = structure.choice(each.choices[count]) if count < len(each.choices) else None
        yield structure.passage(player.passage), player, taken


def _list_read(
    story: Story, passage: Passage, player: Playthrough
) -> list[tuple[int, ProseParagraph]]:
    numbered = enumerate(story.paragraphs(passage.id), start=1)
    return [(number, each) for number, each in numbered if each.is_visible_with(player.flags)]


def _proof_lines(story: Story, plays: PlaySet) -> Iterator[str]:
    yield f"# {escape_line(story.title)}"
    yield f"{NEW} marks texts that no earlier play has shown."
    seen = set[tuple[str, str]]()

    def mark(place: str, text: str) -> str:
        is_new = (place, text) not in seen
        seen.add((place, text))
        return f"{NEW} {escape_line(text)}" if is_new else escape_line(text)

    for number, each in enumerate(plays.plays, start=1):
        yield f"## Play {number}: {escape_line(each.ending)}"
        for passage, player, taken in _iter_stops(story, each):
            yield f"### {mark(passage.id, passage.title or passage.id)}"
            for place, read in _list_read(story, passage, player):
                yield mark(f"{passage.id} {place}", read.plain_text)
            for closed in player.closed:
                yield f"- (closed) {mark(closed.id, closed.closed)}"
            if taken:
                yield f"- {mark(taken.id, taken.label)}"


def _plan_lines(story: Story, plays: PlaySet) -> Iterator[str]:
    yield f"# {escape_line(story.title)}: plan for testers"
    for number, each in enumerate(plays.plays, start=1):
        yield f"## Play {number}"
        yield "\n".join(
            f"- [ ] {escape_line(passage.title or passage.id)}: "
            + (f"choose **{escape_line(taken.label)}**" if taken else "the play ends")
            for passage, _, taken in _iter_stops(story, each)
        )
        yield f"- [ ] The ending is **{escape_line(each.ending)}**"
        yield "Notes: ________________________________"
        yield "Tested by: ________________ Date: ____________ Version: ____________"


def _write_script(story: Story, plays: PlaySet) -> str:
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("id", "passage", "context", "line"))
    lines = dict(line for each in plays.plays for line in _iter_lines(story, each))
    rows.writerows((name, *line) for name, line in lines.items())
    return out.getvalue()


def _iter_lines(story: Story, each: CoverPlay) -> Iterator[tuple[str, tuple[str, str, str]]]:
    for passage, player, taken in _iter_stops(story, each):
        title, slug = passage.title or passage.id, slug_of(passage.id)
        for number, read in _list_read(story, passage, player):
            if read.is_scene_break or read.media:
                continue
            context = f"only if {story.describe_condition(read.flag)}" if read.flag else ""
            yield f"{slug}-{number:02}", (title, context, read.plain_text)
        for closed in player.closed:
            yield f"{slug_of(closed.id)}-closed", (title, "closed choice", closed.closed)
        if taken:
            yield slug_of(taken.id), (title, "choice", taken.label)
