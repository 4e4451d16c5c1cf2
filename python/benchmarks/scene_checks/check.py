"""Check the files of the material: all files, or those with the given names."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from benchmarks.scene_checks.compose import compose_all
from benchmarks.scene_checks.finding import MaterialFinding
from benchmarks.scene_checks.graph import GraphCheck, OrderCheck
from benchmarks.scene_checks.read import find_broken_laws
from benchmarks.scene_checks.recalls import find_recalls
from benchmarks.scene_checks.told import check_tellings
from questfoundry.domain.errors import PromptError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.infra.llm.draft.library import PREMISES, MaterialLibrary

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
    for name in _select(library.list_names(PREMISES), names):
        yield from _check_premise(library, name)
    if not names or "tellings" in names:
        yield from check_tellings(library)
    yield from find_shared_sentences(library, names)


def _select(known: Sequence[str], names: Collection[str]) -> Sequence[str]:
    return [each for each in known if not names or each in names]


def _file(name: str) -> str:
    return f"{PREMISES}/{name}.yaml"


def _check_premise(library: MaterialLibrary, name: str) -> Iterator[MaterialFinding]:
    file = _file(name)
    try:
        premise = library.load_premise(name)
    except PromptError as error:
        yield MaterialFinding(file=file, problem=str(error))
        return
    found = [*GraphCheck(premise, file).find()] or [*OrderCheck(premise, file).find()]
    yield from found
    yield from compose_all(premise, file)
    if not found:
        yield from find_broken_laws(premise, file, library.prompts)
        yield from find_recalls(premise, file)


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
                    file=_file(name),
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
