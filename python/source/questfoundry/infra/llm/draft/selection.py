"""Choose the material for an idea, by the meaning of its words and the form of its question."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.casting import count_fitting_people
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.library import PLAIN, MaterialLibrary
from questfoundry.infra.llm.draft.material import StoryMaterial
from questfoundry.infra.llm.draft.nearness import measure_nearness
from questfoundry.infra.llm.draft.premise import Mood, PremiseHead, QuestionShape
from questfoundry.infra.llm.draft.rotation import SeedRotation
from questfoundry.infra.llm.draft.setting import RegionTexts, Room, Trade

_MARGIN = 0.03
"""The seed chooses among the premises whose scores differ by at most this from the best score."""

_SHAPE_BONUS = 0.06
_CUE_BONUS = 0.04
_MOST_CUES = 3
_OBVIOUS = 0.42
"""The least score of a premise with a conflict of its own; a lower one is another story."""

_EXACT = 0.55
"""The least score for an idea with a question of its own, such as ``must decide whether to``."""

_LIKELY, _POSSIBLE = 0.35, 0.26
"""The least score if the form of the question fits and the idea states only a fact, or nothing."""

_NEAR_REGION = 0.6
_WORD_BONUS = 0.15
_MOST_WORDS = 3
_NEAR_TRADE = 0.7


_YEAR = re.compile(r"\b1\d{3}\b")
"""A year of the past in an idea."""

_SMALL_WORDS = """
a an the of and or to in on at for from by with without is are was be been it its that this somebody
someone who which what has have had must will shall would not no but as her his their she he they
them him my your our so than then into out over up one two three
"""
_SMALL = frozenset(_SMALL_WORDS.split())


@frozen(kw_only=True)
class Selection:
    """The names of the files from which a story is drawn, and the seed of the draw."""

    premise: str
    region: str
    room: str
    trade: str
    seed: str

    @property
    def record(self) -> str:
        """The names in one line, as the vision of a story records them."""
        return "/".join((self.premise, self.region, self.room, self.trade, self.seed))

    @classmethod
    def from_record(cls, record: str) -> "Selection":
        """Return the selection in ``record``."""
        premise, region, room, trade, seed = record.split("/")
        return cls(premise=premise, region=region, room=room, trade=trade, seed=seed)

    def load(self, library: MaterialLibrary) -> StoryMaterial:
        """Return the texts in the files; if a room or trade was deleted, use the plain one."""
        rooms = {each.id: each for each in library.load_rooms()}
        trades = library.load_trades()
        return StoryMaterial(
            premise=library.load_premise(self.premise),
            region=library.load_region(self.region),
            room=rooms.get(self.room) or rooms[PLAIN],
            trade=trades.get(self.trade) or trades[PLAIN],
        )


def select_material(
    idea: Idea, library: MaterialLibrary, seed: str, used: frozenset[str] = frozenset()
) -> Selection:
    """Return the selection of files for ``idea``.

    A premise in ``used`` is chosen only if no other premise fits about as well.
    """
    near = list_fitting_premises(idea, tuple(library.load_heads()))
    fresh = [each for each in near if each not in used] or near
    place = idea.place.name if idea.place else ""
    return Selection(
        premise=SeedRotation(f"{seed} {idea.text}").choose(fresh),
        region=_find_region(idea, tuple(library.load_regions())),
        room=_find_room(tuple(library.load_rooms()), place),
        trade=_find_trade(idea, library.load_trades()),
        seed=seed,
    )


def list_fitting_premises(idea: Idea, heads: Sequence[PremiseHead]) -> Sequence[str]:
    """Return the ids of the premises that fit ``idea``.

    If no premise with its own conflict is similar enough, the result has open premises, which
    take their conflict from the idea.
    """
    own = [each for each in heads if not each.is_open]
    scores = score_premises(idea, own)
    best = max(scores.values())
    near = sorted(name for name, score in scores.items() if score >= best - _MARGIN)
    return near if best >= _need(idea, own, near[0]) else list_open_premises(idea, heads) or near


def _need(idea: Idea, heads: Sequence[PremiseHead], name: str) -> float:
    """Return the least score with which the premise ``name`` fits; lower for a vague idea."""
    head = next(each for each in heads if each.id == name)
    asked = idea.question
    if asked.deed.is_open:
        return _EXACT
    least = {frozenset[str](): _POSSIBLE, frozenset({"fact"}): _LIKELY}
    fits_form = head.shape in idea.shapes and not asked.is_secret
    return least.get(asked.hinge, _OBVIOUS) if fits_form else _OBVIOUS


def list_open_premises(idea: Idea, heads: Sequence[PremiseHead]) -> Sequence[str]:
    """Return the ids of the open premises for what ``idea`` asks, by the form of the question."""
    other = Mood.LIGHT if idea.is_grave else Mood.GRAVE
    asking = [each for each in heads if each.is_open and each.asks == idea.question.hinge]
    if idea.question.is_secret:
        asking = [each for each in asking if each.secret] or asking
    asking = [each for each in asking if each.mood is not other] or asking
    of_shape = [each for each in asking if each.shape in idea.shapes] or asking
    toned = [each for each in of_shape if idea.tone and idea.tone in each.vision.tone]
    of_shape = toned or of_shape
    people = {each.id: count_fitting_people(idea, each.roles) for each in of_shape}
    return sorted(name for name, count in people.items() if count == max(people.values()))


def fits(idea: Idea, head: PremiseHead) -> bool:
    """Return whether the premise ``head`` asks what ``idea`` asks, in the idea's own words."""
    others = idea.listed_shapes - {QuestionShape.WHETHER, QuestionShape.WAY}
    asks = bool(head.asks - {"fact"})
    return head.is_open and asks and (head.shape in others or not others)


def score_premises(idea: Idea, heads: Sequence[PremiseHead]) -> Mapping[str, float]:
    """Return the score of each premise that can use the class of the idea's thing."""
    fitting = [each for each in heads if _takes_thing(idea, each)] or heads
    counts = Counter(cue for head in heads for cue in _list_cues(head))
    return {each.id: _score(idea, each, counts) for each in fitting}


def _takes_thing(idea: Idea, head: PremiseHead) -> bool:
    thing = idea.subject_place if _is_about_place(idea, head) else idea.thing
    return thing is None or thing.kind in head.classes or "object" in head.classes


def _is_about_place(idea: Idea, head: PremiseHead) -> bool:
    """Return whether both the premise and the idea are about a place."""
    return head.thing.kind == "place" and idea.subject_place is not None


def _list_cues(head: PremiseHead) -> frozenset[str]:
    return frozenset(_stem(cue) for role in head.roles.values() for cue in role.cues)


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s|e)$", "", word)


def _score(idea: Idea, head: PremiseHead, counts: Mapping[str, int]) -> float:
    about = re.sub(r"\{[^}]*\}", "somebody", head.about)
    nearness = _measure(idea, simplify(idea), [simplify_text(each) for each in (*head.near, about)])
    cues = _list_cues(head) & {_stem(each) for each in idea.content_words}
    rare = min(_MOST_CUES, sum(1 / counts[each] for each in cues))
    keeps = idea.has_promise and any("vow" in each for each in head.classes.values())
    is_same = (head.shape in idea.shapes, _is_about_place(idea, head), keeps)
    bonus = _SHAPE_BONUS * sum(is_same) + _CUE_BONUS * rare
    return 0.6 * max(nearness) + 0.4 * sum(nearness) / len(nearness) + bonus


def simplify(idea: Idea) -> str:
    """Return the content words of ``idea``: without names, articles, prepositions and the like."""
    text = idea.text
    for each in idea.phrases:
        text = text.replace(each.name, " ") if each.name else text
    return simplify_text(text)


def simplify_text(text: str) -> str:
    """Return ``text`` in lower case, without articles, prepositions and the like."""
    words = re.findall(r"[a-z][a-z-]+", text.lower())
    return " ".join(each for each in words if each not in _SMALL)


def _measure(idea: Idea, text: str, others: Sequence[str]) -> Sequence[float]:
    if idea.classes.embed is not None:
        return measure_nearness(idea.classes.embed, text, others)
    words = frozenset(text.split())
    return [len(words & frozenset(each.split())) / (len(words) + 1) for each in others]


def _find_region(idea: Idea, regions: Sequence[RegionTexts]) -> str:
    """Return the id of the region most similar to ``idea``, or ``PLAIN`` if all differ."""
    years = [int(each) for each in _YEAR.findall(idea.text)]
    fitting = (each for each in regions if not years or each.since <= min(years))
    told = idea.text
    for each in idea.question.pair:
        told = told.replace(drop_article(each), " ")
    words, others = simplify(idea), [each for each in fitting if each.id != PLAIN]
    by_near = _measure(idea, words, [" ".join(each.near) for each in others])
    by_about = _measure(idea, words, [simplify_text(each.about) for each in others])
    scores = {
        each.id: near + about + _WORD_BONUS * min(_MOST_WORDS, _count_words(told, each.near))
        for each, near, about in zip(others, by_near, by_about, strict=True)
    }
    best = max(others, key=lambda each: scores[each.id])
    is_said = idea.place and _count_words(idea.place.name, best.near)
    is_near = scores[best.id] >= _NEAR_REGION and _count_words(told, best.near)
    return best.id if is_said or is_near else PLAIN


def _find_room(rooms: Sequence[Room], place: str) -> str:
    """Return the id of the room with the most nouns in ``place``, or ``PLAIN`` without a match."""
    scores = {each.id: _count_words(place, each.near) for each in rooms}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] else PLAIN


def _count_words(text: str, nouns: Sequence[str]) -> int:
    words = re.findall(r"[\w-]+", text.lower())
    padded = f" {' '.join(words)} "
    return sum(f" {noun.lower()} " in padded or f" {noun.lower()}s " in padded for noun in nouns)


def _find_trade(idea: Idea, trades: Mapping[str, Trade]) -> str:
    lead = f" {idea.lead.lower()} "
    found = (name for name, each in trades.items() if any(f" {n} " in lead for n in each.near))
    listed = next(found, "")
    if listed or not lead.strip() or idea.classes.embed is None:
        return listed or PLAIN
    scores = {
        name: max(_measure(idea, idea.lead.split()[-1], each.near)) for name, each in trades.items()
    }
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] >= _NEAR_TRADE else PLAIN
