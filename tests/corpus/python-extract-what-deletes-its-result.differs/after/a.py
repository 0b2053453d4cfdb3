def f(net, rates):
    rate = _part(net)
    rates[rate] = print(net)
    print(net)


def _part(net):
    rate = net
    del rate
    return rate
