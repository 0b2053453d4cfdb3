__all__ = ["Box", "Bag"]


class Box:
    pass


class Bag:
    pass
