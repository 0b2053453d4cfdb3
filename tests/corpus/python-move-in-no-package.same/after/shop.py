from sums import gross


def keep(net):
    return [net]
