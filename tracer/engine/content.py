"""The identity of a file version."""

from __future__ import annotations

import hashlib


def content_of(text: bytes) -> str:
    """`sha256:<hex>` of a file's raw bytes."""
    return f"sha256:{hashlib.sha256(text).hexdigest()}"
