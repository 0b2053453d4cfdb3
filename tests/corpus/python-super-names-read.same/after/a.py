class Shop(Base):
    def total(self):
        return super().total()


def find(name, other):
    return globals().get(name, other)
