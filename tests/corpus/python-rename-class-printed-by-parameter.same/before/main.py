class Cart:
    pass


def show(item):
    print(item is None)


show(Cart)
