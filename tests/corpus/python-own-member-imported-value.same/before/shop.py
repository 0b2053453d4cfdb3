from fields import field

SIZE = "3"


class Cart:
    _size = SIZE

    def get(self):
        return self._size, field


print(Cart().get())
