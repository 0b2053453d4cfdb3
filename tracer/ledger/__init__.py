"""The ledger: records, their hash chains, and the index made of them.

Names are imported when first used, so that a hook pays only for what it touches. The modules
are not called like the functions (`appender` holds `append`): importing a module sets its name
on the package, and would hide the function.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.ledger.appender import SpooledError, append, append_all, deliver
    from tracer.ledger.clone_cache import Sighting, Stat
    from tracer.ledger.ids import new_id, timestamp
    from tracer.ledger.index import Entry, Index, Removal
    from tracer.ledger.local import make_index_dir
    from tracer.ledger.reader import Problem, read, settled_by
    from tracer.ledger.settings import salt_of
    from tracer.ledger.states import (
        content_hash,
        line_hashes,
        split_hashes,
        state_from_json,
        state_to_json,
    )
    from tracer.ledger.verifier import Verification, verify

__all__ = [
    "Entry",
    "Index",
    "Problem",
    "Removal",
    "Sighting",
    "SpooledError",
    "Stat",
    "Verification",
    "append",
    "append_all",
    "content_hash",
    "deliver",
    "line_hashes",
    "make_index_dir",
    "new_id",
    "read",
    "salt_of",
    "settled_by",
    "split_hashes",
    "state_from_json",
    "state_to_json",
    "timestamp",
    "verify",
]

_HOMES = {
    "appender": ("SpooledError", "append", "append_all", "deliver"),
    "clone_cache": ("Sighting", "Stat"),
    "ids": ("new_id", "timestamp"),
    "index": ("Entry", "Index", "Removal"),
    "local": ("make_index_dir",),
    "reader": ("Problem", "read", "settled_by"),
    "settings": ("salt_of",),
    "states": ("content_hash", "line_hashes", "split_hashes", "state_from_json", "state_to_json"),
    "verifier": ("Verification", "verify"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """The public name, imported now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
