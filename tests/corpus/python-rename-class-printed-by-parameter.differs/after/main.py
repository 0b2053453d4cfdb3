class Basket:
    pass


def show(item):
    print(item)


show(Basket)
