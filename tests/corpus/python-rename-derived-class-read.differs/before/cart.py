from base import Base


class Cart(Base):
    pass


def make():
    return Cart()
