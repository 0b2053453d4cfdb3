class Cart:
    def __init__(self):
        self._items = []

    def add(self, good):
        self._items.append(good)


print(vars(Cart()))
