class Counter:
    def __init__(self):
        self._size = 1

    def grow(self):
        return 0

    def pair(self):
        return self._size, self.grow()


class Large(Counter):
    total = 0

    @property
    def _size(self):
        return self.total

    @_size.setter
    def _size(self, value):
        pass

    def grow(self):
        self.total = 9
        return 0
