RATE = 1


def vat(net):
    return net * 2
