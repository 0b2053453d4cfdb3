from shop import vat


def both(net):
    return vat(net) + 1
