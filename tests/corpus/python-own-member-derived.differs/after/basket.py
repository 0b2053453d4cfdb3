from cart import Cart
from shop import Shelf


class Basket(Cart, Shelf):
    def size(self):
        return 0
