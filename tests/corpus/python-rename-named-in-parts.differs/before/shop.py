def vat(net):
    return net * 0.19


print(vat(1))
