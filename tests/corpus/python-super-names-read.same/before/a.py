class Shop(Base):
    def total(self):
        return super(Shop, self).total()


def find(name, other):
    return globals().get(name, other)
