RATE = 1


def vat(net):
    """Doubled.

    >>> vat(1)
    2
    """
    return net * 2
