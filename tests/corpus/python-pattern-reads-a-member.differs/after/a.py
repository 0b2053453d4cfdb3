def f(shop, x):
    BLUE = 1
    match x:
        case shop.BLUE:
            return BLUE
    return 0
