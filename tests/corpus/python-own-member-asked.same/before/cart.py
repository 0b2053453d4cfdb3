class Cart:
    def __init__(self):
        self._goods = []

    def add(self, good):
        self._goods.append(good)

    def __str__(self):
        return f"{len(self._goods)} goods"
