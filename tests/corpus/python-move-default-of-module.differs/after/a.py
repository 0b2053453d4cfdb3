import patches
import time


patches.apply()


def g(x):
    return time.time() - x
