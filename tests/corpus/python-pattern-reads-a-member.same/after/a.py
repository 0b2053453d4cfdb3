def f(shop, x):
    BLUE = 1
    match x:
        case shop.RED:
            return BLUE
    return 0
