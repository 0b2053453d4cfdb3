"""Building the native core, and doing without."""

from __future__ import annotations

import os

import pytest

from tracer import native
from tracer.native import build


def test_without_a_compiler_one_line_says_so(monkeypatch, capfd):
    """Nothing fails: pure Python runs."""
    monkeypatch.setenv("CC", "/nowhere/cc")
    monkeypatch.setattr(build.os.path, "exists", lambda _: True)  # Python's headers
    assert build.main([]) == 0
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith("tracer: no native core")
    assert said.err.count("\n") == 1


def test_must_is_an_error_without_a_compiler(monkeypatch, capfd):
    """For whoever makes a wheel that has to have a core."""
    monkeypatch.setenv("CC", "/nowhere/cc")
    assert build.main(["--must"]) == 1
    assert "no native core" in capfd.readouterr().err


def test_an_unknown_version_is_not_fetched():
    """Only sources whose hash is known are built."""
    with pytest.raises(build.NotBuiltError, match="made for other versions of tree_sitter"):
        build._archive("tree_sitter", "0.0.0")


def test_a_directory_that_is_missing(tmp_path, capfd):
    """It is named."""
    assert build.main(["--must", "--into", str(tmp_path / "none")]) == 1
    assert "there is no directory" in capfd.readouterr().err


def test_sources_are_those_of_the_vendor_folder(monkeypatch, tmp_path, capfd):
    """A source distribution's archives are taken, and only with the known hash."""
    archive = tmp_path / "vendor" / "xxhash-1.tar.gz"
    archive.parent.mkdir()
    archive.write_bytes(b"sources")
    monkeypatch.setattr(build, "ROOT", str(tmp_path))
    monkeypatch.setattr(build, "KNOWN", {("xxhash", "1"): build._hash_of(str(archive))})
    monkeypatch.setattr(build, "_download", lambda *_: None)  # an index without it
    assert build.main(["--fetch", str(tmp_path / "to")]) == 0
    assert (tmp_path / "to" / archive.name).read_bytes() == b"sources"
    archive.write_bytes(b"others")
    assert build.main(["--fetch", str(tmp_path / "again")]) == 1
    assert capfd.readouterr().err == "tracer: the source of xxhash 1 was not to be had\n"


def test_the_switch(monkeypatch):
    """`TRACER_NATIVE=0` leaves the core alone, whether there is one or not."""
    monkeypatch.setattr(native, "_known", None)
    monkeypatch.setenv("TRACER_NATIVE", "0")
    assert native.core() is None
    assert native.state().reason == "switched off by TRACER_NATIVE=0"


def test_sources_are_told_apart():
    """The digest of the C sources is that of the files beside the package."""
    directory = os.path.dirname(native.__file__)
    assert any(name.endswith(".c") for name in os.listdir(directory))
    assert len(native.sources()) == 32
