"""PGN of every age -> Game, and what one mangled game may cost: itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game import Side, TimeControl
from tracker.sources.lichess import UnreadableError
from tracker.sources.pgn import decode, split_games

NEW = """[Event "rated blitz game"]
[Site "https://lichess.org/AbCd1234"]
[Date "2025.07.01"]
[Round "-"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[GameId "AbCd1234"]
[UTCDate "2025.07.01"]
[UTCTime "23:59:58"]
[WhiteElo "1500"]
[BlackElo "1490"]
[WhiteRatingDiff "+6"]
[BlackRatingDiff "-7"]
[WhiteTitle "FM"]
[BlackBerserk "true"]
[Variant "Standard"]
[TimeControl "300+3"]
[ECO "C20"]
[Opening "King's Pawn Game: \\"Wayward\\" Queen"]
[Termination "Normal"]

1. e4 { [%eval 0.17] [%clk 0:05:00] } e5 $6 { [%clk 0:05:00] } 2. Qh5?! { not so good }
(2. Nf3 (2. f4 exf4) Nc6) 2... Nc6 3. Bc4 Nf6?? 4. Qxf7# { White wins by checkmate. } 1-0
"""

OLD = """[Event "Rated Classical game"]
[Site "http://en.lichess.org/qwer5678"]
[Date "2013.01.05"]
[White "Ann"]
[Black "lichess AI level 4"]
[Result "1/2-1/2"]
[WhiteElo "1500"]
[BlackElo "?"]
[TimeControl "600+8"]

1. d4 d5 1/2-1/2
"""


def with_tag(name: str, value: str | None, text: str = NEW) -> bytes:
    """The game with one header changed, added or (None) taken away."""
    lines = [line for line in text.split("\n") if not line.startswith(f"[{name} ")]
    if value is not None:
        lines.insert(0, f'[{name} "{value}"]')
    return "\n".join(lines).encode()


def test_a_game_of_today() -> None:
    game = decode(NEW.encode())
    assert (game.id, game.rated, game.perf, game.status, game.winner) == ("AbCd1234", True, "blitz", "mate", "white")
    assert game.started_at == 1_751_414_398_000
    assert (game.last_move_at, game.finished_at) == (None, None)
    assert game.white == Side("ann", "Ann", "FM", rating=1500, change=6)
    assert game.black == Side("bob", "Bob", rating=1490, change=-7, berserk=True)
    assert game.moves == "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
    assert game.opening_name == 'King\'s Pawn Game: "Wayward" Queen'
    assert game.analysed


def test_a_game_of_2013() -> None:
    game = decode(OLD.encode())
    assert (game.id, game.rated, game.perf, game.status) == ("qwer5678", True, "classical", "draw")
    assert game.started_at == 1_357_344_000_000
    assert game.black == Side(ai_level=4)


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("GameId", None, "id", "AbCd1234"),
        ("Site", "https://lichess.org/AbCd1234xyz0/black", "id", "AbCd1234"),
        ("TimeControl", "-", "time_control", None),
        ("TimeControl", "-", "speed", "correspondence"),
        ("TimeControl", "1/86400", "time_control", TimeControl(days=1)),
        ("TimeControl", "1/259200", "time_control", TimeControl(days=3)),
        ("TimeControl", "60", "time_control", TimeControl(60, 0)),
        ("TimeControl", None, "speed", "blitz"),
        ("Variant", "King of the Hill", "perf", "kingOfTheHill"),
        ("Variant", "Three-check", "variant", "threeCheck"),
        ("Variant", "From Position", "perf", "blitz"),
        ("Variant", None, "variant", "standard"),
        ("Black", "Anonymous", "black", Side("anonymous", "Anonymous", rating=1490, change=-7, berserk=True)),
        ("Termination", "Time forfeit", "status", "outoftime"),
        ("Termination", "Rules infraction", "status", "cheat"),
        ("Termination", None, "status", "mate"),
        ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1", "initial_fen", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("Event", "Daily Arena https://lichess.org/tournament/abcd0000", "tournament", "abcd0000"),
        ("Event", "Team swiss https://lichess.org/swiss/abcd0000", "swiss", "abcd0000"),
        ("Event", "Daily Arena", "rated", True),
        ("UTCTime", None, "started_at", 1_751_328_000_000),
        ("Result", None, "winner", "white"),
    ],
)
def test_headers(name: str, value: str | None, field: str, expected: object) -> None:
    assert getattr(decode(with_tag(name, value)), field) == expected


def test_casual_games() -> None:
    text = "\n".join(line for line in NEW.split("\n") if "RatingDiff" not in line)
    assert not decode(with_tag("Event", "Casual Blitz game", text)).rated
    assert not decode(with_tag("Event", "Unrated game", text)).rated
    assert decode(with_tag("Event", "Rated blitz game", text)).rated
    assert not decode(with_tag("Event", "Daily Arena", text)).rated


def test_nameless_and_titled_sides() -> None:
    text = NEW.replace('[BlackElo "1490"]', '[BlackElo "?"]').replace('[BlackRatingDiff "-7"]\n', "")
    assert decode(with_tag("Black", "Anonymous", text)).black == Side()
    assert decode(with_tag("Black", "?", text)).black == Side()
    assert decode(with_tag("WhiteElo", "1500?")).white.rating == 1500


@pytest.mark.parametrize(
    ("moves", "san", "plies"),
    [
        ("0-1", None, None),
        ("1.e4 e5 2.O-O-O 0-0+ 0-1", "e4 e5 O-O-O O-O+", 4),
        ("1. N@f3 @e4 2. d8=Q+ exd1=N# 0-1", "N@f3 @e4 d8=Q+ exd1=N#", 4),
        ("1. e4 ; the best\n1... e5 0-1", "e4 e5", 2),
        ("1. e4! $1 e5!? 0-1", "e4 e5", 2),
        ("1. R1a3 Nbd7 2. Qh4e1 0-1", "R1a3 Nbd7 Qh4e1", 3),
    ],
)
def test_moves(moves: str, san: str | None, plies: int | None) -> None:
    game = decode(OLD.replace("1. d4 d5 1/2-1/2", moves).replace('"1/2-1/2"', '"0-1"').encode())
    assert (game.moves, game.plies) == (san, plies)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "no headers"),
        (b"1. e4 e5 1-0", "no headers"),
        (with_tag("Site", "https://www.chess.com/game/live/12345678", with_tag("GameId", None).decode()), "no game of"),
        (with_tag("UTCDate", "2025.13.45"), "date"),
        (with_tag("Date", "????.??.??", with_tag("UTCDate", None).decode()), "date"),
        (with_tag("WhiteElo", "15x0"), "WhiteElo"),
        (with_tag("WhiteElo", "99999999999"), "WhiteElo"),
        (with_tag("White", None), "White"),
        (with_tag("Variant", "Bughouse"), "Bughouse"),
        (with_tag("TimeControl", "40/7200:3600"), "time control"),
        (with_tag("Result", "0-1"), "the header says"),
        (NEW.split("Nf6??")[0].encode(), "breaks off"),
        (NEW.replace("Qxf7#", "Qx7#").encode(), "cannot be read at 'Qx7#'"),
        (NEW.replace("good }", "good").encode(), "cannot be read"),
        (NEW.replace(" }\n(2.", "(2.").encode(), "cannot be read"),
        (NEW.replace('[White "Ann"]', '[White "Ann]').encode(), "header line is broken"),
        (NEW.replace("(2. Nf3", "(" * 100_000).encode(), "cannot be read"),
    ],
)
def test_what_is_refused_says_why(text: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        decode(text)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-8-sig"])
def test_encodings(encoding: str) -> None:
    assert decode(NEW.replace("King's", "Réti").encode(encoding)).opening_name == 'Réti Pawn Game: "Wayward" Queen'


@pytest.mark.parametrize(
    ("name", "games"), [("bullet_2017_2020", 2499), ("many_perfs_2020", 723), ("merged_classical_2016_2018", 2021)]
)
def test_real_exports_are_all_read(shared: Path, name: str, games: int) -> None:
    lines = (shared / f"data/histories/{name}.pgn").read_bytes().split(b"\n")
    read = [decode(text) for text in split_games(lines)]
    assert len(read) == len({game.id for game in read}) == games


def numbered(number: int) -> bytes:
    return NEW.replace("AbCd1234", f"good{number:04}").encode()


def ids(file: bytes) -> list[str]:
    found = []
    for text in split_games(file.split(b"\n")):
        try:
            found.append(decode(text).id)
        except UnreadableError:
            continue
    return found


@pytest.mark.parametrize(
    "damage",
    [
        (b"{ not so good }", b"{ never closed"),
        (b"1-0\n", b""),
        (b'"]\n\n1. e4', b""),
        (b"[Site", b"Site"),
        (b"\n\n1. e4", b"\n[Event \"x\"]\n1. e4"),
        (b"3. Bc4", b"\x00\xff\xfe3. Bc4"),
        (b"e5", b"e5 }"),
    ],
)  # fmt: skip
def test_a_mangled_game_costs_no_neighbour(damage: tuple[bytes, bytes]) -> None:
    mangled = numbered(9999).replace(*damage)
    assert {"good0001", "good0002"} <= set(ids(numbered(1) + b"\n\n" + mangled + b"\n\n" + numbered(2)))
    glued = numbered(1) + b"\n\n" + mangled.rstrip(b"\n") + numbered(2)
    assert {"good0001", "good0002"} <= set(ids(glued))


@settings(deadline=None)
@given(st.data())
def test_any_damage_costs_no_neighbour(data: st.DataObject) -> None:
    mangled = bytearray(numbered(9999))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(mangled) - 1))
        if data.draw(st.booleans()):
            del mangled[at : at + data.draw(st.integers(1, 300))]
        else:
            mangled[at:at] = data.draw(st.binary(max_size=5) | st.sampled_from([b"{", b"}", b"\n[", b'"', b"(", b";"]))
        mangled = mangled or bytearray(b"\n")
    assert {"good0001", "good0002"} <= set(ids(numbered(1) + b"\n\n" + bytes(mangled) + b"\n\n" + numbered(2)))
