"""The line of keys at the bottom: as many as fit, help and quit always."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

SIGNS = {
    "question_mark": "?", "slash": "/", "left_square_bracket": "[", "right_square_bracket": "]", "comma": ",",
    "escape": "Esc", "enter": "Enter", "colon": ":", "plus": "+", "equals_sign": "=", "minus": "-", "tab": "Tab",
    "shift+tab": "⇧Tab", "left": "←", "right": "→", "up": "↑", "down": "↓", "pageup": "PgUp", "pagedown": "PgDn",
    "home": "Home", "end": "End", "space": "Space", "less_than_sign": "<", "greater_than_sign": ">",
    "ctrl+left": "^←", "ctrl+right": "^→", "shift+left": "⇧←", "shift+right": "⇧→", "full_stop": ".",
}  # fmt: skip


def sign(key: str) -> str:
    """A key as it stands on a keyboard."""
    return SIGNS.get(key) or (f"^{key[5:]}" if key.startswith("ctrl+") else key)


class KeyBar(Static):
    """Shows the active bindings with `show=True`; each can be clicked."""

    ALLOW_SELECT = False
    DEFAULT_CSS = (
        "KeyBar { height: 1; dock: bottom; background: $panel; color: $quiet; link-style: none; link-color: $quiet; }"
    )

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.call_later(self._draw))
        self.call_later(self._draw)

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self.is_attached or not self.screen.is_current:
            return
        shown: dict[str, tuple[str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            space = "app" if active.node is self.app else "screen" if active.node is self.screen else "focused"
            action = binding.action if "." in binding.action.split("(")[0] else f"{space}.{binding.action}"
            if binding.show and action not in shown:
                shown[action] = (binding.key_display or sign(binding.key), binding.description)
        room, kept = self.size.width - 1, []
        for action in sorted(shown, key=lambda each: not each.endswith((".help", ".quit", ".back"))):
            length = sum(map(len, shown[action])) + 3
            if length <= room:
                room -= length
                kept.append(action)
        parts = [
            Content.assemble(" ", (key, "bold $foreground"), f" {words} ").stylize(Style.from_meta({"@click": action}))
            for action, (key, words) in shown.items()
            if action in kept
        ]
        self.update(Content("").join(parts))
