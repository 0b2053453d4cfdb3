from fields import field

SIZE = "3"


class Cart:
    _count = SIZE

    def get(self):
        return self._count, field


print(Cart().get())
