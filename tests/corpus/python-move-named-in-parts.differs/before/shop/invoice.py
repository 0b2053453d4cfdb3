def vat(net):
    return net * 0.19


def gross(net):
    return net + vat(net)
