import sys


def is_there():
    return sys.modules["json"], sys.modules[__name__]
