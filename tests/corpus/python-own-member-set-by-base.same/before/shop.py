from base import Base


class Cart(Base):
    _size = 0

    def get(self):
        return self._size


print(Cart(size=2).get())
