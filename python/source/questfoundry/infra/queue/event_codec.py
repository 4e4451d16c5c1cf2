"""Convert events to plain JSON objects and back, so that another process can read the events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from functools import cache
from importlib import import_module
from typing import Any

from cattrs import Converter
from cattrs.errors import BaseValidationError
from pydantic import BaseModel

from questfoundry.domain.events import Event, UnknownEvent

_MODULES = ("questfoundry.domain.events.stages", "questfoundry.domain.session")

_KNOWN: dict[str, type[Event]] = {}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return ``event`` as a JSON object with the keys ``event`` (its name) and ``fields``."""
    if isinstance(event, UnknownEvent):
        return {"event": event.kind, "fields": dict(event.fields)}
    return {"event": event.name, "fields": _converter().unstructure(event)}


def event_from_dict(document: Mapping[str, Any]) -> Event:
    """Return the event that ``document`` describes.

    Fields that this version of the program does not know are ignored. If the name is unknown, or a
    required field is missing, return an ``UnknownEvent``.
    """
    name, fields = document["event"], document["fields"]
    if name not in _KNOWN:
        _KNOWN.update({each.name: each for each in list_event_kinds()})
    kind = _KNOWN.get(name)
    if kind is not None:
        with suppress(BaseValidationError):
            return _converter().structure(fields, kind)
    return UnknownEvent(kind=name, fields=fields)


def list_event_kinds() -> Iterable[type[Event]]:
    """Return the classes of all events, including events of plug-ins."""
    for module in _MODULES:
        import_module(module)
    # attrs creates each class twice; the module keeps the second one, which is a later subclass.
    return {kind.name: kind for kind in _list_subclasses(Event)}.values()


def _list_subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _list_subclasses(each)


@cache
def _converter() -> Converter:
    converter = Converter()
    converter.register_unstructure_hook_func(_is_model, lambda model: model.model_dump(mode="json"))
    converter.register_structure_hook_func(
        _is_model, lambda fields, model: model.model_validate(fields)
    )
    converter.register_unstructure_hook(Decimal, str)
    converter.register_structure_hook(Decimal, lambda text, _: Decimal(text))
    return converter


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
