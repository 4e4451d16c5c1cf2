"""Find words three times in a row, visible markup, and words about the story as a work.

Each search takes time in proportion to the text.
"""

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.prose.narration import Narration
from questfoundry.domain.story.prose import ProseParagraph

_THRICE = re.compile(r"\b([^\W\d_]+)(?:[ \t\n]+\1\b){2,}", re.IGNORECASE)

# Each pattern comes with a string that all its matches contain (in lower case), a fast pre-check.
_MARKUP = tuple(
    (sign, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for sign, pattern in (
        ("<|", r"<\|[\w /]{1,40}\|>"),
        ("<", r"</?(?:s|eos|bos|unk|pad|start_of_turn|end_of_turn)>"),
        ("<", r"</?(?:b|i|u|em|strong|p|br|hr|div|span|h[1-6]|think|thinking)\b[^<>\n]{0,80}>"),
        ("<<", r"<<[a-z=/-][^<>\n]{0,80}>>"),
        ("inst]", r"\[/?INST\]"),
        ("[[", r"\[\[[^\[\]\n]{0,80}"),
        ("]]", r"[^\[\]\n]{0,80}\]\]"),
        ("[", r"^\[[a-z\d]+(?:-[a-z\d]+)+\][ \t]*$"),
        ("{", r"\{[^{}\n]{0,80}\}"),
        ("#", r"^[ \t]{0,3}#{1,6}[ \t]+\S[^\n]{0,80}"),
        ("&", r"&(?:[a-z]{2,8}|#x?[\da-f]{2,6});"),
        ("```", r"```"),
        ("*", r"(?<![\w*])\*{1,3}[\w\"'\u201c\u2018][^*\n]{0,80}|[^\s*]{1,40}[.,!?;:\"\u201d]\*"),
        ("*", r"^\*[ \t]+[^\s*][^\n]{0,80}"),
        ("_", r"(?<!\w)_{1,2}[^\W_][^_\n]{0,80}_{1,2}(?!\w)"),
    )
)


def find_word_thrice(narration: Narration) -> str:
    """Return a word that occurs three times in a row outside speech, or an empty string."""
    found = (_THRICE.search(stretch) for stretch in narration.stretches)
    return next((each[0] for each in found if each), "")


def find_typed_markup(paragraphs: Iterable[ProseParagraph]) -> str:
    """Return markup that readers would see as typed characters, or an empty string."""
    texts = (_remove_emphasis(each) for each in paragraphs if not each.is_scene_break)
    text = "\n\n".join(texts)
    signs = text.lower()
    found = (pattern.search(text) for sign, pattern in _MARKUP if sign in signs)
    return next((each[0].strip() for each in found if each), "")


def _remove_emphasis(paragraph: ProseParagraph) -> str:
    return "".join("x" if span.emphasized else span.text for span in paragraph.spans)


def find_craft_phrase(narration: Narration, phrases: Sequence[str]) -> str:
    """Return the first of the ``phrases`` outside speech, or an empty string."""
    return next((each for each in phrases if f" {each} " in narration.narrated_text), "")
