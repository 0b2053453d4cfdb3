from base import plain


class Cart:
    _count = 0

    def get(self):
        return self._count


Cart = plain(Cart)
print(Cart().get())
