from base import Counter


class Large(Counter):
    def grow(self):
        self._width = 9
        return 0
