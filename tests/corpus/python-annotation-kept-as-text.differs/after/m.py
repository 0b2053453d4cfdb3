from __future__ import annotations


def f(a: int):
    return a
