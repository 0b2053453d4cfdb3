class Cart:
    def __init__(self):
        self._goods = []

    def add(self, good):
        self._goods.append(good)

    @staticmethod
    def count(self):
        return len(self._goods)
