import sys


def known():
    return sorted(sys._getframe(1).f_locals)


def load():
    width = 1
    return known()
