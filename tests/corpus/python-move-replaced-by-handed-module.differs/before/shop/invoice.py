def vat(net):
    return len(net)


def gross(net):
    return net + vat(net)
