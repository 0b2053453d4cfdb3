"""Python's collector of cycles, held back while much is made of which little is in cycles."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the collector, which would look at all that is held again and again.

    What is in cycles stays until afterwards: the caller bounds how much that is.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
