RATE = 1


def vat(net):
    return vat(net - 1) if net else 0
