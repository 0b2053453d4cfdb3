class Cart:
    def __init__(self):
        self._goods = []

    def add(self, good):
        self._goods.append(good)

    @classmethod
    def empty(cls):
        return cls()._size()

    def _size(self):
        return len(self._goods)
