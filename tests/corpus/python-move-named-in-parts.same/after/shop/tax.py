RATE = 0.07


def vat(net):
    return net * 0.19
