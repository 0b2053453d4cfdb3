import log

log.start()


def reduced(net):
    return net * 0.07


def vat(net):
    return net * 0.19
