"""Read a game in ChoiceScript from the scenes in its folder."""

import re
from collections.abc import Mapping, Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.expressions import FALSE, TRUE, UNSET, Expression, Value
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.infra.foreign.choicescript.code import SceneCode
from questfoundry.infra.foreign.choicescript.flow import Flow, PassageReader
from questfoundry.infra.foreign.choicescript.lines import GameRules
from questfoundry.infra.foreign.choicescript.scenes import (
    FIRST_FILE,
    STARTUP,
    STATS,
    GameScene,
    read_scenes,
)
from questfoundry.infra.foreign.code_findings import list_code_findings
from questfoundry.infra.foreign.twee_passages import SourceReader, TweePassage
from questfoundry.infra.foreign.twee_structure import build_choices, list_unmodelled

_WORD = re.compile(r"[a-z]\w*")
_BUILT_IN = re.compile(r"choice_\w+")
_TESTS = {"choice_quicktest", "choice_randomtest"}
"""Variables that are true only while ChoiceScript tests a game."""


class ChoiceScriptReader(SourceReader):
    """A reader of the scenes of a game: ``startup.txt`` and the text files beside it."""

    suffixes = (FIRST_FILE,)
    companion_suffixes = (".txt",)

    fixed = (
        "A scene in ChoiceScript is not divided into passages, so its text cannot be rewritten "
        "here. Change the text in the file of the scene."
    )

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the game in ``files``; raise ``InputError`` unless one file is ``startup.txt``."""
        flow, readers = _read_files(files)
        states = [each.state for each in readers]
        for name, value in flow.rules.initial_values.items():
            if isinstance(value, Value):
                states[0].initial_values[name] = value
            else:
                states[0].untracked.add(name)
        startup = flow.scenes[STARTUP]
        choices = [*build_choices(states, states, UNSET, states[0].passage.name)]
        places = {each.passage.name: each.passage.place for each in states}
        flags = frozenset[str]().union(*(choice.grants for choice, _, _ in choices))
        return ForeignStory(
            title=next((e.rest for e in startup.all_lines if e.command == "title"), "Game"),
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
            unmodelled=tuple(list_unmodelled(states)),
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
    listed = [each for each in scenes[STARTUP].all_lines if each.command == "scene_list"]
    order = [each.text.split()[-1].lower() for line in listed for each in line.below]
    flow = Flow(scenes, order, _read_rules(scenes))
    readers = flow.read_all()
    if stats:
        texts = " ".join(line.text.lower() for line in stats.all_lines)
        readers[0].lines.read_names |= flow.rules.variables & {*_WORD.findall(texts)}
    return flow, readers


def _read_rules(scenes: Mapping[str, GameScene]) -> GameRules:
    startup, code = scenes[STARTUP], SceneCode(STARTUP, ())
    texts = (line.text.lower() for scene in scenes.values() for line in scene.all_lines)
    built_in = {name for text in texts for name in _BUILT_IN.findall(text)}
    values: dict[str, Expression | None] = dict.fromkeys([*built_in, *startup.list_names("create")])
    values |= dict.fromkeys(_TESTS, FALSE)
    for line in startup.all_lines:
        values |= code.parse_setting(line.rest) if line.command == "create" else {}
    return GameRules(
        initial_values=values,
        variables=values.keys()
        | {
            SceneCode(each.name, each.temporary_names).name_variable(name)
            for each in scenes.values()
            for name in each.temporary_names
        },
        is_implicit=values.get("implicit_control_flow") == TRUE,
    )
