def gross(net):
    return net + vat(net)


TEN = gross(10)


def vat(net):
    return net * 0.19
