"""Replace names in a model's answer by ids where the meaning is clear, without another request.

Models write ``The Vault``, ``the-vault`` or ``place::the-vault`` for ``location::the-vault``. A
name is replaced if it equals exactly one of the values that the schema lists. Case, spaces and kind
(the part before ``::``) are ignored.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, alternatives, child
from questfoundry.domain.ids import SEPARATOR, slug_of

_BETWEEN_WORDS = re.compile(r"[\W_]+")


def resolve_references(value: Any, schema: Schema) -> Any:
    """Return ``value`` with each text and key replaced by the only matching id of ``schema``.

    A text or key that matches no id, or several ids, stays unchanged.
    """
    return _resolve(value, schema, schema)


def _resolve(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, str):
        listed = [each for option in alternatives(node, root) for each in option.get("enum", ())]
        return _match_listed(listed, value)
    if isinstance(value, dict):
        ids = {each for option in alternatives(node, root) for each in option.get("properties", ())}
        keys = {key: key if key in ids else _resolve_key(key, value, ids) for key in value}
        return {
            keys[key]: _resolve_part(item, node, keys[key], root) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_resolve_part(item, node, place, root) for place, item in enumerate(value)]
    return value


def _resolve_part(value: Any, node: Schema, step: str | int, root: Schema) -> Any:
    part = child(node, step, root)
    return value if part is None else _resolve(value, part, root)


def _resolve_key(key: str, value: Mapping[str, Any], ids: Iterable[str]) -> str:
    """Return the id that ``key`` means, or ``key`` itself if another key means the same id."""
    found = _match_listed([each for each in ids if SEPARATOR in each], key)
    if found == key:
        return key
    is_alone = sum(_normalise(each) == _normalise(key) for each in value) == 1
    return found if is_alone else key


def _match_listed(listed: Iterable[Any], text: str) -> str:
    texts = [each for each in listed if isinstance(each, str)]
    if not texts or text in texts:
        return text
    bare = _normalise(text)
    same = {each for each in texts if _normalise(each) == bare}
    return same.pop() if bare and len(same) == 1 else text


def _normalise(text: str) -> str:
    return _BETWEEN_WORDS.sub("-", (slug_of(text) or text).casefold()).strip("-")
