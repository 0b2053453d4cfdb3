from base import Base


class Cart(object):
    pass


def make():
    return Cart()
