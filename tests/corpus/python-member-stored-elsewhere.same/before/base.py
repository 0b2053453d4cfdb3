class Counter:
    def __init__(self):
        self._size = 1

    def grow(self):
        return 0

    def pair(self):
        return self._size, self.grow()
