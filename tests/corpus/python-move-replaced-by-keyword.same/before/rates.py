def rate():
    return 2


def price(cost):
    return cost * rate()
