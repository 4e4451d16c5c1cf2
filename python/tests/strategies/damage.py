"""Artifacts with random damage, as from an edit by hand."""

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

VALUES = ("soft", "default", "cut", "micro", "location::name-1", "passage::setup-1", "", [], {})


def damaged(artifact: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    artifact = deepcopy(artifact)
    for _ in range(data.draw(st.integers(1, 3))):
        holder: Any = artifact
        while True:
            places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not places:
                break
            place = data.draw(st.sampled_from(places))
            inner = holder[place]
            if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
                holder = inner
                continue
            _change(holder, place, data)
            break
    return artifact


def _change(holder: Any, place: Any, data: st.DataObject) -> None:
    value = holder[place]
    match data.draw(st.sampled_from(["drop", "twin", "else", "swap"])):
        case "drop":
            del holder[place]
        case "twin" if isinstance(holder, list):
            holder.append(deepcopy(value))
        case "twin":
            holder[f"{place}-2"] = deepcopy(value)
        case "else":
            holder[place] = deepcopy(data.draw(st.sampled_from(VALUES)))
        case "swap" if isinstance(holder, list):
            holder.reverse()
        case _:
            holder[place] = next(iter(holder.values()))
