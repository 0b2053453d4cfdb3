import warnings

from p.b import vat


def gross(net):
    warnings.warn("x")
    return vat(net)
