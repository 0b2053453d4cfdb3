from shop.tax import net
from shop.levy import gross


def total():
    return net(1) + gross(2)
