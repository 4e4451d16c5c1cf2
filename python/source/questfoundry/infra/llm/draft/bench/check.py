"""Check the files of the material: all files, or those with the given names."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from questfoundry.domain.errors import PromptError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.infra.llm.draft.bench.compose import (
    check_setting_lines,
    compose_all,
    list_materials,
)
from questfoundry.infra.llm.draft.bench.draws import find_overdrawn
from questfoundry.infra.llm.draft.bench.finding import MaterialFinding
from questfoundry.infra.llm.draft.bench.graph import GraphCheck
from questfoundry.infra.llm.draft.bench.laws import find_broken_laws
from questfoundry.infra.llm.draft.bench.order import OrderCheck
from questfoundry.infra.llm.draft.library import (
    PLAIN,
    PREMISES,
    REGIONS,
    ROOMS,
    TRADES,
    MaterialLibrary,
    parse_file,
)
from questfoundry.infra.llm.draft.material import StoryMaterial
from questfoundry.infra.llm.draft.premise import Premise
from questfoundry.infra.llm.draft.setting import TRADE, RegionTexts, Room, SettingTexts, Trades

_LEAST_WORDS = 6
"""Sentences with at least this many words must not occur in two premises."""


def check_material(
    prompts: PromptRepository, names: Collection[str] = ()
) -> Iterator[MaterialFinding]:
    """Yield each fault once: in the files ``names``, such as ``the-promise``, or in all files."""
    seen = set[MaterialFinding]()
    for finding in _check(MaterialLibrary(prompts), names):
        if finding not in seen:
            seen.add(finding)
            yield finding


def _check(library: MaterialLibrary, names: Collection[str]) -> Iterator[MaterialFinding]:
    settings = list(_load_settings(library))
    broken = [each for each in settings if isinstance(each, MaterialFinding)]
    yield from broken
    if broken:
        return
    for name in _select(library.list_names(PREMISES), names):
        yield from _check_premise(library, name)
    example = library.load_premise(library.list_names(PREMISES)[0])
    for folder in (REGIONS, ROOMS, TRADES):
        for name in _select(library.list_names(folder), names):
            yield from _check_setting(library, example, folder, name)
    yield from find_shared_sentences(library, names)


def _select(known: Sequence[str], names: Collection[str]) -> Sequence[str]:
    return [each for each in known if not names or each in names]


def _load_settings(library: MaterialLibrary) -> Iterator[MaterialFinding | object]:
    for kind, folder in ((RegionTexts, REGIONS), (Room, ROOMS), (Trades, TRADES)):
        for name in library.list_names(folder):
            try:
                yield parse_file(kind, f"{folder}/{name}", library.prompts)
            except PromptError as error:
                yield MaterialFinding(file=_file(folder, name), problem=str(error))


def _file(folder: str, name: str) -> str:
    return f"{folder}/{name}.yaml"


def _check_premise(library: MaterialLibrary, name: str) -> Iterator[MaterialFinding]:
    file = _file(PREMISES, name)
    try:
        premise = library.load_premise(name)
    except PromptError as error:
        yield MaterialFinding(file=file, problem=str(error))
        return
    found = [*GraphCheck(premise, file).find()] or [*OrderCheck(premise, file).find()]
    yield from found
    materials = list_materials(premise, library)
    composed = list(compose_all(premise, file, materials))
    yield from composed
    yield from find_overdrawn(premise, file)
    if not found:
        yield from find_broken_laws(materials[0], file, library.prompts)


def _check_setting(
    library: MaterialLibrary, premise: Premise, folder: str, name: str
) -> Iterator[MaterialFinding]:
    base = list_materials(premise, library)[0]
    rooms = {each.id: each for each in library.load_rooms()}
    plain = StoryMaterial(
        premise=base.premise, region=base.region, room=rooms[PLAIN], trade=base.trade
    )
    yield from check_setting_lines(
        plain, _file(folder, name), list(_list_lines(library, folder, name))
    )


def _list_lines(library: MaterialLibrary, folder: str, name: str) -> Iterator[tuple[str, str]]:
    if folder == TRADES:
        file = parse_file(Trades, f"{folder}/{name}", library.prompts)
        for trade, each in file.trades.items():
            for key in sorted(TRADE):
                yield from ((f"{trade}.{key}", line) for line in getattr(each, key))
        return
    kind: type[SettingTexts] = RegionTexts if folder == REGIONS else Room
    setting = parse_file(kind, f"{folder}/{name}", library.prompts)
    for key, lines in {**setting.fixed, **setting.drawn}.items():
        yield from ((key, line) for line in lines)


def find_shared_sentences(
    library: MaterialLibrary, names: Collection[str]
) -> Iterator[MaterialFinding]:
    """Yield a fault for each sentence of six or more words that occurs in two premises."""
    owner: dict[str, str] = {}
    for name in library.list_names(PREMISES):
        for sentence in dict.fromkeys(
            _list_sentences(library.prompts.wording(f"{PREMISES}/{name}"))
        ):
            other = owner.setdefault(sentence, name)
            if other != name and (not names or name in names):
                yield MaterialFinding(
                    file=_file(PREMISES, name),
                    problem=f"the premise {other} has the same sentence",
                    fix="Write another.",
                    words=sentence[:60],
                )


def _list_sentences(entries: Mapping[str, object]) -> Iterator[str]:
    for text in _list_texts(entries.get("scenes", {})):
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            if len(sentence.split()) >= _LEAST_WORDS:
                yield sentence


def _list_texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _list_texts(each)
        case list():
            for each in value:
                yield from _list_texts(each)
