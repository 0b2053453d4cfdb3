"""Build the native core and the compiled command: `python -m tracer.native.build`.

The core goes beside this file. The command (`helper/client.c`, Linux only) takes the place of the
script `tracer` in this environment; the installer's own list of files names it, so that it goes
when tracer is uninstalled. `doctor` says which of them run.

Needs a C compiler, Python's headers, setuptools and pip. The sources of tree-sitter's library and
of xxHash are those of the Python packages, fetched from the package index that pip uses, by hash,
and kept in `.cache/native`; an archive in `vendor/` (a source distribution has them) is taken
instead. Whatever is missing, tracer works without: the command then says why, in one line, and ends
with 0; with `--must` it ends with 1. `--sanitize` adds the address sanitizer, `--into DIR` puts
both elsewhere, `--fetch DIR` only puts the archives there.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from importlib.metadata import PackageNotFoundError, version
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Package and version -> SHA-256 of its source distribution.
KNOWN = {
    ("tree_sitter", "0.26.1"): "9919cbaf02d17fa9a4cd0e6da496aecf901b758e6eacf122eee393e3ef08aacd",
    ("xxhash", "4.1.0"): "c9b288e4c1f5dae54417bc8a05e6f6daf505783d916b4783f4dd2f2e7d5db486",
}
XXHASH = "4.1.0"
# Of libtree-sitter: all but queries.
PARTS = ["alloc", "get_changed_ranges", "language", "lexer", "node", "parser", "point", "stack"]
PARTS += ["subtree", "tree", "tree_cursor", "wasm_store"]
_SANITIZER = ["-fsanitize=address,undefined", "-g", "-O1"]
_TIMEOUT_S = 240
SETUPTOOLS = 77  # what the packages' own build descriptions ask for


class NotBuiltError(Exception):
    """Why there is no core."""


def main(arguments: list[str]) -> int:
    """Build, or say in one line each why not."""
    parser = argparse.ArgumentParser(description="Build the native core and the command.")
    parser.add_argument("--must", action="store_true", help="fail where they cannot be built")
    parser.add_argument("--sanitize", action="store_true", help="with the address sanitizer")
    parser.add_argument("--into", metavar="DIR", help="where they go")
    parser.add_argument("--fetch", metavar="DIR", help="only fetch the archives of sources")
    options = parser.parse_args(arguments)
    if options.fetch:
        return _fetch(options.fetch)
    missing: dict[str, list[str]] = {}
    try:
        build(sanitize=options.sanitize, target=options.into or HERE)
    except NotBuiltError as error:
        missing.setdefault(str(error), []).append("no native core")
    try:
        if sys.platform == "linux":
            build_command(options.into, sanitize=options.sanitize)
    except NotBuiltError as error:
        missing.setdefault(str(error), []).append("no compiled command")
    for reason, what in missing.items():
        sys.stderr.write(f"tracer: {', '.join(what)} ({reason}); pure Python works too\n")
    return 1 if missing and options.must else 0


def _fetch(folder: str) -> int:
    """Put the archives of all sources into a folder; 1, and why, where one is not to be had."""
    os.makedirs(folder, exist_ok=True)
    for name, number in KNOWN:
        try:
            path = _archive(name, number)
        except NotBuiltError as error:
            sys.stderr.write(f"tracer: {error}\n")
            return 1
        target = os.path.join(folder, os.path.basename(path))
        if not os.path.exists(target) or not os.path.samefile(path, target):
            shutil.copyfile(path, target)
    return 0


def build_command(target: str | None = None, *, sanitize: bool = False) -> str:
    """The path of the compiled command, built into `target` or in place of the script `tracer`.

    Raises: NotBuiltError, also where the script is not this environment's own.
    """
    compiler = _compiler()
    path = os.path.join(target or sysconfig.get_path("scripts"), "tracer")
    if target is None and not _is_ours(path):
        raise NotBuiltError(f"{path} is not the script of this installation")
    command = [*compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-o", f"{path}.new"]
    command += [*(_SANITIZER if sanitize else []), os.path.join(ROOT, "tracer/helper/client.c")]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotBuiltError("the C compiler failed") from error
    if done.returncode:
        raise NotBuiltError("the C compiler failed")
    os.replace(f"{path}.new", path)
    return path


def _is_ours(path: str) -> bool:
    """Whether a file is this installation's `tracer`: the script, or the compiled client."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        with open(path, "rb") as file:
            text = file.read()
    except OSError:
        return False
    return b"from tracer.cli.start import main" in text  # which both say


def _compiler() -> list[str]:
    """The words that the compiler's command begins with. Raises: NotBuiltError without one."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if os.name == "posix" and shutil.which(command[0]) is None:
        raise NotBuiltError("there is no C compiler")
    return command


def build(*, sanitize: bool = False, target: str = HERE) -> str:
    """The path of the core, built into `target`.

    Raises: NotBuiltError.
    """
    if not os.path.isdir(target):
        raise NotBuiltError(f"there is no directory {target}")
    try:
        installed = version("tree-sitter")
    except PackageNotFoundError:
        raise NotBuiltError("tree-sitter is not installed") from None
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        raise NotBuiltError("Python's C headers are not installed")
    _compiler()
    if importlib.util.find_spec("setuptools") is None:
        raise NotBuiltError("setuptools is not installed")
    with tempfile.TemporaryDirectory() as work:
        for name, number in (("tree_sitter", installed), ("xxhash", XXHASH)):
            _unpack(_archive(name, number), work)
        return _compile(work, installed, target, sanitize=sanitize)


def _archive(name: str, number: str) -> str:
    """The path of a source distribution with the known hash."""
    expected = KNOWN.get((name, number))
    if expected is None:
        raise NotBuiltError(f"made for other versions of {name} than {number}")
    file = f"{name}-{number}.tar.gz"
    kept = os.path.join(ROOT, ".cache", "native")
    for folder in (os.path.join(ROOT, "vendor"), kept):
        path = os.path.join(folder, file)
        if os.path.exists(path) and _hash_of(path) == expected:
            return path
    if not os.access(ROOT, os.W_OK):
        kept = tempfile.mkdtemp()
    _download(name, number, expected, kept)
    path = os.path.join(kept, file)
    if not os.path.exists(path) or _hash_of(path) != expected:
        raise NotBuiltError(f"the source of {name} {number} was not to be had")
    return path


def _hash_of(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _download(name: str, number: str, expected: str, folder: str) -> None:
    """Fetch a source distribution with pip, which holds it to the hash."""
    os.makedirs(folder, exist_ok=True)
    wanted = os.path.join(folder, f"{name}.txt")
    with open(wanted, "w", encoding="utf-8") as file:
        file.write(f"{name}=={number} --hash=sha256:{expected}\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-binary", ":all:", "--require-hashes", "--retries", "1"]
    if int(version("setuptools").split(".")[0]) >= SETUPTOOLS:
        command.append("--no-build-isolation")  # spares an environment just to read a name
    command += ["--dest", folder, "--requirement", wanted]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotBuiltError("the package index does not answer") from None
    if done.returncode:
        raise NotBuiltError(f"pip could not fetch the source of {name} {number}")


def _unpack(path: str, folder: str) -> None:
    """The C files of an archive whose hash is known."""
    with tarfile.open(path) as archive:
        files = [m for m in archive.getmembers() if m.isfile() and m.name.endswith((".c", ".h"))]
        # Without the filter where Python is too old for it: the hash says what is in there.
        safe: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        for member in files:
            archive.extract(member, folder, **safe)


def _compile(work: str, installed: str, target: str, *, sanitize: bool) -> str:
    from setuptools import Distribution, Extension  # noqa: PLC0415 - may be missing

    library = os.path.join(work, f"tree_sitter-{installed}", "tree_sitter", "core", "lib")
    flags = ["-std=c11", "-O3", "-fvisibility=hidden"] if os.name == "posix" else ["/std:c11"]
    sanitizer = _SANITIZER if sanitize else []
    own = sorted(os.path.join(HERE, name) for name in os.listdir(HERE) if name.endswith(".c"))
    include = [os.path.join(library, "include"), os.path.join(library, "src")]
    extension = Extension(
        "tracer.native._core",
        [*own, *(os.path.join(library, "src", f"{part}.c") for part in PARTS)],
        include_dirs=[*include, os.path.join(work, f"xxhash-{XXHASH}", "deps", "xxhash")],
        define_macros=[
            ("Py_LIMITED_API", "0x030B0000"),
            ("TREE_SITTER_HIDE_SYMBOLS", None),
            ("_DEFAULT_SOURCE", None),
            ("TRACER_SOURCES", f'"{_sources()}"'),
            ("TRACER_TREE_SITTER", f'"{installed}"'),
        ],
        py_limited_api=True,
        extra_compile_args=[*flags, *sanitizer],
        extra_link_args=sanitizer,
    )
    command: Any = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
    command.build_lib = os.path.join(work, "lib")
    command.build_temp = os.path.join(work, "objects")
    command.parallel = 2
    command.ensure_finalized()
    saved = os.dup(2), os.dup(1)
    silence = os.open(os.path.join(work, "log"), os.O_WRONLY | os.O_CREAT)
    try:
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        command.run()
    except Exception as error:  # whatever a compiler or its driver raises
        raise NotBuiltError("the C compiler failed") from error
    finally:
        os.dup2(saved[0], 2)
        os.dup2(saved[1], 1)
        for descriptor in (*saved, silence):
            os.close(descriptor)
    built = command.get_ext_fullpath("tracer.native._core")
    path = os.path.join(target, os.path.basename(built))
    shutil.copyfile(built, path + ".new")
    os.replace(path + ".new", path)  # another process may be running the one that is there
    return path


def _sources() -> str:
    """The digest that the core is held to when it is loaded."""
    spec = importlib.util.spec_from_file_location(
        "tracer_native", os.path.join(HERE, "__init__.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: str = module.sources()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
