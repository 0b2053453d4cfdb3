import sys


def f():
    return sys.version
