from __future__ import annotations


def f(a):
    return isinstance(a, type(0))
