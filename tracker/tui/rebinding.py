"""Keys that the user rebinds in the settings file: `"main.filter" = "f3"`, checked before the screen opens."""

from __future__ import annotations

import pkgutil
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module

from tracker.errors import UsageError
from tracker.settings import RIGHT, Settings, settings_file

MODIFIERS = ("ctrl", "shift", "alt", "meta", "super", "hyper")


def checked(settings: Settings) -> Settings:
    """The same settings, with each key spelled as the toolkit spells it.

    Raises UsageError for an action that no screen has, and for what is no key: else both would do nothing, silently.
    """
    if not settings.keys:
        return settings
    known, where = actions(), f"In the settings file {settings_file()}, keys."
    for name in settings.keys:
        if name not in known:
            near = get_close_matches(name, known)
            said = f"near it: {', '.join(near)}" if near else f"known are {', '.join(sorted(known))}"
            raise UsageError(f"{where}{name} is no action of the interface; {said}.")
    keys = {}
    for name, words in settings.keys.items():
        try:
            keys[name] = ",".join(spelled(key.strip()) for key in words.split(","))
        except ValueError as error:
            raise UsageError(
                f"{where}{name} must be {RIGHT['keys']}, or several with commas, not {words!r}."
            ) from error
    return replace(settings, keys=keys)


def actions() -> set[str]:
    """The names of all that a key can do, as `main.filter`: those in the bindings of every screen and pane."""
    import tracker.tui

    found = set()
    for module in pkgutil.iter_modules(tracker.tui.__path__, "tracker.tui."):
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, type) and kind.__module__ == module.name:
                found |= {binding.id for binding in vars(kind).get("BINDINGS", ())}
    return found


def spelled(key: str) -> str:
    """`F3` as `f3`, `Ctrl+O` as `ctrl+o`, `?` as `question_mark`. Raises ValueError for what is no key."""
    from textual.binding import Binding
    from textual.keys import Keys

    def named(sign: str) -> str:
        return next(iter(Binding.make_bindings([Binding(sign, "")]))).key

    named_keys = {one.value.rpartition("+")[2] for one in Keys if one.value.isascii() and "<" not in one.value}
    named_keys |= {named(chr(code)) for code in range(ord("!"), 127) if chr(code) != ","} | {"comma"}
    *modifiers, last = [key] if len(key) == 1 else key.split("+")
    last = named(last) if len(last) == 1 else last.lower()
    if not all(one.lower() in MODIFIERS for one in modifiers) or not (len(last) == 1 or last in named_keys):
        raise ValueError(f"no key {key!r}")
    return "+".join([*map(str.lower, modifiers), last.lower() if modifiers else last])
