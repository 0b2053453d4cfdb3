import sys


def shown():
    print(sys._getframe(1).f_locals["w"])
