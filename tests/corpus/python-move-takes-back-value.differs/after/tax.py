from shop import rate, LIMIT

def tax(net, kind):
    return min(net * rate(kind), LIMIT)
