class Cart:
    pass


def show(item):
    print(item)


show(Cart)
