"""The web page: for one browser of this machine, and nobody else."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar, DummyCookieJar, WSMsgType, WSServerHandshakeError, web

from tracker.commands.web_page import HOST, Page

KEY = "the-key"


@asynccontextmanager
async def served() -> AsyncIterator[tuple[Page, ClientSession]]:
    """A page that answers, and a client that keeps no cookies."""
    with socket.create_server((HOST, 0)) as listener:
        page = Page("echo", listener, KEY)
        runner = web.AppRunner(await page.application())
        await runner.setup()
        await web.SockSite(runner, listener).start()
        async with ClientSession(page.public_url, cookie_jar=DummyCookieJar()) as client:
            yield page, client
        await runner.cleanup()


@pytest.mark.parametrize(
    ("headers", "key", "status"),
    [
        ({}, KEY, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, KEY, 200),
        ({"Host": "localhost:{port}"}, KEY, 200),
        ({"Host": "LOCALHOST:{port}", "Origin": "http://localhost:{port}"}, KEY, 200),
        ({"Host": "[::1]:{port}"}, KEY, 200),
        ({"Cookie": "tracker-{port}=the-key"}, "", 200),
        ({"Cookie": "tracker-{port}=the-key"}, "an old one", 200),
        ({}, "", 403),
        ({}, "another", 403),
        ({}, "%ff", 403),
        ({"Cookie": "tracker-{port}=another"}, "", 403),
        ({"Cookie": "tracker-1=the-key"}, "", 403),
        ({"Origin": "http://evil.example"}, KEY, 403),
        ({"Origin": "null"}, KEY, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, KEY, 403),
        ({"Origin": "http://127.0.0.1:1"}, KEY, 403),
        ({"Origin": "http://localhost:{port}"}, KEY, 403),
        ({"Host": "evil.example:{port}"}, KEY, 403),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, KEY, 403),
        ({"Host": "127.0.0.1"}, KEY, 403),
        ({"Host": "127.0.0.1:1"}, KEY, 403),
        ({"Host": "127.0.0.1.evil.example:{port}"}, KEY, 403),
    ],
)
async def test_who_is_answered(headers: dict[str, str], key: str, status: int) -> None:
    async with served() as (page, client):
        said = {name: value.replace("{port}", str(page.port)) for name, value in headers.items()}
        for path, found in (("/", 200), ("/static/js/textual.js", 200), ("/download/none", 404), ("/nowhere", 404)):
            async with client.get(f"{path}?key={key}", headers=said) as answer:
                assert answer.status == (found if status == 200 else status)
                if status == 403:
                    assert "open the address" in await answer.text()
                    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({}, ""),
        ({"Origin": "http://evil.example"}, KEY),
        ({"Origin": "http://evil.example:{port}", "Host": "evil.example:{port}"}, KEY),
    ],
)
async def test_nobody_else_reads_the_screen_or_types(headers: dict[str, str], key: str) -> None:
    async with served() as (page, client):
        said = {name: value.replace("{port}", str(page.port)) for name, value in headers.items()}
        with pytest.raises(WSServerHandshakeError, match="403"):
            await client.ws_connect(f"/ws?width=80&height=24&key={key}", headers=said)


async def test_the_page_asks_nobody_else_and_finds_all_it_asks_for() -> None:
    async with served() as (page, client):
        async with client.get(page.address) as answer:
            text, cookie = await answer.text(), answer.headers["Set-Cookie"]
            policy = answer.headers["Content-Security-Policy"]
        assert f"tracker-{page.port}={KEY};" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert "://" not in text.replace("ws://${location.host}/ws", "")
        assert policy.startswith("default-src 'self' ")
        assert policy.count("://") == policy.count(f"ws://{HOST}:{page.port};") == 1
        paths = re.findall(r'"(/[^"]+)"', text)
        assert [Path(path).suffix for path in paths] == [".css", ".js", ".ttf"]
        for path in paths:
            async with client.get(path, headers={"Cookie": cookie.split(";")[0]}) as answer:
                assert answer.status == 200, path


@pytest.mark.parametrize("word", ["99999", "65536", "-1", "http", "²"])
def test_what_is_no_port(run, word: str) -> None:
    done = run("serve", "--port", word)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert "is no port" in done.stderr.decode()


def test_a_port_that_is_taken(run) -> None:
    with socket.create_server((HOST, 0)) as listener:
        done = run("serve", "--port", str(listener.getsockname()[1]))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().endswith("choose another one with --port, or any with --port 0.\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.slow
async def test_the_screen_comes_through_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tracker", "--db", str(tmp_path / "a.db"), "serve", "--port", "0"]
    home = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    program = await asyncio.create_subprocess_exec(
        *words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", **home}
    )
    assert program.stderr is not None
    line = (await program.stderr.readline()).decode()
    found = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+)/(\?key=[\w-]+) in a browser; Ctrl-C ends it\.\n", line)
    assert found is not None, line
    async with ClientSession(found[1], cookie_jar=CookieJar(unsafe=True)) as client:  # of a bare address
        async with client.get(f"/{found[2]}") as answer:
            assert answer.status == 200
        async with client.ws_connect("/ws?width=100&height=30") as screen:
            shown = b""
            while b"press i" not in shown:
                message = await screen.receive(timeout=60)
                assert message.type is WSMsgType.BINARY
                shown += message.data
            program.send_signal(signal.SIGINT)
            said, more = await asyncio.wait_for(program.communicate(), timeout=60)
    assert (program.returncode, said, more) == (0, b"", b"")
