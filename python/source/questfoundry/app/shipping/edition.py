"""Build the edition, the content that all formats share, of a complete and sound story."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import AddedLaw
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.remedy import RunStage, SimpleAction
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.quotes import apply_typographic_quotes
from questfoundry.domain.story.story import Story

_SHOWN = 5


def require_complete(story: Story, laws: Sequence[AddedLaw] = ()) -> None:
    """Raise ``InputError`` unless the structure is proven sound and every passage has prose."""
    if story.structure is None:
        raise InputError("The story has no passages yet.", remedies=(RunStage("grow"),))
    findings = check(story.structure, story=story, added_laws=laws)
    if errors := [each for each in findings if each.severity is Severity.ERROR]:
        raise InputError(
            "\n".join(
                (
                    "The structure is not proven sound, so the story is not shipped:",
                    *_first_lines([_format_finding(each) for each in errors]),
                    "Correct artifacts/grow.yaml.",
                )
            ),
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    unwritten = [
        passage.id
        for passage in story.structure.passages
        if not story.prose.get(passage.id, "").strip()
    ]
    if unwritten:
        raise InputError(
            "\n".join(
                (
                    f"{len(unwritten)} of {len(story.structure.passages)} passages have no prose:",
                    *_first_lines([f"  {passage}" for passage in unwritten]),
                )
            ),
            remedies=(RunStage("fill"),),
        )


def edition_of(
    story: Story, *, ifid: str, language: str, publication: Publication | None = None
) -> Edition:
    """Return the edition of a complete story; ``ifid`` identifies it in all exported files."""
    structure = story.existing_structure
    edition = Edition(
        ifid=ifid,
        title=story.title,
        language=language,
        hook=story.hook,
        vision=story.existing_vision,
        structure=structure,
        endings=story.endings,
        prose={passage.id: story.prose[passage.id] for passage in structure.passages},
        flags=story.flags,
        clues=story.clues,
        chapters=story.chapter_titles,
        publication=publication or Publication(),
    )
    return _apply_typographic_quotes(edition) if edition.publication.typographic_quotes else edition


def _apply_typographic_quotes(edition: Edition) -> Edition:

    def convert(text: str) -> str:
        return apply_typographic_quotes(text, edition.language)

    def convert_all(texts: Mapping[str, str]) -> dict[str, str]:
        return {name: convert(text) for name, text in texts.items()}

    structure = edition.structure
    return evolve(
        edition,
        title=convert(edition.title),
        hook=convert(edition.hook),
        structure=evolve(
            structure,
            passages=tuple(evolve(one, title=convert(one.title)) for one in structure.passages),
            choices=tuple(
                evolve(one, label=convert(one.label), closed=convert(one.closed))
                for one in structure.choices
            ),
        ),
        endings=tuple(evolve(one, name=convert(one.name)) for one in edition.endings),
        prose=convert_all(edition.prose),
        flags=convert_all(edition.flags),
        clues=tuple(
            evolve(one, question=convert(one.question), text=convert(one.text))
            for one in edition.clues
        ),
        chapters=convert_all(edition.chapters),
    )


def _first_lines(lines: list[str]) -> list[str]:
    more = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"  and {more} more"] if more > 0 else lines


def _format_finding(finding: Finding) -> str:
    return f"  {finding.place}: {finding.problem} {finding.fix}"
