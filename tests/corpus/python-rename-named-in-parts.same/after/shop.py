def tax(net):
    return net * 0.19


print(tax(1))
