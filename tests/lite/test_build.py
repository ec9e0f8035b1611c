"""The folder of static files, built again elsewhere: it is the same to the byte."""

import gzip
import importlib.util
import os
import subprocess

from tests.lite.conftest import HOME, SITE


def load_build():
    """Import the script that builds, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("build", HOME / "deploy" / "lite" / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    return build


def test_a_second_build_in_another_folder_and_language_is_the_same(tmp_path):
    build = load_build()
    runtime, tree, image = build.fetched(), tmp_path / "other", tmp_path / "image"
    build.lay_out(tree)
    there = os.environ | {"LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}
    subprocess.run(["node", build.HERE / "compile.mjs", runtime, tree], check=True, env=there)
    subprocess.run(["node", build.HERE / "image.mjs", runtime, tree, image], check=True, env=there)
    assert build.packed(tree) == (SITE / "python" / "app.pack").read_bytes()
    assert image.read_bytes() == gzip.decompress((SITE / "python" / "image.pack").read_bytes())
