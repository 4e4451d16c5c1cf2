"""Give equal JSON documents equal texts and equal hashes."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def to_canonical_json(document: Mapping[str, Any]) -> str:
    """Return ``document`` as JSON text with sorted keys; equal documents give equal texts."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(text: str) -> str:
    """Return the SHA-256 of ``text`` in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
