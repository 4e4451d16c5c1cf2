"""An event: something that happened, as a value. Progress and logs are made from these.

Names are past tense or name a moment. Events carry no secrets: no keys, no headers.
"""

from __future__ import annotations

import re
from typing import ClassVar

from attrs import frozen


@frozen(kw_only=True)
class Event:
    """Something that happened; logs call it by its ``name``, made of its class's unless given."""

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str = "") -> None:
        # attrs makes each class twice, the second time with what the first one holds.
        if "name" not in vars(cls):
            cls.name = name or re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()
