"""The store keeps what it is given: nothing lost, nothing doubled, nothing half."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from tracker.errors import DatabaseBroken, DatabaseBusy, DatabaseTooNew, NotTracked, StoreError
from tracker.game import Game, PlayedGame, Side
from tracker.store import Entry, Store, locks
from tracker.store.packing import pack, unpack
from tracker.store.rows import NOT_MERGED, merge, row_of

NOW = 1_700_000_000_000

GAME = Game(
    id="abcd1234",
    rated=True,
    variant="standard",
    speed="blitz",
    perf="blitz",
    started_at=1_600_000_000_000,
    last_move_at=1_600_000_300_000,
    finished_at=1_600_000_300_000,
    status="mate",
    white=Side("anna", "Anna", rating=1500, change=6, provisional=False),
    black=Side("ben", "Ben", rating=1510, change=-6, provisional=True),
    winner="white",
    moves="e4 e5",
    plies=2,
)


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "tracker.db") as opened:
        yield opened


def put(store: Store, *games: Game, name: str = "Anna", richer: bool = True):
    account = store.ensure_account(name.lower(), name)
    return store.save(account, [Entry(game, game.id.encode(), "json") for game in games], richer=richer, now=NOW)


def test_a_new_file_is_private_and_in_wal_mode(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "tracker.db"
    with Store(path) as store:
        assert store.one("PRAGMA journal_mode") == "wal"
        assert store.one("PRAGMA foreign_keys") == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_reading_does_not_import_sqlalchemy(tmp_path: Path) -> None:
    Store(tmp_path / "tracker.db").close()
    program = (
        "import sys; from pathlib import Path; from tracker.store import Store; "
        f"store = Store(Path({str(tmp_path / 'tracker.db')!r})); store.accounts(); "
        "print([m for m in ('sqlalchemy', 'sqlmodel', 'alembic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_each_side_sees_its_own_game(store: Store) -> None:
    put(store, GAME, name="Anna")
    put(store, GAME, name="Ben")
    (anna,) = store.games(store.account("anna").id)
    (ben,) = store.games(store.account("BEN ").id)
    assert (anna.color, anna.outcome, anna.change, anna.opponent, anna.provisional) == ("white", "win", 6, "Ben", False)
    assert (ben.color, ben.outcome, ben.change, ben.opponent, ben.provisional) == ("black", "loss", -6, "Anna", True)
    assert anna.rated is True
    assert [account.name for account in store.accounts_with("abcd1234")] == ["Anna", "Ben"]


def test_the_same_game_again_changes_nothing(store: Store) -> None:
    assert put(store, GAME) == (["abcd1234"], [])
    assert put(store, GAME, GAME) == ([], [])
    assert store.counts(1) == (1, 1)
    assert store.perfs(1) == [("blitz", 1, 1, 1)]


def test_twice_in_one_batch_is_one_game(store: Store) -> None:
    later = replace(GAME, opening_name="Open Game")
    assert put(store, GAME, later) == (["abcd1234"], [])
    assert [game.opening_name for game in store.games(1)] == ["Open Game"]


def test_a_correction_from_the_server_wins_and_blanks_erase_nothing(store: Store) -> None:
    put(store, GAME)
    renamed = replace(GAME, black=replace(GAME.black, id="ghost", name="ghost"), moves=None, analysed=True)
    assert put(store, renamed) == ([], ["abcd1234"])
    (game,) = store.games(1)
    assert (game.opponent, game.analysed) == ("ghost", True)
    assert store.moves(1, "abcd1234") == ("e4 e5", None)


def test_a_poorer_file_only_fills_blanks(store: Store) -> None:
    put(store, replace(GAME, opening_eco=None))
    put(store, replace(GAME, status="unknownFinish", opening_eco="C20"), richer=False)
    (game,) = store.games(1)
    assert (game.status, game.opening_eco) == ("mate", "C20")


def test_every_merged_field_can_be_filled() -> None:
    full = row_of(GAME, 1, "anna", NOW)
    blank = {name: value if name in NOT_MERGED else None for name, value in full.items()} | {"analysed": False}
    merged = merge(blank, full | {"account_id": 9, "first_seen_at": 9}, richer=False)
    assert {name: merged[name] for name in full if name not in NOT_MERGED} == {
        name: value for name, value in full.items() if name not in NOT_MERGED
    }
    assert (merged["account_id"], merged["first_seen_at"]) == (1, NOW)


def test_a_stranger_is_refused(store: Store) -> None:
    account = store.ensure_account("carl", "Carl")
    with pytest.raises(ValueError, match="neither side"):
        store.save(account, [Entry(GAME, None, "json")], richer=True, now=NOW)


def test_games_come_in_the_order_ratings_were_applied(store: Store) -> None:
    late = replace(GAME, id="late", finished_at=GAME.finished_at + 10_000_000)
    no_end = replace(GAME, id="pgn", started_at=GAME.started_at - 5, finished_at=None, last_move_at=None)
    put(store, late, GAME, no_end)
    assert [game.id for game in store.games(1)] == ["pgn", "abcd1234", "late"]
    assert [game.id for game in store.games(1, "blitz", after=GAME.finished_at)] == ["late"]
    assert list(store.games(1, "rapid")) == []


def test_the_columns_read_are_those_of_the_vocabulary(store: Store) -> None:
    put(store, GAME)
    assert next(iter(store.games(1)))._fields == PlayedGame._fields
    assert store.game(1, "abcd1234").plies == 2
    with pytest.raises(NotTracked, match="No game nope"):
        store.game(1, "nope")


def test_records_come_back_as_they_went_in(store: Store) -> None:
    put(store, GAME)
    assert store.records(1, "abcd1234") == {"json": b"abcd1234"}
    assert unpack(pack(b"\x00\xff" * 3000)) == b"\x00\xff" * 3000
    line = b'{"id":"abcd1234","rated":true,"variant":"standard","speed":"blitz","perf":"blitz","createdAt":1}'
    assert len(pack(line)) < len(line) / 2


def test_kept_results_go_when_an_old_game_changes(store: Store) -> None:
    put(store, GAME)
    store.keep_derived(1, "replay", GAME.finished_at, b"kept")
    put(store, replace(GAME, id="newer", finished_at=GAME.finished_at + 1))
    assert store.derived(1, "replay") == b"kept"
    put(store, replace(GAME, status="outoftime"))
    assert store.derived(1, "replay") is None


def test_marks(store: Store) -> None:
    put(store, GAME)
    store.set_pending(1, ["one", "two"], "unfinished", 5)
    store.set_pending(1, ["two"], "no-change", 6)
    assert store.pending(1) == {"one": ("unfinished", 5), "two": ("no-change", 5)}
    store.drop_pending(1, ["one"])
    assert list(store.pending(1)) == ["two"]
    store.set_aside(1, [(b"{", "cut", 7), (b"{", "cut short", 8)])
    ((number, line, reason, at, _version),) = store.set_aside_lines(1)
    assert (line, reason, at) == (b"{", "cut short", 7)
    store.drop_set_aside([number])
    assert store.set_aside_lines(1) == []


def test_the_daily_list_comes_back(store: Store) -> None:
    account = store.ensure_account("anna", "Anna")
    assert store.daily_list(account.id) is None
    store.update_account(account.id, daily_list=[{"name": "Blitz", "points": [[2024, 0, 31, 1500]]}])
    assert store.daily_list(account.id) == [{"name": "Blitz", "points": [[2024, 0, 31, 1500]]}]


def test_names_are_case_blind_and_follow_the_server(store: Store) -> None:
    store.ensure_account("anna", "Anna")
    assert store.ensure_account("anna", "ANNA").name == "ANNA"
    assert len(store.accounts()) == 1


def test_forgetting_takes_everything_with_it(store: Store) -> None:
    put(store, GAME)
    store.set_pending(1, ["x"], "unfinished", 1)
    store.forget(1)
    for table in ("account", "game", "record", "pending"):
        assert store.one(f"SELECT count(*) FROM {table}") == 0
    with pytest.raises(NotTracked, match="anna is not tracked"):
        store.account("anna")


def test_forgetting_leaves_no_trace_in_the_file(store: Store) -> None:
    moves = " ".join(f"Secret{n}" for n in range(3000))
    put(store, GAME, name="Anna")
    put(store, GAME, replace(GAME, id="other001", white=Side("anna", "Anna"), black=Side("ben", "Ben")), name="Ben")
    anna = store.account("anna")
    put(store, replace(GAME, id="alone001", moves=moves))
    for game_id in ("alone001", "abcd1234"):
        store.save_evaluations(game_id, "fish", 1000, [{"eval": 1}])
    store.forget(anna.id)
    assert store.evaluations("alone001") == []
    assert store.evaluations("abcd1234"), "Ben played it too"
    for file in store.path.parent.iterdir():
        assert b"Secret2999" not in file.read_bytes()
    assert store.path.stat().st_size < 200_000


def test_one_import_of_an_account_at_a_time(store: Store) -> None:
    account = store.ensure_account("anna", "Anna")
    with Store(store.path) as other, store.importing(account.id):
        with pytest.raises(DatabaseBusy, match="Games of Anna"), other.importing(account.id):
            pass
        with other.importing(other.ensure_account("ben", "Ben").id):
            pass
    with store.importing(account.id):
        pass


def test_the_lock_leaves_no_file_and_needs_a_place_for_one(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = store.ensure_account("anna", "Anna")
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with store.importing(account.id):
        assert len(list(folder.iterdir())) == 1
    assert not list(folder.iterdir())
    folder.rmdir()
    with pytest.raises(StoreError, match="temporary files"), store.importing(account.id):
        pass


def test_a_lock_whose_file_was_just_removed_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last holder removes the file between our opening it and our locking it."""
    lock = tmp_path / "a.lock"
    real = locks._try_lock
    lost = [True]

    def late(file: IO[bytes]) -> bool:
        if lost and lost.pop():
            lock.unlink()
        return real(file)

    monkeypatch.setattr(locks, "_try_lock", late)
    held = locks._locked(lock)
    assert held is not None
    with held:
        assert lock.exists()
        assert locks._locked(lock) is None


RICH = b'{"id":"abcd1234","moves":"e4 e5","clocks":[1,2],"analysis":[{"eval":1}]}'


@pytest.mark.parametrize(
    ("first", "then", "richer", "kept"),
    [
        (RICH, b'{"id":"abcd1234"}', False, RICH),
        (RICH, b'{"id":"abcd1234","moves":"e4 e5","opening":{}}', False, RICH),
        (b'{"id":"abcd1234","moves":"e4 e5"}', RICH, False, RICH),
        (RICH, b'{"id":"abcd1234","moves":"e4"}', True, b'{"id":"abcd1234","moves":"e4"}'),
    ],
)
def test_a_poorer_record_replaces_none(store: Store, first: bytes, then: bytes, richer: bool, kept: bytes) -> None:
    account = store.ensure_account("anna", "Anna")
    store.save(account, [Entry(GAME, first, "json")], richer=False, now=NOW)
    store.save(account, [Entry(GAME, b"[%clk 0:03:00]", "pgn")], richer=False, now=NOW)
    store.save(account, [Entry(GAME, then, "json")], richer=richer, now=NOW)
    assert store.records(account.id, GAME.id) == {"json": kept, "pgn": b"[%clk 0:03:00]"}


def test_a_failed_batch_leaves_nothing(store: Store) -> None:
    account = store.ensure_account("anna", "Anna")
    bad = replace(GAME, id="bad", rated=None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.save(account, [Entry(GAME, b"", "json"), Entry(bad, b"", "json")], richer=True, now=NOW)
    assert store.one("SELECT count(*) FROM game") == 0


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    with pytest.raises(DatabaseBroken, match="another program"):
        Store(path)
    path.write_bytes(b"no database at all, but long enough to be read as a header " * 100)
    with pytest.raises(DatabaseBroken, match="damaged or no tracker database"):
        Store(path)


def test_a_damaged_record_is_said_in_words(store: Store) -> None:
    put(store, GAME)
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE record SET raw = zeroblob(20)")
    connection.close()
    with pytest.raises(DatabaseBroken, match="is damaged"):
        store.records(1, GAME.id)


@pytest.mark.parametrize("damage", [b"\xee\xff", b"\x00\x00"])
def test_a_damaged_schema_is_said_in_words(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "tracker.db"
    with Store(path) as store:
        store.ensure_account("anna", "Anna")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"CREATE TABLE account", damage + b"EATE TABLE account"))
    with pytest.raises(StoreError, match="damaged"):
        Store(path).accounts()


def test_a_path_that_cannot_be_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be created"):
        Store(tmp_path / ("x" * 300))


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tracker.db"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DatabaseTooNew, match="newer version"):
        Store(path)
    assert path.read_bytes() == before
