"""The lines of numbers at the top: where am I, what did the last games do."""

from __future__ import annotations

from datetime import tzinfo

from textual.content import Content
from textual.widgets import Static

from tracker.game import PERF_NAMES
from tracker.tui.model import AccountCard, PerfCard
from tracker.tui.notation import ago, counted, full_day, grouped, number, signed, spark, trend

Part = tuple[str, str]


def title_line(account: AccountCard | None, card: PerfCard | None, width: int, now: int) -> Content:
    """Who and which perf on the left; games and the last import on the right, as much as fits."""
    if account is None:
        return Content.assemble((" tracker", "bold"), ("  two rating histories, side by side", "$quiet"))
    left: list[Part] = [(f" {account.name}", "bold")]
    if card is not None:
        left += [(" ▸ ", "$quiet"), (PERF_NAMES.get(card.perf, card.perf), "bold $accent")]
    said = [counted(card.games, "game")] if card else []
    if card is not None and card.new_today:
        said.append(f"{grouped(card.new_today)} today")
    if account.closed:
        said.append("account closed")
    if account.last_import is not None:
        said.append(f"imported {ago(account.last_import, now)}")
    used = sum(len(text) for text, _ in left)
    while said and used + len(" · ".join(said)) + 3 > width:
        said.pop()
    right = " · ".join(said)
    return Content.assemble(*left, " " * max(1, width - used - len(right) - 1), (right, "$quiet"))


def lichess_parts(card: PerfCard, zone: tzinfo) -> list[list[Part]]:
    """Lichess's numbers, the most important group first."""
    if card.rating is None:
        return [[("LICHESS ", "$quiet"), ("no rating known" if card.rated else "no rated game yet", "")]]
    rating: list[Part] = [("LICHESS ", "$quiet"), (f"{card.rating}{'?' if card.provisional else ''}", "bold")]
    if card.deviation is not None:
        rating.append((f" ±{card.deviation:.0f}", "$quiet"))
    groups = [rating]
    if card.month_change is not None:
        tone = "$up" if card.month_change > 0 else "$down" if card.month_change < 0 else "$quiet"
        change: Part = (f"{trend(card.month_change)} {signed(card.month_change)}", tone)
        groups.append([change, (" in 30 days", "$quiet")])
    if card.peak_established is not None:
        peak = card.peak_established
        groups.append([("peak ", "$quiet"), (f"{peak.rating}", "bold"), (f" · {full_day(peak.at, zone)}", "$quiet")])
    elif card.peak is not None:
        groups.append([("peak ", "$quiet"), (f"{card.peak.rating}?", "bold"), (" provisional", "$quiet")])
    return groups


def fide_parts(card: PerfCard) -> list[list[Part]]:
    """FIDE's and Elo's numbers."""
    groups: list[list[Part]] = []
    if card.fide_live is not None:
        first: list[Part] = [("FIDE ", "$quiet")]
        if card.fide_list is not None:
            first += [(f"{card.fide_list}", "bold"), (" list · ", "$quiet")]
        first += [(number(card.fide_live, 1), "bold $accent"), (" live", "$quiet")]
        if card.fide_k is not None:
            first.append((f" · K {card.fide_k}", "$quiet"))
        groups.append(first)
    elif card.fide_note:
        groups.append([("FIDE ", "$quiet"), (card.fide_note, "$quiet")])
    if card.elo is not None:
        groups.append([("ELO ", "$quiet"), (number(card.elo, 1), "bold")])
    return groups


def number_lines(card: PerfCard | None, width: int, height: int, zone: tzinfo, computing: str = "") -> list[Content]:
    """One line where all fits or only one is there, else two; `computing` stands for numbers that are not there yet."""
    if card is None:
        return []
    lichess, fide = lichess_parts(card, zone), fide_parts(card)
    if computing:
        fide = [[("FIDE ", "$quiet"), (f"{computing} …", "$accent")]]
    together = _joined([*lichess, *fide], width)
    if together is not None:
        return [together]
    if height < 2:
        return [_shortened([lichess[0], *fide, *lichess[1:]], width)]
    return [_shortened(lichess, width), _shortened(fide, width)]


def _joined(groups: list[list[Part]], width: int) -> Content | None:
    parts: list[Part] = [(" ", "")]
    for number_, group in enumerate(groups):
        if number_:
            parts.append(("   ", ""))
        parts += group
    return Content.assemble(*parts) if sum(len(text) for text, _ in parts) <= width else None


def _shortened(groups: list[list[Part]], width: int) -> Content:
    """As many groups as fit, the last to come being the first to go; of the first as much as fits."""
    for count in range(len(groups), 0, -1):
        line = _joined(groups[:count], width)
        if line is not None:
            return line
    return Content.assemble(" ", *groups[0]).truncate(width, ellipsis=True) if groups else Content("")


class Header(Static):
    """Title and numbers; two or three lines."""

    DEFAULT_CSS = "Header { height: 2; background: $background; }"

    def __init__(self, zone: tzinfo, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone = zone
        self._shown: tuple[AccountCard | None, PerfCard | None, int, str] = (None, None, 0, "")

    def show(self, account: AccountCard | None, card: PerfCard | None, now: int, computing: str = "") -> None:
        self._shown = (account, card, now, computing)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        account, card, now, computing = self._shown
        width = self.size.width
        if not width:
            return
        lines = [title_line(account, card, width, now), *number_lines(card, width, 2, self.zone, computing)]
        if self.styles.height is None or self.styles.height.value != max(2, len(lines)):
            self.styles.height = max(2, len(lines))
        self.update(Content("\n").join(lines))


def recent_changes(card: PerfCard) -> str:
    """`+6 −5 +6`, oldest first."""
    return " ".join(signed(change) for change in card.recent)


def sparkline(card: PerfCard, width: int, ascii_only: bool) -> str:
    return spark(card.spark, width, ascii_only)
