"""Tests for the English names of languages."""

import pytest

from questfoundry.domain.text.wording import NAMES, format_language


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "English (en)"),
        ("EN", "English (EN)"),
        ("pt-BR", "Portuguese (pt-BR)"),
        ("zh-Hant-TW", "Chinese (zh-Hant-TW)"),
        ("tlh", "tlh"),
        ("zz-ZZ", "zz-ZZ"),
    ],
)
def test_a_tag_is_said_with_its_language_where_that_has_a_name(tag: str, said: str) -> None:
    assert format_language(tag) == said


def test_the_table_has_a_name_for_each_code_of_two_letters() -> None:
    assert len(NAMES) == 183
    assert all(
        len(code) == 2 and code.islower() and name[0].isupper() for code, name in NAMES.items()
    )
