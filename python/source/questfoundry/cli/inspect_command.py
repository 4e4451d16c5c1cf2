"""The command ``qf inspect``: show statistics of a story's structure, or one passage in detail."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from questfoundry.app.structure.census import Census, DilemmaCount, Route, StatCount
from questfoundry.app.structure.inspect_passage import InspectedChoice, InspectedPassage
from questfoundry.cli import completion
from questfoundry.cli.agency_view import write_agency
from questfoundry.domain.errors import InputError
from questfoundry.domain.solver import Spread
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.size import Range
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say, write_fields, write_table
from questfoundry.presentation.text import count_of, format_count, format_share, join_lines

STEPS_SHOWN = 6  # the maximum number of passages to name at each end of a long playthrough
FORKS_SHOWN = 3  # the maximum number of passages to name for a dilemma or a clue


@command()
async def inspect(
    call: Call, passages_or_files: completion.Passages | None = None, agency: bool = False
) -> CommandResult:
    """Show statistics of the story, or the details of one passage.

    PASSAGE|FILE...: Id or title of a passage, or a story in Twee, Twine HTML, ChoiceScript,
        compiled ink or JSON, as files, a folder or a ZIP archive (default: the project's story).
    --agency: Show what each choice changes: the chances of the endings, and what players read.
    """
    files = [Path(each) for each in passages_or_files or ()]
    if agency:
        return await _measure_agency(call, files)
    if len(files) == 1 and not files[0].suffix and not files[0].exists():
        async with call.open_project(needs_artifacts=True) as project:
            passage = project.inspect_passage().execute((passages_or_files or [""])[0])
        return CommandResult(passage, lambda: write_passage(passage))
    census = await _census(call, files)
    return CommandResult(census, lambda: _write_census(census))


async def _measure_agency(call: Call, files: list[Path]) -> CommandResult:
    if files:
        raise InputError(
            "--agency measures the story of the project. Leave out the passage or file."
        )
    async with call.open_project(needs_artifacts=True) as project:
        found = project.measure_agency().execute()
    return CommandResult(found, lambda: write_agency(found))


async def _census(call: Call, files: list[Path]) -> Census:
    from questfoundry.app.structure.inspect import inspect_foreign

    if files:
        from questfoundry.composition.registries.formats import read_foreign_story

        return inspect_foreign(read_foreign_story(files))
    async with call.open_project() as project:
        if source := project.source():
            return inspect_foreign(source.story())
        return project.inspect().execute()


def _write_census(census: Census) -> None:
    say(f"{join_lines(census.title) or 'Untitled'}\n")
    write_fields(_numbers(census))
    if census.endings:
        say()
        write_table(
            ("Ending", ">Passages", ">Playthroughs", ">Share"),
            [
                (join_lines(each.name), f"{each.passages:,}", *_arcs(each.arcs, census))
                for each in census.endings
            ],
        )
    for question in census.questions:
        say(f"\n{join_lines(question.question)}")
        for clue in question.clues:
            role = "" if clue.answers else "step; "
            places = _join_titles(clue.passages, census)
            say(f"   {join_lines(clue.text)} ({role}revealed in {places})")
    for stat in census.stats:
        _write_stat(stat, census)
    for number, dilemma in enumerate(census.dilemmas, start=1):
        say(f"\n{number}. {join_lines(dilemma.question)}")
        say(f"   {_branching(dilemma, census)}")
        write_table(
            ("   Path", ">Passages", ">Playthroughs", ">Share"),
            [
                (f"   {join_lines(each.answer)}", f"{each.passages:,}", *_arcs(each.arcs, census))
                for each in dilemma.paths
            ],
        )


def _write_stat(stat: StatCount, census: Census) -> None:
    say(f"\n{join_lines(stat.name)}: {join_lines(stat.question)}")
    for verb, labels in (("Raised by", stat.raised_by), ("Lowered by", stat.lowered_by)):
        say(f"   {verb}: {'; '.join(map(join_lines, labels)) or 'no choice'}")
    if stat.readings:
        write_table(
            ("   Read in", "By", "Value", ">Players"),
            [
                (
                    f"   {join_lines(census.titles.get(each.passage, each.passage))}",
                    join_lines(each.reader),
                    each.values,
                    "" if each.share is None else f"{each.share:.0%}",
                )
                for each in stat.readings
            ],
        )


def _numbers(census: Census) -> Iterator[tuple[str, str]]:
    yield "Passages", f"{census.passages:,}"
    yield "Choices", f"{census.choices:,}"
    yield "Words", _words(census)
    if census.arcs is None:
        yield "Playthroughs", f"not counted: {census.uncounted}"
    else:
        yield "Playthroughs", count_of(census.arcs)
    decisions = census.decisions
    yield (
        "Decisions",
        f"{decisions.consequential:,} change what follows, "
        f"{decisions.cosmetic:,} only colour the text",
    )
    if census.pace:
        yield "Screens", _spread(census.pace.screens)
        yield "Decisions made", f"{_spread(census.pace.decisions)}{_options(census.pace.options)}"
        yield "One choice", _spread(census.pace.onward)
    shortest, longest = census.shortest, census.longest
    if shortest and longest and len(shortest.passages) == len(longest.passages):
        yield "Length", f"{_length(shortest)}, such as {_titles(shortest, census)}"
        return
    for name, route in (("Shortest", shortest), ("Longest", longest)):
        if route:
            yield name, f"{_length(route)}: {_titles(route, census)}"


def _spread(spread: Spread) -> str:
    if spread.least == spread.most:
        return f"{spread.least:,} per playthrough"
    mean = f"{spread.mean:,.1f} on average by chance"
    return f"{spread.least:,} to {spread.most:,} per playthrough, {mean}"


def _options(options: Mapping[int, int]) -> str:
    forks = sum(options.values())
    if not forks:
        return ""
    mean = sum(count * each for count, each in options.items()) / forks
    wide = sum(each for count, each in options.items() if count > 2)
    return f"; {mean:.1f} options each, {wide:,} of {forks:,} with more than two"


def _words(census: Census) -> str:
    if census.written == census.passages:
        return _range(census.words)
    if not census.written:
        return f"{_range(census.words)} planned"
    return (
        f"{_range(census.words)}; {census.written:,} passages are written, the others are planned"
    )


def _range(words: Range) -> str:
    if words.least == words.most:
        return f"{words.least:,}"
    return f"{words.least:,} to {words.most:,}"


def _length(route: Route) -> str:
    return f"{format_count(len(route.passages), 'passage')}, {_range(route.words)} words"


def _titles(route: Route, census: Census) -> str:
    titles = [join_lines(census.titles.get(each, each)) for each in route.passages]
    if len(titles) > 2 * STEPS_SHOWN:
        titles[STEPS_SHOWN:-STEPS_SHOWN] = [f"({len(titles) - 2 * STEPS_SHOWN:,} more)"]
    return " > ".join(titles)


def _arcs(arcs: int | None, census: Census) -> tuple[str, str]:
    if arcs is None or census.arcs is None:
        return "", ""
    return count_of(arcs), format_share(arcs, census.arcs)


def _branching(dilemma: DilemmaCount, census: Census) -> str:
    if not dilemma.forks:
        return "No choice: the story explores only one answer."
    where = _join_titles(dilemma.forks, census)
    if dilemma.weight is Weight.HARD:
        ends = "the end" if dilemma.splits_end else "its chapter"
        return f"Hard: splits {ends}. Decided in {where}."
    effects = " and ".join(path.residue.value for path in dilemma.paths if path.residue)
    return f"Soft: the paths rejoin, with {effects or 'no'} delayed effects. Decided in {where}."


def _join_titles(passages: Sequence[str], census: Census) -> str:
    titles = [f'"{join_lines(census.titles.get(each, each))}"' for each in passages]
    return " or ".join(titles) if len(titles) <= FORKS_SHOWN else f"{len(titles):,} passages"


def write_passage(passage: InspectedPassage) -> None:
    """Write the details of ``passage`` to standard output."""
    say(f"{join_lines(passage.title) or 'Untitled'} ({passage.id})\n")
    write_fields(_fields(passage))
    for heading, texts in (
        ("What happens", passage.moments),
        ("Clues revealed here", passage.learnt),
        ("Clues that every player has", passage.known),
        ("Clues that some players have", passage.some),
        ("Clues that this passage relies on", passage.needs),
        ("Clues not yet known", passage.unknown),
        ("Callbacks to earlier choices", passage.remembers),
        ("Continuity notes", passage.noted),
        ("Choices", tuple(map(_choice, passage.choices))),
    ):
        if texts:
            say(f"\n{heading}:")
            for text in texts:
                say(f"- {join_lines(text)}")


def _fields(passage: InspectedPassage) -> Iterator[tuple[str, str]]:
    where = ", ".join(each for each in (passage.when, passage.place) if each)
    for name, value in (
        ("Where", where),
        ("Ending", passage.ending),
        ("Topic of", passage.hub),
        ("Comes from", ", ".join(passage.comes_from)),
        ("Words", str(passage.words)),
    ):
        if value:
            yield name, join_lines(value)


def _choice(choice: InspectedChoice) -> str:
    said = [f"{choice.label} > {choice.to}"]
    said += [f"Answer: {choice.answer}"] if choice.answer else []
    said += [f"Requires: {each}" for each in choice.asks]
    said += [f"Requires not: {each}" for each in choice.forbids]
    said += [f"Sets: {each}" for each in choice.leaves]
    said += [f"Moves: {', '.join(choice.moves)}"] if choice.moves else []
    said += [f"Text when closed: {choice.closed}"] if choice.closed else []
    return ". ".join(each.rstrip(".") for each in said) + "."
