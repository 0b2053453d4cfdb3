from base import Base


class Basket(Base):
    pass


def make():
    return Basket()
