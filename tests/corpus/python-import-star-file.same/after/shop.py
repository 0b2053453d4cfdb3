__all__ = ["price", "tax"]


def price(x):
    return x


def tax(x):
    return x
