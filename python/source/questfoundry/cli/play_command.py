"""The command ``qf play``: play the story in the terminal, or simulate random playthroughs."""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random

import typer

from questfoundry.app.playing.kept_play import KeptPlay, keep_play, require_play_name
from questfoundry.app.playing.personas import play_as
from questfoundry.app.playing.playable_import import PlayableImport
from questfoundry.app.playing.routes import RandomPlays, find_random_routes, play_at_random
from questfoundry.app.playing.walk import (
    Paragraphs,
    PlayCommand,
    PlayView,
    ShownPassage,
    ShownStat,
    TakeChoice,
    WalkStoryUseCase,
    outline_of,
    prose_of,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import StorySource
from questfoundry.domain.remedy import RunStage, SimpleAction
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.prose_markup import describe_prose
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.story import Story
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import PROMPT, read_line, say, write_fields, write_table
from questfoundry.presentation.parameters import Positive
from questfoundry.presentation.text import format_count, format_share, join_lines, to_plain

HELP = """\
Type the number of a choice, then press Enter.
  /back     undo the last choice
  /restart  start again
  /flags    show the choice flags that are set
  /clues    show the clues that you have found, and the stats of the story
  /quit     stop (Ctrl-D does the same)
  /help     show this help"""

_COMMANDS = {
    "/back": PlayCommand.BACK,
    "/restart": PlayCommand.RESTART,
    "/flags": PlayCommand.FLAGS,
    "/clues": PlayCommand.CLUES,
    "/quit": PlayCommand.QUIT,
}


_MAX_WIDTH = 76  # the maximum line length of prose, in cells; longer lines are hard to read


_NAMES_SHOWN = 5


@command()
async def play(
    call: Call,
    outline: bool = False,
    random: Positive | None = None,
    seed: int = 1,
    persona: str | None = None,
    keep: str | None = None,
    choices_from: Path | None = None,
) -> CommandResult | None:
    """Play the story in the terminal, or simulate random playthroughs or a persona.

    --outline: Show the outline of each passage instead of its prose.
    --random N: Simulate N random playthroughs.
    --seed NUMBER: With --random: the random seed.
    --persona RULE: Do not ask, but choose by a rule, and list the choices: explorer (visits what is
        new), hurried (takes the shortest way), first or last (takes that choice), raise:STAT or
        lower:STAT (moves a stat, such as raise:trust).
    --keep NAME: Keep the play in plays/NAME.yaml, for qf check --plays. With --random, keep the
        simulated plays, as NAME-1 and so on.
    --from FILE: With --keep: do not ask; take the choices in FILE, a game saved by the HTML page or
        another kept play.
    """
    if sum(each is not None for each in (random, persona, choices_from)) > 1:
        raise typer.BadParameter("Give only one of --random, --persona and --from.")
    if persona is not None:
        return await _play_persona(call, persona, keep)
    if keep is not None and random is not None:
        return await _keep_random_plays(call, keep, random, seed)
    if keep is not None:
        return await _keep_play(call, keep, choices_from, outline=outline)
    if choices_from:
        raise typer.BadParameter("--from needs --keep NAME.")
    async with call.open_to_read() as project:
        source = project.source()
        story, read_prose = (
            _load_imported(source) if source else (project.load_woven_story(), prose_of)
        )
        show_numbers = project.settings().file.publication.show_numbers
    if random is not None:
        # The seed makes the plays repeatable; no secret depends on them.
        chance = Random(seed)  # noqa: S311
        found = play_at_random(story.existing_structure, plays=random, rng=chance)
        document = {"seed": seed, **to_plain(found)}
        return CommandResult(document, lambda: write_random(found, story, seed=seed))
    if call.as_json:
        raise InputError(
            "--json needs --random N or --persona RULE. Add one of them, or leave out --json."
        )
    if not (outline or story.prose or source):
        raise InputError(
            "The story has no prose yet.", remedies=(RunStage("fill"), SimpleAction.PLAY_OUTLINE)
        )
    paragraphs = outline_of if outline and not source else read_prose
    _walk(call, story, paragraphs, show_numbers=show_numbers)
    return None


def _walk(
    call: Call, story: Story, paragraphs: Paragraphs, *, show_numbers: bool
) -> tuple[str, ...]:
    write_front(story)
    call.interruption_message = "The playthrough is not saved."
    with call.interrupts.prompting():
        view = TerminalPlayView(show_numbers=show_numbers)
        walk = WalkStoryUseCase(view=view, show_numbers=show_numbers)
        return walk.execute(story, paragraphs).choices


async def _keep_play(
    call: Call, name: str, choices_from: Path | None, *, outline: bool
) -> CommandResult:
    from questfoundry.composition.project.plays import ProjectPlays

    require_play_name(name)
    async with call.open_project(needs_artifacts=True) as project:
        plays = ProjectPlays(project)
        if choices_from:
            choices = plays.read_choices(_read_file(choices_from), str(choices_from))
        elif call.as_json:
            raise InputError("--json with --keep needs --from FILE. Add it, or leave out --json.")
        else:
            paragraphs = outline_of if outline else prose_of
            show_numbers = project.settings().file.publication.show_numbers
            story = project.load_woven_story()
            choices = _walk(call, story, paragraphs, show_numbers=show_numbers)
        place = plays.keep(name, choices)
    return CommandResult({"kept": place, "choices": choices}, f"The play is kept in {place}.")


async def _keep_random_plays(call: Call, name: str, count: int, seed: int) -> CommandResult:
    from questfoundry.composition.project.plays import ProjectPlays

    require_play_name(name)
    async with call.open_project(needs_artifacts=True) as project:
        structure = project.load_woven_story().existing_structure
        chance = Random(seed)  # noqa: S311
        routes = find_random_routes(structure, plays=count, rng=chance)
        plays = ProjectPlays(project)
        files = [plays.keep(f"{name}-{at}", each) for at, each in enumerate(routes, start=1)]
    text = f"{format_count(len(files), 'random play')} kept in plays/."
    return CommandResult({"kept": files, "seed": seed}, text)


async def _play_persona(call: Call, persona: str, name: str | None) -> CommandResult:
    from questfoundry.composition.project.plays import ProjectPlays

    if name is not None:
        require_play_name(name)
    async with call.open_project(needs_artifacts=True) as project:
        plays, story = ProjectPlays(project), project.load_woven_story()
        choices = play_as(story, persona)
        place = plays.keep(name, choices) if name is not None else ""
    document = {"persona": persona, "choices": choices, "kept": place}
    return CommandResult(document, lambda: _write_choices(keep_play(story, choices), place))


def _write_choices(played: KeptPlay, place: str) -> None:
    write_table(
        (">Number", "Passage", "Choice"),
        [
            (str(number), join_lines(each.title or each.passage), join_lines(each.label))
            for number, each in enumerate(played.passages, start=1)
        ],
    )
    say(f"\nThe end: {join_lines(played.ending_name) or 'no choice is open'}.")
    if place:
        say(f"The play is kept in {place}.")


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not text"
        raise InputError(f"Cannot read {str(path)!r}: {reason}. Check the name.") from None


def _load_imported(source: StorySource) -> tuple[Story, Paragraphs]:
    """Return an imported story, and a function that reads its texts together with their code."""
    imported = PlayableImport.from_story(source.story())

    def read_source(_: Story, passage: Passage, __: Collection[str]) -> Sequence[str]:
        text = source.text(imported.names[passage.id]).text
        return [each for each in text.split("\n\n") if each.strip()]

    return imported.story, read_source


def write_front(story: Story) -> None:
    """Write the title, the hook and the credit of ready-made scenes, each if there is one."""
    style = story.vision.style if story.vision else ""
    credit = Publication().add_scene_credit(style).credits
    for line in filter(None, (story.title, story.hook, credit)):
        say(f"{join_lines(line)}\n", max_width=_MAX_WIDTH)


class TerminalPlayView(PlayView):
    """A view of a playthrough that writes to standard output and reads standard input."""

    def __init__(self, *, show_numbers: bool = False) -> None:
        self._greeted = False
        self._show_numbers = show_numbers

    def show(self, shown: ShownPassage) -> None:
        """Show a passage; at an ending, also the choices that the player did not take."""
        say("" if self._greeted else "(type a number to choose; /help lists all commands)\n")
        self._greeted = True
        if shown.chapter:
            say(f"* {join_lines(shown.chapter)} *\n")
        say(f"{shown.number}. {join_lines(shown.title)}\n")
        for change in shown.changes:
            say(f"({join_lines(change)})\n")
        for paragraph in shown.paragraphs:
            say(f"{describe_prose(paragraph)}\n", max_width=_MAX_WIDTH)
        for number, label in enumerate(shown.labels, start=1):
            say(f"  {number}) {join_lines(label)}")
        for reason in shown.closed:
            say(f"  -  {join_lines(reason)}")
        if shown.ending:
            _show_ending(shown)

    def show_flags(self, flags: Sequence[str]) -> None:
        """Show the choice flags that are set, each on its own line."""
        say("\n".join(f"  - {join_lines(flag)}" for flag in flags) or "  No flags are set yet.")

    def show_clues(self, clues: Sequence[Clue], stats: Sequence[ShownStat]) -> None:
        """Show the clues found so far, grouped by question, and what is true of each stat."""
        for question, known in groupby(clues, key=lambda clue: clue.question):
            say(f"  {join_lines(question)}")
            for clue in known:
                say(f"  - {join_lines(clue.text)}")
        lines = [(each, [*self._stat_lines(each)]) for each in stats]
        for stat, texts in lines:
            if texts:
                say(
                    "\n".join(
                        (f"  {join_lines(stat.question)}", *(f"  - {each}" for each in texts))
                    )
                )
        if not clues and not any(texts for _, texts in lines):
            say("  Nothing known yet." if stats else "  No clues found yet.")

    def _stat_lines(self, stat: ShownStat) -> Iterator[str]:
        if stat.sentence:
            yield join_lines(stat.sentence)
        if self._show_numbers:
            yield f"{join_lines(stat.name)}: {stat.number}"

    def ask(self, shown: ShownPassage) -> TakeChoice | PlayCommand:
        """Read lines until one is a choice or command, and return it; end of input means quit."""
        while True:
            line = read_line(PROMPT, _write)
            if line is None:
                return PlayCommand.QUIT
            words = line.strip()
            number = int(words) if words.isascii() and words.isdigit() else 0
            if 1 <= number <= len(shown.labels):
                return TakeChoice(number - 1)
            match _COMMANDS.get(words.lower()):
                case PlayCommand.BACK if shown.number == 1:
                    say("You are at the start.")
                case None:
                    say(HELP if words.lower() == "/help" else _format_expected_input(shown))
                case command:
                    return command


def _format_expected_input(shown: ShownPassage) -> str:
    if not shown.labels:
        return "The story is over. Type /back, /restart or /quit."
    numbers = "1" if len(shown.labels) == 1 else f"a number from 1 to {len(shown.labels)}"
    return f"Type {numbers}, or /help."


def _show_ending(shown: ShownPassage) -> None:
    say(
        f"The end: {join_lines(shown.ending)}. You visited {format_count(shown.number, 'passage')}."
    )
    if shown.missed:
        say("\nChoices not taken:")
        for missed in shown.missed:
            say(f"  {join_lines(missed.title)}: {join_lines(missed.label)}")
    say("\n(/back, /restart or /quit)")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def write_random(found: RandomPlays, story: Story, *, seed: int) -> None:
    """Write how often each ending was reached, and the passages and choices never reached."""
    say(f"{format_count(found.plays, 'random playthrough')}, with seed {seed}\n")
    write_fields(_numbers(found, story))
    if found.endings:
        say()
        write_table(
            ("Ending", ">Playthroughs", ">Share"),
            [
                (
                    join_lines(story.ending_name(each)),
                    f"{count:,}",
                    format_share(count, found.plays),
                )
                for each, count in found.endings.items()
            ],
        )


def _numbers(found: RandomPlays, story: Story) -> Iterator[tuple[str, str]]:
    structure = story.existing_structure
    titles = {each.id: each.title or each.id for each in structure.passages}
    labels = {each.id: each.label or each.id for each in structure.choices}
    yield "Passages", _coverage(found.passages, titles, "visited")
    yield "Choices", _coverage(found.choices, labels, "taken")
    if found.longest:
        yield "Length", f"{found.shortest:,} to {format_count(found.longest, 'passage')}"
    yield "Stuck", _join_names([titles[each] for each in found.stuck]) or "none"
    if found.given_up:
        yield (
            "Given up",
            f"{format_count(found.given_up, 'playthrough')} that went round in circles",
        )


def _coverage(counts: Mapping[str, int], names: Mapping[str, str], verb: str) -> str:
    missing = [names[each] for each, count in counts.items() if not count]
    text = f"{len(counts) - len(missing):,} of {len(counts):,} {verb}"
    return f"{text}; not {verb}: {_join_names(missing)}" if missing else text


def _join_names(names: list[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    shown = "; ".join(join_lines(each) for each in names[:_NAMES_SHOWN])
    return f"{shown}; and {more:,} more" if more > 0 else shown
