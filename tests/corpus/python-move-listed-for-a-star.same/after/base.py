__all__ = ["Box", "Bag"]


class Bag:
    pass
