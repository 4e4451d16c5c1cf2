"""Represent choice flags as variables of a scripting language, with names and conditions."""

from collections.abc import Iterable, Mapping

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.names import make_distinct, to_identifier
from questfoundry.infra.export.text import one_line, paragraphs


def variables_of(edition: Edition, also: Iterable[str] = ()) -> Mapping[str, str]:
    """Return a variable for each flag that the story tests or that ``also`` lists.

    Flags that are set by the same choices share one variable. The prefix ``flag_`` keeps names from
    being reserved words of a scripting language.
    """
    read = tuple(dict.fromkeys([*list_condition_flags(edition), *also]))
    setters = {flag: frozenset[str]() for flag in read}
    for choice in edition.structure.choices:
        for flag in choice.grants & setters.keys():
            setters[flag] |= {choice.id}
    groups: dict[frozenset[str], list[str]] = {}
    for flag, by in setters.items():
        groups.setdefault(by or frozenset({flag}), []).append(flag)
    wanted = []
    for number, (first, *_) in enumerate(groups.values(), start=1):
        name = to_identifier(edition.flags.get(first, "")) or to_identifier(slug_of(first))
        wanted.append((first, f"flag_{name or number}"))
    names = make_distinct(wanted, "_")
    shared = {flag: names[flags[0]] for flags in groups.values() for flag in flags}
    return {flag: shared[flag] for flag in read}


def meanings_of(edition: Edition, variables: Mapping[str, str]) -> Mapping[str, str]:
    """Return the meaning of each variable in one line, with those of all flags that share it."""
    meanings: dict[str, list[str]] = {}
    for flag, variable in variables.items():
        meanings.setdefault(variable, []).append(one_line(edition.flags.get(flag, flag)))
    return {variable: " / ".join(dict.fromkeys(texts)) for variable, texts in meanings.items()}


def variables_for(flags: Iterable[str], variables: Mapping[str, str]) -> list[str]:
    """Return the sorted variables of those ``flags`` that have one, without duplicates."""
    return sorted({variables[flag] for flag in flags if flag in variables})


def list_condition_flags(edition: Edition) -> tuple[str, ...]:
    """Return the flags that conditions test: those of choices, then those of conditional text."""
    of_choices = (
        flag
        for choice in edition.structure.choices
        for flag in sorted(choice.requires | choice.forbids)
    )
    return tuple(dict.fromkeys([*of_choices, *conditional_text_flags(edition)]))


def conditional_text_flags(edition: Edition) -> tuple[str, ...]:
    """Return the flags that conditional text tests, in the order of the passages."""
    passages = (paragraphs(edition, passage.id) for passage in edition.structure.passages)
    return tuple(dict.fromkeys(each.flag for part in passages for each in part if each.flag))


@frozen(kw_only=True)
class Conditions:
    """The syntax of a script language's tests; the variable takes the place of ``{}``."""

    set_test: str
    unset_test: str
    and_operator: str
    or_operator: str

    def build_choice_condition(self, choice: Choice, variables: Mapping[str, str]) -> str:
        """Return the condition under which ``choice`` is open; empty if it is always open."""
        return self.and_operator.join(
            [
                *(self.set_test.format(each) for each in variables_for(choice.requires, variables)),
                *self._unset_tests(choice.forbids, variables),
            ]
        )

    def build_any_condition(self, flags: Iterable[str], variables: Mapping[str, str]) -> str:
        """Return the condition under which at least one of ``flags`` is set."""
        return self.or_operator.join(
            self.set_test.format(each) for each in variables_for(flags, variables)
        )

    def build_untaken_condition(self, choice: Choice, variables: Mapping[str, str]) -> str:
        """Return the condition until a one-time choice is taken, or "" for other choices."""
        return self.and_operator.join(self._unset_tests(choice.one_time_flags, variables))

    def _unset_tests(self, flags: frozenset[str], variables: Mapping[str, str]) -> list[str]:
        return [self.unset_test.format(each) for each in variables_for(flags, variables)]
