"""Collect the facts about a whole Twine story that the reader of one passage needs."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import PurePath

from attrs import evolve, frozen

from questfoundry.infra.foreign.harlowe_hooks import count_hook_names
from questfoundry.infra.foreign.sugarcube_elements import collect_elements
from questfoundry.infra.foreign.twee_passages import PassageRole, TweePassage, find_role


@frozen(kw_only=True)
class SourceFacts:
    """Facts about a whole story that a reader of one passage needs.

    ``names``: the passages to which a link may lead.
    ``version``: the version of the story format, as numbers; empty if it is unknown.
    ``files``: the names of the files that were read, without their folders.
    ``hooks``: how often code names each of Harlowe's hooks; ``None`` if code may mean any hook.
    ``elements``: by id, the passages that may have the element with this id for which a macro of
      SugarCube looks; ``None`` if any passage may have it.
    ``is_assignment_refused``: whether SugarCube refuses an assignment in a condition.
    """

    names: AbstractSet[str] = frozenset()
    version: tuple[int, ...] = ()
    files: AbstractSet[str] = frozenset()
    hooks: Mapping[str, int] | None = None
    elements: Mapping[str, AbstractSet[str]] | None = None
    is_assignment_refused: bool = False

    def is_before(self, *version: int) -> bool:
        """Return whether the story format is older than ``version``; an unknown one is not."""
        return bool(self.version) and self.version < version


_LINES_JOINED = re.compile(r"\bConfig\.passages\.nobr\s*=\s*true\b")


def join_lines_everywhere(passages: Sequence[TweePassage]) -> Sequence[TweePassage]:
    """Return ``passages``, all with SugarCube's tag ``nobr`` if a script sets it for the story."""
    if not any(_LINES_JOINED.search(e.text) for e in passages if "script" in e.tags):
        return passages
    return [evolve(each, tags=each.tags | {"nobr"}) for each in passages]


def collect_facts(passages: Sequence[TweePassage], story_format: str, version: str) -> SourceFacts:
    """Return the facts about ``passages``; ``version`` is written with points, or is empty."""
    facts = SourceFacts(
        names={e.name for e in passages if find_role(e, story_format) is not PassageRole.CODE},
        version=tuple(map(int, re.findall(r"\d+", version.partition("-")[0]))),
        files={PurePath(each.place.file).name for each in passages},
    )
    match story_format.casefold():
        case "harlowe":
            return evolve(facts, hooks=count_hook_names(each.text for each in passages))
        case "sugarcube":
            is_strict = not any("ifAssignmentError" in each.text for each in passages)
            return evolve(
                facts,
                elements=collect_elements((each.name, each.text) for each in passages),
                is_assignment_refused=is_strict and facts.is_before(2, 37),
            )
    return facts
