"""The help: what the screen is for, every key that does something on it, and the name by which it can be bound anew."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tracker.tui.detail import Page
from tracker.tui.keybar import sign

PANES = {
    "RatingChart": "Timeline",
    "GameTable": "Games",
    "DetailPane": "Why",
    "Sidebar": "Accounts",
    "FilterInput": "Filter",
    "Choice": "A word of the settings",
}
"""What the help calls a kind of widget; others have their frame's title."""
IN_FULL = {"main.shorter": "shorter range"}
"""Bindings whose words the line of keys shortens."""
NAMES_FROM, NAMES_AT = 60, 44
"""Cells of the panel from which on the names of the bindings stand beside them, and where."""


class HelpScreen(ModalScreen[None]):
    """Built from the bindings, so that it cannot tell anything but the truth."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "dismiss", "back", id="help.back"),
        Binding("down,j", "scroll(1)", "down", id="help.down", show=False),
        Binding("up,k", "scroll(-1)", "up", id="help.up", show=False),
        Binding("pagedown,space", "scroll(10)", "page down", id="help.pagedown", show=False),
        Binding("pageup", "scroll(-10)", "page up", id="help.pageup", show=False),
    ]

    def __init__(self, of: Screen[Any]) -> None:
        super().__init__()
        self.of = of

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel") as panel:
            panel.border_title = "Keys"
            panel.border_subtitle = "Esc closes"
            yield Page()

    def on_mount(self) -> None:
        self.query_one(Page).show(lambda width: help_text(self.of, width))

    def on_click(self, event: events.Click) -> None:
        """Beside the panel closes it."""
        if not self.query_one(VerticalScroll).region.contains(event.screen_x, event.screen_y):
            self.dismiss()

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Bound(NamedTuple):
    """The keys of an action."""

    signs: str
    words: str
    name: str
    """By which the keys can be bound anew."""


def keys_of(node: type[Any] | Any) -> list[Bound]:
    """Of a widget, screen or app, in the order in which they were written; not the toolkit's, which have no name."""
    lines: dict[str, tuple[list[str], Binding]] = {}
    for many in node._bindings.key_to_bindings.values():
        for one in many:
            if one.id is not None:
                lines.setdefault(one.action, ([], one))[0].append(sign(one.key))
    return [
        Bound(" ".join(signs), IN_FULL.get(one.id or "", one.description), one.id or "")
        for signs, one in lines.values()
    ]


def help_text(screen: Screen[Any], width: int = 72) -> Content:
    """The screen's own keys, those of each pane on it, those that work everywhere, and how to bind them anew."""
    parts = [_block("On this screen", screen.HELP, keys_of(screen), width)]
    seen: set[str] = set()
    for widget in screen.query("*").results(Widget):
        kind = type(widget)
        if widget.HELP and kind.__name__ not in seen and kind.__module__.startswith("tracker."):
            seen.add(kind.__name__)
            title = PANES.get(kind.__name__) or str(widget.border_title or kind.__name__)
            parts.append(_block(title, widget.HELP, keys_of(widget), width))
    parts.append(_block("Everywhere", "", keys_of(screen.app), width))
    names = "the words at the right" if width >= NAMES_FROM else "shown at the right in a wider window"
    anew = (
        f"Every key can be bound anew: write its name ({names}) and another key under [keys] in settings.toml, such as "
        '"main.axis" = "f6". Several keys are separated by commas.'
    )
    parts.append(_block("Other keys", anew, [], width))
    return Content("\n\n").join(parts)


def _block(title: str, said: str | None, keys: list[Bound], width: int) -> Content:
    lines = [Content.styled(title, "bold $accent")]
    lines += [Content.styled(line, "$quiet") for line in wrap((said or "").replace("`", ""), width)]
    room = max((len(key.signs) for key in keys), default=0)
    for key in keys:
        line = Content.assemble((f"  {key.signs:<{room}}  ", "bold"), key.words)
        beside = f"{' ' * max(2, NAMES_AT - len(line.plain))}{key.name}" if width >= NAMES_FROM else ""
        lines.append(Content.assemble(line, (beside, "$quiet")))
    return Content("\n").join(lines)
