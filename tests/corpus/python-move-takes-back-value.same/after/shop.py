RATES = {"a": 2}

LIMIT = 1

def rate(kind):
    return RATES[kind]
