def vat(net):
    rate = 0.19
    return net * rate
