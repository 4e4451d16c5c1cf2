"""Name passages, flags and stats in the languages of export formats, and write conditions."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import STAT, Stat, StatRange, ranges_of, read_level
from questfoundry.infra.export.text import one_line, paragraphs


def variables_of(edition: Edition, also: Iterable[str] = ()) -> Mapping[str, str]:
    """Return the name of a variable for each flag that the story tests or that ``also`` lists.

    Flags that are set by the same choices share one variable. The prefix ``flag_`` keeps names from
    being reserved words of a scripting language. Each stat that choices move or test has a variable
    for its number, by the id of the stat.
    """
    tested = list_condition_flags(edition)
    read = tuple(dict.fromkeys(each for each in [*tested, *also] if not read_level(each)))
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
    stats = list_stats(edition)
    wanted += ((each.id, _name_number(each.name, each.id)) for each in stats)
    names = make_distinct(wanted, "_")
    shared = {flag: names[flags[0]] for flags in groups.values() for flag in flags}
    return {flag: shared[flag] for flag in read} | {each.id: names[each.id] for each in stats}


def list_stats(edition: Edition) -> tuple[Stat, ...]:
    """Return the stats that choices move, and then other stats that conditions test."""
    known = {each.id: each for each in edition.stats}
    levels = (read_level(flag) for flag in list_condition_flags(edition))
    used = [each.id for each in edition.moved_stats]
    used += [stat for choice in edition.structure.choices for stat in choice.moves]
    used += [level.stat for level in levels if level]
    return tuple(known.get(each, _unnamed(each)) for each in dict.fromkeys(used))


def _unnamed(stat: str) -> Stat:
    name = slug_of(stat)
    return Stat(id=stat, name=name, question=name, high="", low="")


def _name_number(name: str, stat: str) -> str:
    # No reserved word of a scripting language has an underscore in the middle.
    short = to_identifier(name) or to_identifier(slug_of(stat))
    is_free = "_" in short and not short[0].isdigit() and not short.startswith(_RESERVED)
    return short if is_free else f"stat_{short}".rstrip("_")


@frozen
class InitialValue:
    """A variable at the start of the story: its value, as all formats write it, and its meaning."""

    variable: str
    value: str
    meaning: str


def initial_values(edition: Edition, variables: Mapping[str, str]) -> tuple[InitialValue, ...]:
    """Return the initial value of each variable: ``false`` for flags, ``0`` for stats.

    The meaning is one line, with the meanings of all flags that share the variable.
    """
    meanings: dict[str, list[str]] = {}
    for flag, variable in variables.items():
        if kind_of(flag) != STAT:
            meanings.setdefault(variable, []).append(one_line(edition.flags.get(flag, flag)))
    flags = ((name, " / ".join(dict.fromkeys(texts))) for name, texts in meanings.items())
    return (
        *(InitialValue(name, "false", meaning) for name, meaning in flags),
        *(
            InitialValue(variables[each.id], "0", one_line(each.question))
            for each in list_stats(edition)
        ),
    )


def variables_for(flags: Iterable[str], variables: Mapping[str, str]) -> list[str]:
    """Return the variables of ``flags``, sorted and distinct; skip flags without a variable."""
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
    """The syntax of tests in a story format; a variable's name takes the place of ``{}``."""

    set_test: str
    unset_test: str
    least_test: str
    most_test: str
    and_operator: str
    or_operator: str
    negation: str

    def build_choice_condition(self, choice: Choice, variables: Mapping[str, str]) -> str:
        """Return the condition under which ``choice`` is open; empty if it is always open."""
        return self.join(
            self.and_operator,
            [
                *(self.set_test.format(each) for each in variables_for(choice.requires, variables)),
                *self._unset_tests(choice.forbids, variables),
                *self._range_tests(ranges_of(choice.requires, choice.forbids), variables),
            ],
        )

    def build_any_condition(self, flags: Iterable[str], variables: Mapping[str, str]) -> str:
        """Return the condition under which at least one of ``flags`` is set."""
        every = tuple(dict.fromkeys(flags))
        ranges = (each for flag in every for each in ranges_of([flag]))
        return self.join(
            self.or_operator,
            [
                *(self.set_test.format(each) for each in variables_for(every, variables)),
                *self._range_tests(ranges, variables),
            ],
        )

    def list_closed_tests(
        self, structure: Structure, choice: Choice, variables: Mapping[str, str]
    ) -> list[str] | None:
        """Return further conditions for showing the text of ``choice`` while it is closed.

        No copy of the choice may be open, and no copy that can be taken only once may have been
        taken. The result is ``None`` if the text is never shown with this choice.
        """
        copies = structure.list_copies(choice)
        conditions = [self.build_choice_condition(each, variables) for each in copies]
        if not choice.closed or choice.id != copies[-1].id or not all(conditions):
            return None
        once = frozenset[str]().union(*(each.one_time_flags for each in copies))
        return [
            *map(self._negate, dict.fromkeys(conditions[:-1])),
            *self._unset_tests(once, variables),
        ]

    def build_closed_condition(
        self, structure: Structure, choice: Choice, variables: Mapping[str, str]
    ) -> str:
        """Return when players read the text of the closed ``choice``; empty if they never do."""
        tests = self.list_closed_tests(structure, choice, variables)
        if tests is None:
            return ""
        closed = self._negate(self.build_choice_condition(choice, variables))
        return self.join(self.and_operator, [closed, *tests])

    def join(self, operator: str, tests: Sequence[str]) -> str:
        """Return ``tests`` joined by ``operator``; empty without tests."""
        return operator.join(tests)

    def format_number(self, number: int) -> str:
        """Return ``number`` as the format writes it."""
        return str(number)

    def _negate(self, condition: str) -> str:
        # Ink reads a name alone in brackets as a list.
        is_name = condition.isidentifier()
        return (self.unset_test if is_name else self.negation).format(condition)

    def _unset_tests(self, flags: frozenset[str], variables: Mapping[str, str]) -> list[str]:
        return [self.unset_test.format(each) for each in variables_for(flags, variables)]

    def _range_tests(
        self, ranges: Iterable[StatRange], variables: Mapping[str, str]
    ) -> Iterator[str]:
        for each in ranges:
            name = variables[each.stat]
            if each.at_least is not None:
                yield self.least_test.format(name, self.format_number(each.at_least))
            if each.at_most is not None:
                yield self.most_test.format(name, self.format_number(each.at_most))


@frozen(kw_only=True)
class Assignments:
    """The syntax of assignments in a story format; the name of the variable replaces ``{name}``.

    ``set_flag``: sets a flag to true.
    ``add``: adds to a stat; ``{sign}`` is ``+`` or ``-``, and ``{step}`` is a positive number.
    """

    set_flag: str
    add: str

    def list_for(self, choice: Choice, variables: Mapping[str, str]) -> list[str]:
        """Return the assignments that taking ``choice`` carries out; those of flags come first."""
        steps = sorted((variables[stat], step) for stat, step in choice.moves.items() if step)
        return [
            *(self.set_flag.format(name=each) for each in variables_for(choice.grants, variables)),
            *(
                self.add.format(name=name, sign="+" if step > 0 else "-", step=abs(step))
                for name, step in steps
            ),
        ]


_LONGEST, _LONGEST_IDENTIFIER = 60, 40
_RESERVED = ("flag_", "choice_")
"""The beginnings of names that flags or ChoiceScript use."""
_IN_NAMES = frozenset(" _.'-")
_BEGINNING = re.compile(r"^[\W_]+")
_SPECIAL = re.compile(r"(Story|Passage|Menu)[A-Z]\w*")
"""Passage names with a special meaning in Twee, Twine or SugarCube."""
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")
_INK_WORDS = re.compile(
    "and|or|not|mod|has|hasnt|true|false|return|temp|else|function|ref|end|done|once|cycle|shuffle"
    "|stopping|var|const|list|todo|include|external"
)
"""Words that are, or were, keywords of ink."""


def passage_names(structure: Structure) -> Mapping[str, str]:
    """Return a unique name for each passage id, of letters, digits, spaces and ``_ . ' -``.

    Other characters are left out, because tools disagree about them.
    """
    wanted = []
    for number, passage in enumerate(structure.passages, start=1):
        whole = unicodedata.normalize("NFC", passage.title or slug_of(passage.id))
        name = "".join(char if _is_in_names(char) else " " for char in whole)
        short = _BEGINNING.sub("", " ".join(name.split())[:_LONGEST]).rstrip(" _.'-")
        wanted.append((passage.id, short or f"Passage {number}"))
    return make_distinct(wanted, " ")


def _is_in_names(char: str) -> bool:
    # Combining marks (category M) belong to the letters before them.
    return char in _IN_NAMES or unicodedata.category(char)[0] in "LMN"


def knot_names(structure: Structure, taken: Collection[str] = ()) -> Mapping[str, str]:
    """Return a unique name for each passage id that is valid for a knot, a section in ink.

    ``taken``: the names of variables, which no knot may have.
    """
    wanted = []
    for number, passage in enumerate(structure.passages, start=1):
        name = to_identifier(passage.title) or to_identifier(slug_of(passage.id))
        is_variable = name.startswith("flag_") or name in taken
        if not name or name[0].isdigit() or is_variable or _INK_WORDS.fullmatch(name):
            name = f"passage_{name or number}"
        wanted.append((passage.id, name))
    return make_distinct(wanted, "_")


def to_identifier(text: str) -> str:
    """Return ``text`` as lower-case Latin letters, digits and ``_``; perhaps empty."""
    apart = unicodedata.normalize("NFKD", text)
    letters = "".join(char for char in apart if not unicodedata.combining(char))
    name = re.sub("[^a-z0-9]+", "_", _APOSTROPHE.sub("", letters).lower()).strip("_")
    if len(name) <= _LONGEST_IDENTIFIER:
        return name
    return name[: _LONGEST_IDENTIFIER + 1].rpartition("_")[0] or name[:_LONGEST_IDENTIFIER]


def make_distinct(wanted: Iterable[tuple[str, str]], separator: str) -> Mapping[str, str]:
    """Return a unique name for each id in ``wanted``, which pairs ids with desired names.

    A name that is used already or has a special meaning gets ``separator`` and a number.
    """
    names: dict[str, str] = {}
    used: set[str] = set()
    doubles: Counter[str] = Counter()
    for each, name in wanted:
        free = name
        while free in used or _SPECIAL.fullmatch(free):
            doubles[name] += 1
            free = f"{name}{separator}{doubles[name] + 1}"
        used.add(free)
        names[each] = free
    return names
