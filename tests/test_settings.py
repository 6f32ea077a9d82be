"""Defaults < settings file < environment < arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.errors import UsageError
from tracker.settings import load, path_of


def test_each_layer_hides_the_one_below(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('db = "file.db"\ntimezone = "Europe/Paris"\nurl = "http://file"\n')
    environ = {"TRACKER_DB": "environment.db", "TRACKER_LICHESS_URL": "http://environment"}
    settings = load(environ, {"db": "argument.db", "url": None}, config=tmp_path)
    assert (settings.db, settings.url, settings.timezone) == ("argument.db", "http://environment", "Europe/Paris")
    assert str(settings.zone()) == "Europe/Paris"


def test_without_anything_the_database_has_a_place(tmp_path: Path) -> None:
    settings = load({}, {}, config=tmp_path)
    assert Path(settings.db).name == "tracker.db"
    assert settings.url == "https://lichess.org"
    assert settings.zone() is not None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("db = ", "cannot be read"), ('colour = "red"', "no setting"), ("timezone = 3", "must be text")],
)
def test_a_bad_settings_file_is_told(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(UsageError, match=sentence):
        load({}, {}, config=tmp_path)


def test_paths_that_cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As another user under sudo, who keeps the first one's HOME."""

    def shut(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")

    assert path_of("~no-such-person/a.db") == Path("~no-such-person/a.db")
    monkeypatch.setattr(Path, "exists", shut)
    assert load({}, {}, config=tmp_path).url == "https://lichess.org"


def test_a_zone_or_day_start_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no time zone 'Mars/Olympus'"):
        load({"TRACKER_TIMEZONE": "Mars/Olympus"}, {}, config=tmp_path).zone()
    with pytest.raises(UsageError, match="no time of day"):
        load({"TRACKER_DAY_START": "25:00"}, {}, config=tmp_path).day_begins()
