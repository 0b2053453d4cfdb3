from lib import Root


class Queue(Root):
    pass


class Box:
    pass


def make():
    return Box()
