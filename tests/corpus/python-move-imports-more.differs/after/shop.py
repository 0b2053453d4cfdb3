from sums import gross, keep

seen = {}


def keep(net):
    seen[net] = 1
