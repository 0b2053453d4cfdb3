RATES = {"a": 2}

def rate(kind):
    return RATES[kind]

def tax(net, kind):
    return net * rate(kind)

print(tax(3, "a"))
