"""Find the elements that SugarCube's macros, such as ``<<append "#id">>``, look for by their id."""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

_SELECTOR = re.compile(
    r"(<<(?:append|prepend|replace|copy|remove|addclass|removeclass|toggleclass)\s+[\"'])"
    r"#([A-Za-z][\w-]*)(?=[\"'])"
)
_WORD = re.compile(r"[A-Za-z][\w-]*")
_COMPUTED = re.compile(r"(?:@|sc-eval:)id\b|\bAttribute\(|\.id\s*=|\.attr\(", re.IGNORECASE)
_OF_THE_PAGE = re.compile(r"(?:ui|story|menu|init|debug|history|passages?|backdrop|loading)\b")


def find_selected_id(code: str) -> str:
    """Return the id in ``code``, the arguments of a macro, or an empty string."""
    found = re.match(r"([\"'])#([A-Za-z][\w-]*)\1", code)
    return found[2] if found else ""


def collect_elements(texts: Iterable[tuple[str, str]]) -> Mapping[str, AbstractSet[str]] | None:
    """Return, by each id that a macro looks for, the passages whose text may make its element.

    ``texts``: the name and the text of each passage. The result is ``None`` if code computes ids,
    and has no ids that SugarCube's own page may use.
    """
    texts = list(texts)
    if any(_COMPUTED.search(text) for _, text in texts):
        return None
    selected = {found[2] for _, text in texts for found in _SELECTOR.finditer(text)}
    places: dict[str, set[str]] = {each: set() for each in selected if not _OF_THE_PAGE.match(each)}
    for name, text in texts if places else ():
        for each in places.keys() & set(_WORD.findall(_SELECTOR.sub(r"\1", text))):
            places[each].add(name)
    return places
