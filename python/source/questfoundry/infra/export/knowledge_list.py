"""What players know, as a list that grows: for formats in which conditions show or hide text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.variables import Conditions
from questfoundry.infra.export.words import words_for


@frozen(kw_only=True)
class KnownList:
    """A list of clues, escaped; its ``parts`` are HTML by the condition on which each is shown.

    ``some`` is the condition that anything is known, ``nothing`` what is read before.
    """

    title: str
    nothing: str
    some: str
    parts: tuple[tuple[str, str], ...]


def known_list(
    edition: Edition,
    variables: Mapping[str, str],
    conditions: Conditions,
    text: Callable[[str], str],
) -> KnownList | None:
    """The list question by question; none where a story has no clues."""
    if not edition.clues:
        return None
    words = words_for("page", edition.language, edition.publication.words).texts
    return KnownList(
        title=text(words["clues"]),
        nothing=text(words["no_clues"]),
        some=conditions.any_of((each.id for each in edition.clues), variables),
        parts=tuple(_parts(edition, variables, conditions, text)),
    )


def _parts(
    edition: Edition,
    variables: Mapping[str, str],
    conditions: Conditions,
    text: Callable[[str], str],
) -> Iterator[tuple[str, str]]:
    for question in dict.fromkeys(each.question for each in edition.clues):
        clues = [each for each in edition.clues if each.question == question]
        of_any = conditions.any_of((each.id for each in clues), variables)
        yield of_any, f"<h3>{text(one_line(question))}</h3>"
        for each in clues:
            yield conditions.any_of([each.id], variables), f"<p>{text(one_line(each.text))}</p>"
