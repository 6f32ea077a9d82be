"""Where the demo's player stands in one perf while the years go by, rated as Lichess rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.demo.opponents import Opponent
from tracker.game import Color
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import deviation_at, is_provisional, rate_game

MOST_REFUNDED = 150


@dataclass
class Standing:
    """One perf of the player."""

    glicko: Glicko
    """The rating with its hidden fraction; the deviation as of `latest`."""
    latest: int | None = None
    """The last move of the last rated game, epoch ms."""
    games: int = 0
    previous: int = 1500
    """The whole rating before the last game."""
    points: list[tuple[int, int]] = field(default_factory=list)
    """(last move, whole rating) after each game, and again after a refund."""

    @property
    def rating(self) -> int:
        """As Lichess shows it."""
        return int(self.glicko.rating)

    def deviation(self, at: int) -> float:
        """Grown to a moment, as Lichess shows it."""
        return deviation_at(self.glicko.deviation, self.glicko.volatility, self.latest, at)

    def provisional(self, at: int) -> bool:
        return is_provisional(self.deviation(at), at)

    def settle(
        self, opponent: Opponent, color: Color, winner: Color | None, *, perf: str, last_move: int, end: int
    ) -> tuple[int, int]:
        """Rate one game at its end; answers the whole changes, the own and the opponent's."""
        self.previous = self.rating
        before = self.glicko._replace(deviation=self.deviation(end))
        score = 0.5 if winner is None else float(winner == color)
        mine, theirs = rate_game(
            before, opponent.glicko, score, color=color, at=end, perf=perf, opponent_bot=opponent.bot
        )
        self.glicko, self.latest, self.games = mine.glicko, last_move, self.games + 1
        self.points.append((last_move, self.rating))
        return mine.change, theirs.change

    def refund(self, lost: Sequence[tuple[int, int]], at: int) -> None:
        """Give back what a closed account took: (change, rating shown) of each game lost to it.

        Lichess's rule: what was lost, less half of what has been won back meanwhile, added to the rating alone.
        """
        total = -sum(change for change, _ in lost)
        highest = max(shown for _, shown in lost)
        points = max(0, min(MOST_REFUNDED, total - max(0, total + self.rating - highest) // 2))
        self.glicko = self.glicko._replace(rating=self.glicko.rating + points)
        self.points.append((at, self.rating))
