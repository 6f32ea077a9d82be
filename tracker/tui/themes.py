"""The looks of the screen: dark, light, high contrast, and the terminal's own sixteen colors."""

from __future__ import annotations

from textual.theme import Theme

OWN = ("tracker-dark", "tracker-light", "tracker-contrast", "tracker-ansi")
"""The program's own themes, the first being the default."""

SHADES: dict[bool, dict[str, str]] = {
    True: {
        "quiet": "#9aa7b4",
        "faint": "#55616d",
        "haze": "#3a4652",
        "frame": "#35404b",
        "up": "#7fc98a",
        "down": "#e58a7b",
        "cursor-row": "#1d3f5a",
        "cursor-row-blurred": "#1f2b36",
        "square-light": "#4b5966",
        "square-dark": "#2c3742",
    },
    False: {
        "quiet": "#55606b",
        "faint": "#9aa5b0",
        "haze": "#c3ccd5",
        "frame": "#c4ccd4",
        "up": "#1e7a34",
        "down": "#b13423",
        "cursor-row": "#c6e0f5",
        "cursor-row-blurred": "#e3e9ef",
        "square-light": "#e6ebf0",
        "square-dark": "#b9c6d2",
    },
}
"""Dark or not -> the program's own variables, for any theme that does not set them."""

_CONTRAST = {
    "quiet": "#ffffff",
    "faint": "#b0b0b0",
    "haze": "#707070",
    "frame": "#ffffff",
    "up": "#5cff7a",
    "down": "#ff8a80",
    "cursor-row": "#00509e",
    "cursor-row-blurred": "#303030",
    "square-light": "#606060",
    "square-dark": "#202020",
}
_ANSI = {
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
    "quiet": "ansi_default",
    "faint": "ansi_default",
    "haze": "ansi_bright_black",
    "frame": "ansi_default",
    "up": "ansi_green",
    "down": "ansi_red",
    "cursor-row": "ansi_blue",
    "cursor-row-blurred": "ansi_default",
    "square-light": "ansi_default",
    "square-dark": "ansi_blue",
    "block-cursor-foreground": "ansi_bright_white",
    "block-cursor-background": "ansi_blue",
    "border": "ansi_cyan",
    "border-blurred": "ansi_default",
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
    "input-selection-background": "ansi_blue",
    "screen-selection-background": "ansi_blue",
    "screen-selection-foreground": "ansi_white",
}

THEMES = (
    Theme(
        "tracker-dark",
        primary="#4aa3df",
        secondary="#b39ddb",
        accent="#4aa3df",
        success="#7fc98a",
        warning="#e0b45c",
        error="#e58a7b",
        foreground="#dfe6ec",
        background="#12181e",
        surface="#182028",
        panel="#1f2932",
    ),
    Theme(
        "tracker-light",
        primary="#1668a8",
        secondary="#6a4fb3",
        accent="#1668a8",
        success="#1e7a34",
        warning="#8a5a00",
        error="#b13423",
        foreground="#1b2229",
        background="#fbfcfd",
        surface="#f2f5f8",
        panel="#e6ebf0",
        dark=False,
    ),
    Theme(
        "tracker-contrast",
        primary="#5cc8ff",
        secondary="#ffe05c",
        accent="#5cc8ff",
        success="#5cff7a",
        warning="#ffe05c",
        error="#ff8a80",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#101010",
        variables=_CONTRAST,
    ),
    Theme(
        "tracker-ansi",
        ansi=True,
        primary="ansi_cyan",
        secondary="ansi_magenta",
        accent="ansi_cyan",
        success="ansi_green",
        warning="ansi_yellow",
        error="ansi_red",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables=_ANSI,
    ),
)


def fitting(color_system: str | None, remembered: str | None, no_color: bool) -> str:
    """The theme to begin with: sixteen colors need their own, or muted text is drawn in the background's color."""
    if color_system in (None, "standard") and not no_color:
        return "tracker-ansi"
    return remembered or OWN[0]
