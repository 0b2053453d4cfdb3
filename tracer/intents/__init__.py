"""Why code is written: the registry of intents, their scopes, and who has checked one out.

`load` reads `.orchestration/active_intents.yaml`, `store` changes it, `in_scope` says which
files an intent owns, `select` checks an intent out for one agent session. Names are imported
when first used, so that a hook pays only for what it touches.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.intents.checkout import Checkout, check_out, context_of, describe, select
    from tracer.intents.model import Intent, Registry, Spec, Status
    from tracer.intents.registry import archived, load
    from tracer.intents.scope import in_scope
    from tracer.intents.session import SessionState, Stage

__all__ = [
    "Checkout",
    "Intent",
    "Registry",
    "SessionState",
    "Spec",
    "Stage",
    "Status",
    "archived",
    "check_out",
    "context_of",
    "describe",
    "in_scope",
    "load",
    "select",
]

_HOMES = {
    "checkout": ("Checkout", "check_out", "context_of", "describe", "select"),
    "model": ("Intent", "Registry", "Spec", "Status"),
    "registry": ("archived", "load"),
    "scope": ("in_scope",),
    "session": ("SessionState", "Stage"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """The public name, imported now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
