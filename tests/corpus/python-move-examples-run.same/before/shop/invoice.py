def vat(net):
    """Doubled.

    >>> vat(1)
    2
    """
    return net * 2


def gross(net):
    return net + vat(net)
