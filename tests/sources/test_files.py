"""Files in every wrapping: the same games come out."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.errors import FileUnreadable
from tracker.sources.files import Found, GameFile, Unread, find, read

PGN = """[Event "rated blitz game"]
[Site "https://lichess.org/pgn{n:05}"]
[Date "2025.07.01"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[TimeControl "300+3"]

1. e4 {{ [%clk 0:05:00] }} e5 1-0


"""


def record(number: int) -> dict[str, Any]:
    side = {"user": {"name": "Ann", "id": "ann"}, "rating": 1500}
    return {
        "id": f"game{number:04}", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
        "createdAt": 1_700_000_000_000 + number, "lastMoveAt": 1_700_000_100_000, "status": "mate",
        "players": {"white": side, "black": {"user": {"name": 'B"{ob', "id": "bob"}, "rating": 1500}},
        "moves": "e4 e5", "analysis": [{"eval": 18}, {"eval": 22}],
    }  # fmt: skip


RECORDS = [record(n) for n in range(40)]
LINES = "".join(json.dumps(each) + "\n" for each in RECORDS).encode()
GAMES = [each["id"] for each in RECORDS]


def pieces(content: bytes, folder: Path) -> list[Found | Unread]:
    path = folder / "games"
    path.write_bytes(content)
    return list(read(GameFile(path, "games")))


def ids(content: bytes, folder: Path) -> list[str]:
    return [piece.game.id for piece in pieces(content, folder) if isinstance(piece, Found)]


@pytest.mark.parametrize(
    "content",
    [
        LINES,
        LINES.replace(b"\n", b"\r\n"),
        LINES.replace(b"\n", b"\n\n \n"),
        LINES.rstrip(b"\n"),
        b"\xef\xbb\xbf" + LINES,
        b"\n\n" + LINES,
        LINES.replace(b"\n", b""),
        LINES.replace(b"\n", b" "),
        json.dumps(RECORDS).encode(),
        json.dumps(RECORDS, indent=4).encode(),
        "".join(json.dumps(each, indent=2) for each in RECORDS).encode(),
        "\n".join(json.dumps(each, indent=2) for each in RECORDS).encode(),
        json.dumps({"currentPage": 1, "currentPageResults": RECORDS, "nbResults": 40}).encode(),
        json.dumps({"currentPage": 1, "currentPageResults": RECORDS}, indent=1).encode(),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, zstandard.compress])
def test_json_in_every_wrapping(tmp_path: Path, content: bytes, pack: Callable[[bytes], bytes]) -> None:
    assert ids(pack(content), tmp_path) == GAMES


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n", "% exported\n", "; a comment\n\n"])
def test_pgn_in_every_wrapping(tmp_path: Path, ends: str, start: str) -> None:
    content = (start + "".join(PGN.format(n=n) for n in range(30))).replace("\n", ends).encode()
    found = [piece for piece in pieces(content, tmp_path) if isinstance(piece, Found)]
    assert [piece.game.id for piece in found] == [f"pgn{n:05}" for n in range(30)]
    assert {piece.format for piece in found} == {"pgn"}
    assert b"[%clk 0:05:00]" in found[0].raw


def test_records_are_kept_as_they_stand_but_for_the_secret(tmp_path: Path) -> None:
    line = json.dumps(record(1) | {"fullId": "game0001xyz0", "novelty": [1, {"a": None}]}).encode()
    [piece] = pieces(line, tmp_path)
    assert json.loads(piece.raw) == record(1) | {"novelty": [1, {"a": None}]}


@pytest.mark.parametrize("rest", ["", "/black", "#12"])
def test_the_secret_in_an_address_is_not_kept(tmp_path: Path, rest: str) -> None:
    address = b"https://lichess.org/pgn00001"
    (tmp_path / "a").write_bytes(PGN.format(n=1).encode().replace(address, address + b"SECR" + rest.encode()))
    [found] = read(GameFile(tmp_path / "a", "a"))
    assert isinstance(found, Found)
    assert found.game.id == "pgn00001"
    assert b"SECR" not in found.raw
    assert address + rest.encode() + b'"' in found.raw


def test_games_of_the_big_histories(shared: Path) -> None:
    path = shared / "data/histories/analysed_2023_2025.ndjson"
    assert sum(isinstance(piece, Found) for piece in read(GameFile(path, "x"))) == 393


@pytest.mark.parametrize("damaged", range(3))
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("array", [False, True])
def test_a_broken_object_costs_no_neighbour(tmp_path: Path, damaged: int, indent: int | None, array: bool) -> None:
    texts = [json.dumps(each, indent=indent) for each in RECORDS[:3]]
    texts[damaged] = texts[damaged].replace('"players"', "players", 1)
    content = "[" + ",\n".join(texts) + "]" if array else "\n".join(texts)
    assert ids(content.encode(), tmp_path) == [game for n, game in enumerate(GAMES[:3]) if n != damaged]


@settings(deadline=None)
@given(st.data())
def test_any_damage_to_a_line_costs_no_other_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    lines = [json.dumps(each).encode() for each in RECORDS[:3]]
    middle = bytearray(lines[1])
    at = data.draw(st.integers(0, len(middle) - 1))
    middle[at : at + data.draw(st.integers(0, 300))] = data.draw(st.binary(max_size=8))
    content = b"\n".join([lines[0], bytes(middle), lines[2]])
    found = ids(content, tmp_path_factory.getbasetemp())
    assert found[0] == GAMES[0]
    assert found[-1] == GAMES[2]


def test_what_comes_later_does_not_change_what_a_file_is(tmp_path: Path) -> None:
    lines = LINES.replace(b"\n", b'\n[White "Ann"]\n', 1)
    assert ids(lines, tmp_path) == GAMES
    assert ids(b'; {"id": 1}\n' + PGN.format(n=1).encode(), tmp_path) == ["pgn00001"]


def test_a_cut_archive_gives_what_came_before_and_says_so(tmp_path: Path) -> None:
    noise = random.Random(1)
    many = "".join(json.dumps(record(n) | {"noise": noise.random()}) + "\n" for n in range(9000)).encode()
    path = tmp_path / "cut.ndjson.gz"
    path.write_bytes(gzip.compress(many)[:-5000])
    found = 0
    with pytest.raises(FileUnreadable, match="damaged"):  # noqa: PT012 - counting up to the error
        for _ in read(GameFile(path, "cut.ndjson.gz")):
            found += 1
    assert found > 5000


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04rest", "zip"),
        ("{}".encode("utf-16"), "UTF-16"),
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"id;name\n1;Ann\n", "neither"),
        (b"\x00\x01\x02\x03" * 100, "neither"),
    ],
)
def test_what_is_no_game_file_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    with pytest.raises(FileUnreadable, match=words):
        pieces(content, tmp_path)


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    assert pieces(b"", tmp_path) == pieces(b" \n", tmp_path) == pieces(gzip.compress(b""), tmp_path) == []


def test_folders_files_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.ndjson", "a.pgn.gz", "deep/c.json.zst", "notes.txt", "x.csv"):
        (tmp_path / name).write_bytes(LINES)
    found = find([str(tmp_path), str(tmp_path / "notes.txt"), "-"], io.BytesIO(LINES), tmp_path / "deep")
    assert [file.path.name for file in found[:4]] == ["a.pgn.gz", "b.ndjson", "c.json.zst", "notes.txt"]
    assert sum(1 for _ in read(found[4])) == 40


def test_missing_files_and_empty_folders(tmp_path: Path) -> None:
    for name in ("none.pgn", "x" * 300, "none/none.pgn"):
        with pytest.raises(FileUnreadable, match="no file"):
            find([str(tmp_path / name)], io.BytesIO(), tmp_path)
    with pytest.raises(FileUnreadable, match="no file ~no-such-person/"):
        find(["~no-such-person/a.pgn"], io.BytesIO(), tmp_path)
    with pytest.raises(FileUnreadable, match="folder"):
        find([str(tmp_path)], io.BytesIO(), tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names")
def two_frames(content: bytes) -> bytes:
    skipped = b"\x50\x2a\x4d\x18\x04\x00\x00\x00none"
    return zstandard.compress(content[:5000]) + skipped + zstandard.compress(content[5000:])


def test_a_zstandard_file_of_several_frames(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(two_frames(LINES))
    assert sum(isinstance(piece, Found) for piece in read(GameFile(tmp_path / "a", "a"))) == 40


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, two_frames])
def test_a_small_archive_that_was_cut_gives_what_can_be_unpacked(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    noise = random.Random(1)
    lines = [json.dumps(record(n) | {"clocks": [noise.randrange(10**6) for _ in range(50)]}) for n in range(400)]
    packed = pack("\n".join(lines).encode())
    (tmp_path / "cut").write_bytes(packed[: len(packed) * 3 // 4])
    found: list[object] = []

    def read_all() -> None:
        for piece in read(GameFile(tmp_path / "cut", "cut")):
            found.append(piece)  # noqa: PERF402 - what came before the damage counts

    with pytest.raises(FileUnreadable, match="is damaged"):
        read_all()
    assert len(found) > 100


def test_what_is_nested_without_end_is_refused_soon(tmp_path: Path) -> None:
    """Each of the million braces might begin a game; to try them one by one would take minutes."""
    (tmp_path / "deep").write_bytes(b'{"a":' * 1_000_000)
    assert all(isinstance(piece, Unread) for piece in read(GameFile(tmp_path / "deep", "deep")))


def test_a_pipe_is_read_as_a_file(tmp_path: Path) -> None:
    """As in `tracker import-file <(zcat games.gz)`; it can be read but once."""
    spool = tmp_path / "spool"
    spool.mkdir()
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(LINES,))
    writer.start()
    [found] = find([str(tmp_path / "pipe")], io.BytesIO(), spool)
    writer.join()
    assert [sum(1 for _ in read(found)) for _ in range(2)] == [40, 40]


def test_no_room_for_the_copy_of_standard_input(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="standard input cannot be copied to"):
        find(["-"], io.BytesIO(LINES), tmp_path / "missing")
