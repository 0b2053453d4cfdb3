from join import join


class Cart:
    _name = None

    def go(self):
        return self._name


print(join(Cart)().go())
