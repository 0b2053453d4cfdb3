from join import join


class Cart:
    _size = None

    def go(self):
        return self._size


print(join(Cart)().go())
