from __future__ import annotations


def g(x):
    return x
