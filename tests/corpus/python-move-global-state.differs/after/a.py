COUNT = 0

from b import helper


def run(x):
    helper()
    return COUNT
