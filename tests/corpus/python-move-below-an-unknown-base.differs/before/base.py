from lib import Root


class Queue(Root):
    def make(self):
        return Box()


class Box:
    pass
