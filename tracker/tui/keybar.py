"""The line of keys at the bottom: as many as fit, help and quit always; and the running import."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tracker.tui.host import Host
from tracker.tui.import_line import short_lines

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
    """Shows the active bindings with `show=True`, each to be clicked, and at the right the running import."""

    app: Host
    ALLOW_SELECT = False
    DEFAULT_CSS = (
        "KeyBar { height: 1; dock: bottom; background: $panel; color: $quiet; link-style: none; link-color: $quiet; }"
    )

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.call_later(self.draw))
        self.call_later(self.draw)

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        if not self.is_attached or not self.screen.is_current:
            return
        shown: dict[str, tuple[str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            space = "app" if active.node is self.app else "screen" if active.node is self.screen else "focused"
            action = binding.action if "." in binding.action.split("(")[0] else f"{space}.{binding.action}"
            if binding.show and action not in shown:
                shown[action] = (binding.key_display or sign(binding.key), binding.description)
        lengths = {action: sum(map(len, shown[action])) + 3 for action in shown}
        always = [action for action in shown if action.endswith((".help", ".quit", ".back"))]
        importing = self._importing(self.size.width - sum(lengths[action] for action in always) - 3)
        room, kept = self.size.width - 1 - (len(importing) + 2 if importing else 0), []
        for action in sorted(shown, key=lambda each: each not in always):
            length = lengths[action]
            if length <= room:
                room -= length
                kept.append(action)
        parts = [
            Content.assemble(" ", (key, "bold $foreground"), f" {words} ").stylize(Style.from_meta({"@click": action}))
            for action, (key, words) in shown.items()
            if action in kept
        ]
        if importing:
            parts += [Content(" " * (room + 1)), Content.styled(importing, "$accent")]
        self.update(Content("").join(parts))

    def _importing(self, room: int) -> str:
        """What may be said of the running import in so many cells."""
        progress = self.app.importing
        lines = short_lines(progress, self.app.import_told) if progress is not None else []
        return next((line for line in lines if len(line) <= room), "")
