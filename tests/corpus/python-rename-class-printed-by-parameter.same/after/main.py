class Basket:
    pass


def show(item):
    print(item is None)


show(Basket)
