from shop import rate

def tax(net, kind):
    return net * rate(kind)
