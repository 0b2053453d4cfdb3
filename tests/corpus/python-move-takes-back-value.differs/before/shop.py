RATES = {"a": 2}

LIMIT = 1

def rate(kind):
    return RATES[kind]

def tax(net, kind):
    return min(net * rate(kind), LIMIT)

def allow(limit):
    global LIMIT
    LIMIT = limit
