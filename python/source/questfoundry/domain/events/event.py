"""Define the base class of events, from which progress displays and logs are built.

The name of an event is in the past tense or names a moment. Events carry no secrets: no keys, no
headers.
"""

from __future__ import annotations

import re
from typing import ClassVar

from attrs import frozen


@frozen(kw_only=True)
class Event:
    """An event: something that happened during a run.

    Logs show the ``name``, which is derived from the class name unless the class sets another name.
    """

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str = "") -> None:
        # attrs creates each class twice; the second class already has the first one's name.
        if "name" not in vars(cls):
            cls.name = name or re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()
