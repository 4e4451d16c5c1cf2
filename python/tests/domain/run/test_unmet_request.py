"""Tests for requests that a model cannot follow."""

import pytest

from questfoundry.domain.models.traits import Capabilities, ModelRef
from questfoundry.domain.run.unmet_request import UnmetKind, find_unmet_requests

SMALL = Capabilities(languages=("en",), comprehension=False)
LANGUAGE, WISH = UnmetKind.LANGUAGE, UnmetKind.WISH


@pytest.mark.parametrize(
    ("able", "language", "wishes", "kinds"),
    [
        (SMALL, "de", (), [LANGUAGE]),
        (SMALL, "en-GB", (), []),
        (SMALL, "EN", ("darker", "shorter"), [WISH, WISH]),
        (SMALL, "pt-BR", ("darker",), [LANGUAGE, WISH]),
        (Capabilities(), "de", ("darker",), []),
    ],
)
def test_a_language_and_a_wish_are_followed_or_told(able, language, wishes, kinds):
    """The author learns before paying what the model cannot follow. (STG-10.1)"""
    model = ModelRef(provider="local", model="small")
    unmet = find_unmet_requests(model, able, language=language, notes=wishes)
    assert [each.kind for each in unmet] == kinds
