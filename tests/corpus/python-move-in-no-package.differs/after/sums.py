def gross(net):
    return net * 1.19
