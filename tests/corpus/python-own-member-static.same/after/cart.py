class Cart:
    def __init__(self):
        self._items = []

    def add(self, good):
        self._items.append(good)

    @classmethod
    def empty(cls):
        return cls()._size()

    def _size(self):
        return len(self._items)
