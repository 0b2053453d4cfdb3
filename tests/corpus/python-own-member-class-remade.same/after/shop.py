from base import plain


class Cart:
    _count = 0

    def get(self):
        return self._count


Basket = Cart
print(Cart().get())
