"""Build the list of clues that a player has found, for formats that show text under conditions."""

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.variables import Conditions
from questfoundry.infra.export.words import words_for


@frozen(kw_only=True)
class ClueList:
    """A list of clues, escaped for the format; ``parts`` are pairs of a condition and HTML."""

    title: str
    empty_text: str
    any_condition: str
    parts: tuple[tuple[str, str], ...]


def build_clue_list(
    edition: Edition,
    variables: Mapping[str, str],
    conditions: Conditions,
    escape: Callable[[str], str],
) -> ClueList | None:
    """Return the clues by question, each shown to holders of its flag; perhaps ``None``."""
    if not edition.clues:
        return None
    words = words_for("page", edition.language, edition.publication.words).texts
    return ClueList(
        title=escape(words["clues"]),
        empty_text=escape(words["no_clues"]),
        any_condition=conditions.build_any_condition(
            (each.id for each in edition.clues), variables
        ),
        parts=tuple(_clue_parts(edition, variables, conditions, escape)),
    )


def _clue_parts(
    edition: Edition,
    variables: Mapping[str, str],
    conditions: Conditions,
    escape: Callable[[str], str],
) -> Iterator[tuple[str, str]]:
    for question in dict.fromkeys(each.question for each in edition.clues):
        clues = [each for each in edition.clues if each.question == question]
        of_any = conditions.build_any_condition((each.id for each in clues), variables)
        yield of_any, f"<h3>{escape(one_line(question))}</h3>"
        for each in clues:
            yield (
                conditions.build_any_condition([each.id], variables),
                f"<p>{escape(one_line(each.text))}</p>",
            )
