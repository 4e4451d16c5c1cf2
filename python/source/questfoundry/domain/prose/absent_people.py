"""Find people who act in a passage although they are dead or away there for every player."""

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from questfoundry.domain.prose.narration import Narration, split_sentences
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.presence import NO_PATH, Presence, presence_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact, Tense
from questfoundry.domain.text.names.word_classes import is_title
from questfoundry.domain.writing.may_must import Arrival, find_arrivals

_PRESENT = """
says asks answers replies whispers shouts calls nods smiles laughs shrugs frowns walks steps comes
goes runs climbs sits stands kneels leans turns looks reaches takes holds gives puts lifts hands
pulls pushes opens closes picks waits speaks
"""
_PAST = """
said asked answered replied whispered shouted called nodded smiled laughed shrugged frowned walked
stepped came went ran climbed sat stood knelt leant leaned turned looked reached took held gave put
lifted handed pulled pushed opened closed picked waited spoke
"""
_VERBS = {Tense.PRESENT: "|".join(_PRESENT.split()), Tense.PAST: "|".join(_PAST.split())}

_REMEMBERED = re.compile(
    r"\b(?:rememb\w+|memor\w+|recall\w*|dream\w*|imagin\w+|ghosts?|letters?|photographs?|pictures?"
    r"|portraits?|recordings?|voice|once|ago|before|last|used|always|never|would|if|when|as)\b",
    re.IGNORECASE,
)
"""Words that suggest that a sentence is about another time, or about an image of a person."""

_DEATH = re.compile(
    r"(?:(?:he|she|they) )?(?:(?:is|are|lies|was|were) )?(?:now )?(?:(?:has )?died\b"
    r"|(?:dead|killed|drowned|murdered)(?=[.,;:]|$| (?:since|by|of|in|at|and)\b))",
    re.IGNORECASE,
)


def find_acting_absent(story: Story, texts: Mapping[str, Narration]) -> Iterator[tuple[str, str]]:
    """Yield each passage in which an absent person acts, with the words that show it.

    A person is absent if dead or away for every player of the passage: away by the effects of
    paths, or dead by the facts that earlier prose states. ``texts`` holds the English prose that
    all players of a passage read. People with a beat in the passage are left out, because the law
    about effects judges them.
    """
    presence, deaths = presence_of(story), _list_deaths(story)
    departs = {each for arms in presence.changes.values() for arm in arms.values() for each in arm}
    people = {
        each.id: each
        for each in story.list_kept_entities(EntityKind.CHARACTER)
        if not each.played and (each.id in departs or each.id in deaths)
    }
    if not people:
        return
    absence = _Absence(story, presence, deaths)
    patterns = {each: _build_pattern(story, entity) for each, entity in people.items()}
    arrivals = find_arrivals(story.existing_structure)
    for passage, narration in texts.items():
        if passage not in arrivals:
            continue
        for each in sorted(absence.list_absent(passage, arrivals[passage]) & people.keys()):
            if words := _find_deed(narration, patterns[each]):
                yield passage, words


@frozen
class _Absence:
    story: Story
    presence: Presence
    deaths: Mapping[str, frozenset[str]]

    def list_absent(self, passage: str, arrival: Arrival) -> frozenset[str]:
        """Return the ids of the people who are dead or away for every player at ``passage``."""
        absent = set[str]()
        for arms in self.presence.changes.values():
            paths = [self.story.path(each) for each in arms if each != NO_PATH]
            certain = [each for each in paths if each.flags <= arrival.must]
            for path in certain or paths:
                for entity, leaves in arms[path.id].items():
                    if leaves and certain:
                        absent.add(entity)
                    elif not leaves:
                        absent.discard(entity)
        dead = {
            entity
            for entity, places in self.deaths.items()
            if not places.isdisjoint(arrival.certain_predecessors)
        }
        beats = self.story.beats_in(self.story.existing_structure.passage(passage))
        return frozenset(absent | dead).difference(*(each.entities for each in beats))


def _list_deaths(story: Story) -> Mapping[str, frozenset[str]]:
    """Map the id of each dead entity to the passages with a fact that says so."""
    dead = [each for each in story.facts if _is_death(story, each)]
    return {
        entity: frozenset(each.passage for each in dead if each.entity == entity)
        for entity in {each.entity for each in dead}
    }


def _is_death(story: Story, fact: Fact) -> bool:
    name = story.entity_name(fact.entity)
    return bool(_DEATH.match(fact.text.removeprefix(name).strip()))


def _build_pattern(story: Story, person: Entity) -> re.Pattern[str]:
    """Return a pattern for a sentence that begins with the person's name and a verb."""
    first = person.name.split()[0]
    alike = [each for each in story.entities if first in each.name.split()]
    names = [person.name] if len(alike) > 1 or is_title(first) else [person.name, first]
    verbs = _VERBS[story.voice.tense] if story.voice else "|".join(_VERBS.values())
    begins = r"[\s\"\u201d]*(?:(?:and|but|then|now) )?"
    return re.compile(rf"{begins}(?:{'|'.join(map(re.escape, names))}) (?:{verbs})\b")


def _find_deed(narration: Narration, pattern: re.Pattern[str]) -> str:
    for stretch in narration.stretches:
        for sentence in split_sentences(stretch):
            if pattern.match(sentence) and not _REMEMBERED.search(sentence):
                return sentence.strip()
    return ""
