import rates


def gross(net):
    return net + rates.vat(net)
