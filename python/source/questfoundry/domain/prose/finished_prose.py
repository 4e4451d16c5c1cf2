"""Check the prose of a finished story for slips that any model, or any author, can make.

All findings are warnings. The checks prefer to miss a slip: words inside speech, words of the plan
and emphasised words are never reported. Their time is proportional to the length of the prose.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

import attrs
from attrs import evolve, frozen

from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import slug_of, split_plain_words
from questfoundry.domain.prose.absent_people import find_acting_absent
from questfoundry.domain.prose.narration import Narration, split_sentences, split_words
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.prose_markup import ESCAPED_MARK, ProseSpan, resolve_stats, spans_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.mentions import Mentions
from questfoundry.domain.text.names.short_names import Mention
from questfoundry.domain.text.thoughts import find_model_mark
from questfoundry.domain.text.wording import phrase
from questfoundry.domain.writing.may_must import find_arrivals

MIN_SHARED_WORDS = 6
"""A sentence of at least this many words is reported if two passages contain it."""

_MAX_QUOTE = 80  # The longest quotation in a finding, in characters
_ENGLISH = re.compile(r"\b(?:the|of|and|you|is|was)\b", re.IGNORECASE)
_WORDS_FOR_ENGLISH = 20  # English has one of these words in far fewer words than that

_Slip = tuple[ProseRule, str, Mapping[str, object]]


def check_finished_prose(story: Story, wording: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return the slips in the prose of ``story``, in the order of its passages.

    ``wording`` has a problem and a fix for each rule, and ``craft_phrases``: words about the story
    as a work, such as "the protagonist".
    """
    check = _StoryProse(story)
    order = {passage: number for number, passage in enumerate(check.texts)}
    slips = sorted(check.find_slips(wording["craft_phrases"]), key=lambda each: order[each[1]])
    return tuple(_build_finding(wording, *each) for each in slips)


def _build_finding(
    wording: Mapping[str, Any], rule: ProseRule, passage: str, values: Mapping[str, object]
) -> Finding:
    key = rule.partition(".")[2]
    return rule.make_finding(
        passage=passage,
        problem=phrase(wording, f"{key}.problem", **values),
        fix=phrase(wording, f"{key}.fix", **values),
    )


@frozen(slots=False)
class _StoryProse:
    _story: Story

    @cached_property
    def texts(self) -> Mapping[str, Narration]:
        """The plain prose of each passage, by the passage's id, with all conditional texts."""
        passages = [each.id for each in self._story.existing_structure.passages]
        plain = {
            each: "\n\n".join(part.plain_text for part in self._story.paragraphs(each))
            for each in passages
        }
        return {each: Narration(text) for each, text in plain.items() if text}

    def find_slips(self, craft_phrases: Sequence[str]) -> Iterator[_Slip]:
        """Yield all slips; rules that need knowledge of English apply only to an English story."""
        for passage, narration in self.texts.items():
            if words := find_word_thrice(narration):
                yield ProseRule.THRICE, passage, {"words": _shorten(words)}
            if found := find_typed_markup(self._story.paragraphs(passage), self._stats):
                words = '", "'.join(map(_shorten, found[:_MOST_MARKUP]))
                yield ProseRule.MARKUP, passage, {"words": words}
        yield from self._find_shared_sentences()
        if self._is_english:
            yield from self._find_craft(craft_phrases)
            yield from self._find_people()

    @cached_property
    def _stats(self) -> frozenset[str]:
        return frozenset(slug_of(each.id) for each in self._story.stats)

    @cached_property
    def _is_english(self) -> bool:
        words = sum(len(each.all_words) for each in self.texts.values())
        common = sum(len(_ENGLISH.findall(each.text)) for each in self.texts.values())
        return common * _WORDS_FOR_ENGLISH > words

    def _find_shared_sentences(self) -> Iterator[_Slip]:
        """Yield, by passage, the first sentence that its players have read in another passage.

        Only texts that all players of a passage read count, because each player may read one of
        several equal conditional texts.
        """
        places = defaultdict[tuple[str, ...], list[str]](list)
        for passage, narration in self._unconditional.items():
            for words in dict.fromkeys(split_words(each) for each in _list_sentences(narration)):
                places[words].append(passage)
        if all(len(each) == 1 for each in places.values()):
            return
        arrivals = find_arrivals(self._story.existing_structure)
        for passage, narration in self._unconditional.items():
            earlier = arrivals[passage].possible_predecessors if passage in arrivals else ()
            for sentence in _list_sentences(narration):
                others = places[split_words(sentence)]
                other = next((e for e in others if e != passage and e in earlier), "")
                if other:
                    values = {"words": _shorten(sentence), "other": other}
                    yield ProseRule.SHARED, passage, values
                    break

    def _find_craft(self, phrases: Sequence[str]) -> Iterator[_Slip]:
        """Yield phrases about the story as a work, unless their last word belongs to the story.

        The word belongs to the story if the plan or other sentences use it.
        """
        known = list_plan_words(self._story)
        counts = Counter(word for each in self.texts.values() for word in each.all_words)
        text = "".join(each.narrated_text for each in self.texts.values())
        suspects = [
            each
            for each in phrases
            if each.split()[-1] not in known
            and (not each.startswith("the ") or text.count(f" {each} ") == counts[each[4:]])
        ]
        for passage, narration in self.texts.items():
            if words := find_craft_phrase(narration, suspects):
                yield ProseRule.CRAFT, passage, {"words": words}

    def _find_people(self) -> Iterator[_Slip]:
        plain = {passage: each.text for passage, each in self.texts.items()}
        for passage, name in find_strange_names(self._story, plain):
            yield ProseRule.STRANGER, passage, {"words": name}
        for passage, words in find_acting_absent(self._story, self._unconditional):
            yield ProseRule.ABSENT, passage, {"words": _shorten(words)}

    @cached_property
    def _unconditional(self) -> Mapping[str, Narration]:
        """The plain prose that all players of a passage read, by the passage's id."""
        return {
            each: Narration(
                "\n\n".join(p.plain_text for p in self._story.paragraphs(each) if not p.flag)
            )
            for each in self.texts
        }


def _list_sentences(narration: Narration) -> Iterator[str]:
    for stretch in narration.stretches:
        for sentence in split_sentences(stretch):
            if len(split_words(sentence)) >= MIN_SHARED_WORDS:
                yield sentence.strip()


def _shorten(words: str) -> str:
    return words if len(words) <= _MAX_QUOTE else f"{words[:_MAX_QUOTE]}\u2026"


_MOST_MARKUP = 5  # The most pieces of markup that a finding quotes

_MIN_MENTIONS = 2  # The fewest mentions of a name; a single mention may be a figure of speech
_MIN_UNCLEAR_MENTIONS = 4  # The fewest mentions of a name that may be no person's

_INSIDE = re.compile(r"(?<=[a-z,;] )[^\W\d_a-z][\w\u2019'-]*\w")
"""A capitalised word inside a sentence, where a capital shows that the word is a name."""


def find_strange_names(story: Story, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs: a passage's id, and a person's name that shares no word with the plan.

    ``texts`` holds the plain English prose of each passage by its id. A word counts as known if it
    occurs anywhere in the plan: in an entity, a label, a title, a fact, or a beat.
    """
    known, text = list_plan_words(story), "\n".join(texts.values())
    inside = set(_INSIDE.findall(text))
    for mention in Mentions.from_text(text).found:
        words = {word for name in (mention.name, *mention.also) for word in split_plain_words(name)}
        is_sure = mention.name.split()[0] in inside and _is_frequent(mention)
        if is_sure and not mention.is_place and known.isdisjoint(words):
            yield _find_passage(mention.name, texts), mention.name


def _is_frequent(mention: Mention) -> bool:
    return mention.count >= (_MIN_MENTIONS if mention.is_person else _MIN_UNCLEAR_MENTIONS)


def list_plan_words(story: Story) -> frozenset[str]:
    """Return all words of ``story`` in lower case, apart from those of its prose."""
    texts = _list_texts(evolve(story, prose={}, problems={}))
    return frozenset(word for text in texts for word in split_plain_words(text))


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.value if isinstance(value, Enum) else value
    elif attrs.has(type(value)):
        yield from _list_all(getattr(value, each.name) for each in attrs.fields(type(value)))
    elif isinstance(value, Mapping):
        yield from _list_all((*value.keys(), *value.values()))
    elif hasattr(value, "model_dump"):
        yield from _list_texts(value.model_dump())
    elif isinstance(value, (tuple, list, frozenset, set)):
        yield from _list_all(value)


def _list_all(values: Iterable[Any]) -> Iterator[str]:
    return (text for value in values for text in _list_texts(value))


def _find_passage(name: str, texts: Mapping[str, str]) -> str:
    first = re.compile(rf"\b{re.escape(name.split()[0])}\b")
    return next((each for each, text in texts.items() if first.search(text)), next(iter(texts)))


_THRICE = re.compile(r"\b([^\W\d_]+)(?:[ \t\n]+\1\b){2,}", re.IGNORECASE)

# Each pattern comes with a string that all its matches contain (in lower case), a fast pre-check.
_MARKUP = tuple(
    (sign, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for sign, pattern in (
        ("<|", r"<\|[\w /]{1,40}\|>"),
        ("<", r"</?(?:s|eos|bos|unk|pad|start_of_turn|end_of_turn)>"),
        ("<", r"</?(?:b|i|u|em|strong|p|br|hr|div|span|h[1-6])\b[^<>\n]{0,80}>"),
        ("<<", r"<<[a-z=/-][^<>\n]{0,80}>>"),
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
        ("](", r"!?\[[^\[\]\n]{0,80}\]\([^()\n]{0,80}\)?"),
        ("[", r"\[/?(?:b|i|u|s|img|url|size|color|sound|audio|image)\b[^\[\]\n]{0,80}\]"),
        ("<", r"<(?:a|img|audio|video|font|center|blockquote|small|s|sub|sup)\b[^<>\n]{0,80}>"),
        ("(", r"\((?:set|if|print|link|link-goto|go-to|display|text-style):[^()\n]{0,80}"),
        ("~~", r"~~[^~\n]{1,80}~~"),
        ("''", r"''[^'\n]{1,80}''"),
        ("$", r"(?<![\w$])\$[a-z_][a-z_\d]{0,40}(?![\w$])"),
        ("`", r"`[^`\n]{1,80}`"),
    )
)


def find_word_thrice(narration: Narration) -> str:
    """Return a word that occurs three times in a row outside speech, or an empty string."""
    found = (_THRICE.search(stretch) for stretch in narration.stretches)
    return next((each[0] for each in found if each), "")


def find_typed_markup(
    paragraphs: Iterable[ProseParagraph], stats: Collection[str]
) -> tuple[str, ...]:
    """Return the different pieces of markup that readers would see as typed, in their order.

    ``stats`` are the names of stats whose numbers the prose can show.
    """
    shown = (each for each in paragraphs if not (each.is_scene_break or each.media))
    texts = (_remove_known_markup(each, stats) for each in shown)
    text = "\n\n".join(texts)
    signs = text.lower()
    found = [each for sign, pattern in _MARKUP if sign in signs for each in pattern.finditer(text)]
    pieces = dict[str, None]()
    end = 0
    for each in sorted(found, key=lambda each: (each.start(), -each.end())):
        if each.start() >= end:
            pieces[each[0].strip()] = None
            end = each.end()
    mark = find_model_mark(text)
    return (*pieces, mark) if mark and mark not in pieces else tuple(pieces)


def _remove_known_markup(paragraph: ProseParagraph, stats: Collection[str]) -> str:
    """Return the text with ``x`` for what is understood, so that the rest can be found."""
    text = ESCAPED_MARK.sub("x", paragraph.text)
    spans = resolve_stats(spans_of(text), stats)
    return "".join("x" if evolve(span, text="") != ProseSpan("") else span.text for span in spans)


def find_craft_phrase(narration: Narration, phrases: Sequence[str]) -> str:
    """Return the first of the ``phrases`` outside speech, or an empty string."""
    return next((each for each in phrases if f" {each} " in narration.narrated_text), "")
