class Shop(Base):
    def total(self):
        return super(Shop, self).total()


def find(name, other):
    return globals().setdefault(name, other)
