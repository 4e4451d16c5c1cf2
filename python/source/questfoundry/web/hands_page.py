"""The page that shows who wrote each sentence that players read."""

from itertools import groupby
from typing import Any

from questfoundry.domain.story.hands import format_share
from questfoundry.web.rendering import PageRequest, page


@page("/hands", "hands.html")
def show_hands(request: PageRequest) -> dict[str, Any]:
    views, language = request.views, request.query.get("language", "")
    container = views.project.container
    ledger = (
        container.translation_hands().execute(language)
        if language
        else views.get_cached("hands", container.hands().execute)
    )
    groups = groupby(ledger.entries, key=lambda each: each.text.passage)
    return {
        "ledger": ledger,
        "passages": [(name, tuple(entries)) for name, entries in groups],
        "format_share": format_share,
        "languages": container.translations().list_languages(),
    }
