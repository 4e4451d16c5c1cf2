"""Write a story's theme as CSS, which comes after a format's own CSS and takes precedence."""

from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.publication import DARK, LIGHT, Palette, Theme

_STAGES = "html, body, tw-story, #page"
_LINKS = "a, tw-link, .enchantment-link"


def page_css(theme: Theme) -> str:
    """Return the CSS for the HTML page; colours and fonts apply to the screen, not to print."""
    dark = _colours(theme.dark, DARK)
    fonts = {"serif": (theme.text_font, "serif"), "sans": (theme.interface_font, "sans-serif")}
    root = _colours(theme.light, LIGHT) | {
        f"--{name}": f'"{font}", {generic}' for name, (font, generic) in fonts.items() if font
    }
    rules = [
        _rule(":root", root),
        f"@media (prefers-color-scheme: dark) {{ {_rule(':root:not([data-theme=light])', dark)}}}\n"
        if dark
        else "",
        _rule(":root[data-theme=dark]", dark),
    ]
    screen = "".join(rules)
    return (f"@media screen {{\n{screen}}}\n" if screen else "") + clean_text(theme.css)


def book_css(theme: Theme) -> str:
    """Return the CSS for the EPUB: the font, the link colours and the author's own CSS."""
    font = _rule("body", {"font-family": f'"{theme.text_font}", serif'} if theme.text_font else {})
    links = ""
    if (theme.light.accent, theme.dark.accent) != (LIGHT.accent, DARK.accent):
        night = _rule("a", {"color": theme.dark.accent})
        links = _rule("a", {"color": theme.light.accent})
        links += f"@media (prefers-color-scheme: dark) {{ {night}}}\n"
    return font + links + clean_text(theme.css)


def twine_css(theme: Theme) -> str:
    """Return the theme for Twine's elements, without the author's CSS for the HTML page."""
    font = {"font-family": f'"{theme.text_font}", serif'} if theme.text_font else {}
    night = _twine_rules(theme.dark, DARK)
    dark = f"@media (prefers-color-scheme: dark) {{\n{night}}}\n" if night else ""
    return _rule(_STAGES, font) + _twine_rules(theme.light, LIGHT) + dark


def _twine_rules(palette: Palette, usual: Palette) -> str:
    if palette == usual:
        return ""
    stage = {"background-color": palette.paper, "color": palette.ink}
    return _rule(_STAGES, stage) + _rule(_LINKS, {"color": palette.accent})


def _colours(palette: Palette, usual: Palette) -> dict[str, str]:
    if palette == usual:
        return {}
    names = ("paper", "ink", "accent", "quiet", "line", "sheet", "on_accent")
    return {f"--{name.replace('_', '-')}": getattr(palette, name) for name in names}


def _rule(selector: str, values: dict[str, str]) -> str:
    declarations = " ".join(f"{name}: {value};" for name, value in values.items())
    return f"{selector} {{ {declarations} }}\n" if declarations else ""
