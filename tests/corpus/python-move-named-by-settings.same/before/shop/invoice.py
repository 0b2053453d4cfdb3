def vat(net):
    return net * 2


def gross(net):
    return net + vat(net)
