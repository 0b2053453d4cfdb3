from tax import vat


def gross(net):
    return vat(net)
