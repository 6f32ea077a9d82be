"""The wheel holds all that the program needs, and nothing else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_migrations_travel_inside_the_package(names: set[str]) -> None:
    assert {"tracker/migrations/env.py", "tracker/migrations/script.py.mako"} <= names
    versions = {f"tracker/migrations/versions/{file.name}" for file in (ROOT / "migrations/versions").glob("*.py")}
    assert versions
    assert versions <= names


def test_every_file_of_the_package_is_there_and_no_leftover(names: set[str]) -> None:
    files = (file for file in (ROOT / "tracker").rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    package = {file.relative_to(ROOT).as_posix() for file in files}
    assert {"tracker/py.typed", "tracker/tui/app.tcss", "tracker/demo/games.txt"} <= package
    rest = names - package - {name for name in names if name.startswith("tracker/migrations/")}
    assert package <= names
    assert {name.split("/")[0] for name in rest} == {"lichess_rating_tracker-0.1.0.dist-info"}
    assert any(name.endswith("licenses/LICENSE") for name in rest)
