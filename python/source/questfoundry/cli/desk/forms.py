"""Submitted HTML forms."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from attrs import frozen
from starlette.requests import Request

from questfoundry.domain.errors import InputError

_MAX_FIELDS = 2_000


@frozen
class Form:
    """The fields of a form, in their order."""

    fields: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """The value of a field; empty where it is not there."""
        return next((value for key, value in self.fields if key == name), "").strip()

    def get_all(self, name: str) -> list[str]:
        """The values of a field that stands there again and again."""
        return [value for key, value in self.fields if key == name]

    def as_dict(self) -> Mapping[str, str]:
        """Each field by its name."""
        return dict(self.fields)

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """The values of two fields that stand there again and again, together."""
        return list(zip(self.get_all(first), self.get_all(second), strict=False))


NO_FORM = Form(())


async def read_form(request: Request) -> Form:
    """The form that was sent; ``InputError`` where it is none."""
    body = await request.body()
    try:
        found = parse_qsl(
            body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
        )
    except ValueError as problem:
        raise InputError(
            "The form could not be read. Reload the page and send it again."
        ) from problem
    return Form(tuple(found))
