from __future__ import annotations


def f(a: type(0)):
    return a
