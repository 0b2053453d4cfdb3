def total(goods):
    return sum(goods)
