def vat(net):
    part = 0.19
    return net * part
