import sys


def known():
    return sys._getframe(1).f_code.co_filename


def load():
    width = 1
    return known(), width
