from fields import field

SIZE = 3


class Cart:
    _size = field

    def get(self):
        return self._size, field


print(Cart().get())
