"""Find the people that a pronoun of an idea may mean."""

from collections.abc import Sequence

from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase

_FORMS = {
    **dict.fromkeys(("she", "her", "hers", "herself"), "she"),
    **dict.fromkeys(("he", "him", "his", "himself"), "he"),
}
THIRD = frozenset(_FORMS)
"""The pronouns that mean one person."""

_COPULA = len(" was ")
_SINGLE = frozenset({NounClass.PERSON, NounClass.ANIMAL})


def agrees(phrase: NounPhrase, pronoun: str) -> bool:
    """Return whether ``pronoun``, such as ``her``, may mean the person ``phrase``."""
    they = _FORMS.get(pronoun, "")
    is_single = phrase.kind in _SINGLE and not phrase.many
    return bool(they) and is_single and phrase.they in {they, "they", ""}


def list_antecedents(
    phrases: Sequence[NounPhrase], start: int, pronoun: str
) -> Sequence[NounPhrase]:
    """Return the people before ``start`` that ``pronoun`` most likely means.

    A person whose noun shows the pronoun is likelier than any other, and one who acts is likelier
    than one who does not. More than one result means that the idea does not make it clear.
    """
    people = [each for each in phrases if each.end <= start and not each.owns]
    people = [each for each in people if agrees(each, pronoun)]
    people = [each for each in people if start - each.end > _COPULA]  # ``the matron is her aunt``
    known = [each for each in people if each.they == _FORMS[pronoun]] or people
    likely = [each for each in known if each.acts or each.before in {"by", "that"}] or known
    return [each for n, each in enumerate(likely) if not _is_again(each, likely[n + 1 :])]


def _is_again(phrase: NounPhrase, others: Sequence[NounPhrase]) -> bool:
    """Return whether one of ``others`` is the same person."""
    same = {(each.head, each.name.partition(" ")[0]) for each in others}
    return (phrase.head, phrase.name.partition(" ")[0]) in same
