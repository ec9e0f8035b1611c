"""An installation with a table, for the command to work on."""

import shutil

import pytest

from tests.apps import make
from tests.command.installation import play


@pytest.fixture
def instance(tmp_path, monkeypatch):
    """Keep everything in a folder of this test."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"


@pytest.fixture(scope="session")
def played(new_folder, static_cache):
    """Make the folder of an installation at which a table was opened, and the table's code."""
    folder = new_folder()
    return folder, play(make(folder, static_cache))


@pytest.fixture
def here(instance, played):
    """Make the folder of an installation with a table, and the table's code."""
    shutil.copytree(played[0], instance)
    return instance, played[1]
