import warnings


def vat(net):
    warnings.warn("old")
    return net


def gross(net):
    warnings.warn("x")
    return vat(net)
