from cart import Cart


class Basket(Cart):
    def size(self):
        return len(self._items)
