"""Check the tellings: each one for ideas that name much or little, and one for each question."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

from benchmarks.scene_checks.compose import PEOPLE, QUESTIONS, THINGS, find_prose_faults
from benchmarks.scene_checks.finding import MaterialFinding
from questfoundry.infra.llm.draft.draw import SlotFiller
from questfoundry.infra.llm.draft.library import FOLDER, TELLINGS, MaterialLibrary
from questfoundry.infra.llm.draft.premise import SlotError, Telling
from questfoundry.infra.llm.draft.tale import Cast, Tale

_FILE = f"{TELLINGS}.yaml"
_TYPED = ("either", "aim", "options")
"""The kinds of questions whose answers are made of the idea's words."""

_GLUED = re.compile(r"\w\[\[[^\[\]]*(?::|\|\|) ?[\w{][^\[\]]*\]\]")
"""Matches a conditional text whose words would touch the word before it."""


def check_tellings(library: MaterialLibrary) -> Iterator[MaterialFinding]:
    """Yield the faults of the file of tellings; each kind of question must have one."""
    found = library.load_all_tellings()
    words = library.prompts.wording(f"{FOLDER}/words")
    known = {*words["answers"], *words["acts"], *_TYPED}
    for kind in sorted(known.symmetric_difference(found)):
        problem = "has no telling" if kind in known else "is no kind of question"
        yield MaterialFinding(file=_FILE, problem=f"{kind} {problem}", fix="Correct its name.")
    for kind, each in found.items():
        for number, telling in enumerate(each, 1):
            yield from _check(telling, kind, number)


def _check(telling: Telling, kind: str, number: int) -> Iterator[MaterialFinding]:
    for people, things in product(PEOPLE, THINGS):
        at = "on Ceres Dock" if things else ""
        tale = Tale(idea="An idea.", people=people, things=things, at=at, question=QUESTIONS[0])
        filler = SlotFiller(Cast(people={}, tale=tale), telling)
        for problem, words in _find_faults(filler, telling.model_dump(exclude={"suits"})):
            yield MaterialFinding(
                file=_FILE, scene=kind, variant=number, problem=problem, words=words
            )


def _find_faults(filler: SlotFiller, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for text in texts.values():
        if "*" in text:
            yield "an asterisk stands in italics (Leave it out.)", text[:40]
        if glued := _GLUED.search(text):
            yield "a space is missing (Write it before the condition.)", glued[0]
        try:
            for fault in find_prose_faults(filler.fill(text)):
                yield f"{fault.problem} ({fault.fix})", fault.words
        except SlotError as error:
            yield str(error), text[:40]
