"""Detect headings in plain text."""

import re

_NUMBER = r"""
(?:\d{1,4}|[ivxlcdm]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve
|(?:the\ )?(?:first|second|third|fourth|fifth|last))
"""
_NUMBERED = r"""
(?:act|book|canto|chapter|letter|part|scene|section|volume
|akt|buch|kapitel|teil|acte|chapitre|livre|partie|cap[ií]tulo|libro|parte|capitolo|hoofdstuk|deel)
"""
_STANDALONE = r"(?:afterword|appendix|epilogue|foreword|introduction|preface|prologue|contents)"
_TITLED = re.compile(
    rf"(?:{_NUMBERED}\ {_NUMBER}|{_STANDALONE})(?:[.:]?$|[.:\u2013\u2014-]|\ [\u2013\u2014-])",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST = 100
_LONGEST_CAPITALS = 60


def is_titled(line: str) -> bool:
    """Return whether ``line`` names a part of a book, such as ``Chapter 5: The Ship``."""
    return len(line) <= _LONGEST and bool(_TITLED.match(line))


def is_heading(line: str) -> bool:
    """Return whether ``line``, the only one of a paragraph, names a part or is in capitals."""
    shouted = (
        line.isupper()
        and len(line) <= _LONGEST_CAPITALS
        and sum(map(str.isalpha, line)) >= 4
        and line[-1] not in ',;!?"”'
    )
    return shouted or is_titled(line)
