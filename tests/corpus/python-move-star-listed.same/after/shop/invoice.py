from shop.tax import vat


def gross(net):
    return net + vat(net)
