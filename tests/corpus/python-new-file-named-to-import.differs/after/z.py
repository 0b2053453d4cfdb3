import sys


def is_there():
    return "be" + "ta.f" in sys.modules
