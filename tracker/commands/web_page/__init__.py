"""The web page of `tracker serve`: one page, for whoever holds its key, in a browser of this machine.

The page can read every game and write files as the user, so that reaching the port is not enough. Other users of the
machine lack the key; pages of other sites, which a browser lets speak to 127.0.0.1 too, give themselves away by Origin,
and by Host where a name was made to point here (DNS rebinding).
"""

from __future__ import annotations

import secrets
import socket
from pathlib import Path
from weakref import WeakSet

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.server import Server

HOST = "127.0.0.1"
NAMES = (HOST, "localhost", "[::1]")
"""How a browser may name this machine."""
REFUSED = "This page is for one browser on this machine: open the address that `tracker serve` printed.\n"
SHUTDOWN_SECONDS = 2.0
"""How long open pages may take to end."""


class Page(Server):
    """`Server` without a banner, behind a guard."""

    def __init__(self, command: str, listener: socket.socket, key: str | None = None) -> None:
        """`command`: as the shell takes it; `listener`: already listening; `key`: random unless given."""
        self.key = key or secrets.token_urlsafe(24)
        self._listener = listener
        port = listener.getsockname()[1]
        super().__init__(command, HOST, port, title="tracker", templates_path=Path(__file__).parent)
        self._hosts = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
        self._cookie = f"tracker-{port}"  # cookies know no ports: each program on 127.0.0.1 sees them all
        self._open: WeakSet[web.WebSocketResponse] = WeakSet()

    @property
    def address(self) -> str:
        """What is to be opened in a browser."""
        return f"{self.public_url}/?key={self.key}"

    async def on_startup(self, app: web.Application) -> None:
        """Prints nothing."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Ends the open pages, which would else be waited for."""
        del app
        for websocket in list(self._open):
            await websocket.close(code=WSCloseCode.GOING_AWAY)

    async def _opened(self, _request: web.Request, response: web.StreamResponse) -> None:
        if isinstance(response, web.WebSocketResponse):
            self._open.add(response)

    async def application(self) -> web.Application:
        """What answers requests, all of them through the guard."""
        app = await self._make_app()
        app.middlewares.append(self._guard())
        app.on_response_prepare.append(self._opened)
        return app

    def run(self) -> None:
        """Serves until Ctrl-C."""
        web.run_app(
            self.application(), sock=self._listener, print=None, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS
        )

    def allows(self, request: web.BaseRequest) -> bool:
        """Whether the request comes from our own page, or from an address with the key typed into a browser."""
        host, origin = request.headers.get("Host", "").lower(), request.headers.get("Origin")
        if host not in self._hosts or origin not in (None, f"http://{host}"):
            return False
        keys = request.query.get("key", ""), request.cookies.get(self._cookie, "")
        return any(secrets.compare_digest(key.encode(errors="replace"), self.key.encode()) for key in keys)

    def _guard(self) -> Middleware:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self.allows(request):
                return web.Response(status=403, text=REFUSED)
            response = await handler(request)
            if not response.prepared:
                self._finish(response, request.host)
            return response

        return guard

    def _finish(self, response: web.StreamResponse, host: str) -> None:
        """The key for what the page asks next, and the browser's word that the page asks nobody else."""
        response.set_cookie(self._cookie, self.key, httponly=True, samesite="Strict")
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws://{host}; frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
