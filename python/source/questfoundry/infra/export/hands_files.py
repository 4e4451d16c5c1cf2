"""Write the ledger of hands (who wrote each sentence) as JSON, a page, and statements for stores.

The stores' rules as of December 2026. itch.io asks whether a project contains results of generative
AI, even modified ones, in text and dialogue, graphics, sound or code. Steam asks about content that
players see, made before (pre-generated) or while the game runs (live-generated). Amazon KDP calls
text AI-generated if a tool made its first form, however much it was edited, and AI-assisted if the
author made the first form.
"""

import json
from collections.abc import Iterator, Sequence
from html import escape

from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.hands import HandKind, HandLedger, HandTotals, format_share
from questfoundry.domain.story.report import StoryReport
from questfoundry.infra.export.text import one_line

_EXTENSIVE = 1 / 3  # Amazon gives no threshold for extensive editing
_ENTIRE = 0.99  # The share of the sentences' words at which a model wrote the entire work

_BASIS = (
    "QuestFoundry computed this from the stored versions of the story and the recorded answers of "
    "models. It cannot know the source of words that somebody pasted from elsewhere."
)
_DUTY = f"{_BASIS} What you declare is your own responsibility, so compare this with the form."

_STYLE = """\
:root { color-scheme: light dark; }
body { max-width: 45rem; margin: 0 auto; padding: 1rem; font: 1rem/1.6 Georgia, serif; }
table { border-collapse: collapse; }
th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top; }
li span { opacity: .8; font: .85rem/1.4 sans-serif; }
"""


def write_hands(ledger: HandLedger, report: StoryReport) -> Sequence[ExportedFile]:
    """Return ``hands.json``, the page ``hands.html`` and a statement for each of three stores."""
    models = {model for use in report.stages for model in use.models}
    has_model = bool(models - {DRAFT_MODEL}) or bool(ledger.totals.models)
    document = json.dumps(ledger.to_document(), ensure_ascii=False, indent=1)
    texts = {
        "hands.json": document,
        "hands.html": _build_page(ledger, report),
        "hands-itch.txt": "\n\n".join(_describe_for_itch(ledger.totals)),
        "hands-steam.txt": "\n\n".join(_describe_for_steam(ledger.totals)),
        "hands-kdp.txt": "\n\n".join(_describe_for_kdp(ledger.totals, has_model=has_model)),
    }
    return [ExportedFile(name, f"{text}\n".encode()) for name, text in texts.items()]


def _describe_for_itch(totals: HandTotals) -> Iterator[str]:
    yield "itch.io: generative AI disclosure (on the page to edit the project)"
    yield f"Does it contain results of generative AI? {_answer(totals)}"
    yield f"Text & dialog: {_answer(totals)}\n{_describe_text(totals)}"
    yield (
        "Graphics, sound: QuestFoundry made none. If you added pictures, a cover or sounds, answer "
        "from what you know.\nCode: no model wrote code for this story. The code of the pages is "
        "QuestFoundry's own, the same for every story."
    )
    yield _DUTY


def _describe_for_steam(totals: HandTotals) -> Iterator[str]:
    yield "Steam: generative AI in the content survey"
    yield f"Pre-generated content (text): {_answer(totals)}\n{_describe_text(totals)}"
    yield (
        "Live-generated content: No. The exported story is complete; no model runs while it is "
        "played."
    )
    yield (
        "Pictures, sounds and store texts: QuestFoundry made none. If a tool with generative AI "
        "made yours, declare it, too."
    )
    yield _DUTY


def _describe_for_kdp(totals: HandTotals, *, has_model: bool) -> Iterator[str]:
    yield "Amazon KDP: AI-generated content"
    for part, work in zip(("Texts", "Translations"), totals.works, strict=False):
        yield f"{part}: {_choose_kdp_option(work)}"
        if work.models:
            yield f"Tool: {', '.join(map(one_line, work.models))}"
    if not totals.original:
        yield "Translations: None. The exports of a translation have a statement of their own."
    yield _describe_text(totals)
    changed = max(each.find_edit_share(HandKind.MODEL) for each in totals.works)
    if any(_origin_share(each, HandKind.MODEL) for each in totals.works):
        yield (
            f"In sentences that a model wrote first, others changed {format_share(changed)} of the "
            "words. Amazon counts edited sentences as AI-generated, too, and gives no threshold "
            "for extensive editing; here it is a third."
        )
    elif has_model:
        yield (
            "Models helped with the story, but no sentence of it is known to come from one. Amazon "
            "calls this AI-assisted, which need not be declared."
        )
    yield (
        "Images: QuestFoundry made none. If you added a cover or pictures, answer from what you "
        "know."
    )
    yield _DUTY


def _choose_kdp_option(totals: HandTotals) -> str:
    share = _origin_share(totals, HandKind.MODEL)
    if not share:
        return _describe_rest(totals) or "None"
    extent = "Entire work" if share >= _ENTIRE else "Some sections"
    is_extensive = totals.find_edit_share(HandKind.MODEL) >= _EXTENSIVE
    return f"{extent}, with {'extensive' if is_extensive else 'minimal or no'} editing"


def _answer(totals: HandTotals) -> str:
    """Return whether the text or its original has words of a model, or began as a model's."""
    if any(
        HandKind.MODEL in each.words or _origin_share(each, HandKind.MODEL) for each in totals.works
    ):
        return "Yes"
    return next(filter(None, map(_describe_rest, totals.works)), "No")


def _describe_rest(totals: HandTotals) -> str:
    """Return what to say of words that are not known or the program's; else an empty text."""
    if _has_file(totals):
        return "Ask the translator; see below"
    if HandKind.UNKNOWN in totals.words:
        return "Not known; answer from what you know"
    return "No record of it; see below" if HandKind.PROGRAM in totals.words else ""


def _origin_share(totals: HandTotals, kind: HandKind) -> float:
    """Return the share of words in sentences that ``kind`` wrote first."""
    words = sum(each.words for each in totals.counts if each.hand is kind)
    return words / max(1, totals.total)


def _describe_text(totals: HandTotals) -> str:
    scenes = (
        " QuestFoundry's words come from the scenes and the code of the program: no model was "
        "asked for them, but this list does not know how the scenes themselves were made."
    )
    lost = " For words that are not known, the project has no record, as in a copy from git."
    file = (
        " A translator's file may come from a person or a machine, which this program cannot know: "
        "ask the translator."
    )
    kinds = {kind for each in totals.works for kind in each.words}
    written, *translated = totals.works
    text = f"The {written.total:,} words of this story were written by: {written.summary}."
    for each in translated:
        text += f" Its translation has {each.total:,} words, translated by: {each.summary}."
    notes = (
        (HandKind.PROGRAM in kinds, scenes),
        (_has_file(totals), file),
        (HandKind.UNKNOWN in kinds, lost),
    )
    return one_line(text) + "".join(note for is_true, note in notes if is_true)


def _has_file(totals: HandTotals) -> bool:
    """Return whether words of a translation come from a translator's file."""
    return totals.original is not None and HandKind.IMPORT in totals.words


def _build_page(ledger: HandLedger, report: StoryReport) -> str:
    title = escape(one_line(report.title))
    verb, by = ("translated", "Translated by") if ledger.original else ("wrote", "Written by")
    rows = (
        f"<tr><td>{escape(each.label)}</td><td>{each.sentences:,}</td><td>{each.words:,}</td>"
        f"<td>{format_share(each.edit_share)}</td></tr>"
        for each in ledger.totals.counts
    )
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>Who {verb} {title}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>",
            f"<h1>Who {verb} <cite>{title}</cite></h1>",
            f"<p>{escape(_describe_text(ledger.totals))}</p>",
            "<p>A sentence belongs to its first writer; the words that others changed in it since "
            "are counted. The list below has every sentence.</p>",
            f'<table>\n<tr><th scope="col">{by}</th><th scope="col">Sentences</th>'
            '<th scope="col">Words</th><th scope="col">Changed</th></tr>',
            *rows,
            f"</table>\n<p>{escape(_BASIS)}</p>\n<details>\n<summary>Every sentence</summary>",
            *_list_sentences(ledger, escape(report.language)),
            "</details>\n</body>\n</html>",
        )
    )


def _list_sentences(ledger: HandLedger, language: str) -> Iterator[str]:
    passage: str | None = None
    for each in ledger.entries:
        if each.text.passage != passage:
            yield "</ul>" if passage is not None else ""
            passage = each.text.passage
            yield f'<h2 lang="{language}" dir="auto">{escape(one_line(passage or "*"))}</h2>\n<ul>'
        yield (
            f'<li><q lang="{language}" dir="auto">{escape(one_line(each.sentence.text))}</q> '
            f"<span>{escape(each.text.kind)}: {escape(one_line(each.sentence.label))}</span></li>"
        )
    yield "</ul>" if passage is not None else ""
