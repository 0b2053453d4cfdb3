class Cart:
    def __init__(self):
        self._items = []

    def add(self, good):
        self._items.append(good)

    def __str__(self):
        return f"{len(self._items)} goods"
