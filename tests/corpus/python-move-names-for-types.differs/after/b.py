from __future__ import annotations
from shop import Basket


def f(x: Basket):
    return isinstance(x, Basket)
