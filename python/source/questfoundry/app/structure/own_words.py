"""Tell the author's own words from a model's, in a project whose author writes.

Models plan such a story, so titles, labels and other texts of the plan serve as working names until
the author replaces them. Whose a text is follows from the stored versions: a text is the author's
if an edit has brought it in.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import EDIT, FOUND, RENAME, REPLACE, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.remedy import ShowBrief, SimpleAction
from questfoundry.domain.run.modes import ProseMode
from questfoundry.domain.run.spec import DRAFT
from questfoundry.domain.story.edition_texts import TextPlace, map_texts
from questfoundry.domain.story.player_texts import TextKind
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.story import Story

NOT_YOURS = "not-yet-yours"
"""The rule of findings about texts that the author has yet to write."""

_FILES = {
    TextKind.NOTES: "dream",
    TextKind.STAT: "seed",
    TextKind.CLUE: "seed",
    TextKind.CHAPTER: "seed",
    TextKind.PROSE: "fill",
}
"""The stages whose artifacts hold the texts; all others are in that of GROW."""


@frozen(kw_only=True)
class WorkingText:
    """A text of the plan that players would read; ``text`` is empty for a passage without prose.

    ``place``: the id of the passage, or of what else has the text.
    """

    place: str
    kind: TextKind
    passage: str
    text: str

    @property
    def finding(self) -> Finding:
        """The text as a finding of the checks."""
        has = (
            f"The {self.kind} “{self.text}” is a working text" if self.text else "There is no text"
        )
        return Finding(
            rule=NOT_YOURS,
            severity=Severity.WARNING,
            place=self.place,
            problem=f"{has}, not yet written by you.",
            fix=f"Write your own in artifacts/{_FILES.get(self.kind, 'grow')}.yaml.",
        )


@frozen(kw_only=True)
class WritingProgress:
    """How far the author has written: passages, their words, and what is missing.

    ``next_passage``: the first passage without the author's text, or empty.
    ``texts``: the number of other texts, such as titles and labels, that are not the author's yet.
    """

    written: int
    passages: int
    words: int
    next_passage: str
    texts: int

    @property
    def is_finished(self) -> bool:
        """Return whether every word that players read is the author's."""
        return not (self.next_passage or self.texts)


@frozen(kw_only=True)
class OwnWords:
    """The author's own words in the project of ``store``.

    In the mode ``POLISH``, drafts that the author accepted count as the author's, too.
    """

    store: ProjectStore
    mode: ProseMode = ProseMode.MINE

    def list_missing(self, story: Story) -> Sequence[WorkingText]:
        """Return the texts that players would read and that the author has not written, once each.

        Passages without prose come first.
        """
        own, missing = self._collect_own_texts(), dict[tuple[TextKind, str], WorkingText]()
        passages = story.existing_structure.passages

        def note(place: TextPlace, text: str) -> str:
            if place.kind is not TextKind.DESCRIPTION and _squeeze(text) not in own:
                where = place.passage or place.name.split()[0]
                is_prose = place.kind is TextKind.PROSE
                found = WorkingText(
                    place=where,
                    kind=place.kind,
                    passage=place.passage,
                    text="" if is_prose else text,
                )
                missing.setdefault((place.kind, where if is_prose else text), found)
            return text

        for each in passages:
            if not story.prose.get(each.id, "").strip():
                note(TextPlace(f"{each.id} prose", TextKind.PROSE, each.id), "")
        map_texts(_build_edition(story), note)
        return tuple(missing.values())

    def measure_progress(self, story: Story) -> WritingProgress:
        """Return how far the author has written ``story``."""
        missing = self.list_missing(story)
        to_write = {each.passage for each in missing if each.kind is TextKind.PROSE}
        passages = [each.id for each in story.existing_structure.passages]
        written = [each for each in passages if each not in to_write]
        return WritingProgress(
            written=len(written),
            passages=len(passages),
            words=sum(count_words(story.prose[each]) for each in written),
            next_passage=next((each for each in passages if each in to_write), ""),
            texts=sum(each.kind is not TextKind.PROSE for each in missing),
        )

    def require_written(self, story: Story) -> None:
        """Raise ``InputError``, naming what is missing, unless all texts are the author's."""
        missing = self.list_missing(story)
        if not missing:
            return
        counts = Counter(each.kind for each in missing)
        kinds = (f"  {kind}: {count}" for kind, count in counts.items())
        unwritten = [each.passage for each in missing if each.kind is TextKind.PROSE]
        raise InputError(
            "\n".join(
                ("You write this story, and these texts are not yet written by you:", *kinds)
            ),
            remedies=(*(ShowBrief(each) for each in unwritten[:1]), SimpleAction.CHECK_STRUCTURE),
        )

    def keep_only_own(self, edition: Edition) -> Edition:
        """Return ``edition`` without words of the plan that only readers of its files would see."""
        own = self._collect_own_texts()
        planned = {
            name: type(value)()
            for name, value in edition.vision.to_values().items()
            if name not in ("size", "content_notes")
            if not own.issuperset(map(_squeeze, _list_strings(value)))
        }
        numbers = {flag: f"flag {number}" for number, flag in enumerate(edition.flags, start=1)}
        return evolve(edition, vision=edition.vision.model_copy(update=planned), flags=numbers)

    def _collect_own_texts(self) -> frozenset[str]:
        own = set[str]()
        for stage in self.store.artifacts.stages():
            versions = {each.version: each for each in self.store.artifacts.versions(stage)}
            for each in versions.values():
                before = versions.get(each.replaces or 0)
                own.update(self._find_new_texts(each, before.data if before else {}, own))
        return frozenset(own)

    def _find_new_texts(
        self, version: ArtifactVersion, before: Mapping[str, Any], own: set[str]
    ) -> set[str]:
        """Return the texts of ``version`` that are the author's and that ``before`` lacks."""
        old, new = ([*map(_squeeze, _list_strings(data))] for data in (before, version.data))
        if version.origin.startswith((RENAME, REPLACE)):
            # Another name in a sentence does not change who wrote it.
            return {text for was, text in zip(old, new, strict=False) if was in own}
        is_accepted = self.mode is ProseMode.POLISH and version.origin.startswith(f"{DRAFT}-")
        return {*new} - {*old} if version.origin in (EDIT, FOUND) or is_accepted else set()


def _build_edition(story: Story) -> Edition:
    """Return an edition with the texts of a story that may have passages without prose."""
    return Edition(
        ifid="",
        language="",
        title=story.title,
        hook=story.hook,
        vision=story.existing_vision,
        structure=story.existing_structure,
        endings=story.endings,
        prose=story.prose,
        clues=story.clues,
        stats=story.stats,
        chapters=story.chapter_titles,
    )


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _list_strings(value: Any) -> Iterator[str]:
    """Yield the texts in plain data, in order, without keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _list_strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _list_strings(each)
