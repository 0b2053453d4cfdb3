def f(shop, x):
    RED = 1
    match x:
        case shop.RED:
            return RED
    return 0
