def _tax(net):
    return net


try:
    _tax()
except TypeError as error:
    print(error)
