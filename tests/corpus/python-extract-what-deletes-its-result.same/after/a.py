def f(net, rates):
    rate = _part(net)
    rates[rate] = print(net)
    print(net)


def _part(net):
    rate = net
    print(rate)
    return rate
