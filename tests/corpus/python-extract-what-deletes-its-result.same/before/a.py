def f(net, rates):
    rate = net
    print(rate)
    rates[rate] = print(net)
    print(net)
