"""Read the cover of a publication from a picture file, and write it in the sizes of stores."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.publication import Cover

_FORMATS = ("PNG", "JPEG")
_MAX_PIXELS = 50_000_000


@lru_cache(maxsize=1)
def read_cover(content: bytes) -> Cover:
    """Return the picture ``content`` as a cover.

    Raise ``InputError`` unless ``content`` is a whole PNG or JPEG of at most 50 million pixels.
    The whole picture is decoded, because its first bytes do not show damage further on.
    """
    from PIL import Image  # loaded with the first cover only

    if not content:
        raise InputError("The cover is an empty file. Save the picture again.")
    cover = Cover(content)
    try:
        with Image.open(BytesIO(content), formats=_FORMATS) as picture:
            is_too_large = picture.width * picture.height > _MAX_PIXELS
            if not is_too_large:
                picture.load()
    except Exception as error:  # Pillow's decoders raise any kind for damaged data
        raise InputError(
            f"The cover is damaged or incomplete ({_reason(error)}). Save the picture again."
        ) from error
    if is_too_large:
        raise InputError(
            f"The cover has more than {_MAX_PIXELS:,} pixels. Save the picture at a smaller size."
        )
    return cover


def _reason(error: Exception) -> str:
    from PIL import UnidentifiedImageError

    return "no picture data" if isinstance(error, UnidentifiedImageError) else str(error)


_SIZES = {
    "cover-itch.png": (630, 500),
    "cover-steam-vertical.png": (748, 896),
    "cover-steam-header.png": (920, 430),
    "cover-kdp.jpg": (1600, 2560),
}
"""Width and height in pixels, as the stores state them: itch.io, two of Steam, and Amazon KDP."""


def write_store_covers(cover: Cover) -> Iterator[ExportedFile]:
    """Yield the whole ``cover`` in each size, before a blurred copy of it that fills the rest."""
    from PIL import Image, ImageFilter, ImageOps  # loaded with the first cover only

    with Image.open(BytesIO(cover.content)) as picture:
        original = picture.convert("RGB")
    for name, size in _SIZES.items():
        sheet = ImageOps.fit(original, size).filter(ImageFilter.GaussianBlur(min(size) // 20))
        whole = ImageOps.contain(original, size)
        sheet.paste(whole, ((size[0] - whole.width) // 2, (size[1] - whole.height) // 2))
        content = BytesIO()
        sheet.save(content, "JPEG" if name.endswith("jpg") else "PNG", optimize=True)
        yield ExportedFile(name, content.getvalue())
