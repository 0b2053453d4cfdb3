def check(rate):
    return eval(rate)
