"""Define the pictures and sounds of a story, as the contents of files."""

from base64 import b64encode

from attrs import field, frozen

MAX_PICTURE_BYTES, MAX_SOUND_BYTES, MAX_ALL_BYTES = 5_000_000, 10_000_000, 40_000_000
"""The size limits of a picture, of a sound, and of all files together, in bytes."""


@frozen
class Asset:
    """The content of a picture or sound, with its media type, such as ``image/png``."""

    content: bytes = field(repr=False)
    media_type: str

    @property
    def data_url(self) -> str:
        """The content as a ``data:`` URL, for files that must not load other files."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"


@frozen
class AssetProblem:
    """The reason why a picture or sound cannot be used, and what the author can do."""

    problem: str
    fix: str
