"""Read a game in ChoiceScript from the scenes in its folder."""

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.expressions import FALSE, UNSET, Value
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.choicescript.code import SceneCode
from questfoundry.infra.foreign.choicescript.flow import Flow, PassageReader
from questfoundry.infra.foreign.choicescript.lines import GameRules
from questfoundry.infra.foreign.choicescript.scenes import STARTUP, STATS, GameScene, read_scenes
from questfoundry.infra.foreign.code_findings import list_code_findings
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.twee_passages import SourceReader, TweePassage
from questfoundry.infra.foreign.twee_structure import build_choices

_WORD = re.compile(r"[a-z]\w*")
_BUILT_IN = re.compile(r"choice_\w+", re.IGNORECASE)
_MAX_ITEMS = 100  # the most items of an array that are known by name
_TESTS = {"choice_quicktest", "choice_randomtest"}
"""Variables that are true only while ChoiceScript tests a game."""


class ChoiceScriptReader(SourceReader):
    """A reader of the scenes of a game: ``startup.txt`` and the text files beside it."""

    suffixes = (f"{STARTUP}.txt",)
    companion_suffixes = (".txt",)

    fixed = (
        "A scene in ChoiceScript is not divided into passages, so its text cannot be rewritten "
        "here. Change the text in the file of the scene."
    )

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the game in ``files``; raise ``InputError`` unless one file is ``startup.txt``."""
        flow, readers = _read_files(files)
        startup = flow.scenes[STARTUP]
        states = [each.state for each in readers]
        _store_variables(states[0], flow)
        choices = [*build_choices(states, states, UNSET, states[0].passage.name)]
        places = {each.passage.name: each.passage.place for each in states}
        flags = frozenset[str]().union(*(choice.grants for choice, _, _ in choices))
        return ForeignStory(
            title=_find_title(startup),
            structure=Structure(
                start=states[0].passage.name,
                passages=tuple(
                    Passage(
                        id=each.place.name,
                        title=each.place.name,
                        ending="" if each.state.choices else each.place.name,
                        conditional_flags={
                            flag
                            for flag in flags
                            if flag.partition(" is ")[0] in each.lines.read_names
                        },
                    )
                    for each in readers
                ),
                choices=tuple(choice for choice, _, _ in choices),
            ),
            words={each.passage.name: each.word_count for each in states},
            unmodelled=tuple(
                UnmodelledCode(
                    passage=each.passage.name,
                    place=FilePlace(each.passage.place.file, line),
                    what=what,
                    can_jump=what in each.leading_notes,
                )
                for each in states
                for what, line in each.unmodelled.items()
            ),
            places=places | {choice.id: place for choice, place, _ in choices},
            random_choices=frozenset(each.id for each, _, by_chance in choices if by_chance),
            is_split=True,
            findings=tuple(list_code_findings(states, states, "choicescript")),
        )

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return the passages with all texts that players may read there."""
        return [
            TweePassage(
                name=each.place.name,
                tags=frozenset(),
                text="".join(each.lines.texts).strip(),
                place=each.state.passage.place,
                text_line=each.state.passage.text_line,
            )
            for each in _read_files(files)[1]
        ]

    def detect_story_format(self, _: Sequence[SourceFile]) -> str:
        """Return ``choicescript``."""
        return "choicescript"

    def replace_text(self, _: str, __: TweePassage, ___: str) -> str:
        """Raise ``InputError``: scenes cannot be rewritten."""
        raise InputError(self.fixed)


def _read_files(files: Sequence[SourceFile]) -> tuple[Flow, Sequence[PassageReader]]:
    scenes = dict(read_scenes(files))
    stats = scenes.pop(STATS, None)
    startup = scenes[STARTUP]
    listed = (each for each in startup.all_lines if each.command == "scene_list")
    created = {each.rest.lower() for each in startup.all_lines if each.command == "create"}
    names = [each.split()[0] for each in created if each]
    flow = Flow(
        scenes=scenes,
        scene_order=[each.text.split()[-1].lower() for line in listed for each in line.below],
        rules=GameRules(
            variables=frozenset([*names, *_find_built_in(scenes.values())]).union(
                *map(_temporary_variables, scenes.values())
            ),
            is_implicit="implicit_control_flow true" in created,
        ),
    )
    readers = flow.read_all()
    if stats:
        texts = " ".join(line.text.lower() for line in stats.all_lines)
        readers[0].lines.read_names |= flow.rules.variables & {*_WORD.findall(texts)}
    return flow, readers


def _temporary_variables(scene: GameScene) -> set[str]:
    code = SceneCode(scene.name, scene.temporary_names)
    return {code.name_variable(each) for each in scene.temporary_names}


def _store_variables(state: ParserState, flow: Flow) -> None:
    """Store the first values of the variables in ``state``, which begins the game."""
    startup = flow.scenes[STARTUP]
    code = SceneCode(STARTUP, ())
    for line in startup.all_lines:
        if line.command == "create":
            for name, value in code.parse_setting(line.rest).items():
                if isinstance(value, Value):
                    state.initial_values[name] = value
                else:
                    state.untracked.add(name)
        elif line.command == "create_array" and line.rest:
            name, *_ = line.rest.lower().split()
            state.untracked |= {f"{name}_{number}" for number in range(1, _MAX_ITEMS + 1)}
    state.initial_values |= dict.fromkeys(_TESTS, FALSE)
    state.untracked |= _find_built_in(flow.scenes.values()) - _TESTS


def _find_built_in(scenes: Iterable[GameScene]) -> set[str]:
    texts = (line.text.lower() for scene in scenes for line in scene.all_lines)
    return {name for text in texts for name in _BUILT_IN.findall(text)}


def _find_title(startup: GameScene) -> str:
    titles = (each.rest for each in startup.all_lines if each.command == "title")
    return next(titles, "Game")
