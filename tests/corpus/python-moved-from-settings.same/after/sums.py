B = 2


def total(goods):
    return sum(goods)
