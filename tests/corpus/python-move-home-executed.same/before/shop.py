from tax import reduced, vat


def gross(net):
    return net + vat(net)


print(reduced(1))
