def tax(net):
    return net * 2


def gross(net):
    return net + tax(net)
