class Counter:
    def __init__(self):
        self._size = 1

    def grow(self):
        return 0

    def pair(self):
        done = self.grow()
        return self._size, done


class Large(Counter):
    total = 0
    _size = 7

    def grow(self):
        self.total = 9
        return 0
