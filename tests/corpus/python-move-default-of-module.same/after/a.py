import patches
import time


limit = 3


def g(x):
    return time.time() - x
