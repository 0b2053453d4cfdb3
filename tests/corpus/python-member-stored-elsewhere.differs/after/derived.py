from base import Counter


class Large(Counter):
    def grow(self):
        self._size = 9
        return 0
