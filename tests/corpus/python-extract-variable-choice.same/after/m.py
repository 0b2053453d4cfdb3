def price(order, log):
    is_open = order.open()
    sum = log(order) if is_open else 0
    return sum
