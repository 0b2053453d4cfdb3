def _vat(net):
    return net


try:
    _vat()
except TypeError as error:
    print(error)
