def check(rate):
    return float(rate)
