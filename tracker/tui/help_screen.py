"""The help: what the screen is for, and every key that does something on it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from tracker.tui.keybar import sign


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
            yield Static(help_text(self.of))

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def keys_of(node: type[Any] | Any) -> list[tuple[str, str]]:
    """(keys, what they do) of a widget, screen or app, in the order in which they were written."""
    lines: dict[str, tuple[list[str], str]] = {}
    for binding in node._bindings.key_to_bindings.values():
        for one in binding:
            if one.id is None:  # the toolkit's own
                continue
            keys, _ = lines.setdefault(one.action, ([], one.description))
            keys.append(sign(one.key))
    return [(" ".join(keys), words) for keys, words in lines.values()]


def help_text(screen: Screen[Any]) -> Content:
    """The screen's own keys, those of each pane on it, and those that work everywhere."""
    parts: list[Content] = []
    if screen.HELP:
        parts.append(Content.styled(screen.HELP, "$quiet"))
    parts.append(_block("On this screen", keys_of(screen)))
    seen: set[str] = set()
    for widget in screen.query("*").results(Widget):
        name = type(widget).__name__
        if widget.HELP and name not in seen and type(widget).__module__.startswith("tracker."):
            seen.add(name)
            title = str(getattr(widget, "border_title", "") or widget.id or name).split(" · ")[0]
            block = _block({"chart": "Timeline", "games": "Games"}.get(widget.id or "", title), keys_of(widget))
            parts.append(Content("\n").join([Content.styled(widget.HELP.replace("`", ""), "$quiet"), block]))
    parts.append(_block("Everywhere", keys_of(screen.app)))
    return Content("\n\n").join(parts)


def _block(title: str, keys: list[tuple[str, str]]) -> Content:
    lines = [Content.styled(title, "bold $accent")]
    lines += [Content.assemble((f"  {signs:<14} ", "bold"), words) for signs, words in keys]
    return Content("\n").join(lines)
