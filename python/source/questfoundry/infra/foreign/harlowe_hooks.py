"""Find the names of Harlowe's hooks, and the code that shows hooks by their names."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

_HOOK_NAME = re.compile(r"\?([\w-]+)")
_ANY_HOOK = re.compile(r"\(\s*(?:show\s*:\s*\)|hooks-?named\s*:)", re.IGNORECASE)
_SHOWING = re.compile(r"\(\s*(?:show|link-?show)\s*:[^()]*\)", re.IGNORECASE)
_BRACKETS = re.compile(
    r"\[\[(?!\[)[^\]]{0,1000}+\]\]|`++[^`\n]*+`++|(?P<open>\[)|(?P<close>\])(?:(?P<mark>[(<])(?P<name>[\w-]+)\|)?"
)


def count_hook_names(texts: Iterable[str]) -> Mapping[str, int] | None:
    """Return how often the code of ``texts`` names each hook; ``None`` if it may mean any hook."""
    counts = Counter[str]()
    for text in texts:
        if _ANY_HOOK.search(text):
            return None
        counts.update(list_hook_names(text))
    return counts


def count_shown_names(text: str) -> Mapping[str, int]:
    """Return how often macros of ``text`` show the hook with each name."""
    return Counter(name for code in _SHOWING.findall(text) for name in list_hook_names(code))


def list_hook_names(code: str) -> Sequence[str]:
    """Return the hooks that ``code`` names, without what Harlowe ignores: dashes and case."""
    return [normalise_hook_name(name) for name in _HOOK_NAME.findall(code)]


_TAG = re.compile(r"\|([\w-]+)[>)]|[<(]([\w-]+)\|")
_BUILT_IN = {"page", "passage", "sidebar", "link", "visited", "hook"}
_CHANGES = re.compile(r"append|prepend|replace")
_CLICKS = re.compile(r"(?:click|mouseover|mouseout)(?:replace|append|prepend|rerun)?")


def lacks_hook(name: str, code: str, call: re.Match[str]) -> bool:
    """Return whether the macro ``name`` with ``code`` may find no hook, so that it shows nothing.

    A macro that changes hooks finds only the hooks before ``call``, the position of the macro. A
    macro that reacts to clicks also finds later hooks.
    """
    plain = normalise_hook_name(name)
    if not (_CHANGES.fullmatch(plain) or _CLICKS.fullmatch(plain)):
        return False
    end = call.start() if _CHANGES.fullmatch(plain) else len(call.string)
    first, names = _find_first_tags(call.string), {*list_hook_names(code)} - _BUILT_IN
    return any(first.get(each, end) >= end for each in names)


@lru_cache(maxsize=1)
def _find_first_tags(text: str) -> Mapping[str, int]:
    first = dict[str, int]()
    for found in _TAG.finditer(text):
        first.setdefault(normalise_hook_name(found[1] or found[2]), found.start())
    return first


def normalise_hook_name(name: str) -> str:
    """Return ``name`` without dashes and underscores, in lower case."""
    return re.sub("[-_]", "", name).lower()


def find_hook_tags(text: str) -> Mapping[int, tuple[str, str]]:
    """Return the name after each hook and the bracket before the name, by the hook's offset."""
    if "|" not in text:
        return {}
    opened, tags = list[int](), dict[int, tuple[str, str]]()
    for found in _BRACKETS.finditer(text):
        if found["open"]:
            opened.append(found.start())
        elif found["close"] and opened:
            begin = opened.pop()
            if found["name"]:
                tags[begin] = found["name"], found["mark"]
    return tags
