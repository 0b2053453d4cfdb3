def total(prices, rate):
    net = add_up(prices)
    return net * (1 + net)


def add_up(prices):
    result = 0
    for price in prices:
        result += price
    return result


print(total([1, 2], 0.5))
