import rates

seen = {}


def keep(net):
    seen[net] = 1


def gross(net):
    return net + rates.vat(net)
