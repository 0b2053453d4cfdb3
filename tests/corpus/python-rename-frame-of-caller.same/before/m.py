import sys


def known():
    return sys._getframe(1).f_code.co_filename


def load():
    size = 1
    return known(), size
