from tax import net, gross


def total():
    return net(1) + gross("a")
