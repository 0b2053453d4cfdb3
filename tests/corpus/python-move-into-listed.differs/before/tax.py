def vat(net):
    return net * 0.19


def both(net):
    return vat(net) + 1
