"""Turn conditional text into paragraphs that each depend on at most one flag.

A *group* holds names, and every player has exactly one of them: the marks of one scene's options,
the answers to a dilemma, or a clue and its opposite. The two sides of the stat are a group, too,
but players at 0 are on neither side. A paragraph that asks about a group is written
out for each name of the group, so that a player reads exactly one of these paragraphs.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.conditions import Term, list_terms, settle_marks, split_paragraphs
from questfoundry.infra.llm.draft.draw import DrawnStory
from questfoundry.infra.llm.draft.premise import HIGH, LOW, SlotError

Group = tuple[str, ...]


@frozen
class TextPiece:
    """A paragraph for players who have the mark, clue or answer ``name``; if empty, for all."""

    text: str
    name: str = ""


def name_opposite(clue: str) -> str:
    """Return the name of the flag of players who did not learn ``clue``."""
    return f"no-{clue}"


def collect_groups(story: DrawnStory) -> Mapping[str, Group]:
    """Return a mapping from each name that a condition can ask for to the name's group."""
    premise = story.premise
    sides = (HIGH, LOW) if premise.stat else ()
    groups = [tuple(each.answers) for each in premise.dilemmas.values()]
    groups += [(clue, name_opposite(clue)) for clue in premise.clues]
    found = {name: group for group in (*groups, sides) for name in group}
    for scene in story.scenes.values():
        # A mark of another variant is known, too; no player of this story has it.
        found |= dict.fromkeys(scene.scene.list_marks(), scene.marks)
    return found


def expand_text(text: str, groups: Mapping[str, Group]) -> Iterator[TextPiece]:
    """Yield the paragraphs of ``text``; a conditional one comes once for each name of its group.

    ``groups`` maps each name that a condition may ask for to the name's group. Raise ``SlotError``
    if a condition is unknown or a paragraph asks about several groups.
    """
    for paragraph in split_paragraphs(text):
        yield from _expand(paragraph, groups)


def _expand(paragraph: str, groups: Mapping[str, Group]) -> Sequence[TextPiece]:
    terms = list_terms(paragraph)
    if not terms:
        return (TextPiece(paragraph),)
    group = _find_group(terms, groups)
    read = {name: _read_as(paragraph, name) for name in group}
    if group == (HIGH, LOW) and _read_as(paragraph, ""):
        raise SlotError(
            "a paragraph that asks for the stat is also read by players on neither side; write it "
            "as [[high: ...]] [[low: ...]] without other words"
        )
    if len(set(read.values())) == 1:
        return tuple(TextPiece(text) for text in set(read.values()) if text)
    return tuple(TextPiece(text, name) for name, text in read.items() if text)


def _find_group(terms: Sequence[Term], groups: Mapping[str, Group]) -> Group:
    unknown = [each.name for each in terms if each.name not in groups]
    if unknown:
        raise SlotError(f"the condition {unknown[0]!r} is no mark, clue or answer of this story")
    found = list(dict.fromkeys(groups[each.name] for each in terms))
    if len(found) > 1:
        first, second = (f"{each[0]!r}" for each in found[:2])
        raise SlotError(
            f"one paragraph asks about {first} and {second}, which belong to different choices; "
            "begin a new paragraph for one of them"
        )
    return found[0]


def _read_as(paragraph: str, name: str) -> str:
    return settle_marks(paragraph, lambda term: (term.name == name) is not term.negated)
