def summed(goods):
    return sum(goods)


def tell(part):
    return part.__name__
