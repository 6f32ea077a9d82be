"""Where things are and what the user set: defaults < settings file < environment < arguments.

The only module that knows directories.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import time, tzinfo
from pathlib import Path

from tracker.errors import UsageError

APP = "lichess-rating-tracker"
LICHESS = "https://lichess.org"

ENVIRONMENT = {
    "TRACKER_DB": "db",
    "TRACKER_LICHESS_URL": "url",
    "TRACKER_TIMEZONE": "timezone",
    "TRACKER_DAY_START": "day_start",
    "TRACKER_ENGINE": "engine",
    "TRACKER_CONTACT": "contact",
}
"""Environment variable -> setting."""

RIGHT = {
    "db": "the path of a file",
    "url": f"a web address such as {LICHESS}",
    "timezone": "a time zone such as Europe/Paris or America/Los_Angeles",
    "day_start": "a time of day such as 04:00",
    "keys": 'a key such as "f3" or "ctrl+o"',
}
"""Setting -> what it has to be, where not every text will do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the program works with. Paths and names only: nothing here opens anything."""

    db: str
    """Path of the database file."""
    url: str = LICHESS
    """Base address of the server."""
    timezone: str = ""
    """IANA name, or empty for the system's zone."""
    day_start: str = "00:00"
    """When the user's day begins, local time."""
    engine: str = ""
    """Path of a UCI engine, or empty to look in the usual places."""
    contact: str = ""
    """How the server's people can reach the user, sent in the User-Agent; empty for the program's own page."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Rebound keys of the terminal interface: binding id -> key."""

    def zone(self) -> tzinfo:
        """The user's time zone. Raises UsageError for an unknown name."""
        from datetime import datetime

        if not self.timezone:
            return _system_zone() or datetime.now().astimezone().tzinfo  # type: ignore[return-value]
        try:
            return zone_named(self.timezone)
        except ValueError as error:
            raise UsageError(f"There is no time zone {self.timezone!r}; it must be {RIGHT['timezone']}.") from error

    def day_begins(self) -> time:
        """The user's day start. Raises UsageError for what is no time of day."""
        try:
            return time_of_day(self.day_start)
        except ValueError as error:
            raise UsageError(f"{self.day_start!r} is no time of day; write it as 04:00.") from error


def zone_named(name: str) -> tzinfo:
    """A zone with its rules. Raises ValueError where there is none of that name."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"no time zone {name!r}") from error


def time_of_day(words: str) -> time:
    """`04:00`: hours and minutes, and no zone of its own. Raises ValueError."""
    if len(words) != len("04:00"):
        raise ValueError(f"no time of day {words!r}")
    return time.fromisoformat(words)


def _system_zone() -> tzinfo | None:
    """The system's zone with its rules, so that past and future days have their own offset; None if unnamed."""
    import os

    name = os.environ.get("TZ", "").lstrip(":")
    local = Path("/etc/localtime")
    if not name and local.is_symlink():
        _, _, name = str(local.resolve()).partition("zoneinfo/")
    try:
        return zone_named(name) if name else None
    except ValueError:
        return None


def path_of(words: str) -> Path:
    """A path as a person writes it; a `~` of somebody unknown stays as it is."""
    try:
        return Path(words).expanduser()
    except RuntimeError:
        return Path(words)


def visible(path: Path) -> bool:
    """Whether there is something of that name, in a folder that we may look into."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name, as far as we may look."""
    try:
        return path.is_dir()
    except OSError:
        return False


def config_folder() -> Path:
    """Where `settings.toml`, the interface's memory and a token without a keyring live."""
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def data_folder() -> Path:
    """Where the database lives unless the user says otherwise."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def settings_file(config: Path | None = None) -> Path:
    """What the user may write by hand; it need not be there."""
    return (config_folder() if config is None else config) / "settings.toml"


def load(environ: Mapping[str, str], arguments: Mapping[str, str | None], *, config: Path | None = None) -> Settings:
    """The settings in force. Raises UsageError for a settings file that cannot be read, and for what is no setting."""
    file = settings_file(config)
    values: dict[str, object] = _read(file) if visible(file) else {}
    for variable, name in ENVIRONMENT.items():
        if environ.get(variable):
            values[name] = _fitting(name, environ[variable], variable)
    for name, value in arguments.items():
        if value is not None:
            values[name] = _fitting(name, value, "--" + name.replace("_", "-"))
    if "db" not in values:
        values["db"] = str(data_folder() / "tracker.db")
    return replace(Settings(db=""), **values)  # type: ignore[arg-type]


def _read(file: Path) -> dict[str, object]:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"The settings file {file} cannot be read ({reason}); mend or remove it.") from error
    known = sorted(setting.name for setting in fields(Settings))
    for name, value in values.items():
        where = f"In the settings file {file}, {name}"
        if name not in known:
            raise UsageError(f"{where} is no setting; known are {', '.join(known)}.")
        if not isinstance(value, dict if name == "keys" else str):
            raise UsageError(f"{where} must be {'a table' if name == 'keys' else 'text'}, not {value!r}.")
        values[name] = dict(_flat(value)) if isinstance(value, dict) else _fitting(name, value, where)
    for name, key in values.get("keys", {}).items():
        if not isinstance(key, str):
            raise UsageError(f"In the settings file {file}, keys.{name} must be {RIGHT['keys']}, not {key!r}.")
    return values


def _flat(table: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    """`app.quit = "x"`, which TOML takes for a table in the table, as `"app.quit" = "x"`."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def _fitting(name: str, value: str, where: str) -> str:
    """The value of a setting. Raises UsageError for one that will not do."""
    if not _fits(name, value):
        raise UsageError(f"{where} must be {RIGHT[name]}, not {value!r}.")
    return value


def _fits(name: str, value: str) -> bool:
    from urllib.parse import urlsplit

    try:
        match name:
            case "db":
                return bool(value) and "\0" not in value
            case "url":
                address = urlsplit(value)
                return address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
            case "timezone":
                return not value or zone_named(value) is not None
            case "day_start":
                return time_of_day(value) is not None
    except ValueError:
        return False
    return True
