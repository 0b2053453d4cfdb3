def __getattr__(name):
    return name


def vat(net):
    return net * 2
