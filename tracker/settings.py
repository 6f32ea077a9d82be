"""Where things are and what the user set: defaults < settings file < environment < arguments.

The only module that knows directories.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
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
        from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

        if not self.timezone:
            return _system_zone() or datetime.now().astimezone().tzinfo  # type: ignore[return-value]
        try:
            return ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise UsageError(
                f"There is no time zone {self.timezone!r}; write it as Europe/Paris or America/Los_Angeles."
            ) from error

    def day_begins(self) -> time:
        """The user's day start. Raises UsageError for what is no time of day."""
        try:
            return time.fromisoformat(self.day_start)
        except ValueError as error:
            raise UsageError(f"{self.day_start!r} is no time of day; write it as 04:00.") from error


def _system_zone() -> tzinfo | None:
    """The system's zone with its rules, so that past and future days have their own offset; None if unnamed."""
    import os
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    name = os.environ.get("TZ", "").lstrip(":")
    local = Path("/etc/localtime")
    if not name and local.is_symlink():
        _, _, name = str(local.resolve()).partition("zoneinfo/")
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
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


def config_folder() -> Path:
    """Where `settings.toml`, the interface's memory and a token without a keyring live."""
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def data_folder() -> Path:
    """Where the database lives unless the user says otherwise."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def load(environ: Mapping[str, str], arguments: Mapping[str, str | None], *, config: Path | None = None) -> Settings:
    """The settings in force. Raises UsageError for a settings file that cannot be read or names an unknown setting."""
    file = (config_folder() if config is None else config) / "settings.toml"
    values: dict[str, object] = _read(file) if visible(file) else {}
    values |= {name: environ[variable] for variable, name in ENVIRONMENT.items() if environ.get(variable)}
    values |= {name: value for name, value in arguments.items() if value is not None}
    if "db" not in values:
        values["db"] = str(data_folder() / "tracker.db")
    return replace(Settings(db=""), **values)  # type: ignore[arg-type]


def _read(file: Path) -> dict[str, object]:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"The settings file {file} cannot be read ({error}); mend or remove it.") from error
    known = {setting.name for setting in fields(Settings)}
    for name, value in values.items():
        if name not in known:
            raise UsageError(f"The settings file {file} names {name!r}, which is no setting; known: {sorted(known)}.")
        if not isinstance(value, dict if name == "keys" else str):
            raise UsageError(f"In the settings file {file}, {name} must be {'a table' if name == 'keys' else 'text'}.")
    return values
