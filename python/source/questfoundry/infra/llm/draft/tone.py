"""Find what an author says about the tone of a story, such as ``Eerie, with dry humour.``"""

import re

from attrs import frozen

LIGHT = frozenset(
    "absurd bright cheerful comedic comedy comic cosy cozy cute deadpan dry farce farcical feel-good"
    " fun funny gentle heartwarming hopeful humor humorous humour joyful light lighthearted"
    " light-hearted playful quirky romantic satire satirical screwball silly surreal sweet tender"
    " uplifting warm whimsical wholesome witty wry".split()
)
"""Words for light tones."""

GRAVE = frozenset(
    "atmospheric bittersweet bleak brooding chilling creepy dark darkly dramatic dreamlike eerie"
    " elegiac foggy folk ghostly gothic grave grim gritty hard-boiled haunted haunting horror hushed"
    " kafkaesque literary lyrical magical melancholic melancholy moody moving mysterious noir"
    " nostalgic ominous poetic quiet sad scary serious slow solemn sombre somber spare spooky strange"
    " suspense suspenseful tense thoughtful tragic uncanny understated unsettling wistful".split()
)
"""Words for all other tones."""

_TONES = LIGHT | GRAVE

_AROUND = frozenset(
    "a an and bit but fairly in kind little mostly of not or please quite rather slightly some"
    " somewhat sort the tone too touch very with yet style feel mood vibe".split()
)
"""Words around a tone, as in ``a little``."""

_KINDS = frozenset(
    "adventure fable fairy fairytale fantasy fiction mystery romance sci-fi science story tale"
    " thriller tragedy drama western whodunit".split()
)
"""Kinds of stories, which a label before a colon may name."""

_SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+")
_LABEL = re.compile(r"^([^:.!?,]{3,30}): *(?=\S)")
_HEADED = re.compile(r"^(?:tone|mood|genre|style|feel|vibe) ?[:=]", re.IGNORECASE)
_WHEN = re.compile(r"(?:(?:in|the|early|late) )*(?:spring|summer|autumn|winter)?,? ?(?:\d{4}s?)?$")
_TAIL = re.compile(r"(?:,| -| \u2013|\u2014|;) ?((?:[\w-]+ ){0,3}[\w-]+)([.!]?)$")


@frozen(kw_only=True)
class TonedIdea:
    """An idea: its ``text`` without notes about its tone, and the ``words`` for that tone."""

    text: str
    words: frozenset[str]


def split_tone(idea: str) -> TonedIdea:
    """Return ``idea`` without labels and sentences about its tone, unless nothing else is left."""
    kept, notes = list[str](), list[str]()
    for sentence in _SENTENCES.split(idea):
        (notes if _is_note(sentence) else kept).append(sentence)
    text = " ".join(kept)
    label = _LABEL.match(text)
    if label and _is_tone(label[1], _TONES | _KINDS):
        notes.append(label[1])
        text = text[label.end() :]
        text = text[:1].upper() + text[1:]
    tail = _TAIL.search(text)
    if tail and _is_tone(tail[1], _TONES):
        notes.append(tail[1])
        text = text[: tail.start()] + tail[2]
    words = frozenset(_list_words(" ".join(notes))) & _TONES
    return TonedIdea(text=text or idea, words=words)


def _is_note(sentence: str) -> bool:
    """Return whether ``sentence`` is only about tone, as ``Warm, a little spooky, 1986.`` is."""
    if _HEADED.match(sentence):
        return True
    first, *others = re.split(r"[,;] *", sentence.rstrip(".!").lower())
    return _is_tone(first, _TONES) and all(map(_is_part, others))


def _is_part(part: str) -> bool:
    return part.startswith("with ") or _is_tone(part, _TONES) or _WHEN.match(part) is not None


def _is_tone(part: str, names: frozenset[str]) -> bool:
    """Return whether all words of ``part`` are in ``names`` or are small words around them."""
    words = _list_words(part)
    return not names.isdisjoint(words) and all(each in names | _AROUND for each in words)


def _list_words(text: str) -> list[str]:
    return re.findall(r"[a-z][a-z-]*", text.lower())
