def vat(net):
    return net * 2
