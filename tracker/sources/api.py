"""Lichess's addresses: profiles, games as lines, games by id, the token's owner.

A refusal is judged by its status and by the profile, never by the form of its body: Lichess answers 404 also to
programs whose User-Agent it does not like.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

import msgspec

from tracker.errors import AccountClosed, BadToken, NoSuchAccount, RequestRefused
from tracker.sources.http import Answer, ConnectionBrokenError, Http
from tracker.sources.lichess import mark
from tracker.sources.patience import REFUSAL_PAUSE, Patience

NDJSON = "application/x-ndjson"
"""Lichess compares the Accept header as a whole."""
IDS_PER_REQUEST = 300
FIRST_GAME_AT = 1_356_998_400_070
"""The earliest `since` that the API documents, epoch ms."""
WANTED = {"moves": "true", "clocks": "true", "evals": "true", "accuracy": "true", "opening": "true"}
"""Asked for with every game; never a filter, because filters are answered from an incomplete index."""

_NAME = re.compile(r"[\w-]{1,60}", re.ASCII)
"""Letters, digits, `_` and `-`: wider than what Lichess gives out."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What Lichess tells about an account."""

    id: str
    name: str
    closed: bool
    counts: Mapping[str, int]
    """`all`, `rated`, `win`, ..."""
    perfs: Mapping[str, Any] = field(repr=False)
    raw: Mapping[str, Any] = field(repr=False)

    @property
    def listed(self) -> int | None:
        """Games that the profile promises."""
        return self.counts.get("all")


class Ongoing(NamedTuple):
    """Ids of games being played, and the moment at which that was true (server's clock, epoch ms)."""

    ids: list[str]
    at: int | None


class Lichess:
    """The server. One request at a time; waits as it asks; refuses in words."""

    def __init__(self, http: Http, patience: Patience) -> None:
        self._http = http
        self.patience = patience

    @classmethod
    def connect(
        cls,
        url: str,
        *,
        token: str | None = None,
        contact: str = "",
        sleep: Callable[[float], None] = time.sleep,
    ) -> Lichess:
        """A client of the server at `url`. Raises UsageError or BadToken for what cannot be one."""
        http = Http(url, token=token, contact=contact)
        return cls(http, Patience(http.host, sleep=sleep))

    def __enter__(self) -> Lichess:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    # What there is

    def profile(self, name: str) -> Profile | None:
        """The account's profile; None where there is no such account. Raises SourceError."""
        status, body = self._fetch("GET", f"/api/user/{self._known_as(name)}")
        if status == 404:
            return None
        return self._profile(status, body)

    def owner(self) -> Profile:
        """The account that the token belongs to. Raises BadToken where it is not accepted."""
        status, body = self._fetch("GET", "/api/account")
        return self._profile(status, body)

    def games(self, name: str, *, since: int | None = None) -> Iterator[bytes]:
        """Lines of all finished games that began at `since` (epoch ms) or later, oldest first.

        Raises ConnectionBrokenError where the stream breaks, so that the caller can go on behind the last line; 429,
        server errors and a first 404 are waited for here. Raises SourceError in words for a refusal.
        """
        params = WANTED | {"sort": "dateAsc"}
        if since is not None and since > FIRST_GAME_AT:
            params["since"] = str(since)
        return self._lines("GET", f"/api/games/user/{self._known_as(name)}", params, name=name)

    def ongoing(self, name: str) -> Ongoing:
        """The games being played now. Raises SourceError."""
        params = {"ongoing": "true", "finished": "false", "moves": "false"}
        sent_at: list[int | None] = []
        lines = self._whole("GET", f"/api/games/user/{self._known_as(name)}", params, name=name, sent_at=sent_at)
        marks = [found for line in lines if line.strip() and (found := mark(line)) is not None]
        return Ongoing([found.id for found in marks if found.unfinished], sent_at[-1])

    def by_ids(self, ids: Sequence[str]) -> Iterator[bytes]:
        """Lines of the games with these ids; those that Lichess no longer has are missing. Raises SourceError."""
        for start in range(0, len(ids), IDS_PER_REQUEST):
            text = ",".join(ids[start : start + IDS_PER_REQUEST])
            yield from self._whole("POST", "/api/games/export/_ids", WANTED, text=text)

    def daily_list(self, name: str) -> list[Any]:
        """Lichess's own daily ratings; empty where it sends none, which without a token means nothing.

        Asked once: no wait is worth it.
        """
        try:
            with self._http.request(
                "GET",
                f"/api/user/{self._known_as(name)}/rating-history",
                accept="application/json",
                should_stop=self.patience.stopper,
            ) as answer:
                body = answer.body() if answer.status == 200 else b""
        except ConnectionBrokenError:
            return []
        value = _json(body)
        return value if isinstance(value, list) else []

    # How it is asked

    def revoke(self) -> None:
        """Makes the token worthless. Raises SourceError."""
        status, _ = self._fetch("DELETE", "/api/token", accepts_401=True)
        if status not in (200, 204, 401):
            self._refuse(status)

    def exchange(self, form: Mapping[str, str]) -> str:
        """The token for an authorization code. Raises BadToken where the server does not give one."""
        status, body = self._fetch("POST", "/api/token", form=form, accepts_401=True)
        answer = _object(body)
        token = answer.get("access_token")
        if status != 200 or not isinstance(token, str):
            raise BadToken(f"{self.patience.server} gave no token (HTTP {status}); run `tracker login` again.")
        return token

    def _fetch(
        self, method: str, path: str, *, form: Mapping[str, str] | None = None, accepts_401: bool = False
    ) -> tuple[int, bytes]:
        """Status and body of a small answer; waits through limits and breaks."""
        while True:
            self.patience.check()
            try:
                with self._http.request(
                    method, path, accept="application/json", form=form, should_stop=self.patience.stopper
                ) as answer:
                    self.patience.answered()
                    status, body = answer.status, answer.body()
            except ConnectionBrokenError as error:
                self.patience.after_break(error)
                continue
            if self._waited(answer, body):
                continue
            if status == 401 and not accepts_401:
                self._refuse(status)
            self.patience.went_well()
            return status, body

    def _whole(
        self,
        method: str,
        path: str,
        params: Mapping[str, str],
        *,
        name: str | None = None,
        text: str | None = None,
        sent_at: list[int | None] | None = None,
    ) -> list[bytes]:
        """All lines of an answer that is too short to be resumed: asked again from its beginning if it breaks."""
        while True:
            try:
                lines = list(self._lines(method, path, params, name=name, text=text, sent_at=sent_at))
            except ConnectionBrokenError as error:
                self.patience.after_break(error)
                continue
            self.patience.went_well()
            return lines

    def _lines(
        self,
        method: str,
        path: str,
        params: Mapping[str, str],
        *,
        name: str | None = None,
        text: str | None = None,
        sent_at: list[int | None] | None = None,
    ) -> Iterator[bytes]:
        refused_before = False
        while True:
            self.patience.check()
            with self._http.request(
                method, path, accept=NDJSON, params=params, text=text, should_stop=self.patience.stopper
            ) as answer:
                self.patience.answered()
                if answer.status == 200:
                    self._refuse_page(answer)
                    if sent_at is not None:
                        sent_at.append(answer.sent_at)
                    yield from answer.lines()
                    return
                status, body = answer.status, answer.body()
            if self._waited(answer, body):
                continue
            if status == 404 and not refused_before:
                refused_before = True
                if name is not None:
                    self._check_account(name)
                self.patience.pause(f"{self.patience.server} refused once; asking again", REFUSAL_PAUSE)
                continue
            self._refuse(status, name)

    def _waited(self, answer: Answer, body: bytes) -> bool:
        """Whether the answer was one to wait after, and that was done."""
        if answer.status == 429:
            named = _named_seconds(body)
            self.patience.after_limit(answer.retry_after if named is None else named)
            return True
        if answer.status >= 500:
            self.patience.after_server_error(answer.status, answer.retry_after)
            return True
        return False

    def _refuse_page(self, answer: Answer) -> None:
        if answer.kind == "text/html":
            raise RequestRefused(
                f"In place of games came a web page from {self.patience.server}; if this network asks for a login in "
                "the browser, do that first, and check the address."
            )

    def _refuse(self, status: int, name: str | None = None) -> NoReturn:
        server = self.patience.server
        if status == 401 and not self._http.has_token:
            raise RequestRefused(f"{server} answers only to those it knows; connect with it by `tracker login`.")
        if status == 401:
            raise BadToken(
                f"{server} does not accept the token; set another LICHESS_TOKEN, or run `tracker login` "
                "(or `tracker logout` to go on without one)."
            )
        if status != 404 or name is None:
            raise RequestRefused(f"{server} refused the request (HTTP {status}); nothing was changed, try again later.")
        profile = self._check_account(name)
        raise RequestRefused(
            f"{server} refused to send the games of {profile.name} although the account exists; "
            "what is stored here is unchanged, try again later or with a token (`tracker login`)."
        )

    def _check_account(self, name: str) -> Profile:
        """Holds a 404 against the profile. Raises NoSuchAccount or AccountClosed where that explains it."""
        server = self.patience.server
        profile = self.profile(name)
        if profile is None:
            raise self._no_account(name)
        if profile.closed:
            raise AccountClosed(f"The account {profile.name} is closed on {server}; what is stored here stays.")
        return profile

    def _known_as(self, name: str) -> str:
        """The name as part of an address. Raises NoSuchAccount for what would lead elsewhere, such as `..`."""
        if not _NAME.fullmatch(name):
            raise self._no_account(name)
        return name

    def _no_account(self, name: str) -> NoSuchAccount:
        return NoSuchAccount(f"There is no account of that name on {self.patience.server}: {name}; check the spelling.")

    def _profile(self, status: int, body: bytes) -> Profile:
        if status != 200:
            self._refuse(status)
        raw = _object(body)
        if not isinstance(raw.get("id"), str):
            raise RequestRefused(
                f"In place of a profile came something else from {self.patience.server}; check the address, and "
                "whether this network asks for a login in the browser."
            )
        counts = raw.get("count")
        perfs = raw.get("perfs")
        return Profile(
            id=raw["id"].lower(),
            name=str(raw.get("username") or raw["id"]),
            closed=bool(raw.get("disabled")),
            counts={key: n for key, n in counts.items() if isinstance(n, int)} if isinstance(counts, dict) else {},
            perfs=perfs if isinstance(perfs, dict) else {},
            raw=raw,
        )


def _json(body: bytes) -> Any:
    """The value, or None for what is no JSON."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _object(body: bytes) -> dict[str, Any]:
    value = _json(body)
    return value if isinstance(value, dict) else {}


def _named_seconds(body: bytes) -> float | None:
    """Seconds that a 429 asks for (`ratelimit.seconds`), if it names any."""
    limit = _object(body).get("ratelimit")
    seconds = limit.get("seconds") if isinstance(limit, dict) else None
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        return None
    return float(min(seconds, 10**9))
