"""Processor time, of this process and of the children it has waited for.

Wall time on a shared machine says more about the machine.
"""

from __future__ import annotations

import resource


def cpu_seconds() -> float:
    """User and system time used so far. A child counts once it has ended."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
