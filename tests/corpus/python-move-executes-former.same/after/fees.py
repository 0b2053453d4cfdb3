from shop import rate

ready = True

def tax(net, kind):
    return net * rate(kind)
