def vat(net):
    return vat(net - 1) if net else 0


def gross(net):
    return net + vat(net)
