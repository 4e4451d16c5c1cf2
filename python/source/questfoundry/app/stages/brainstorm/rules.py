"""The rules for the entities and dilemmas of BRAINSTORM."""

from collections.abc import Collection, Iterator, Sequence

from questfoundry.app.stages.section import Rules
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormDilemmas,
    BrainstormEntities,
    BrainstormNames,
    DilemmaDraft,
    DilemmaEntry,
    EntityDraft,
    EntityEntry,
)
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.ids import is_id, make_id, slugify
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.names import is_named_in
from questfoundry.domain.story.entity import Entity, EntityKind, OutlineName
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.names.stated_names import has_name

LEAST = {EntityKind.CHARACTER: 1, EntityKind.LOCATION: 2}
"""The minimum number of entities of each kind."""

SAME_QUESTION = 0.8
"""Two questions count as equal if at least this share of all their words occurs in both."""


def entity_id(entity: EntityDraft) -> str:
    """Return the id of ``entity``; for a draft without an id, build the id from kind and name."""
    return entity.id if isinstance(entity, EntityEntry) else make_id(entity.kind, entity.name)


def find_player_id(section: BrainstormEntities) -> str:
    """Return the id of the character that ``section.played`` names, or "" if unknown."""
    made = make_id(EntityKind.CHARACTER, section.played)
    characters = (each for each in section.entities if each.kind is EntityKind.CHARACTER)
    known = (entity_id(each) for each in characters)
    return next((each for each in known if each in (section.played, made)), "")


def dilemma_id(dilemma: DilemmaDraft) -> str:
    """Return the id of ``dilemma``; for a draft without an id, build the id from the name."""
    return dilemma.id if isinstance(dilemma, DilemmaEntry) else make_id("dilemma", dilemma.name)


def anchor_ids(dilemma: DilemmaDraft, entities: Sequence[EntityDraft]) -> tuple[str, ...]:
    """Return the ids of the anchors of ``dilemma``: the entities that it is about.

    The draft may contain names of entities instead of ids. An anchor that is no entity's name stays
    unchanged.
    """
    named = {slugify(each.name): entity_id(each) for each in entities}
    return tuple(dict.fromkeys(named.get(slugify(each), each) for each in dilemma.anchors))


def find_missing_names(
    names: Sequence[OutlineName], entities: Sequence[EntityDraft | Entity]
) -> tuple[str, ...]:
    """Return the author's ``names`` that no entity in ``entities`` has."""

    def has(entity: EntityDraft | Entity, named: OutlineName) -> bool:
        concept = "" if named.kind == EntityKind.CHARACTER else entity.concept
        return has_name(f"{entity.name} {concept}", named.name)

    return tuple(each.name for each in names if not any(has(one, each) for one in entities))


def is_background(entity: EntityDraft, anchored: Collection[str]) -> bool:
    """Return whether ``entity`` is a background character: its id is not in ``anchored``.

    ``anchored`` holds the ids of all entities that dilemmas are about.
    """
    return entity.kind is EntityKind.CHARACTER and entity_id(entity) not in anchored


class BrainstormRules(Rules):
    """The rules for the sections of BRAINSTORM that a JSON Schema cannot express."""

    stage = "brainstorm"

    def check_names(
        self, section: BrainstormNames, pages: Sequence[MaterialPage]
    ) -> Sequence[Fault]:
        """Return a fault for each name, or alternative form of a name, that the outline lacks."""
        return [
            self.make_fault("not_in_outline", f"names.{index}.{field}", provided=name)
            for index, each in enumerate(section.names)
            for field, name in (
                ("name", each.name),
                *((f"also.{at}", other) for at, other in enumerate(each.also)),
            )
            if not is_named_in(name, pages)
        ]

    def check_entities(
        self, section: BrainstormEntities, wants: Range, names: Sequence[OutlineName] = ()
    ) -> Sequence[Fault]:
        """Return faults for repeated ids, kinds with too few entities, and missing ``names``.

        There is also a fault if ``section.played`` names no character, and for each want that
        ``wants`` leaves no room for, or that is not of a character besides the player's.
        """
        entities = section.entities
        kinds = [entity.kind.value for entity in entities]
        entity_names = [entity.name for entity in entities]
        return (
            *self._check_ids("entities", kinds, entities),
            *(
                self.make_fault(
                    "too_few_of_a_kind",
                    "entities",
                    category=FaultCategory.COMPLETENESS,
                    provided=entity_names,
                    kind=kind.value,
                    least=least,
                    given=kinds.count(kind.value),
                )
                for kind, least in LEAST.items()
                if kinds.count(kind.value) < least
            ),
            *(
                self.make_fault("unnamed", "entities", provided=entity_names, name=name)
                for name in find_missing_names(names, entities)
            ),
            *(
                (self.make_fault("nobody_played", "played", provided=section.played),)
                if section.played and not find_player_id(section)
                else ()
            ),
            *self._check_wants(section, wants),
        )

    def _check_wants(self, section: BrainstormEntities, wants: Range) -> Iterator[Fault]:
        player, count = find_player_id(section), 0
        for index, each in enumerate(section.entities):
            is_person = each.kind is EntityKind.CHARACTER and entity_id(each) != player
            count += bool(each.want and is_person)
            if each.want and (not is_person or count > wants.most):
                yield self.make_fault(
                    "too_many_wants" if is_person else "want_of_no_person",
                    f"entities.{index}.want",
                    provided=each.want,
                    only_value="",
                    most=wants.most,
                )

    def check_dilemmas(
        self,
        section: BrainstormDilemmas,
        entities: Sequence[EntityDraft],
        earlier: Sequence[DilemmaDraft] = (),
    ) -> Sequence[Fault]:
        """Return faults for repeated ids or questions, equal answers, and unknown anchors.

        Ids and questions are also compared with those of the ``earlier`` dilemmas. A wrong value of
        an entity's ``background`` is a fault, too.
        """
        dilemmas = section.dilemmas
        return (
            *self._check_ids("dilemmas", ["dilemma"] * len(dilemmas), dilemmas, earlier),
            *self._check_questions(
                [dilemma.question for dilemma in dilemmas],
                [dilemma.question for dilemma in earlier],
            ),
            *(
                self.make_fault(
                    "same_answers",
                    f"dilemmas.{index}.alternative",
                    provided=dilemma.alternative.text,
                )
                for index, dilemma in enumerate(dilemmas)
                if split_to_slugs(dilemma.default.text) == split_to_slugs(dilemma.alternative.text)
            ),
            *self._check_anchors(entities, dilemmas),
            *self._check_background(entities, dilemmas),
        )

    def _check_anchors(
        self, entities: Sequence[EntityDraft], dilemmas: Sequence[DilemmaDraft]
    ) -> Iterator[Fault]:
        ids = [entity_id(each) for each in entities]
        for index, dilemma in enumerate(dilemmas):
            for anchor in anchor_ids(dilemma, entities):
                if anchor not in ids:
                    names = ", ".join(each.name for each in entities)
                    yield self.make_fault(
                        "no_such_entity", f"dilemmas.{index}.anchors", provided=anchor, names=names
                    )

    def _check_background(
        self, entities: Sequence[EntityDraft], dilemmas: Sequence[DilemmaDraft]
    ) -> Iterator[Fault]:
        """Yield a fault for each wrong value of ``background``, which only an author can enter."""
        anchored = {anchor for dilemma in dilemmas for anchor in dilemma.anchors}
        for index, entity in enumerate(entities):
            if isinstance(entity, EntityEntry) and entity.background != is_background(
                entity, anchored
            ):
                yield self.make_fault(
                    "background" if entity.background else "not_background",
                    f"entities.{index}.background",
                    provided=entity.background,
                )

    def _check_ids(
        self,
        field: str,
        kinds: Sequence[str],
        drafts: Sequence[EntityDraft | DilemmaDraft],
        earlier: Sequence[DilemmaDraft] = (),
    ) -> Iterator[Fault]:
        first = {dilemma_id(each): each.name for each in earlier}
        for index, (kind, draft) in enumerate(zip(kinds, drafts, strict=True)):
            made = make_id(kind, draft.name)
            written = draft.id if isinstance(draft, EntityEntry | DilemmaEntry) else None
            identifier = made if written is None else written
            provided = draft.name if written is None else written
            at = f"{field}.{index}.name" if written is None else f"{field}.{index}.id"
            if not is_id(identifier, kind):
                rule = "no_id" if written is None else "misspelled_id"
                yield self.make_fault(rule, at, provided=provided, kind=kind, made=made)
            elif identifier in first:
                # A new name alone would not make a new entity: request the whole entry again.
                yield self.make_fault(
                    "doubled",
                    f"{field}.{index}" if written is None else at,
                    category=FaultCategory.COMPLETENESS,
                    provided=provided,
                    id=identifier,
                    first=first[identifier],
                )
            first.setdefault(identifier, draft.name)

    def _check_questions(self, questions: Sequence[str], earlier: Sequence[str]) -> Iterator[Fault]:
        words_by_question = {question: frozenset(split_to_slugs(question)) for question in earlier}
        for index, question in enumerate(questions):
            own_words = frozenset(split_to_slugs(question))
            for other, words in words_by_question.items():
                both, either = own_words & words, own_words | words
                if either and len(both) / len(either) >= SAME_QUESTION:
                    yield self.make_fault(
                        "same_question", f"dilemmas.{index}", provided=question, other=other
                    )
                    break
            words_by_question[question] = own_words


def split_to_slugs(text: str) -> list[str]:
    """Return the slug of each word in ``text``; words that have no slug are left out."""
    return [plain for word in text.split() if (plain := slugify(word))]
