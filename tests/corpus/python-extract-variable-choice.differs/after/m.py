def price(order, log):
    logged = log(order)
    sum = logged if order.open() else 0
    return sum
