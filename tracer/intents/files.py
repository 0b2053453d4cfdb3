"""The lock of the registry and of session states."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tracer.model.disk import Lock
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK_TIMEOUT_S = 5.0


@contextmanager
def locked(path: str, *, timeout_s: float = _LOCK_TIMEOUT_S) -> Iterator[None]:
    """Hold the lock file `path` alone; the system frees it when the process dies.

    Raises: InputError when others hold it for longer than `timeout_s`.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    lock = Lock(path, timeout_s=timeout_s)
    try:
        lock.__enter__()
    except TimeoutError as error:
        raise InputError(
            f"{path}: held by other processes for {timeout_s:.0f} seconds",
            fix="Wait for it or end it, then try again.",
        ) from error
    try:
        yield
    finally:
        lock.__exit__(None, None, None)
