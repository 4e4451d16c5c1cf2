"""Short names for paths, and what they tell of passages, choices and flags."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.app.story_map.story_map import Code, Line, Question
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.dilemma import Dilemma, Residue
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.story import Story

_LETTERS = "ab"


@frozen(kw_only=True)
class Codes:
    """The number of each dilemma, and the code of each path and of each flag that it sets."""

    questions: tuple[Question, ...]
    numbers: Mapping[str, int]
    paths: Mapping[str, Code]
    flags: Mapping[str, Code]

    def line(self, choice: Choice, *, on_trail: bool) -> Line:
        """The choice on the map."""
        code = self.paths.get(choice.takes)
        # A choice that takes a path sets that path's flags: its code has said so.
        set_besides = [name for name in self._names(choice.grants) if name != str(code)]
        return Line(
            source=choice.source,
            target=choice.target,
            label=choice.label,
            code=code,
            conditions=(
                *(f"if {name}" for name in self._names(choice.requires)),
                *(f"unless {name}" for name in self._names(choice.forbids)),
                *(f"sets {name}" for name in set_besides),
            ),
            on_trail=on_trail,
        )

    def residue_of(self, passage: Passage) -> list[Code]:
        """The paths without which the passage would not be there."""
        return [
            self.paths[trace.path]
            for trace in passage.remembers
            if trace.residue is not Residue.COSMETIC and trace.path in self.paths
        ]

    def _names(self, flags: frozenset[str]) -> list[str]:
        """What stands for the flags; one that no path sets stands for itself."""
        return sorted({str(self.flags.get(flag) or slug_of(flag) or flag) for flag in flags})


def codes_of(story: Story) -> Codes:
    """The codes of the story's paths: dilemmas count from 1, their answers are a and b."""
    numbers = {dilemma.id: number for number, dilemma in enumerate(story.dilemmas, start=1)}
    answers = {
        answer.id: Code(numbers[dilemma.id], letter)
        for dilemma in story.dilemmas
        for letter, answer in zip(_LETTERS, dilemma.answers, strict=True)
    }
    paths = {path.id: answers[path.answer] for path in story.paths}
    return Codes(
        questions=tuple(_question(numbers[each.id], each) for each in story.dilemmas),
        numbers=numbers,
        paths=paths,
        flags={each.flag: paths[path.id] for path in story.paths for each in path.consequences},
    )


def _question(number: int, dilemma: Dilemma) -> Question:
    letters = zip(_LETTERS, dilemma.answers, strict=True)
    return Question(
        number=number,
        text=dilemma.question,
        answers={
            letter: answer.text for letter, answer in letters if answer not in dilemma.shadows
        },
    )
