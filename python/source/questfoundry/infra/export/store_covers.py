"""Write a story's cover in the sizes that stores ask for.

Sizes in pixels, as the stores state them: itch.io 630 x 500, Steam's vertical capsule 748 x 896 and
header capsule 920 x 430, Amazon KDP 1600 x 2560.
"""

from collections.abc import Iterator
from io import BytesIO

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.publication import Cover

_SIZES = {
    "cover-itch.png": (630, 500),
    "cover-steam-vertical.png": (748, 896),
    "cover-steam-header.png": (920, 430),
    "cover-kdp.jpg": (1600, 2560),
}


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
