from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop import Basket


def g(x: Basket):
    return x
