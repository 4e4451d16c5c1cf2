"""Find what an author says about the tone of a story, as ``Eerie, with dry humour.`` does."""

import re
from itertools import pairwise
from operator import or_

from attrs import frozen

_TONES = {
    "funny": (
        r"absurd|bright|cheerful|comedic|comedy|comic|deadpan|dry|farce|farcical|fun|funny"
        r"|humor|humorous|humour|joyful|light|light-hearted|lighthearted|playful|quirky|satire"
        r"|satirical|screwball|silly|witty|wry"
    ),
    "cosy": (
        r"cosy|cozy|cute|feel-good|gentle|heartwarming|hopeful|romantic|sweet|tender|uplifting"
        r"|warm|whimsical|wholesome"
    ),
    "strange": (r"dreamlike|kafkaesque|magical|strange|surreal|uncanny"),
    "sad": (
        r"bittersweet|elegiac|grave|melancholic|melancholy|moving|nostalgic|sad|solemn|somber"
        r"|sombre|tragic|wistful"
    ),
    "eerie": (
        r"atmospheric|brooding|chilling|creepy|eerie|foggy|ghostly|gothic|haunted|haunting"
        r"|horror|hushed|moody|mysterious|ominous|scary|spooky|uneasy|unsettling"
    ),
    "tense": (
        r"bleak|dark|darkly|dramatic|grim|gritty|hard-boiled|melodramatic|noir|serious"
        r"|suspense|suspenseful|tense"
    ),
    "quiet": (r"folk|literary|lyrical|poetic|quiet|slow|spare|thoughtful|understated"),
}
"""The words for each tone, as a regular expression."""

_TONE = re.compile("|".join(_TONES.values()))

_AROUND = re.compile(
    r"a|an|and|bit|but|fairly|feel|first|in|kind|little|mood|mostly|not|of|or|person|please|quite"
    r"|rather|second|slightly|some|somewhat|sort|style|the|tone|too|touch|very|vibe|with|yet"
)
"""Matches small words around a tone, as in ``a little spooky``."""

_KINDS = re.compile(
    r"adventure|caper|crime|heist|fable|fairy|fairytale|fantasy|fiction|ghost|mystery|romance|sci-fi"
    r"|science|story|tale|thriller|tragedy|drama|western|whodunit"
)
"""Matches kinds of stories, which a label before a colon may name."""

_SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+")
_LABEL = re.compile(r"^(?!the )([^:.!?,]{3,30}): *(?=\S)", re.IGNORECASE)
_HEADED = re.compile(r"^(?:tone|mood|genre|style|feel|vibe) ?[:=]", re.IGNORECASE)
_FORM = re.compile(
    r"^([^.!?,:;]+ (?:told|written)\b[^.!?,:;]*), (?:where|in which) ", re.IGNORECASE
)
"""Matches a note about the form before the idea itself."""

_WISH = re.compile(
    r"^(?:no (?:[\w-]+ ){1,3}please"
    r"|(?:in )?(?:first|second|third)[ -]person(?:,? \w+ tense)?)[.!]*$",
    re.IGNORECASE,
)
_WHEN = re.compile(r"(?:(?:in|the|early|late) )*(?:spring|summer|autumn|winter)?,? ?(?:\d{4}s?)?")
_TAIL = re.compile(r"(?:,| -| \u2013|\u2014|;) ?((?:[\w-]+ ){0,3}[\w-]+)([.!]?)$")


@frozen(kw_only=True)
class TonedIdea:
    """An idea: its ``text`` without ``notes`` about form and tone, and the ``tones`` of the notes.

    The tones are ``funny``, ``cosy``, ``strange``, ``sad``, ``eerie``, ``tense`` and ``quiet``.
    """

    text: str
    tones: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def split_tone(idea: str) -> TonedIdea:
    """Return ``idea`` without labels and sentences about its tone, unless nothing else is left."""
    kept, notes = list[str](), list[str]()
    for sentence in _SENTENCES.split(idea):
        (notes if _is_note(sentence) else kept).append(sentence)
    text = " ".join(kept)
    label = _LABEL.match(text)
    if label and _is_tone(label[1], with_kinds=True):
        notes.append(label[1])
        text = text[label.end() :][:1].upper() + text[label.end() + 1 :]
    if form := _FORM.match(text):
        notes.append(form[1])
        text = text[form.end() :][:1].upper() + text[form.end() + 1 :]
    while (tail := _TAIL.search(text)) and _is_tone(tail[1]):
        notes.append(tail[1])
        text = text[: tail.start()] + tail[2]
    said = tuple(each.rstrip(".!") for each in notes) if text else ()
    pairs = pairwise(_list_words(idea))
    notes += [one for one, two in pairs if _is_tone(one) and _KINDS.fullmatch(two)]
    words = _list_words(" ".join(notes))
    found = (tone for tone, each in _TONES.items() if any(re.fullmatch(each, w) for w in words))
    return TonedIdea(text=text or idea, tones=frozenset(found), notes=said)


def _is_note(sentence: str) -> bool:
    """Return whether ``sentence`` is only about tone, as ``Warm, a little spooky, 1986.`` is."""
    if _HEADED.match(sentence) or _WISH.match(sentence):
        return True
    first, *others = re.split(r"[,;] *", sentence.rstrip(".!").lower())
    return _is_tone(first, with_kinds=True) and all(map(_is_part, others))


def _is_part(part: str) -> bool:
    is_known = _is_tone(part, with_kinds=True) or _WHEN.fullmatch(part) is not None
    return is_known or part.startswith("with ") or all(map(_AROUND.fullmatch, _list_words(part)))


def _is_tone(part: str, *, with_kinds: bool = False) -> bool:
    """Return whether ``part`` has a word for a tone, and otherwise only small words."""
    patterns = (_TONE, *((_KINDS,) if with_kinds else ()))
    is_tone = [any(each.fullmatch(word) for each in patterns) for word in _list_words(part)]
    is_small = map(_AROUND.fullmatch, _list_words(part))
    return any(is_tone) and all(map(or_, is_tone, map(bool, is_small)))


def _list_words(text: str) -> list[str]:
    return re.findall(r"[a-z][a-z-]*", text.lower())
