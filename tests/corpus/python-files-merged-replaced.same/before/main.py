from tax import net
from levy import gross


def total():
    return net(1) + gross("a")
