class Cart:
    def __init__(self):
        self._items = []

    def add(self, good):
        self._items.append(good)

    def __getattr__(self, name):
        return name
