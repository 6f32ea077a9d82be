"""Defaults < settings file < environment < arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.errors import UsageError
from tracker.settings import Settings, load, path_of


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


ZONE = "timezone must be a time zone such as Europe/Paris or America/Los_Angeles, not"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("db = ", "The settings file {file} cannot be read (Invalid value (at end of document)); mend or remove it."),
        ("a = " + "[" * 10_000, "The settings file {file} cannot be read ("),
        (
            'colour = "red"',
            "In the settings file {file}, colour is no setting; known are contact, day_start, db, engine, ",
        ),
        ("timezone = 3", "In the settings file {file}, timezone must be text, not 3."),
        ("contact = true", "In the settings file {file}, contact must be text, not True."),
        ('db = ["a.db"]', "In the settings file {file}, db must be text, not ['a.db']."),
        ('db = ""', "In the settings file {file}, db must be the path of a file, not ''."),
        ('db = "a\\u0000b"', "In the settings file {file}, db must be the path of a file, not "),
        ('timezone = "Mars/Olympus"', f"In the settings file {{file}}, {ZONE} 'Mars/Olympus'."),
        ('timezone = "../zone"', f"In the settings file {{file}}, {ZONE} '../zone'."),
        (
            'day_start = "25:00"',
            "In the settings file {file}, day_start must be a time of day such as 04:00, not '25:00'.",
        ),
        (
            'day_start = "04:00+02:00"',
            "In the settings file {file}, day_start must be a time of day such as 04:00, not ",
        ),
        ("day_start = 04:00:00", "In the settings file {file}, day_start must be text, not datetime.time(4, 0)."),
        (
            'url = "lichess.org"',
            "In the settings file {file}, url must be a web address such as https://lichess.org, not ",
        ),
        ('url = "https://lichess.org:99999"', "In the settings file {file}, url must be a web address such as "),
        ('keys = "x"', "In the settings file {file}, keys must be a table, not 'x'."),
        ("[keys]\nquit = 5", 'In the settings file {file}, keys.quit must be a key such as "f3" or "ctrl+o", not 5.'),
        ("[keys]\napp.quit = ['x']", 'In the settings file {file}, keys.app.quit must be a key such as "f3" or '),
    ],
)
def test_a_bad_settings_file_is_told(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as told:
        load({}, {}, config=tmp_path)
    assert str(told.value).startswith(sentence.replace("{file}", str(file)))
    assert str(told.value).endswith(".")


def test_a_settings_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with pytest.raises(UsageError, match=r"settings\.toml cannot be read \(Is a directory\); mend or remove it\.$"):
        load({}, {}, config=tmp_path)
    (tmp_path / "settings.toml").rmdir()
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read"):
        load({}, {}, config=tmp_path)


def test_keys_with_and_without_quotes(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\napp.quit = "f10"\n"main.filter" = "f3,ctrl+f"\n')
    assert load({}, {}, config=tmp_path).keys == {"app.quit": "f10", "main.filter": "f3,ctrl+f"}


def test_paths_that_cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As another user under sudo, who keeps the first one's HOME."""

    def shut(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")

    assert path_of("~no-such-person/a.db") == Path("~no-such-person/a.db")
    monkeypatch.setattr(Path, "exists", shut)
    assert load({}, {}, config=tmp_path).url == "https://lichess.org"


@pytest.mark.parametrize(
    ("environ", "arguments", "sentence"),
    [
        ({"TRACKER_TIMEZONE": "Mars/Olympus"}, {}, f"TRACKER_{ZONE.replace('timezone', 'TIMEZONE')} 'Mars/Olympus'."),
        ({}, {"timezone": "Mars/Olympus"}, f"--{ZONE} 'Mars/Olympus'."),
        ({"TRACKER_DAY_START": "25:00"}, {}, "TRACKER_DAY_START must be a time of day such as 04:00, not '25:00'."),
        ({}, {"day_start": "4"}, "--day-start must be a time of day such as 04:00, not '4'."),
        ({}, {"db": ""}, "--db must be the path of a file, not ''."),
    ],
)
def test_what_is_no_setting_is_named(
    tmp_path: Path, environ: dict[str, str], arguments: dict[str, str], sentence: str
) -> None:
    with pytest.raises(UsageError) as told:
        load(environ, arguments, config=tmp_path)
    assert str(told.value) == sentence


def test_a_zone_or_day_start_that_is_set_later() -> None:
    with pytest.raises(UsageError, match="no time zone 'Mars/Olympus'"):
        Settings(db="", timezone="Mars/Olympus").zone()
    with pytest.raises(UsageError, match="no time of day"):
        Settings(db="", day_start="25:00").day_begins()
