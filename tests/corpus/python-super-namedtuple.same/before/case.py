from collections import namedtuple


class Url(namedtuple("Url", ["a"])):
    def __new__(cls, a):
        return super(Url, cls).__new__(cls, a)
