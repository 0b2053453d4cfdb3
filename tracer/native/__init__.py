"""The native core: what is done for every node of a tree, in C, where it has been built.

Pure Python (`syntax.parse`, `fingerprint`) is the reference and runs wherever the core does not;
tests hold both to the same bytes. `TRACER_NATIVE=0` switches the core off. A core is refused when
it was built from other sources, or with another tree-sitter than the one installed: its trees or
its digests could be others. `build` (run by `.ci/venv`) makes it.
"""

from __future__ import annotations

import os
from typing import Any

from tracer.model.named_tuple import NamedTuple

LAYOUT = 1  # of what is passed to the core; raised, here and in core.h, when that changes


class State(NamedTuple):
    """The core, or why there is none."""

    core: Any
    reason: str


_known: State | None = None


def core() -> Any:
    """The module of the core; None where pure Python runs."""
    return (_known or state()).core


def state() -> State:
    """The core and, without one, the reason. Cost: the first call loads the core."""
    global _known  # noqa: PLW0603 - looked at by every parse
    if _known is None:
        _known = _load()
    return _known


def _load() -> State:
    if os.environ.get("TRACER_NATIVE") == "0":
        return State(None, "switched off by TRACER_NATIVE=0")
    try:
        from tracer.native import _core  # noqa: PLC0415 - there may be none
    except ImportError:
        return State(None, "not built here")
    if getattr(_core, "LAYOUT", None) != LAYOUT or sources() != _core.SOURCES:
        return State(None, "built from other sources: build it again")
    if not _is_installed(_core.TREE_SITTER):
        return State(None, f"built with tree-sitter {_core.TREE_SITTER}, another one is installed")
    return State(_core, "")


def sources() -> str:
    """A digest of the C sources beside this file; empty in an installation without them."""
    from xxhash import xxh3_128  # noqa: PLC0415 - only with a core

    directory = os.path.dirname(__file__)
    names = sorted(name for name in os.listdir(directory) if name.endswith((".c", ".h")))
    digest = xxh3_128()
    for name in names:
        with open(os.path.join(directory, name), "rb") as file:
            digest.update(b"%s\0" % name.encode() + file.read())
    return digest.hexdigest() if names else ""


def _is_installed(version: str) -> bool:
    """Whether tree-sitter is installed in that version. Cost: no metadata is read."""
    from importlib import util  # noqa: PLC0415 - only with a core

    spec = util.find_spec("tree_sitter")
    if spec is None or not spec.submodule_search_locations:
        return False
    beside = os.path.dirname(spec.submodule_search_locations[0])
    return os.path.isdir(os.path.join(beside, f"tree_sitter-{version}.dist-info"))
