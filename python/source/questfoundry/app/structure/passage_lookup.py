"""Find a passage by the id, slug or title that an author types."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.remedy import Remedy, ShowArtifact
from questfoundry.domain.story.passage import Structure


def find_passage_id(
    structure: Structure, name: str, *, remedies: Sequence[Remedy] = (ShowArtifact("grow"),)
) -> str:
    """Return the id of the passage whose id, slug or title is ``name``.

    Raise ``InputError``, with the most similar names, if not exactly one passage matches.
    """
    slugs = {slug_of(each.id): each.id for each in structure.passages}
    titled = [each.id for each in structure.passages if each.title.casefold() == name.casefold()]
    if name in slugs.values():
        return name
    if name in slugs:
        return slugs[name]
    if len(titled) == 1:
        return titled[0]
    near = titled or _find_nearest(name, (*slugs, *(each.title for each in structure.passages)))
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    many = "more than one passage" if titled else "no passage"
    raise InputError(f"There is {many} {name!r}.{hint}", remedies=remedies)


def _find_nearest(name: str, known: Iterable[str]) -> list[str]:
    return get_close_matches(name, list(dict.fromkeys(known)), n=3, cutoff=0.5)
