def amount(items):
    return sum(items)
