import log

log.start()


def reduced(net):
    return net * 0.07
