from base import Base


class Basket(object):
    pass


def make():
    return Basket()
