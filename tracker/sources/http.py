"""One server over HTTP: streamed lines, who we say we are, the token. The only importer of httpx.

Nothing here retries or judges: a status is handed up as it came, and a connection that failed is one of two errors.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any

import httpx

from tracker import __version__
from tracker.errors import BadToken, UsageError
from tracker.sources.lines import EndlessLineError, split_lines

TIMEOUT = httpx.Timeout(connect=10, read=75, write=30, pool=10)
"""Seconds. A throttled export may be silent for a while; after `read` of silence the stream counts as broken."""

STOP_SECONDS = 0.2
"""Between two looks at whether a silent answer should be given up."""

DEFAULT_CONTACT = "personal rating tracker; contact: the player whose games it reads"

_UNFIT_FOR_AGENT = re.compile(
    r"user:|\bas:|[^ -~]|python-|aiohttp|httpx|urllib|curl|wget|okhttp|axios|undici|headlesschrome"
    r"|commons-httpclient|nessus",
    re.IGNORECASE,
)
"""What Lichess reads as a claim to be somebody, or as a crawler, and what no header can hold."""


class ConnectionBrokenError(Exception):
    """The connection was there and broke, or the server went silent."""


class ConnectionFailedError(ConnectionBrokenError):
    """There never was a connection."""


def agent(contact: str = "") -> str:
    """The User-Agent: the program and whom to turn to. Raises UsageError for a contact that Lichess would refuse."""
    if _UNFIT_FOR_AGENT.search(contact):
        raise UsageError(
            f"The contact {contact!r} cannot be sent to Lichess; use plain letters, as in a mail address, "
            "and no `user:`, `as:` or name of an HTTP library."
        )
    return f"lichess-rating-tracker/{__version__} ({contact.strip('() ') or DEFAULT_CONTACT})"


class Answer:
    """A response whose body is still to be read."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status = response.status_code

    @property
    def kind(self) -> str:
        """The media type, without parameters."""
        kind: str = self._response.headers.get("Content-Type", "")
        return kind.partition(";")[0].strip().lower()

    @property
    def sent_at(self) -> int | None:
        """The server's own time, epoch ms, to the second."""
        try:
            return int(parsedate_to_datetime(self._response.headers["Date"]).timestamp() * 1000)
        except (KeyError, ValueError, OverflowError):
            return None

    @property
    def retry_after(self) -> float | None:
        """Seconds that the server asks to wait, where it says so in a header."""
        value: str = self._response.headers.get("Retry-After", "")
        return float(value) if re.fullmatch(r"\d{1,9}", value.strip(), re.ASCII) else None

    def body(self) -> bytes:
        """All of it. Raises ConnectionBrokenError."""
        with _own_errors():
            return self._response.read()

    def lines(self) -> Iterator[bytes]:
        """Lines without their ends, as they arrive; the last one may lack its end. Raises ConnectionBrokenError."""
        with _own_errors():
            yield from split_lines(self._response.iter_bytes())


class Http:
    """One client of one server, over which one request runs at a time."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        contact: str = "",
        transport: httpx.BaseTransport | None = None,
        timeout: httpx.Timeout = TIMEOUT,
    ) -> None:
        """Raises UsageError for an address or a proxy that is none, BadToken for a token that cannot be one."""
        headers = {"User-Agent": agent(contact), "Accept-Encoding": "gzip"}
        if token is not None:
            if not re.fullmatch(r"\w{1,512}", token, re.ASCII):
                raise BadToken("The token has characters that no Lichess token has; set it anew, or `tracker logout`.")
            headers["Authorization"] = f"Bearer {token}"
        try:
            base = httpx.URL(url)
            if base.scheme not in ("http", "https") or not re.fullmatch(r"[\w.:-]+", base.host):
                raise httpx.InvalidURL("no host")
            verified = base.scheme == "https"  # else there are no certificates to read, which takes a while
            self._client = httpx.Client(
                base_url=base,
                headers=headers,
                timeout=timeout,
                transport=transport,
                verify=verified,
                trust_env=not _is_this_computer(base.host),  # no proxy leads back here
            )
        except httpx.InvalidURL as error:
            raise UsageError(f"{url!r} is no web address; write it as https://lichess.org.") from error
        except (ValueError, ImportError) as error:
            raise UsageError(
                f"The proxy named in the environment cannot be used ({error}); mend or unset it."
            ) from error
        except OSError as error:
            raise UsageError(
                f"The certificates named in the environment cannot be read ({error.strerror or error}); mend or unset "
                "SSL_CERT_FILE and SSL_CERT_DIR."
            ) from error
        self.host = base.host
        self.has_token = token is not None
        self._connection: Any = None

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    @contextmanager
    def request(
        self,
        method: str,
        path: str,
        *,
        accept: str,
        params: Mapping[str, str] | None = None,
        text: str | None = None,
        form: Mapping[str, str] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Iterator[Answer]:
        """Sends a request and gives its answer, closed at the end of the block. Raises ConnectionBrokenError.

        Where there is a `should_stop` (called in another thread), the connection is cut as soon as it says so, also
        while the server is silent.
        """
        headers = {"Accept": accept}
        if text is not None:
            headers["Content-Type"] = "text/plain"
        traced = {"trace": self._note_connection}
        with (
            _own_errors(),
            _repeating(self._cut, should_stop),
            self._client.stream(
                method, path, params=params, headers=headers, content=text, data=form, extensions=traced
            ) as response,
        ):
            yield Answer(response)

    def _note_connection(self, event: str, details: Mapping[str, Any]) -> None:
        """Told by httpx of each of its steps: keeps the connection in use, the encrypted one where there is one."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._connection = details["return_value"]

    def _cut(self) -> None:
        """Shuts the connection under a reader that waits for bytes which may never come."""
        if self._connection is not None:
            with suppress(OSError):  # it may be gone already
                self._connection.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def _is_this_computer(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@contextmanager
def _own_errors() -> Iterator[None]:
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
        raise ConnectionFailedError(str(error) or "no answer") from error
    except httpx.ReadTimeout as error:
        raise ConnectionBrokenError("the server went silent") from error
    except (httpx.RequestError, httpx.StreamError, EndlessLineError) as error:
        raise ConnectionBrokenError(str(error) or type(error).__name__) from error


@contextmanager
def _repeating(act: Callable[[], None], when: Callable[[], bool] | None) -> Iterator[None]:
    """Looks again and again whether it is time to act, in a thread of its own, until the block ends."""
    if when is None:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.wait(STOP_SECONDS):
            if when():
                act()

    watcher = threading.Thread(target=watch, name="stop an import", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
