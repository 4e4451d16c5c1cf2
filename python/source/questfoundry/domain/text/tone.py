"""Find what an author says about the tone of a story, as ``Eerie, with dry humour.`` does."""

import re
from itertools import pairwise
from operator import or_

from attrs import frozen

_LIGHT = re.compile(
    r"absurd|bright|cheerful|comedic|comedy|comic|cosy|cozy|cute|deadpan|dry|farce|farcical"
    r"|feel-good|fun|funny|gentle|heartwarming|hopeful|humor|humorous|humour|joyful|light"
    r"|light-hearted|lighthearted|playful|quirky|romantic|satire|satirical|screwball|silly"
    r"|surreal|sweet|tender|uplifting|warm|whimsical|wholesome|witty|wry"
)
"""Matches words for light tones."""

_OTHERS = re.compile(
    r"atmospheric|bittersweet|bleak|brooding|chilling|creepy|dark|darkly|dramatic|dreamlike"
    r"|eerie|elegiac|foggy|folk|ghostly|gothic|grave|grim|gritty|hard-boiled|haunted"
    r"|haunting|horror|hushed|kafkaesque|literary|lyrical|magical|melancholic|melancholy"
    r"|melodramatic|moody|moving|mysterious|noir|nostalgic|ominous|poetic|quiet|sad|scary"
    r"|serious|slow|solemn|somber|sombre|spare|spooky|strange|suspense|suspenseful|tense"
    r"|thoughtful|tragic|uncanny|understated|unsettling|wistful"
)
"""Matches words for all other tones."""

_AROUND = re.compile(
    r"a|an|and|bit|but|fairly|feel|in|kind|little|mood|mostly|not|of|or|please|quite|rather"
    r"|slightly|some|somewhat|sort|style|the|tone|too|touch|very|vibe|with|yet"
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
_WHEN = re.compile(r"(?:(?:in|the|early|late) )*(?:spring|summer|autumn|winter)?,? ?(?:\d{4}s?)?")
_TAIL = re.compile(r"(?:,| -| \u2013|\u2014|;) ?((?:[\w-]+ ){0,3}[\w-]+)([.!]?)$")


@frozen(kw_only=True)
class TonedIdea:
    """An idea: its ``text`` without notes about its tone, and the ``words`` for that tone."""

    text: str
    words: frozenset[str] = frozenset()

    @property
    def is_light(self) -> bool:
        """Return whether some of the words are for a light tone."""
        return any(map(_LIGHT.fullmatch, self.words))

    @property
    def is_grave(self) -> bool:
        """Return whether some of the words are for another tone."""
        return any(map(_OTHERS.fullmatch, self.words))


def split_tone(idea: str) -> TonedIdea:
    """Return ``idea`` without labels and sentences about its tone, unless nothing else is left."""
    kept, notes = list[str](), list[str]()
    for sentence in _SENTENCES.split(idea):
        (notes if _is_note(sentence) else kept).append(sentence)
    text = " ".join(kept)
    label, tail = _LABEL.match(text), _TAIL.search(text)
    if label and _is_tone(label[1], with_kinds=True):
        notes.append(label[1])
        text = text[label.end() :][:1].upper() + text[label.end() + 1 :]
    elif tail and _is_tone(tail[1]):
        notes.append(tail[1])
        text = text[: tail.start()] + tail[2]
    pairs = pairwise(_list_words(idea))
    notes += [one for one, two in pairs if _is_tone(one) and _KINDS.fullmatch(two)]
    words = filter(_is_tone, _list_words(" ".join(notes)))
    return TonedIdea(text=text or idea, words=frozenset(words))


def _is_note(sentence: str) -> bool:
    """Return whether ``sentence`` is only about tone, as ``Warm, a little spooky, 1986.`` is."""
    if _HEADED.match(sentence):
        return True
    first, *others = re.split(r"[,;] *", sentence.rstrip(".!").lower())
    return _is_tone(first) and all(map(_is_part, others))


def _is_part(part: str) -> bool:
    return part.startswith("with ") or _is_tone(part) or _WHEN.fullmatch(part) is not None


def _is_tone(part: str, *, with_kinds: bool = False) -> bool:
    """Return whether ``part`` has a word for a tone, and otherwise only small words."""
    patterns = (_LIGHT, _OTHERS, *((_KINDS,) if with_kinds else ()))
    is_tone = [any(each.fullmatch(word) for each in patterns) for word in _list_words(part)]
    is_small = map(_AROUND.fullmatch, _list_words(part))
    return any(is_tone) and all(map(or_, is_tone, map(bool, is_small)))


def _list_words(text: str) -> list[str]:
    return re.findall(r"[a-z][a-z-]*", text.lower())
