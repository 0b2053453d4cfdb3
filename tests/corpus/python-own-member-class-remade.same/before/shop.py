from base import plain


class Cart:
    _size = 0

    def get(self):
        return self._size


Basket = Cart
print(Cart().get())
