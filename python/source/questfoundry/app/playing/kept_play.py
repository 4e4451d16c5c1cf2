"""Keep what a player chose and read, and compare it with the story as it is now.

A choice is known by its id, so that a new label is a changed text and not a lost choice. If no
choice of the passage has the id, the choice that is open and has the kept label takes its place.
Ids of passages count only where a choice now leads to another passage of the kept play.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import takewhile

from attrs import define, evolve, field
from pydantic import BaseModel, ConfigDict, model_validator

from questfoundry.app.playing.walk import prose_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, play, play_steps, take
from questfoundry.domain.story.story import Story

WORDS_AROUND = 4
"""The number of equal words shown on each side of a difference."""

NAMES_SHOWN = 3
"""The number of plays that a finding names."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_FIX = "Keep the play again if you want this; otherwise undo the edit."


class PlayRule(StrEnum):
    """The rules of kept plays: what a player chose and read is still there."""

    CHOICE = "play.choice"
    CLOSED = "play.closed"
    ROUTE = "play.route"
    TEXT = "play.text"
    ENDING = "play.ending"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KeptPassage(_Part):
    """A passage of a kept play, and the choice that the player took there, by id and label.

    Empty fields and a ``text`` of ``None`` are not compared. ``text`` has a paragraph per item.
    """

    passage: str = ""
    title: str = ""
    text: tuple[str, ...] | None = None
    choice: str = ""
    label: str = ""


class KeptPlay(_Part):
    """A kept play: its passages in order, or only ``choices``, each the id or label of a choice.

    ``ending`` is the id or name of the ending; empty if the player stopped before, ``None`` if any
    ending is right.
    """

    ending: str | None = None
    ending_name: str = ""
    passages: tuple[KeptPassage, ...] = ()
    choices: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check_steps(self) -> "KeptPlay":
        if self.passages and self.choices:
            raise ValueError("write either passages or choices")
        for number, step in enumerate(self.passages[:-1], start=1):
            if not (step.choice or step.label):
                raise ValueError(f"passage {number} needs a choice or a label")
        return self

    @property
    def steps(self) -> tuple[KeptPassage, ...]:
        """The passages of the play; without ``passages``, one step for each of ``choices``.

        The last step is the passage at which the player stopped, and has no choice.
        """
        if self.passages and not (self.passages[-1].choice or self.passages[-1].label):
            return self.passages
        named = self.passages or tuple(KeptPassage(choice=each) for each in self.choices)
        return (*named, KeptPassage())


def require_play_name(name: str) -> None:
    """Raise ``InputError`` if ``name`` is not a valid name for a play."""
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{name[:80]!r} is not a name for a play. Use up to 60 small letters, digits, - and _."
        )


def keep_play(story: Story, choices: Sequence[str]) -> KeptPlay:
    """Return the play of a player who takes ``choices`` (ids).

    A passage without prose is kept without its text.
    """
    structure = story.existing_structure
    steps = []
    for count, player in enumerate(play_steps(structure, choices)):
        here = structure.passage(player.passage)
        step = KeptPassage(passage=here.id, title=here.title, text=_read(story, here, player))
        if count < len(choices):
            label = structure.choice(choices[count]).label
            step = step.model_copy(update={"choice": choices[count], "label": label})
        steps.append(step)
    name = story.ending_name(here.ending) if here.ending else ""
    return KeptPlay(ending=here.ending, ending_name=name, passages=tuple(steps))


def _read(story: Story, passage: Passage, player: Playthrough) -> tuple[str, ...] | None:
    return prose_of(story, passage, player.flags) if story.paragraphs(passage.id) else None


def compare_plays(story: Story, plays: Mapping[str, KeptPlay]) -> tuple[Finding, ...]:
    """Return a finding for each difference; plays (by name) with the same difference share it."""
    found: dict[tuple[str, str, str], tuple[Finding, list[str]]] = {}
    for name, kept in plays.items():
        for each in Replay(story).compare(kept):
            key = each.rule, each.place, each.problem
            found.setdefault(key, (each, []))[1].append(name)
    return tuple(
        evolve(each, problem=f"{each.problem} {_list_plays(names)}")
        for each, names in found.values()
    )


def _list_plays(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMES_SHOWN:,} more" if len(names) > NAMES_SHOWN else ""
    word = "Play" if len(names) == 1 else "Plays"
    return f"{word}: {', '.join(names[:NAMES_SHOWN])}{more}."


@define
class Replay:
    """A kept play that is played again in ``story``."""

    story: Story
    _player: Playthrough = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._player = play(self.story.existing_structure)

    @property
    def choices(self) -> tuple[str, ...]:
        """The ids of the choices taken so far."""
        return self._player.choices

    def compare(self, kept: KeptPlay) -> Iterator[Finding]:
        """Take the choices of ``kept`` as long as they are open, and yield what differs."""
        structure, steps = self.story.existing_structure, kept.steps
        known = {each.id for each in structure.passages}
        for step in steps[:-1]:
            if broken := self._find_other_route(step, known):
                yield broken
                return
            yield from self._compare_words(step)
            choice = self._find_choice(step)
            if isinstance(choice, Finding):
                yield choice
                return
            if step.label and step.label != choice.label:
                yield self._describe(
                    PlayRule.TEXT,
                    choice.id,
                    f'The label "{step.label}" in {self._here} is now "{choice.label}".',
                )
            self._player = take(structure, self._player, choice.id)
        if broken := self._find_other_route(steps[-1], known):
            yield broken
            return
        yield from self._compare_words(steps[-1])
        yield from self._compare_ending(kept)

    def require_route(self, kept: KeptPlay) -> None:
        """Take all choices of ``kept``; raise ``InputError`` if one is not open."""
        found = [*self.compare(kept)]
        if len(self.choices) < len(kept.steps) - 1:
            raise InputError(f"The play cannot be kept. {found[-1].problem}")

    @property
    def _passage(self) -> Passage:
        return self.story.existing_structure.passage(self._player.passage)

    @property
    def _here(self) -> str:
        return f'"{self._passage.title or self._passage.id}"'

    def _describe(self, rule: PlayRule, place: str, problem: str) -> Finding:
        return Finding(
            rule=rule,
            severity=Severity.ERROR,
            place=place,
            problem=problem,
            fix=_FIX,
            counterexample=self.choices,
        )

    def _find_other_route(self, step: KeptPassage, known: set[str]) -> Finding | None:
        if step.passage not in known - {self._passage.id}:
            return None
        structure = self.story.existing_structure
        before = structure.passage(step.passage).title or step.passage
        if not self.choices:
            problem = f'The story now starts in {self._here}, not in "{before}".'
            return self._describe(PlayRule.ROUTE, self._passage.id, problem)
        last = structure.choice(self.choices[-1])
        problem = f'The choice "{last.label}" now leads to {self._here}, not to "{before}".'
        return self._describe(PlayRule.ROUTE, last.id, problem)

    def _compare_words(self, step: KeptPassage) -> Iterator[Finding]:
        here = self._passage
        if step.title and step.title != here.title:
            problem = f'The title "{step.title}" is now "{here.title}".'
            yield self._describe(PlayRule.TEXT, here.id, problem)
        if step.text is None:
            return
        now = _read(self.story, here, self._player) or ()
        matcher = SequenceMatcher(None, step.text, now, autojunk=False)
        for kind, first, last, start, end in matcher.get_opcodes():
            if kind != "equal":
                change = _describe_change(step.text[first:last], now[start:end])
                yield self._describe(PlayRule.TEXT, here.id, f"Text in {self._here} {change}")

    def _find_choice(self, step: KeptPassage) -> Choice | Finding:
        player, wanted = self._player, step.label or step.choice
        leaving = self.story.existing_structure.selectable_choices(player.passage)
        named = [each for each in leaving if each.id == step.choice] or [
            each for each in leaving if _normalise(each.label) == _normalise(wanted)
        ]
        if taken := [each for each in named if each in player.open]:
            return taken[0]
        if named:
            problem = f'The choice "{wanted}" in {self._here} is closed: {self._why(named[0])}.'
            return self._describe(PlayRule.CLOSED, named[0].id, problem)
        if self._passage.ending:
            problem = f'The story now ends in {self._here}, before the choice "{wanted}".'
            return self._describe(PlayRule.ENDING, player.passage, problem)
        problem = f'There is no choice "{wanted}" in {self._here}.'
        return self._describe(PlayRule.CHOICE, player.passage, problem)

    def _why(self, choice: Choice) -> str:
        flags, story = self._player.flags, self.story
        reasons = [
            *(f"it needs [{story.describe_condition(each)}]" for each in choice.requires - flags),
            *(f"[{story.describe_condition(each)}] forbids it" for each in choice.forbids & flags),
        ]
        return " and ".join(sorted(reasons))

    def _compare_ending(self, kept: KeptPlay) -> Iterator[Finding]:
        here = self._passage
        name = self.story.ending_name(here.ending) if here.ending else ""
        if kept.ending is not None and kept.ending not in {here.ending, name}:
            now = f'ends with "{name}"' if here.ending else "does not end"
            before = f'ended with "{kept.ending_name or kept.ending}"' if kept.ending else "did not"
            problem = f"The play {before} and now {now}, in {self._here}."
            yield self._describe(PlayRule.ENDING, here.id, problem)
        elif kept.ending_name and kept.ending_name != name:
            problem = f'The name of the ending "{kept.ending_name}" is now "{name}".'
            yield self._describe(PlayRule.TEXT, here.id, problem)


def _normalise(label: str) -> str:
    return " ".join(label.casefold().split())


def _describe_change(old: Sequence[str], new: Sequence[str]) -> str:
    if not old:
        return f'is new: "{_join(new)}".'
    if not new:
        return f'is missing: "{_join(old)}".'
    before, after = _join(old).split(), _join(new).split()
    if before == after:
        return f'has other spaces or line breaks: "{_join(new)}".'
    start = _count_equal(before, after)
    end = _count_equal(before[start:][::-1], after[start:][::-1])
    return f'was "{_cut(before, start, end)}" and is now "{_cut(after, start, end)}".'


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of equal words at the beginning of both."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in pairs)


def _join(paragraphs: Sequence[str]) -> str:
    return " ".join(paragraphs)


def _cut(words: Sequence[str], start: int, end: int) -> str:
    """Return ``words`` without the equal words at both ends, except the nearest."""
    first, last = max(0, start - WORDS_AROUND), len(words) - max(0, end - WORDS_AROUND)
    shown = " ".join(words[first:last])
    return f"{'... ' if first else ''}{shown}{' ...' if last < len(words) else ''}"
