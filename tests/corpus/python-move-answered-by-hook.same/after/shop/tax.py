def other(name):
    return name


def vat(net):
    return net * 2
