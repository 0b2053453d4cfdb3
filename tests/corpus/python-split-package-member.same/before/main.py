from shop.tax import net, gross


def total():
    return net(1) + gross(2)
