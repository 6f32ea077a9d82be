"""Follows the reported ratings of one perf game by game and tells lag from points that came without a game. Pure.

The rating in a record is a snapshot at the start of the game, while changes are applied at the ends. A game's *offset*
is what it shows less what the ledger had when it began. An offset that soon goes back to 0 was a snapshot that lagged;
one that stays has moved the rating.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Any

from tracker.game import RAPID_SPLIT, PlayedGame
from tracker.ledger.entries import REFUND_WINDOW_MS, Note, Row, Summary
from tracker.ratings.lichess import REFUND_MOST

AHEAD = 12
"""Games that are looked at before an offset is judged."""
REMEMBERED = 512
"""Games whose end is remembered, to know what the rating was when a long game began."""


class Chain:
    """The running ledger of one perf. Push rated games in the order of their ends; rows come out AHEAD games later."""

    def __init__(
        self,
        perf: str,
        *,
        opening: int | None = None,
        opening_note: str | None = None,
        opened_after: str | None = None,
        profile_rating: int | None = None,
    ) -> None:
        self.perf = perf
        self.running: int | None = opening
        self._opening = opening
        self._opening_note = opening_note
        self._profile_rating = profile_rating
        self._ahead: deque[PlayedGame] = deque()
        self._ends: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)  # (end of a game, known rating before it)
        self._last_id = opened_after
        self._last_change = 0
        self._last_end = 0
        self._newest_start = -1
        self._closing = opening
        self._last_lost_start: int | None = None
        self._games = self._changes = self._adjustments = self._adjustment_count = self._without_change = 0
        self._by_start = False
        self.before_split: tuple[int, str] | None = None
        """Of classical: the rating and the id of the last game when rapid was split off."""

    def as_json(self) -> dict[str, Any]:
        """All that the next game needs, as plain values."""
        return {name: list(value) if isinstance(value, deque) else value for name, value in vars(self).items()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Chain:
        """The inverse of `as_json`. Raises KeyError or TypeError for anything else."""
        chain = cls(values["perf"])
        for name in vars(chain):
            setattr(chain, name, values[name])
        chain._ahead = deque(map(PlayedGame._make, values["_ahead"]))
        chain._ends = deque(((end, rating) for end, rating in values["_ends"]), maxlen=REMEMBERED)
        chain.before_split = values["before_split"] and tuple(values["before_split"])
        return chain

    def push(self, game: PlayedGame) -> list[Row]:
        """Take the next rated game; the rows that are settled by it."""
        self._ahead.append(game)
        return self._settle(last=False) if len(self._ahead) > AHEAD else []

    def finish(self) -> list[Row]:
        """The rows still open when no game follows."""
        rows: list[Row] = []
        while self._ahead:
            rows += self._settle(last=True)
        return rows

    def summary(self, gaps: int = 0) -> Summary:
        """The account so far."""
        opening = self._opening
        closing = self._closing if self._profile_rating is None else self._profile_rating
        led_to = None if opening is None else opening + self._changes + self._adjustments
        return Summary(
            perf=self.perf,
            opening=opening,
            opening_note=self._opening_note,
            games=self._games,
            changes=self._changes,
            adjustments=self._adjustments,
            adjustment_count=self._adjustment_count,
            closing=closing,
            closing_source="record" if self._profile_rating is None else "profile",
            residual=None if closing is None or led_to is None else closing - led_to,
            without_change=self._without_change,
            gaps=gaps,
            ordered_by_start=self._by_start,
        )

    def _settle(self, last: bool) -> list[Row]:
        """Judge the oldest game that waits, and enter it."""
        game = self._ahead[0]
        shown = game.rating
        if self.running is None and shown is not None:
            self.running = self._closing = shown
            self._opening = shown - self._changes
        if self.running is None or shown is None or shown == self.running:
            return [self._enter(self._ahead.popleft(), None)]
        base = _rating_at(game.started_at, self._ends, self.running)
        offset = shown - base
        if not offset:
            return [self._enter(self._ahead.popleft(), "overlap")]
        earlier = self._ended_earlier(game, shown)
        if earlier is not None:
            self._ahead.remove(earlier)
            return [self._enter(earlier, None, ended_by=game.started_at), *self._settle(last)]
        if self._comes_back(game, offset, last):
            note: Note = "stale" if base == self.running else "overlap"
            return [self._enter(self._ahead.popleft(), note, lags=True)]
        adjustment = self._adjust(game, offset)
        return [adjustment, self._enter(self._ahead.popleft(), None if shown == self.running else "overlap")]

    def _ended_earlier(self, game: PlayedGame, shown: int) -> PlayedGame | None:
        """A waiting game whose end is only an estimate and that the shown ratings put before this one."""
        running = self.running or 0
        for other in islice(self._ahead, 1, None):
            if other.last_move_at is None or other.last_move_at >= game.ended_at:
                continue
            if other.change and other.rating == running and shown == running + other.change:
                return other
        return None

    def _comes_back(self, game: PlayedGame, offset: int, last: bool) -> bool:
        """The snapshots return to the running rating: they lagged, and nothing moved."""
        assumed = (self.running or 0) + (game.change or 0)
        ends = deque(self._ends, maxlen=REMEMBERED)
        ends.append((game.ended_at, self.running or 0))
        change = game.change or 0
        for other in islice(self._ahead, 1, None):
            if other.rating is not None and other.started_at >= game.started_at:
                difference = other.rating - _rating_at(other.started_at, ends, assumed)
                if not difference:
                    return True
                if difference not in (offset, -change):
                    return offset == -self._last_change  # else the rating would have moved twice without a game
            ends.append((other.ended_at, assumed))
            change = other.change or 0
            assumed += change
        if not last:
            return False
        if self._profile_rating in (assumed, assumed + offset):
            return self._profile_rating == assumed
        return offset == -self._last_change

    def _adjust(self, game: PlayedGame, offset: int) -> Row:
        """The rating moved without a game before this one began."""
        before = self.running or 0
        self.running = before + offset
        self._adjustments += offset
        self._adjustment_count += 1
        self._ends = deque(
            ((end, rating + offset if end > game.started_at else rating) for end, rating in self._ends),
            maxlen=REMEMBERED,
        )
        lost = self._last_lost_start
        refund = 0 < offset <= REFUND_MOST and lost is not None and self._last_end - lost <= REFUND_WINDOW_MS
        return Row(
            "adjustment",
            self.perf,
            None,
            game.started_at,
            offset,
            before,
            self.running,
            "refund-like" if refund else "unexplained",
            None,
            (self._last_id, game.id),
        )

    def _enter(self, game: PlayedGame, note: Note | None, *, lags: bool = False, ended_by: int | None = None) -> Row:
        """Apply a game's reported change.

        `lags`: its snapshot is not even what the rating was at its start. `ended_by`: where another game shows that it
        ended earlier than its record lets one think.
        """
        end = game.ended_at if ended_by is None else ended_by
        before = self.running
        change = game.change if game.rated else None
        after = self.running = None if before is None else before + (change or 0)
        self._games += 1
        self._changes += change or 0
        if change is None:
            self._without_change += 1
            note = None if before is None else "no-change"  # a file without ratings does not tell
        elif change < 0:
            self._last_lost_start = max(game.started_at, self._last_lost_start or 0)
        if before is not None:
            self._close_with(game, before, change or 0, lags)
            self._ends.append((end, before))
        self._last_id, self._last_change, self._last_end = game.id, change or 0, end
        self._by_start = self._by_start or game.finished_at is None
        if game.started_at < RAPID_SPLIT and after is not None:
            self.before_split = after, game.id
        return Row("game", self.perf, game.id, game.ended_at, change, before, after, note, game.rating, None)

    def _close_with(self, game: PlayedGame, before: int, change: int, lags: bool) -> None:
        """Keep the closing rating that the newest record leads to: what it shows, and the changes since its start."""
        if game.started_at > self._newest_start and game.rating is not None and not lags:
            self._newest_start = game.started_at
            self._closing = game.rating + before - _rating_at(game.started_at, self._ends, before) + change
        else:
            self._closing = (self._closing or 0) + change


def _rating_at(moment: int, ends: deque[tuple[int, int]], running: int) -> int:
    """The rating when a game began: that before the first of the games which ended later."""
    rating = running
    for end, before in reversed(ends):
        if end <= moment:
            break
        rating = before
    return rating
