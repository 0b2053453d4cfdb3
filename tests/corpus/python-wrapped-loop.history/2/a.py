def total(items):
    result = 0
    if items:
        for item in items:
            result += item.price * item.amount
    return result
