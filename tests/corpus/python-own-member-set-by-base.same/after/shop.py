from base import Base


class Cart(Base):
    _count = 0

    def get(self):
        return self._count


print(Cart(size=2).get())
