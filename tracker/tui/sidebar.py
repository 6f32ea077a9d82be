"""Accounts and their perfs at the side; choosing one opens it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracker.game import PERF_NAMES
from tracker.tui.columns import cell_text
from tracker.tui.model import AccountCard, PerfCard


class Sidebar(OptionList):
    """Each account, the opened one followed by its perfs."""

    HELP = "Accounts and their perfs. Enter opens one."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "up", id="side.up", show=False),
        Binding("down,j", "cursor_down", "down", id="side.down", show=False),
        Binding("home,g", "first", "first", id="side.first", show=False),
        Binding("end,G", "last", "last", id="side.last", show=False),
        Binding("enter", "select", "open", id="side.open", show=False),
    ]
    DEFAULT_CSS = """
    Sidebar {
        height: 1fr; border: round $frame; background: $background; padding: 0; color: $quiet;
        scrollbar-size-vertical: 1; border-title-color: $quiet;
        &:focus { border: round $accent; }
        & > .option-list--option { padding: 0; }
        & > .option-list--option-highlighted { background: $cursor-row-blurred; color: $foreground; text-style: none; }
        &:focus > .option-list--option-highlighted { background: $cursor-row; text-style: bold; }
    }
    """

    class Chosen(Message):
        """An account, or one of its perfs."""

        def __init__(self, account: str, perf: str | None) -> None:
            super().__init__()
            self.account, self.perf = account, perf

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = "Accounts"
        self._targets: list[tuple[str, str | None]] = []

    def show(
        self, accounts: Sequence[AccountCard], account: str | None, perfs: Sequence[PerfCard], perf: str | None
    ) -> None:
        """Fills the list anew; the highlight stands on what is open."""
        self._targets = []
        options = []
        for card in accounts:
            self._targets.append((card.name, None))
            opened = card.name == account
            options.append(Option(Content.assemble(("▾ " if opened else "▸ "), (card.name, "bold"))))
            for one in perfs if opened else ():
                self._targets.append((card.name, one.perf))
                options.append(Option(self._perf_line(one, one.perf == perf)))
        self.clear_options()
        self.add_options(options)
        if (account, perf) in self._targets:
            self.highlighted = self._targets.index((account, perf))  # type: ignore[arg-type]

    def _perf_line(self, card: PerfCard, opened: bool) -> Content:
        rating = "–" if card.rating is None else f"{card.rating}{'?' if card.provisional else ' '}"
        name = cell_text(PERF_NAMES.get(card.perf, card.perf), 12, right=False)
        return Content.assemble(
            ("▌" if opened else " ", "$accent"),
            (f" {name}", "bold $foreground" if opened else ""),
            (f"{rating:>5}", "$foreground"),
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(*self._targets[event.option_index]))
