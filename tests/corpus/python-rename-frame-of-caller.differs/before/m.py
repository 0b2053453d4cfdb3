import sys


def known():
    return sorted(sys._getframe(1).f_locals)


def load():
    size = 1
    return known()
