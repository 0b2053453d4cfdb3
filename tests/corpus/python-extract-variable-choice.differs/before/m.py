def price(order, log):
    sum = log(order) if order.open() else 0
    return sum
