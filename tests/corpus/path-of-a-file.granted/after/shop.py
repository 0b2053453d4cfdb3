from rates import vat


def gross(net):
    return vat(net)
