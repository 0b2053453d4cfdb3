try:
    n = f()
except NameError:
    n = 2
from b import f


def g():
    return f()
