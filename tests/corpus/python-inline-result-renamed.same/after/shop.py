def total(prices, rate):
    result = 0
    for price in prices:
        result += price
    return result * (1 + rate)


print(total([1, 2], 0.5))
