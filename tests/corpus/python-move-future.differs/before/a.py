from __future__ import annotations


def g(x):
    return x


def f(x: int):
    return x / 2
