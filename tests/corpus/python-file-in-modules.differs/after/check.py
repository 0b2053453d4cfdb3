import sys


def is_there(name):
    return sys.modules.get(name)
