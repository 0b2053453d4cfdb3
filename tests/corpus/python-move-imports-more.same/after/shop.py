from sums import gross

seen = {}


def keep(net):
    seen[net] = 1
