"""Change all ids that are derived from the name of a renamed entity."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from questfoundry.domain.ids import SEPARATOR, is_id, kind_of, slugify
from questfoundry.domain.renaming.phrases import Phrase

_ID = re.compile(rf"[a-z]+{SEPARATOR}\S+")
_NAMED_KINDS = {"character", "location", "object", "faction", "dilemma"}
"""The kinds whose ids are derived from names; all other ids are derived from these."""


def is_id_text(text: str) -> bool:
    """Return whether ``text`` has the form of an id, such as ``character::anna``."""
    return _ID.fullmatch(text) is not None


def rename_ids(
    known: Collection[str], phrases: Collection[Phrase], renamed: Mapping[str, str]
) -> Mapping[str, str]:
    """Map old ids to new ids, for the ids in ``known`` that change with a name.

    ``phrases`` contains the old and new forms of the name. An id changes if it contains the words
    of an old form, joined by hyphens. ``renamed`` maps the old id of the renamed entity to its new
    id. If any new id would be too long or taken, only the ids in ``renamed`` change.
    """
    pairs = [(slugify(each.old), slugify(each.new)) for each in phrases]
    pairs.sort(key=lambda pair: len(pair[0]), reverse=True)
    into = dict(pairs)
    tokens = "|".join(re.escape(old) for old, new in pairs if old and new)
    if not tokens:
        return dict(renamed)
    pattern = re.compile(rf"(?<=[:-])(?:{tokens})(?=-|$)")
    changed = dict(renamed)
    for each in known:
        new = renamed.get(each) or pattern.sub(lambda found: into[found[0]], each)
        if new != each:
            changed[each] = new
    all_ids = [changed.get(each, each) for each in known]
    is_valid = all(
        kind_of(each) not in _NAMED_KINDS or is_id(each, kind_of(each)) for each in changed.values()
    )
    return changed if is_valid and len(set(all_ids)) == len(known) else dict(renamed)
