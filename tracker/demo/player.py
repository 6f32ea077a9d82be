"""The demo's made-up player: three years of games, simulated with a fixed seed and rated as Lichess would have.

Another `now` moves the dates and keeps the games; ratings, and with them now and then a result, differ a little where
games moved across a date on which Lichess changed its constants. So that nothing else follows from it, each game draws
from a generator of its own, and `random.Random` is used in ways that are the same on every machine and Python.
"""

from __future__ import annotations

import heapq
from random import Random
from typing import Any, NamedTuple

from tracker.demo import life
from tracker.demo.classics import Ending
from tracker.demo.clocks import ON_THE_CLOCK, pace
from tracker.demo.opponents import Opponent, acquaintance, met
from tracker.demo.outcome import ending_for, winner_of
from tracker.demo.record import DEMO_NAME, Setting, analyse, other, player, record
from tracker.demo.standing import Standing
from tracker.game import Color, speed_of
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import is_provisional, start_at
from tracker.ratings.lichess_eras import MS_PER_DAY

__all__ = ["DEMO_NAME", "DemoHistory", "demo_games", "demo_history"]

SEED = "tracker demo"
ARENAS = ("Hourly Blitz Arena", "<1700 Blitz Arena", "Eastern Blitz Arena", "Daily Bullet Arena", "Hourly Bullet Arena")
FRIENDS = (("CorrespondingCarla", 1720), ("old_school_otto", 1640), ("PostcardPete", 1850), ("MiraPlaysSlow", 1585))
BOTS = (("gentle-gambit-bot", 1600), ("RookieEngineBot", 1750))
CHEATER = "TooGoodToLose"
CASUAL = ("friend", "ai", "position")
"""Kinds of sessions that move no rating."""
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class DemoHistory(NamedTuple):
    """The player as the server shows them."""

    games: list[dict[str, Any]]
    """Newest start first, unfinished and aborted ones among them."""
    standings: dict[str, Standing]


class Begun(NamedTuple):
    """A game whose course is decided and whose end is to come."""

    setting: Setting
    opponent: Opponent | None
    ending: Ending
    game: dict[str, Any]
    end: int


def demo_games(now: int) -> list[dict[str, Any]]:
    """The records of all games up to `now` (epoch ms), newest start first."""
    return demo_history(now).games


def demo_history(now: int) -> DemoHistory:
    """The games up to `now` (epoch ms) and where they left each perf."""
    career = Career(now)
    career.play_live(Random(f"{SEED}: live"))
    career.play_by_mail(Random(f"{SEED}: mail"))
    games = sorted(career.games, key=lambda game: (game["createdAt"], game["id"]), reverse=True)
    return DemoHistory(games, career.standings)


class Career:
    """The simulation: standings, the games so far, and the ids that are taken."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.standings: dict[str, Standing] = {}
        self.games: list[dict[str, Any]] = []
        self.ids: set[str] = set()
        self.lost_to_cheater: list[tuple[int, int]] = []

    def play_live(self, rng: Random) -> None:
        """All sittings at the board, one game after the other."""
        free_from = 0
        refunded = False
        for session in life.sessions(rng):
            if session.days_ago <= life.REFUND and not refunded:
                self.standings["blitz"].refund(self.lost_to_cheater, life.moment(self.now, life.REFUND, 8 * 60))
                refunded = True
            at = max(life.moment(self.now, session.days_ago, session.minute), free_from)
            event = self.game_id(rng), int(rng.random() * len(ARENAS))
            for number in range(session.games):
                hasty = session.days_ago in life.HASTY and number == 1
                at = self.live_game(Random(rng.getrandbits(64)), session, at, event, hasty) + 500
                at += 0 if session.days_ago in life.HASTY and number == 0 else 4_000 + rng.getrandbits(16)
            free_from = at + 10 * life.MINUTE_MS

    def live_game(self, rng: Random, session: life.Session, at: int, event: tuple[str, int], hasty: bool) -> int:
        """One game at the board; answers when it ended."""
        setting = self.live_setting(rng, session, event)
        chance = rng.random()
        opponent = self.live_opponent(rng, session, setting, at)
        if opponent and opponent.bot:  # machines play who challenges them, and are in no pool
            setting = setting._replace(source="friend")
        if setting.rated and session.kind == "pool" and chance > 0.994:
            return self.unplayed(rng, setting, opponent, at, "noStart" if chance > 0.997 else "aborted")
        begun = self.begin(rng, setting, opponent, at, session, hasty)
        marked = session.kind == "pool" and chance < 0.003
        self.finish(begun, marked)
        return begun.end

    def live_setting(self, rng: Random, session: life.Session, event: tuple[str, int]) -> Setting:
        color: Color = "white" if rng.getrandbits(1) else "black"
        kind = session.kind
        source = {"cheater": "pool", "position": "friend"}.get(kind, kind)
        variant = "fromPosition" if kind == "position" else "standard"
        if session.perf == "chess960":
            variant, source = "chess960", "lobby" if kind == "pool" else source
        names = [name for name in ARENAS if session.perf in name.lower()]
        return Setting(
            perf=session.perf,
            speed=speed_of(session.initial, session.increment),
            variant=variant,
            rated=kind not in CASUAL,
            source=source,
            color=color,
            initial=session.initial,
            increment=session.increment,
            arena=(event[0], names[event[1] % len(names)]) if kind == "arena" else None,
            swiss=event[0] if kind == "swiss" else None,
        )

    def live_opponent(self, rng: Random, session: life.Session, setting: Setting, at: int) -> Opponent | None:
        """None for the computer and the nameless."""
        rating = self.standing(setting.perf, at).glicko.rating
        somebody = met(rng, rating, {"arena": 420, "swiss": 330}.get(session.kind, 170))
        draw = rng.random()
        if session.kind == "cheater":
            return Opponent(CHEATER, Glicko(rating + 35, 62.0, 0.06), rating + 1200)
        if session.kind == "ai" or (session.kind == "friend" and draw < 0.3):
            return None
        if session.kind in ("friend", "position"):
            return acquaintance(rng, *FRIENDS[int(draw * len(FRIENDS))])
        if session.kind == "pool" and setting.perf == "rapid" and draw < 0.03:
            return acquaintance(rng, *BOTS[int(draw / 0.03 * len(BOTS))], title="BOT")
        return somebody

    def play_by_mail(self, rng: Random) -> None:
        """The correspondence games, several at a time, in the order of their starts and ends."""
        to_end: list[tuple[int, str, Begun]] = []
        for days_ago in life.mail_days(rng):
            at = life.moment(self.now, days_ago, 7 * 60 + int(rng.random() * 900))
            while to_end and to_end[0][0] <= at:
                self.finish(heapq.heappop(to_end)[2])
            begun = self.mail_game(Random(rng.getrandbits(64)), at)
            if days_ago in life.STILL_OPEN:
                self.still_open(begun, days_ago)
            else:
                heapq.heappush(to_end, (begun.end, begun.game["id"], begun))
        while to_end:
            self.finish(heapq.heappop(to_end)[2])

    def mail_game(self, rng: Random, at: int) -> Begun:
        chance, limit, weeks = rng.random(), rng.random(), rng.random()
        name, rating = FRIENDS[int(rng.random() * len(FRIENDS))]
        standing = self.standing("correspondence", at)
        friend, somebody = acquaintance(rng, name, rating), met(rng, standing.glicko.rating, 210)
        rated = chance > 0.06
        setting = Setting(
            "correspondence",
            "correspondence",
            "standard",
            rated=rated,
            source="friend" if chance < 0.4 else "lobby",
            color="white" if rng.getrandbits(1) else "black",
            days=(None if chance < 0.03 else 1 if limit < 0.2 else 2 if limit < 0.45 else 3),
        )
        begun = self.begin(rng, setting, friend if chance < 0.4 else somebody, at)
        last_move = at + int((2.0 + (life.LONGEST_MAIL - 5.0) * weeks) * MS_PER_DAY)
        begun.game["lastMoveAt"] = last_move
        waits = begun.ending.status in ON_THE_CLOCK
        return begun._replace(end=last_move + (setting.days or 0) * MS_PER_DAY if waits else last_move + 60_000)

    def still_open(self, begun: Begun, days_ago: int) -> None:
        """Leave a game unfinished: a few moves in, the last one some hours ago."""
        game = begun.game
        game["status"] = "started"
        game.pop("winner", None)
        game.pop("analysis", None)
        for side in game["players"].values():
            side.pop("analysis", None)
        plies = min(2 * days_ago, begun.ending.plies - 2)
        game["moves"] = " ".join(begun.ending.classic.moves[:plies])
        if plies < begun.ending.classic.opening_ply:
            game.pop("opening", None)
        game["lastMoveAt"] = self.now - days_ago * 3 * 3_600_000
        self.games.append(game)

    def standing(self, perf: str, at: int) -> Standing:
        return self.standings.setdefault(perf, Standing(start_at(at)))

    def game_id(self, rng: Random) -> str:
        while True:
            bits = rng.getrandbits(64)
            letters = [LETTERS[(bits >> 8 * i & 255) % 62] for i in range(8)]
            game_id = "".join(letters)
            if game_id not in self.ids:
                self.ids.add(game_id)
                return game_id

    def begin(
        self,
        rng: Random,
        setting: Setting,
        opponent: Opponent | None,
        at: int,
        session: life.Session | None = None,
        hasty: bool = False,
    ) -> Begun:
        """Decide a game at its start, with the ratings that its record will show."""
        standing = self.standing(setting.perf, at)
        days_ago = (self.now - at) / MS_PER_DAY
        level = 1 + int(rng.random() * 6)
        theirs = opponent.strength if opponent else 700.0 + 200.0 * level
        margin = life.strength(days_ago, setting.perf) - theirs
        ending = ending_for(rng, setting, winner_of(rng, margin, setting))
        me = player(DEMO_NAME, standing.previous if hasty else standing.rating, standing.provisional(at))
        them: dict[str, Any] = {"aiLevel": level} if session and session.kind == "ai" else {}
        if opponent:
            glicko = opponent.glicko
            them = player(opponent.name, int(glicko.rating), is_provisional(glicko.deviation, at), opponent.title)
        game = record(self.game_id(rng), setting, ending, at, at, me, them)
        analysed = rng.random() < (0.26 if setting.perf in ("rapid", "classical", "correspondence") else 0.11)
        berserk: frozenset[Color] = frozenset()
        if setting.arena and (who := rng.random()) < 0.16:
            berserk = frozenset({setting.color if who < 0.09 else other(setting.color)})
        end = at
        if setting.initial is not None:
            run = pace(rng, ending, setting.initial, setting.increment, berserk)
            game["lastMoveAt"] = at + run.moving
            game["clocks"] = run.clocks
            end = at + run.moving + run.waiting
        if analysed and setting.variant == "standard" and ending.plies > 9:
            analyse(game, ending)
        return Begun(setting, opponent, ending, game, end)

    def finish(self, begun: Begun, marked: bool = False) -> None:
        """End a game: the ratings of that moment move, unless an account was marked or the game was casual."""
        setting, opponent, ending, game, end = begun
        self.games.append(game)
        if not setting.rated or opponent is None or marked:
            return
        standing = self.standings[setting.perf]
        mine, theirs = standing.settle(
            opponent, setting.color, ending.winner, perf=setting.perf, last_move=game["lastMoveAt"], end=end
        )
        game["players"][setting.color]["ratingDiff"] = mine
        game["players"][other(setting.color)]["ratingDiff"] = theirs
        if opponent.name == CHEATER and mine < 0:
            self.lost_to_cheater.append((mine, standing.previous))

    def unplayed(self, rng: Random, setting: Setting, opponent: Opponent | None, at: int, status: str) -> int:
        """A game without moves: aborted, or lost by the one who did not come. No rating moves."""
        begun = self.begin(rng, setting, opponent, at)
        game = begun.game
        for field_name in ("opening", "analysis", "winner", "clocks"):
            game.pop(field_name, None)
        for side in game["players"].values():
            side.pop("analysis", None)
        game["status"], game["moves"], game["lastMoveAt"] = status, "", at
        if status == "noStart":
            game["winner"] = setting.color
        self.games.append(game)
        return at + 20_000
