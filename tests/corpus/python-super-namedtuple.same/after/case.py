from collections import namedtuple


class Url(namedtuple("Url", ["a"])):
    def __new__(cls, a):
        return super().__new__(cls, a)
