def f(net, rates):
    rate = net
    del rate
    rates[rate] = print(net)
    print(net)
