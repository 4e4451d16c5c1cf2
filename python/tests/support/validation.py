"""Recognise messages that a library wrote for programmers."""

import re

PYDANTIC_WORDS = re.compile(r"Value error|Input should|Field required|Extra inputs|should match")
"""Words that begin pydantic's own messages."""
