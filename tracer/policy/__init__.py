"""May this call run? Gates: small pure functions from the facts of a call to a refusal or none.

`check` gathers the facts from disk and asks the gates, `decide` only asks, `review` looks at
what a call turned out to have written, `plan` says what a shell line does. Names are imported
when first used, so that a hook pays only for what it touches.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.policy.config import CheckoutSpan, Config, Mode, load_config
    from tracer.policy.decision import Verdict, check, decide, review
    from tracer.policy.facts import Facts, Guard, gather
    from tracer.policy.gates import GATES
    from tracer.policy.shell import ShellPlan, plan

__all__ = [
    "GATES",
    "CheckoutSpan",
    "Config",
    "Facts",
    "Guard",
    "Mode",
    "ShellPlan",
    "Verdict",
    "check",
    "decide",
    "gather",
    "load_config",
    "plan",
    "review",
]

_HOMES = {
    "config": ("CheckoutSpan", "Config", "Mode", "load_config"),
    "decision": ("Verdict", "check", "decide", "review"),
    "facts": ("Facts", "Guard", "gather"),
    "gates": ("GATES",),
    "shell": ("ShellPlan", "plan"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """The public name, imported now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
